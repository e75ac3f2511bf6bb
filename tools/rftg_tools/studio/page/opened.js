// The open card: its face, form and text, which follow each other.

import { canFillForm, change, isChanging } from "./changes.js";
import { goToLine, showEditor } from "./editor.js";
import { editedFiles, isEdited, loadFile, refreshFiles, textOf, watchFiles } from "./files.js";
import { showForm } from "./form.js";
import { connect } from "./language.js";
import { isOpenCardShown, showPage } from "./layout.js";
import { indexAfter, nameOf } from "./places.js";
import { renameAtCursor } from "./rename.js";
import { save, saveSoon, showProblem, showSaveState } from "./saving.js";
import { post } from "./server.js";
import { afterPause } from "./timing.js";
import { commitAll } from "./typing.js";
import { showChangesWith } from "./undo.js";
import { WORDS } from "./words.js";

const FORM_PAUSE = 250; // ms after a change to the text until the form is filled again
const LAST_OPENED = "studio.opened"; // what the browser remembers
export const CARDS = "cards";
export const GOALS = "goals";
const listeners = [];

/**
 * @type {{file: any, section: string, index: number, sheet: any, placed: any}}
 * index: of the card or goal in its file, from 0; -1 if only the text is open. sheet: all cards of the file
 * placed: the sheet in which the card has this index; null for a newer text that was not read yet
 */
let open = null;
let cards = new Map(); // by id, as the server sends them
let isConnected = false;
let openings = 0; // so that a file that loads late does not replace one opened after it
let isSheetDue = false; // the server could not be reached to read the cards
let isUndone = false; // undo, redo or a fix replaced what is being typed in the form
let awaitedCard = null; // to be opened when the text has it: its file was changed elsewhere

addEventListener("beforeunload", (event) => {
  commitAll();
  if (editedFiles().length || isChanging()) event.preventDefault();
});
showChangesWith(showChanges);
const readSheetSoon = afterPause(() => readSheet(), FORM_PAUSE);

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
  const section = sectionOf(card);
  const entries = open?.file.name === card.file && open.sheet?.[section]; // may be newer than the list
  const place = entries ? placeIn(entries, card) : -1;
  const isAwaited = place < 0;
  await openFile(card.file, section, isAwaited ? indexOf(card) : place, isAwaited ? card : null);
}

/** Open a file at a card or goal; return whether that worked. */
export async function openFile(name, section = CARDS, index = -1, awaited = null) {
  connectOnce();
  const opening = (openings += 1);
  const file = await loadFile(name, save);
  if (opening !== openings) return false;
  if (file.problem) {
    showProblem(file.problem);
    return false;
  }
  if (open) commitAll();
  awaitedCard = awaited;
  const sheet = open?.file === file ? open.sheet : null;
  open = { file, section, index, sheet, placed: sheet };
  showProblem("");
  showEditor(file.view);
  await goToCard();
  return open?.file === file;
}

/** Open the card at lines that were changed; of several files, prefer the open one. */
async function showChanges(linesByFile) {
  const file = linesByFile.has(open?.file) ? open.file : [...linesByFile.keys()][0];
  if (!file) return;
  if (open?.file !== file) await openFile(file.name);
  else await readSheet();
  const places = linesByFile.get(file).map(placeOfLine).filter(Boolean);
  const isOpen = ({ section, index }) => section === open.section && index === open.index;
  if (open?.file !== file || !places.length) return;
  if (!isOpenCardShown() || !places.some(isOpen)) showPage("card");
  if (!places.some(isOpen) && !file.view.hasFocus) await openIndex(places[0].index, places[0].section);
}

/** Show no file, because the open one no longer exists. */
export function closeOpened() {
  openings += 1;
  open = awaitedCard = null;
  show();
}

/** Open the first set of the list other than one; none if there is no other. */
export function openAny(except) {
  const card = [...cards.values()].find(({ file }) => file !== except);
  if (card) openFile(card.file, sectionOf(card), indexOf(card));
}

/** Start the language server early, so that it is ready for the first card. */
function connectOnce() {
  if (!isConnected) connect();
  isConnected = true;
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
  const card = all.find((candidate) => keyOf(candidate) === remembered) ?? all[0];
  openFile(card.file, sectionOf(card), indexOf(card));
}

function keyOf(card) {
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

/** Return the open card as the server sent it, which may be older than the text. */
export function shownCard() {
  if (open === null) return undefined;
  const listed = cardsIn(open.file.name, open.section);
  const entries = open.sheet?.[open.section];
  return entries ? listed.find((card) => placeIn(entries, card) === open.index) : listed[open.index];
}

/** Return all cards or goals of a file. */
export function cardsIn(name, section) {
  return [...cards.values()].filter((card) => card.file === name && sectionOf(card) === section);
}

function show() {
  showSaveState();
  const card = shownCard();
  if (card) localStorage.setItem(LAST_OPENED, keyOf(card));
  for (const listener of listeners) listener(card);
}

/** Go to the open card in the text, and fill the form. */
async function goToCard() {
  if (awaitedCard === null) goToLineOfCard();
  await readSheet(false);
}

/** Move the cursor to the open card, if its line in this text is known. */
function goToLineOfCard() {
  const { file, section, index, sheet } = open;
  const entry = sheet?.doc === file.view.state.doc && sheet[section][index];
  if (entry) goToLine(file.view, entry.first);
}

// --- text and form

watchFiles((file, update) => {
  showSaveState();
  if (update?.docChanged) {
    saveSoon(file);
    if (file.conflict && !isEdited(file)) refreshFiles(); // takes over the file on the disk
  }
  if (open?.file !== file) return;
  if (update?.docChanged) {
    const isStep = (transaction) => ["undo", "redo", "input.fix"].some((event) => transaction.isUserEvent(event));
    isUndone ||= update.transactions.some(isStep);
    readSheetSoon();
  } else if (update?.selectionSet && followCursor()) {
    showForm(open, change);
    show();
  }
});

/** Open the card at the cursor; return whether it is a different card. */
function followCursor() {
  const { view } = open.file;
  if (!view.hasFocus || open.sheet === null) return false;
  const place = placeOfLine(view.state.doc.lineAt(view.state.selection.main.head).number);
  if (!place || (place.index === open.index && place.section === open.section)) return false;
  awaitedCard = null;
  Object.assign(open, place, { placed: open.sheet });
  return true;
}

/** Return the section and index of the card or goal at a line of the open text, if there is one. */
export function placeOfLine(line) {
  for (const section of [CARDS, GOALS]) {
    const index = open?.sheet?.[section].findIndex(({ first, last }) => first <= line && line <= last) ?? -1;
    if (index >= 0) return { section, index };
  }
  return null;
}

/**
 * Read the cards of the open file, and fill the form.
 * isFollowing: the card follows the cursor; otherwise the cursor goes to the card, unless the user moved it.
 */
export async function readSheet(isFollowing = true) {
  if (open === null) return;
  const { file } = open;
  const text = textOf(file);
  const { selection } = file.view.state;
  const { status: code, data } = await post("api/sheet", { name: file.name, text });
  if (open?.file !== file || textOf(file) !== text) return;
  const { doc } = file.view.state;
  const isRead = code === 200 && !isSkipped(data);
  open.sheet = isRead ? { ...data, doc, docs: new Set([doc]) } : null;
  if (open.sheet) {
    stayAtCard();
    goToAwaitedCard();
    open.index = Math.min(open.index, open.sheet[open.section].length - 1);
    open.placed = open.sheet;
  }
  isSheetDue = code === 0;
  if (isFollowing) followCursor();
  else if (file.view.state.selection.eq(selection)) goToLineOfCard();
  if (canFillForm()) {
    const isForced = isUndone;
    isUndone = false;
    await showForm(open, change, isRead ? "" : data.problem ?? WORDS.isSkipped, isForced);
  }
  show();
}

/** Return whether a mistake in the text of the open card keeps it from being read: no other takes its place. */
function isSkipped(sheet) {
  if (sheet.isPlain) return false;
  if (awaitedCard === null) return placeAfter(open.placed, sheet, open.section, open.index) < 0;
  return sectionOf(awaitedCard) === open.section && placeIn(sheet[open.section], awaitedCard) < 0;
}

/** Keep the same card open, although others may be before it now. */
function stayAtCard() {
  const place = placeAfter(open.placed, open.sheet, open.section, open.index);
  if (place >= 0) open.index = place;
}

/** Return the index of an entry of a sheet in a newer one of the same file, -1 if it is gone. */
export function placeAfter(old, sheet, section, index) {
  return old?.[section]?.[index] ? indexAfter(old[section].map(nameOf), sheet[section].map(nameOf), index) : index;
}

function goToAwaitedCard() {
  if (awaitedCard === null) return;
  const place = sectionOf(awaitedCard) === open.section ? placeIn(open.sheet[open.section], awaitedCard) : -1;
  if (place < 0) return;
  open.index = place;
  awaitedCard = null;
}

/** Return the index of a card of the list among those of the text, which may be newer; -1 if it is gone. */
export function placeIn(entries, card) {
  const listed = cardsIn(card.file, sectionOf(card)).map(({ title }) => title);
  return indexAfter(listed, entries.map(nameOf), indexOf(card));
}

/** Rename the symbol at the cursor in the open text. */
export async function renameSymbol() {
  const problem = await renameAtCursor(open.file, save);
  if (problem) showProblem(problem);
}

/** Open another card of a file by its index, unless another file is open by now. */
export async function openIndex(index, section = open.section, file = open.file) {
  if (open?.file !== file) return;
  awaitedCard = null;
  Object.assign(open, { index, section, placed: null });
  await goToCard();
}
