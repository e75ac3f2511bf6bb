// Changes of cards and settings: made on the server one after another, and put into the text of their file.

import { putText, textOf } from "./files.js";
import { cardsIn, indexOf, opened, placeAfter, placeIn, readSheet, sectionOf } from "./opened.js";
import { writable } from "./read-only.js";
import { rename } from "./rename.js";
import { save, showProblem, showSaveState } from "./saving.js";
import { post } from "./server.js";
import { sleep } from "./timing.js";
import { commitAll } from "./typing.js";
import { asStep } from "./undo.js";
import { UNDO, WORDS } from "./words.js";

const RETRY_PAUSE = 1000; // ms until an unreachable server is asked again
let editing = Promise.resolve();
let changesInProgress = 0; // changes of the form that are not in the text yet
let isFormOutdated = false; // the form was not filled because of a change in progress

/** Return whether there are changes that are not in the text yet. */
export function isChanging() {
  return changesInProgress > 0;
}

/** Return whether the form can be filled now; if not, it is filled after the changes in progress. */
export function canFillForm() {
  isFormOutdated = isChanging();
  return !isFormOutdated;
}

/** Bring everything typed in the form into the text. */
export async function commitForm() {
  commitAll();
  await editing;
}

/**
 * Make a change after those in progress; return whether it was made.
 * @param {any} requested
 * @param {any} file
 * @param {any} sheet in which the changed card has its index; null for the newest text
 */
export function change(requested, file = opened()?.file, sheet = opened()?.file === file ? opened().placed : null) {
  const command = { section: opened()?.section, ...requested };
  const isTitle = command.do === "put" && command.key === "title";
  if (command.do !== "put") commitAll(); // what is typed comes first
  const find = () => findCard(command, file, sheet);
  return makeNext(file, (target) => (isTitle ? changeTitle(find, target) : makeChanges(target, find)));
}

/** Return a change at the place that its card has now; nothing if the card is gone. */
async function findCard(command, file, sheet) {
  if (!sheet || command.card === undefined || sheet.docs.has(file.view.state.doc)) return [command];
  const entries = await readEntries(file, isTyped(command));
  const card = entries ? placeAfter(sheet, entries, command.section, command.card) : command.card;
  if (card < 0) showProblem(WORDS.isGone);
  return card < 0 ? [] : [{ ...command, card }];
}

/** Return whether a change is made as soon as there is a server: the page shows its value already. */
function isTyped(command) {
  return command.do === "put" || command.do === "set";
}

/** Return the cards and other entries of the newest text, null if it cannot be read. */
async function readEntries(file, isWaiting) {
  for (;;) {
    const { status, data } = await post("api/sheet", { name: file.name, text: textOf(file) });
    if (status !== 0 || !isWaiting) return status === 200 ? data : null;
    await waitForServer(file);
  }
}

/** Make several changes of keys in one step; return whether that worked. */
export function changeKeys(commands, file) {
  commitAll();
  return makeNext(file, (target) => makeChanges(target, () => commands, "input.form"));
}

/** Remove a word from a list of the set and from its cards, in one step. rest: the words that stay. */
export function removeWord(key, word, rest, file) {
  const orNull = (words) => (words.length ? words : null);
  return makeNext(file, (target) => makeChanges(target, async () => {
    const { cards = [] } = await readEntries(target, true) ?? {};
    const isBearer = ({ keys }) => keys[key]?.includes(word);
    const take = ({ keys }, card) => ({ do: "put", section: "cards", card, key, value: orNull(keys[key].filter((other) => other !== word)) });
    return [{ do: "set", key, value: orNull(rest) }, ...cards.flatMap((card, index) => (isBearer(card) ? [take(card, index)] : []))];
  }));
}

const deleted = new Set(); // ids of cards that were deleted here: a second click deletes nothing, and needs no message

/**
 * Change several cards of the list in one step; return whether that worked.
 * @param {any[]} cards of one file
 * @param {(index: number, count: number) => object} commandFor returns the change of the card at an index of `count`
 */
export function changeCards(cards, commandFor, file = opened()?.file) {
  commitAll();
  const listed = cards.map(indexOf);
  return makeNext(file, (target) => makeChanges(target, async () => {
    const entries = await readEntries(target, false);
    const commands = cards.map((card, place) => {
      const section = sectionOf(card);
      const index = entries && target === file ? placeIn(entries[section], card) : listed[place];
      return { ...commandFor(index, entries?.[section].length ?? 0), section, card: index };
    });
    // Backwards, so that no change moves a later one. Without those that are gone already, or can't be read.
    const possible = commands.filter(({ card }) => card >= 0);
    if (!possible.length && !cards.every(({ id }) => deleted.has(id))) showProblem(WORDS.isSkipped);
    for (const [place, { do: kind, card }] of commands.entries()) if (kind === "delete" && card >= 0) deleted.add(cards[place].id);
    return possible.sort((first, second) => second.card - first.card);
  }));
}

/**
 * Run `make`, which returns whether it made a change, after the changes in progress.
 * @param {any} file
 * @param {(file: any) => Promise<boolean>} make gets the file to change, which a read-only one has become
 * @returns {Promise<boolean>}
 */
function makeNext(file, make) {
  changesInProgress += 1;
  showSaveState();
  const result = editing.then(() => writable(file)).then((target) => target !== null && make(target)).then((isMade) => {
    isFormOutdated ||= !isMade; // the form shows a value that the text lacks
    return isMade;
  }).finally(() => {
    changesInProgress -= 1;
    showSaveState();
    if (!changesInProgress && isFormOutdated) readSheet();
  });
  editing = result.then(() => {}, () => {}); // a fault in one change must not stop all later ones
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
    const { doc } = file.view.state;
    const commands = await commandsFor(text);
    if (!commands.length) return false;
    const isPut = commands[0].do === "put";
    let answer = { status: 200, data: { text } };
    for (const command of commands) {
      if (answer.status === 200) answer = await post("api/edit", { name: file.name, text: answer.data.text, change: command });
    }
    if (textOf(file) !== text) continue; // the text has changed in the meantime
    if (answer.status === 0 && isTyped(commands[0])) {
      await waitForServer(file);
      continue;
    }
    const isMade = answer.status === 200;
    if (isMade) asStep(labelOfChanges(commands, file), () => putText(file, answer.data.text, event || (isPut ? "input.type.form" : "input.form")));
    if (isPut && opened()?.placed?.docs.has(doc)) opened().placed.docs.add(file.view.state.doc);
    showProblem(isMade ? "" : answer.data.problem);
    return isMade;
  }
}

/** Return what undoing changes would undo. */
function labelOfChanges(commands, file) {
  const [command] = commands;
  if (commands.length > 1 && !isTyped(command)) return UNDO.several[command.do](commands.length);
  const title = cardsIn(file.name, command.section)[command.card]?.title ?? "";
  if (command.do === "set") return UNDO.put(command.key, "");
  return command.do === "put" ? UNDO.put(command.key, title) : UNDO[command.do]?.(title) ?? "";
}

/**
 * Change a card's title everywhere it is used; return whether that worked.
 * @returns {Promise<boolean>}
 */
async function changeTitle(find, file) {
  const [command] = await find();
  if (!command) return false;
  const titleOf = ({ keys }) => String(keys.title ?? "");
  const inFile = (await readEntries(file, true))?.[command.section] ?? [];
  const card = inFile[command.card];
  const namesakes = card ? inFile.filter((candidate) => titleOf(candidate).toLowerCase() === titleOf(card).toLowerCase()) : [];
  if (!card?.title || namesakes.length > 1) return makeChanges(file, find); // the name is ambiguous
  const problem = command.value === null ? WORDS.noTitle : await rename(file, card.title, titleOf(card), command.value, save);
  const isMade = problem === null ? await makeChanges(file, find) : !problem;
  showProblem(problem ?? (isMade ? WORDS.rename.titleOnly : ""));
  return isMade;
}

/** Show that the server is unreachable, and wait before the next attempt. */
async function waitForServer(file) {
  file.isOffline = true;
  showSaveState();
  await sleep(RETRY_PAUSE);
}
