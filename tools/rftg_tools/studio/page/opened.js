// The open card: its face, form and text, which follow each other.

import { say } from "./common.js";
import { goToLine, showEditor } from "./editor.js";
import { editedFiles, isEdited, loadFile, putText, refreshFiles, saveFile, textOf, watchFiles } from "./files.js";
import { showForm } from "./form.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { connect, format } from "./language.js";
import { showPage } from "./layout.js";
import { rename, renameAtCursor } from "./rename.js";
import { post } from "./server.js";
import { commitAll } from "./typing.js";
import { labelSteps, showStepsWith } from "./undo.js";
import { UNDO, WORDS } from "./words.js";

const FORM_PAUSE = 250; // ms after a change to the text until the form is filled again
const RETRY_PAUSE = 1000; // ms until an unreachable server is asked again
const AUTOSAVE_PAUSE = 800; // ms after a change until it is saved
const LAST_OPENED = "studio.opened"; // what the browser remembers
export const CARDS = "cards";
export const GOALS = "goals";
const status = document.getElementById("saved");
const listeners = [];

/**
 * @type {{file: any, section: string, index: number, sheet: any}}
 * index: of the card or goal in its file, from 0; -1 if only the text is open. sheet: all cards of the file
 */
let open = null;
let cards = new Map(); // by id, as the server sends them
let formTimer = 0;
let isConnected = false;
let editing = Promise.resolve();
let openings = 0; // so that a file that loads late does not replace one opened after it
let changesInProgress = 0; // changes of the form that are not in the text yet
let isFormOutdated = false; // the form was not filled because of a change in progress
let saveProblem = ""; // of the last file that was saved
let isSheetDue = false; // the server could not be reached to read the cards
let isUndone = false; // undo, redo or a fix replaced what is being typed in the form

addEventListener("beforeunload", (event) => {
  commitAll();
  if (editedFiles().length || changesInProgress) event.preventDefault();
});
showStepsWith(openFileOf);

/** Return the open file, section, index and sheet. */
export function opened() {
  return open;
}

/** Return all cards and goals by id. */
export function allCards() {
  return cards;
}

/** Call a listener when another card is opened, or the open one is updated. */
export function watchOpened(listener) {
  listeners.push(listener);
}

/** Open a card in the place of any page. */
export async function openCard(card) {
  showPage("card");
  await openFile(card.file, sectionOf(card), indexOf(card));
}

/** Open a file at a card or goal; return whether that worked. */
export async function openFile(name, section = CARDS, index = -1) {
  connectOnce();
  const opening = (openings += 1);
  const file = await loadFile(name, save);
  if (opening !== openings) return false;
  if (file.problem) {
    showProblem(file.problem);
    return false;
  }
  if (open) commitAll();
  open = { file, section, index, sheet: open?.file === file ? open.sheet : null };
  showProblem("");
  showEditor(file.view);
  await readSheet();
  if (open?.file !== file) return false; // another file was opened
  if (!file.view.hasFocus) goToCard(); // else the user is typing already
  return true;
}

/** Open a loaded file, at the card where its text has changed last. */
async function openFileOf(file) {
  if (open?.file !== file) await openFile(file.name, CARDS, 0);
}

/** Start the language server early, so that it is ready for the first card. */
function connectOnce() {
  if (!isConnected) connect();
  isConnected = true;
}

/** Show why something was not done; "" hides the last problem. */
export function showProblem(problem) {
  const notice = document.getElementById("problem");
  notice.hidden = !problem;
  notice.querySelector("p").textContent = problem;
}

/** Update the cards, and the open one; at first, open the card that was opened last. */
export function updateCards(updated) {
  cards = updated;
  if (isSheetDue) readSheet();
  connectOnce();
  refreshFiles();
  show();
  if (open === null && !openings && cards.size) openLast();
}

function openLast() {
  const all = [...cards.values()];
  const remembered = localStorage.getItem(LAST_OPENED);
  const card = all.find((candidate) => nameOf(candidate) === remembered) ?? all[0];
  openFile(card.file, sectionOf(card), indexOf(card));
}

function nameOf(card) {
  return `${card.file}: ${card.title}`;
}

/** Return the section of its file that a card or goal is in. */
export function sectionOf(card) {
  return card.facts.type === "goal" ? GOALS : CARDS;
}

/** Return the index of a card or goal in its file. */
export function indexOf(card) {
  return cardsIn(card.file, sectionOf(card)).findIndex(({ id }) => id === card.id);
}

/** Return the open card as the server sent it. */
export function shownCard() {
  return open === null ? undefined : cardsIn(open.file.name, open.section)[open.index];
}

/** Return all cards or goals of a file. */
export function cardsIn(name, section) {
  return [...cards.values()].filter((card) => card.file === name && sectionOf(card) === section);
}

function show() {
  showSaveState();
  const card = shownCard();
  if (card) localStorage.setItem(LAST_OPENED, nameOf(card));
  for (const listener of listeners) listener(card);
}

/** Scroll the text to the open card. */
function goToCard() {
  const lines = open.sheet?.[open.section][open.index];
  if (lines) goToLine(open.file.view, lines.first);
}

// --- text and form

watchFiles((file, update) => {
  showSaveState();
  if (update?.docChanged) {
    clearTimeout(file.autosaveTimer);
    file.autosaveTimer = setTimeout(() => writeFile(file), AUTOSAVE_PAUSE);
  }
  if (open?.file !== file) return;
  if (update?.docChanged) {
    const isStep = (transaction) => ["undo", "redo", "input.fix"].some((event) => transaction.isUserEvent(event));
    isUndone ||= update.transactions.some(isStep);
    clearTimeout(formTimer);
    formTimer = setTimeout(readSheet, FORM_PAUSE);
  } else if (update?.selectionSet && followCursor()) {
    showForm(open, change);
    show();
  }
});

/** Open the card at the cursor; return whether it is a different card. */
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

/** Read the cards of the open file, and fill the form. */
async function readSheet() {
  if (open === null) return;
  const { file } = open;
  const text = textOf(file);
  const { status: code, data } = await post("api/sheet", { name: file.name, text });
  if (open?.file !== file || textOf(file) !== text) return;
  open.sheet = code === 200 ? { ...data, doc: file.view.state.doc } : null;
  isSheetDue = code === 0;
  followCursor();
  isFormOutdated = changesInProgress > 0; // this sheet does not include those changes
  if (!isFormOutdated) {
    const isForced = isUndone;
    isUndone = false;
    await showForm(open, change, data.problem, isForced);
  }
  show();
}

/** Make a change after those in progress; return whether it was made. */
export function change(requested, file = open?.file) {
  changesInProgress += 1;
  const command = { section: open?.section, ...requested };
  const make = command.do === "put" && command.key === "title" ? changeTitle : makeChange;
  const result = editing.then(() => make(command, file)).then((isMade) => {
    isFormOutdated ||= !isMade; // the form shows a value that the text lacks
    return isMade;
  }).finally(() => {
    changesInProgress -= 1;
    if (!changesInProgress && isFormOutdated) readSheet();
  });
  editing = result.then(() => {});
  return result;
}

async function makeChange(command, file) {
  if (!file) return false;
  for (;;) {
    const text = textOf(file);
    const { status: code, data } = await post("api/edit", { name: file.name, text, change: command });
    if (textOf(file) !== text) continue; // the text has changed in the meantime
    if (code === 0 && command.do === "put") {
      await waitForServer(file);
      continue;
    }
    labelSteps(labelOfChange(command));
    if (code === 200) putText(file, data.text, command.do === "put" ? "input.type.form" : "input.form");
    labelSteps("");
    showProblem(code === 200 ? "" : data.problem);
    return code === 200;
  }
}

/** Return what undoing a change would undo. */
function labelOfChange(command) {
  const title = cardsIn(open?.file.name, command.section)[command.card]?.title ?? "";
  if (command.do === "set") return UNDO.put(command.key, "");
  return command.do === "put" ? UNDO.put(command.key, title) : UNDO[command.do]?.(title) ?? "";
}

/** Change a card's title everywhere it is used; return whether that worked. */
async function changeTitle(command, file) {
  const { status: code, data } = await post("api/sheet", { name: file.name, text: textOf(file) });
  if (code === 0) {
    await waitForServer(file);
    return changeTitle(command, file);
  }
  const titleOf = ({ keys }) => String(keys.title ?? "");
  const inFile = code === 200 ? data[command.section] : [];
  const card = inFile[command.card];
  const namesakes = card ? inFile.filter((candidate) => titleOf(candidate).toLowerCase() === titleOf(card).toLowerCase()) : [];
  if (!card?.title || namesakes.length > 1) return makeChange(command, file); // the name is ambiguous
  labelSteps(UNDO.put("title", titleOf(card)));
  const problem = command.value === null ? WORDS.noTitle : await rename(file, card.title, titleOf(card), command.value, save);
  labelSteps("");
  const isMade = problem === null ? await makeChange(command, file) : !problem;
  showProblem(problem ?? (isMade ? WORDS.rename.titleOnly : ""));
  return isMade;
}

/** Rename the symbol at the cursor in the open text. */
export async function renameSymbol() {
  const problem = await renameAtCursor(open.file, save);
  if (problem) showProblem(problem);
}

/** Show that the server is unreachable, and wait before the next attempt. */
async function waitForServer(file) {
  file.isOffline = true;
  showSaveState();
  await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE));
}

/** Open another card of the open file by its index. */
export async function openIndex(index, section = open.section) {
  Object.assign(open, { index, section });
  await readSheet();
  goToCard();
}

// --- saving

/** Bring everything typed in the form into the text. */
export async function commitForm() {
  commitAll();
  await editing;
}

/** Save a file in canonical form. */
export async function save(file = open?.file) {
  if (!file) return;
  await commitForm();
  await format(file.view);
  await writeFile(file);
}

async function writeFile(file) {
  if (file.conflict !== null || !isEdited(file)) return;
  const problem = await saveFile(file);
  if (file.conflict || file.isOffline) say(problem); // the page already shows this problem
  else if (problem || saveProblem) showProblem(problem);
  saveProblem = file.conflict || file.isOffline ? "" : problem;
  showSaveState();
}

/** Save all files with unsaved changes. */
export async function saveAll() {
  for (const file of editedFiles()) await save(file);
}

function showSaveState() {
  const { file } = open ?? {};
  if (!file) return;
  const notice = document.getElementById("conflict");
  notice.hidden = file.conflict === null;
  notice.querySelector("p").textContent = file.conflict?.isDeleted ? WORDS.deletedOnDisk : WORDS.changedOnDisk;
  notice.querySelector("button").textContent = file.conflict?.isDeleted ? WORDS.saveAgain : WORDS.merge;
  const [name, text] = saveState(file);
  if (status.textContent === text) return;
  status.dataset.state = name;
  status.replaceChildren(icon(name), make("span", {}, text));
}

/** Return the icon and the words for the state of a file. */
function saveState(file) {
  if (file.conflict) return ["warning", WORDS.conflict];
  if (file.isOffline) return ["offline", WORDS.offline];
  if (saveProblem) return ["warning", WORDS.notSaved(saveProblem)];
  return editedFiles().length ? ["refresh", WORDS.saving] : ["check", WORDS.saved];
}
