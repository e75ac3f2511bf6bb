// The details dialog: a large card with its English text, power lines, AST, hooks and problems.

import { visibleFaces } from "./keys.js";
import { askData } from "./common.js";
import { make } from "./dom.js";
import { GALLERY } from "./gallery-words.js";
import { showImage, stateOf, tileOf } from "./tiles.js";
import { latest } from "./timing.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("details"));
let card = null; // the open card
const askDetails = latest(({ id }) => askData(`cards/${id}`));

dialog.addEventListener("close", () => {
  tileOf(card?.id)?.querySelector(".face").focus();
  card = null;
});
dialog.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || /** @type {Element} */ (event.target).matches("pre")) return;
  const faces = visibleFaces();
  const index = faces.findIndex((face) => face.closest("li").dataset.id === String(card.id));
  faces[index + step]?.click();
});

/** Open a card, or replace the open card. */
export async function openDetails(chosen) {
  card = chosen;
  await show();
}

/** Update the open card if it changed. */
export function refreshDetails(cards, changed) {
  if (card === null) return;
  if (!cards.has(card.id)) dialog.close();
  else if (changed.some((changedCard) => changedCard.id === card.id || isOther(changedCard))) openDetails(cards.get(card.id));
}

/** Whether a card is the other face of the open tile. */
function isOther(candidate) {
  return candidate.file === card.file && candidate.title === card.facts.other;
}

async function show() {
  const data = await askDetails(card);
  if (!data || card === null) return;
  fill(data);
  if (!dialog.open) dialog.showModal();
}

function fill(data) {
  const opened = openParts();
  const [image, otherImage] = dialog.querySelectorAll("img");
  showImage(image, card.image);
  showImage(otherImage, data.other);
  otherImage.alt = data.other ? GALLERY.otherFace(card.facts.other) : "";
  dialog.classList.toggle("broken", card.broken);
  document.getElementById("details-title").textContent = card.title;
  write(".kind", [data.type, data.supply].filter(Boolean).join("; "));
  write(".place", GALLERY.shownAs(data.place, stateOf(card)));
  dialog.querySelector(".findings").replaceChildren(...data.findings.map(block));
  dialog.querySelector(".powers").replaceChildren(...data.powers.map(createPower));
  dialog.querySelectorAll("details").forEach((part, index) => {
    part.open = opened.includes(index);
  });
}

/** The positions of the open AST and hook sections. */
function openParts() {
  const parts = [...dialog.querySelectorAll("details")];
  return parts.flatMap((part, index) => (part.open ? [index] : []));
}

function write(selector, text) {
  dialog.querySelector(`.text > ${selector}`).textContent = text;
}

function block(text) {
  return make("pre", { tabindex: 0 }, text);
}

function createPower({ line, english, ast, hooks }) {
  return make(
    "section",
    { class: "power" },
    make("h3", {}, make("code", {}, line)),
    make("p", { class: "english" }, english.join("\n")),
    make("details", {}, make("summary", {}, GALLERY.ast), block(ast)),
    make("details", { hidden: !hooks }, make("summary", {}, GALLERY.hooks), block(hooks)),
  );
}
