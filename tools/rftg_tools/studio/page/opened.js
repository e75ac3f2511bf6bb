// The open card: how it looks, its form and its text, which follow each other.

import { editedFiles, fileOf, isEdited, lookAtFiles, putText, saveFile, textOf, watchFiles } from "./files.js";
import { goToLine, showEditor } from "./editor.js";
import { connect, format } from "./language.js";
import { commitAll } from "./commit.js";
import { askForName, rename } from "./rename.js";
import { post } from "./server.js";
import { say } from "./common.js";
import { showFace } from "./face.js";
import { showForm } from "./form.js";
import { tileOf } from "./tiles.js";
import { WORDS } from "./words.js";

const QUIET = 250; // ms without a change until the form is filled anew: while the hands rest
const AGAIN = 1000; // ms until a server that was not there is asked again
const SLOW = 900; // ms without a change until a file is saved by itself
export const CARDS = "cards";
const GOALS = "goals";
const bench = document.getElementById("bench");
const status = document.getElementById("saved");
const automatic = /** @type {HTMLInputElement} */ (document.getElementById("automatic"));
const followers = [];

/**
 * @type {{file: any, section: string, index: number, sheet: any}}
 * index: of the card or goal in its file, from 0; -1 where only the text is open
 */
let open = null;
let cards = new Map();
let pausing = 0;
let connected = false;
let editing = Promise.resolve();
let opening = 0; // so that a file that is read late does not cover one that was opened after it
let making = 0; // changes of the form that are on their way into the text
let isOutOfDate = false; // the form was not filled, since a change was on its way
let saveProblem = ""; // why the last file that was to be saved was not
let isUnread = false; // the server was not there when the cards were to be read
let isRefilled = false; // what is being written in the form is out of date: something was undone

automatic.checked = localStorage.getItem("studio.automatic") === "yes";
automatic.addEventListener("change", () => {
  localStorage.setItem("studio.automatic", automatic.checked ? "yes" : "no");
  if (automatic.checked) for (const file of editedFiles()) keep(file);
});
addEventListener("beforeunload", (event) => {
  commitAll();
  if (editedFiles().length || making) event.preventDefault();
});

/** What is open: its file, the number of the card in it from 0, and all cards of the file. */
export function opened() {
  return open;
}

/** All cards and goals, by id, as the gallery has them. */
export function allCards() {
  return cards;
}

/** Call something whenever another card is open, or the open one is shown anew. */
export function watchOpened(listener) {
  followers.push(listener);
}

/** Open a card of the gallery. */
export async function openCard(card) {
  await openFile(card.file, sectionOf(card), placeOf(card));
  tileOf(card.id)?.scrollIntoView({ block: "nearest" });
}

/** Open a file at a card or goal, by its number from 0; at its first line without one. */
export async function openFile(name, section = CARDS, index = -1) {
  speak();
  const mine = (opening += 1);
  const file = await fileOf(name, save);
  if (mine !== opening) return false;
  if (file.problem) {
    tellProblem(file.problem);
    return false;
  }
  open = { file, section, index, sheet: null };
  tellProblem("");
  document.body.classList.add("opened");
  bench.hidden = false;
  showEditor(file.view);
  await readSheet();
  if (!file.view.hasFocus) goToCard(); // else somebody writes already
  return true;
}

/** Have the language server started, so that it is ready when the first card is open. */
function speak() {
  if (!connected) connect();
  connected = true;
}

/** Say why something was not done, where it is seen and heard. */
export function tellProblem(problem) {
  const place = document.getElementById("problem");
  place.hidden = !problem;
  place.querySelector("p").textContent = problem;
}

/** Put the open card away; what is edited stays. */
export function closeCard() {
  if (open === null) return;
  commitAll();
  const id = shownCard()?.id;
  open = null;
  bench.hidden = true;
  document.body.classList.remove("opened");
  show();
  tileOf(id)?.querySelector(".face").focus();
}

/** Show the open card as the gallery has it now. */
export function follow(known, _changed) {
  cards = known;
  if (isUnread) readSheet();
  speak(); // the faces are on their way: it takes no time from them
  lookAtFiles();
  show();
}

export function sectionOf(card) {
  return card.facts.type === "goal" ? GOALS : CARDS;
}

/** The number of a card or goal among those of its file, from 0. */
export function placeOf(card) {
  const alike = [...cards.values()].filter((one) => one.file === card.file && sectionOf(one) === sectionOf(card));
  return alike.findIndex((one) => one.id === card.id);
}

/** The open card as the gallery has it. */
export function shownCard() {
  if (open === null) return undefined;
  const here = [...cards.values()].filter((card) => card.file === open.file.name && sectionOf(card) === open.section);
  return here[open.index];
}

function show() {
  showSaved();
  const card = shownCard();
  for (const tile of document.querySelectorAll("#cards > li")) {
    tile.classList.toggle("open", tile === tileOf(card?.id));
  }
  if (open === null) return;
  bench.querySelector("[data-do=add]").textContent = open.section === GOALS ? WORDS.newGoal : WORDS.newCard;
  showFace(card, cards);
  for (const listener of followers) listener(card);
}

/** Go in the text to the open card. */
function goToCard() {
  const lines = open.sheet?.[open.section][open.index];
  if (lines) goToLine(open.file.view, lines.first);
}

// --- text and form

watchFiles((file, update) => {
  showSaved();
  if (update?.docChanged) {
    clearTimeout(file.waiting);
    if (automatic.checked) file.waiting = setTimeout(() => keep(file), SLOW);
  }
  if (open?.file !== file) return;
  if (update?.docChanged) {
    isRefilled ||= update.transactions.some((one) => one.isUserEvent("undo") || one.isUserEvent("redo"));
    clearTimeout(pausing);
    pausing = setTimeout(readSheet, QUIET);
  } else if (update?.selectionSet && followCursor()) {
    showForm(open, change);
    show();
  }
});

/** Open the card in which somebody writes; whether it is another one. */
function followCursor() {
  const { view } = open.file;
  if (!view.hasFocus || open.sheet === null) return false;
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  for (const section of [CARDS, GOALS]) {
    const index = open.sheet[section].findIndex(({ first, last }) => first <= line && line <= last);
    if (index < 0 || (index === open.index && section === open.section)) continue;
    Object.assign(open, { section, index });
    return true;
  }
  return false;
}

async function readSheet() {
  if (open === null) return;
  const { file } = open;
  const text = textOf(file);
  const { status: code, data } = await post("api/sheet", { name: file.name, text });
  if (open?.file !== file || textOf(file) !== text) return;
  open.sheet = code === 200 ? data : null;
  isUnread = code === 0;
  followCursor();
  isOutOfDate = making > 0; // this reading knows nothing of what is on its way
  if (!isOutOfDate) {
    const isForced = isRefilled;
    isRefilled = false;
    await showForm(open, change, data.problem, isForced);
  }
  show();
}

/** Make a change of the form, after those that are being made; whether it was made. */
export function change(asked, file = open?.file) {
  making += 1;
  const wish = { section: open?.section, ...asked };
  const make = wish.do === "put" && wish.key === "title" ? changeTitle : makeChange;
  const made = editing.then(() => make(wish, file)).then((isMade) => {
    isOutOfDate ||= !isMade; // the form has what the text could not get
    return isMade;
  }).finally(() => {
    making -= 1;
    if (!making && isOutOfDate) readSheet();
  });
  editing = made.then(() => {});
  return made;
}

async function makeChange(asked, file) {
  if (!file) return false;
  for (;;) {
    const text = textOf(file);
    const { status: code, data } = await post("api/edit", { name: file.name, text, change: asked });
    if (textOf(file) !== text) continue; // somebody wrote on meanwhile
    if (code === 0 && asked.do === "put") {
      await serverBack(file);
      continue;
    }
    if (code === 200) putText(file, data.text, asked.do === "put" ? "input.type.form" : "input.form");
    tellProblem(code === 200 ? "" : data.problem);
    return code === 200;
  }
}

/** Give a card another title, wherever it is named; whether it has it. */
async function changeTitle(asked, file) {
  const { status: code, data } = await post("api/sheet", { name: file.name, text: textOf(file) });
  if (code === 0) {
    await serverBack(file);
    return changeTitle(asked, file);
  }
  const titleOf = (card) => String(card.keys.title ?? "");
  const cards = code === 200 ? data[asked.section] : [];
  const card = cards[asked.card];
  const same = card ? cards.filter((one) => titleOf(one).toLowerCase() === titleOf(card).toLowerCase()) : [];
  if (!card?.title || same.length > 1) return makeChange(asked, file); // nothing can name it
  const problem = asked.value === null ? WORDS.noTitle : await rename(file, card.title, titleOf(card), asked.value, save);
  const isMade = problem === null ? await makeChange(asked, file) : !problem;
  tellProblem(problem ?? (isMade ? WORDS.rename.titleAlone : ""));
  return isMade;
}

/** Rename what is at the cursor in the open text. */
export async function renameAtCursor() {
  const problem = await askForName(open.file, save);
  if (problem) tellProblem(problem);
}

/** Wait a while, and have it seen that what was written in the form is in no text yet. */
async function serverBack(file) {
  file.lost = true;
  showSaved();
  await new Promise((resolve) => setTimeout(resolve, AGAIN));
}

/** Open another card of the open file by its number from 0. */
export async function openNumber(index, section = open.section) {
  Object.assign(open, { index, section });
  await readSheet();
  goToCard();
}

// --- saving

/** Have in the text what is written in the form. */
export async function settle() {
  commitAll();
  await editing;
}

/** Save a file in canonical form. */
export async function save(file = open?.file) {
  if (!file) return;
  await settle();
  await format(file.view);
  await keep(file);
}

async function keep(file) {
  if (file.other !== null || !isEdited(file)) return;
  const problem = await saveFile(file);
  if (file.other || file.lost) say(problem); // the page shows that already
  else if (problem || saveProblem) tellProblem(problem);
  saveProblem = problem;
}

/** Save all that is not saved. */
export async function saveAll() {
  for (const file of editedFiles()) await save(file);
}

function showSaved() {
  const edited = editedFiles();
  const all = document.getElementById("save-all");
  all.hidden = edited.every((file) => file === open?.file);
  all.textContent = WORDS.unsaved(edited.length);
  const { file } = open ?? {};
  if (!file) return;
  document.getElementById("file-name").textContent = file.name;
  const apart = document.getElementById("changed");
  apart.hidden = file.other === null;
  apart.querySelector("p").textContent = file.other?.gone ? WORDS.goneFromDisk : WORDS.changedOnDisk;
  apart.querySelector("button").textContent = file.other?.gone ? WORDS.writeAnew : WORDS.merge;
  const words = file.lost ? WORDS.lost : isEdited(file) ? WORDS.notSaved : WORDS.saved;
  if (status.textContent !== words) status.textContent = words;
  bench.classList.toggle("edited", isEdited(file));
}
