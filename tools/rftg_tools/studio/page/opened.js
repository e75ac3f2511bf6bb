// The open card: its face, form and text, which follow each other.

import { say } from "./common.js";
import { goToLine, showEditor } from "./editor.js";
import { editedFiles, isEdited, loadedFiles, loadFile, putText, refreshFiles, saveFile, textOf, watchFiles } from "./files.js";
import { showForm } from "./form.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { connect, format } from "./language.js";
import { isOpenCardShown, showPage } from "./layout.js";
import { rename, renameAtCursor } from "./rename.js";
import { post } from "./server.js";
import { commitAll } from "./typing.js";
import { labelSteps, showChangesWith } from "./undo.js";
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
let isSheetDue = false; // the server could not be reached to read the cards
let isUndone = false; // undo, redo or a fix replaced what is being typed in the form
let awaitedCard = null; // to be opened when the text has it: its file was changed elsewhere

addEventListener("beforeunload", (event) => {
  commitAll();
  if (editedFiles().length || changesInProgress) event.preventDefault();
});
showChangesWith(showChanges);

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
  const isAwaited = entries && place < 0;
  await openFile(card.file, section, isAwaited || !entries ? indexOf(card) : place, isAwaited ? card : null);
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
  open = { file, section, index, sheet: open?.file === file ? open.sheet : null };
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
  if (card) localStorage.setItem(LAST_OPENED, nameOf(card));
  for (const listener of listeners) listener(card);
}

/** Fill the form, and go to the open card in the text, unless somebody is typing there. */
async function goToCard() {
  const isRead = await readSheet(false);
  const lines = isRead && open.sheet?.[open.section][open.index];
  if (lines) goToLine(open.file.view, lines.first);
}

// --- text and form

watchFiles((file, update) => {
  showSaveState();
  if (update?.docChanged) {
    clearTimeout(file.autosaveTimer);
    file.autosaveTimer = setTimeout(() => writeFile(file), AUTOSAVE_PAUSE);
    if (file.conflict && !isEdited(file)) refreshFiles(); // takes over the file on the disk
  }
  if (open?.file !== file) return;
  if (update?.docChanged) {
    const isStep = (transaction) => ["undo", "redo", "input.fix"].some((event) => transaction.isUserEvent(event));
    isUndone ||= update.transactions.some(isStep);
    clearTimeout(formTimer);
    formTimer = setTimeout(() => readSheet(), FORM_PAUSE);
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
  Object.assign(open, place);
  return true;
}

/** Return the section and index of the card or goal at a line of the open text, if there is one. */
function placeOfLine(line) {
  for (const section of [CARDS, GOALS]) {
    const index = open?.sheet?.[section].findIndex(({ first, last }) => first <= line && line <= last) ?? -1;
    if (index >= 0) return { section, index };
  }
  return null;
}

/** Read the cards of the open file, and fill the form; return whether the text stayed the same. */
async function readSheet(isFollowing = true) {
  if (open === null) return false;
  const { file } = open;
  const text = textOf(file);
  const { status: code, data } = await post("api/sheet", { name: file.name, text });
  if (open?.file !== file || textOf(file) !== text) return false;
  open.sheet = code === 200 ? { ...data, doc: file.view.state.doc } : null;
  if (open.sheet) {
    goToAwaitedCard();
    open.index = Math.min(open.index, open.sheet[open.section].length - 1);
  }
  isSheetDue = code === 0;
  if (isFollowing) followCursor();
  isFormOutdated = changesInProgress > 0; // this sheet does not include those changes
  if (!isFormOutdated) {
    const isForced = isUndone;
    isUndone = false;
    await showForm(open, change, data.problem, isForced);
  }
  show();
  return true;
}

function goToAwaitedCard() {
  if (awaitedCard === null) return;
  const place = sectionOf(awaitedCard) === open.section ? placeIn(open.sheet[open.section], awaitedCard) : -1;
  if (place < 0) return;
  open.index = place;
  awaitedCard = null;
}

/** Make a change after those in progress; return whether it was made. */
export function change(requested, file = open?.file) {
  const command = { section: open?.section, ...requested };
  const isTitle = command.do === "put" && command.key === "title";
  if (command.do !== "put") commitAll(); // what is typed comes first
  return makeNext(() => (isTitle ? changeTitle(command, file) : makeChanges(file, () => [command])));
}

/** Make several changes of keys in one step; return whether that worked. */
export function changeKeys(commands, file) {
  commitAll();
  return makeNext(() => makeChanges(file, () => commands, "input.form"));
}

/**
 * Change several cards of the list in one step; return whether that worked.
 * @param {any[]} cards of one file
 * @param {(index: number, count: number) => object} commandFor returns the change of the card at an index of `count`
 */
export function changeCards(cards, commandFor, file = open?.file) {
  commitAll();
  return makeNext(() => makeChanges(file, async (text) => {
    const { status: code, data } = await post("api/sheet", { name: file.name, text });
    const commands = cards.map((card) => {
      const section = sectionOf(card);
      const index = code === 200 ? placeIn(data[section], card) : indexOf(card);
      return { ...commandFor(index, data[section]?.length ?? 0), section, card: index };
    });
    // Backwards, so that no change moves a later one. Without those that are gone already.
    return commands.filter(({ card }) => card >= 0).sort((first, second) => second.card - first.card);
  }));
}

/** Return the index of a card of the list among those of the text, which may be newer; -1 if it is gone. */
function placeIn(entries, card) {
  const titles = entries.map(({ keys }) => String(keys.title ?? ""));
  const index = indexOf(card);
  if (titles[index] === card.title) return index;
  const isRenamed = !titles.includes(card.title) && titles.length === cardsIn(card.file, sectionOf(card)).length;
  return isRenamed ? index : titles.indexOf(card.title);
}

/**
 * Run `make`, which returns whether it made a change, after the changes in progress.
 * @param {() => Promise<boolean>} make
 * @returns {Promise<boolean>}
 */
function makeNext(make) {
  changesInProgress += 1;
  showSaveState();
  const result = editing.then(make).then((isMade) => {
    isFormOutdated ||= !isMade; // the form shows a value that the text lacks
    return isMade;
  }).finally(() => {
    changesInProgress -= 1;
    showSaveState();
    if (!changesInProgress && isFormOutdated) readSheet();
  });
  editing = result.then(() => {});
  return result;
}

/**
 * Make changes of a text as one step; return whether they were made.
 * @param {any} file
 * @param {(text: string) => any[] | Promise<any[]>} commandsFor
 * @param {string} event that the editor records; typing is joined to one step
 * @returns {Promise<boolean>}
 */
async function makeChanges(file, commandsFor, event = "") {
  if (!file) return false;
  for (;;) {
    const text = textOf(file);
    const commands = await commandsFor(text);
    if (!commands.length) return false;
    const isPut = commands[0].do === "put";
    let answer = { status: 200, data: { text } };
    for (const command of commands) {
      if (answer.status === 200) answer = await post("api/edit", { name: file.name, text: answer.data.text, change: command });
    }
    if (textOf(file) !== text) continue; // the text has changed in the meantime
    if (answer.status === 0 && isPut) {
      await waitForServer(file);
      continue;
    }
    const isMade = answer.status === 200;
    labelSteps(labelOfChanges(commands));
    if (isMade) putText(file, answer.data.text, event || (isPut ? "input.type.form" : "input.form"));
    labelSteps("");
    showProblem(isMade ? "" : answer.data.problem);
    return isMade;
  }
}

/** Return what undoing changes would undo. */
function labelOfChanges(commands) {
  const [command] = commands;
  if (commands.length > 1 && command.do !== "put") return UNDO.several[command.do](commands.length);
  const title = cardsIn(open?.file.name, command.section)[command.card]?.title ?? "";
  if (command.do === "set") return UNDO.put(command.key, "");
  return command.do === "put" ? UNDO.put(command.key, title) : UNDO[command.do]?.(title) ?? "";
}

/**
 * Change a card's title everywhere it is used; return whether that worked.
 * @returns {Promise<boolean>}
 */
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
  if (!card?.title || namesakes.length > 1) return makeChanges(file, () => [command]); // the name is ambiguous
  const problem = command.value === null ? WORDS.noTitle : await rename(file, card.title, titleOf(card), command.value, save);
  const isMade = problem === null ? await makeChanges(file, () => [command]) : !problem;
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
  awaitedCard = null;
  Object.assign(open, { index, section });
  await goToCard();
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
  else if (problem || file.saveProblem) showProblem(problem);
  file.saveProblem = file.conflict || file.isOffline ? "" : problem;
  showSaveState();
}

/** Save all files with unsaved changes. */
export async function saveAll() {
  for (const file of editedFiles()) await save(file);
}

/** Return the files of the studio that are open, the one that is shown first. */
function filesInOrder() {
  return loadedFiles().sort((first, second) => Number(second === open?.file) - Number(first === open?.file));
}

/** Return the file that cannot be saved because it was changed elsewhere, if there is one. */
export function conflictingFile() {
  return filesInOrder().find((file) => file.conflict);
}

/** Show whether everything is saved. */
function showSaveState() {
  showConflict(conflictingFile());
  const [name, text] = saveState();
  if (status.textContent === text) return;
  status.dataset.state = name;
  status.replaceChildren(icon(name), make("span", {}, text));
}

function showConflict(file) {
  const notice = document.getElementById("conflict");
  notice.hidden = !file;
  if (!file) return;
  const { isDeleted } = file.conflict;
  notice.querySelector("p").textContent = isDeleted ? WORDS.deletedOnDisk(file.name) : WORDS.changedOnDisk(file.name);
  notice.querySelector("button").textContent = isDeleted ? WORDS.saveAgain : WORDS.merge;
}

/** Return the icon and the words for what is not saved. */
function saveState() {
  const files = filesInOrder();
  if (files.some((file) => file.conflict)) return ["warning", WORDS.conflict];
  if (files.some((file) => file.isOffline)) return ["offline", WORDS.offline];
  const failed = files.find((file) => file.saveProblem);
  if (failed) return ["warning", WORDS.notSaved(failed.saveProblem)];
  return changesInProgress || files.some(isEdited) ? ["refresh", WORDS.saving] : ["check", WORDS.saved];
}
