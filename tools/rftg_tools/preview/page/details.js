// Details: a card large, with its English, power lines, AST, hooks and findings.

import { seenFaces } from "./keys.js";
import { ask, copyOf } from "./common.js";
import { GALLERY } from "./gallery-words.js";
import { stateOf, tileOf } from "./tiles.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("details"));
let card = null; // the one that is open
let asked = 0; // so that a late answer does not cover a later one

dialog.addEventListener("close", () => {
  tileOf(card?.id)?.querySelector(".face").focus();
  card = null;
});
dialog.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || /** @type {Element} */ (event.target).matches("pre")) return;
  const faces = seenFaces();
  const at = faces.findIndex((face) => face.closest("li").dataset.id === String(card.id));
  faces[at + step]?.click();
});

/** Open a card, or show another one in place of that which is open. */
export async function openDetails(chosen) {
  card = chosen;
  await show();
}

/** Show the open card as it is now, if it is among those that changed. */
export function refreshDetails(cards, changed) {
  if (card === null) return;
  if (!cards.has(card.id)) dialog.close();
  else if (changed.some((one) => one.id === card.id || isOther(one))) openDetails(cards.get(card.id));
}

/** Whether it is the other face of the open tile. */
function isOther(one) {
  return one.file === card.file && one.title === card.facts.other;
}

async function show() {
  asked += 1;
  const mine = asked;
  const answer = await ask(`cards/${card.id}`);
  if (answer === null || mine !== asked || card === null) return;
  fill(await answer.json());
  if (!dialog.open) dialog.showModal();
}

function fill(about) {
  const opened = openParts();
  const [image, other] = dialog.querySelectorAll("img");
  showImage(image, card.image);
  showImage(other, about.other);
  other.alt = about.other ? GALLERY.otherFace(card.facts.other) : "";
  dialog.classList.toggle("broken", card.broken);
  write("h2", card.title);
  write(".kind", [about.type, about.supply].filter(Boolean).join("; "));
  write(".place", GALLERY.shownAs(about.place, stateOf(card)));
  dialog.querySelector(".findings").replaceChildren(...about.findings.map(block));
  dialog.querySelector(".powers").replaceChildren(...about.powers.map(powerElement));
  dialog.querySelectorAll("details").forEach((part, number) => {
    part.open = opened.includes(number);
  });
}

function showImage(image, address) {
  image.hidden = !address;
  if (address) image.src = address;
}

/** Which ASTs and hooks are unfolded, by their place in the dialog. */
function openParts() {
  const parts = [...dialog.querySelectorAll("details")];
  return parts.flatMap((part, number) => (part.open ? [number] : []));
}

function write(selector, text) {
  dialog.querySelector(`.text > ${selector}`).textContent = text;
}

function block(text) {
  const made = document.createElement("pre");
  made.textContent = text;
  made.tabIndex = 0;
  return made;
}

function powerElement({ line, english, ast, hooks }) {
  const made = copyOf("power");
  const [treeText, hookText] = made.querySelectorAll("pre");
  made.querySelector("code").textContent = line;
  made.querySelector(".english").textContent = english.join("\n");
  treeText.textContent = ast;
  hookText.textContent = hooks;
  hookText.parentElement.hidden = !hooks;
  return made;
}
