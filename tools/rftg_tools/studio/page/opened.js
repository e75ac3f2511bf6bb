// The open card: how it looks, its form and its text, which follow each other.

import { editedFiles, fileOf, isEdited, lookAtDisk, openFiles, saveFile, textOf, watchFiles } from "./files.js";
import { goToLine, replaceText, showEditor } from "./editor.js";
import { connect, format } from "./language.js";
import { findingsOf } from "./findings.js";
import { post } from "./server.js";
import { say } from "./common.js";
import { showForm } from "./form.js";
import { stateOf, tileOf } from "./tiles.js";

const QUIET = 120; // ms without a change until the form is filled anew
const SLOW = 900; // ms without a change until a file is saved by itself
const bench = document.getElementById("bench");
const automatic = /** @type {HTMLInputElement} */ (document.getElementById("automatic"));
const followers = [];

/** @type {{file: any, index: number, sheet: any}} */
let open = null;
let cards = new Map();
let pausing = 0;
let saving = 0;
let connected = false;
let editing = Promise.resolve();

automatic.checked = localStorage.getItem("studio.automatic") === "yes";
automatic.addEventListener("change", () => localStorage.setItem("studio.automatic", automatic.checked ? "yes" : "no"));
addEventListener("beforeunload", (event) => {
  if (editedFiles().length) event.preventDefault();
});

/** What is open: its file, the number of the card in it from 0, and all cards of the file. */
export function opened() {
  return open;
}

/** Call something whenever another card is open, or the open one is shown anew. */
export function watchOpened(listener) {
  followers.push(listener);
}

/** Open a card of the gallery. */
export async function openCard(card) {
  if (!connected) connect();
  connected = true;
  const file = await fileOf(card.file, save);
  if (file === null) {
    say(`${card.file} cannot be read`);
    return;
  }
  open = { file, index: card.number - 1, sheet: null };
  document.body.classList.add("opened");
  bench.hidden = false;
  showEditor(file.view);
  await readSheet();
  const lines = open.sheet?.cards[open.index];
  if (lines) goToLine(file.view, lines.first);
  tileOf(card.id)?.scrollIntoView({ block: "nearest" });
}

/** Put the open card away; what is edited stays. */
export function closeCard() {
  if (open === null) return;
  const id = shownCard()?.id;
  open = null;
  bench.hidden = true;
  document.body.classList.remove("opened");
  tileOf(id)?.querySelector(".face").focus();
}

/** Show the open card as the gallery has it now. */
export function follow(known, _changed) {
  cards = known;
  for (const file of openFiles()) lookAtDisk(file);
  showFace();
}

function shownCard() {
  const here = [...cards.values()].filter((card) => card.file === open?.file.name);
  return here.find((card) => card.number === open.index + 1 && card.facts.type !== "goal");
}

function showFace() {
  if (open === null) return;
  const card = shownCard();
  const face = /** @type {HTMLImageElement} */ (document.getElementById("face"));
  face.hidden = !card?.image;
  if (card?.image && face.getAttribute("src") !== card.image) face.src = card.image;
  face.alt = card ? `The face of ${card.title}` : "";
  document.getElementById("open-title").textContent = card?.title ?? "";
  document.getElementById("face-state").textContent = card ? stateOf(card) : "";
  const lines = (card?.facts.english ?? []).map((line) => {
    const made = document.createElement("p");
    made.textContent = line;
    return made;
  });
  document.getElementById("english").replaceChildren(...lines);
  document.getElementById("found").replaceChildren(...(card ? findingsOf(card) : []));
  for (const tile of document.querySelectorAll("#cards > li")) {
    tile.classList.toggle("open", tile === tileOf(card?.id));
  }
  for (const listener of followers) listener(card);
}

// --- text and form

watchFiles((file, update) => {
  if (open?.file !== file) return;
  showSaved();
  if (update?.docChanged) {
    clearTimeout(pausing);
    pausing = setTimeout(readSheet, QUIET);
    clearTimeout(saving);
    if (automatic.checked) saving = setTimeout(() => keep(file), SLOW);
  } else if (update?.selectionSet && update.view.hasFocus) {
    openAt(update.state.doc.lineAt(update.state.selection.main.head).number);
  }
});

/** Open the card on a line of the open file, if there is one. */
function openAt(line) {
  const index = open.sheet?.cards.findIndex(({ first, last }) => first <= line && line <= last) ?? -1;
  if (index < 0 || index === open.index) return;
  open.index = index;
  showForm(open.sheet, index, change);
  showFace();
}

async function readSheet() {
  if (open === null) return;
  const { file } = open;
  const text = textOf(file);
  const { status, data } = await post("api/sheet", { name: file.name, text });
  if (open?.file !== file || textOf(file) !== text) return;
  open.sheet = status === 200 ? data : null;
  await showForm(open.sheet, open.index, change, data.problem);
  showSaved();
  showFace();
}

/** Make a change of the form, after those that are being made; whether it was made. */
export function change(asked) {
  const made = editing.then(() => makeChange(asked));
  editing = made.then(() => {});
  return made;
}

async function makeChange(asked) {
  if (open === null) return false;
  const { file } = open;
  for (;;) {
    const text = textOf(file);
    const { status, data } = await post("api/edit", { name: file.name, text, change: asked });
    if (textOf(file) !== text) continue; // somebody wrote on meanwhile
    if (status !== 200) {
      say(data.problem);
      document.getElementById("saved").textContent = data.problem;
      return false;
    }
    replaceText(file.view, data.text, "input.form");
    return true;
  }
}

/** Open another card of the open file by its number from 0. */
export async function openNumber(index) {
  open.index = index;
  await readSheet();
  const lines = open.sheet?.cards[index];
  if (lines) goToLine(open.file.view, lines.first);
}

// --- saving

/** Save a file in canonical form. */
export async function save(file = open?.file) {
  if (!file) return;
  await editing; // what the form has just asked for is saved too
  await format(file.view);
  await keep(file);
}

async function keep(file) {
  if (file.other !== null || !isEdited(file)) return;
  const problem = await saveFile(file);
  if (problem) say(problem);
  showSaved(problem);
}

function showSaved(problem = "") {
  const { file } = open ?? {};
  if (!file) return;
  document.getElementById("file").textContent = file.name;
  document.getElementById("changed").hidden = file.other === null;
  document.getElementById("saved").textContent = problem || (isEdited(file) ? "not saved" : "saved");
  bench.classList.toggle("edited", isEdited(file));
}
