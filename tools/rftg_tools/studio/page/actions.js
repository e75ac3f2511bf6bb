// What the commands of the studio do with the open card, its file and the studio.

import { change, commitForm } from "./changes.js";
import { address, askData, openPage } from "./common.js";
import { addCommands, setUpCommands, showCommands, showKeys } from "./commands.js";
import { watchFiles } from "./files.js";
import { showPage, showPane, setView, togglePanel, watchLayout } from "./layout.js";
import { deleteCards, listedCards, startFilter } from "./list.js";
import { LINKED } from "./link-words.js";
import { openMerge, saveAgain } from "./merge.js";
import { CARDS, GOALS, openCard, opened, openIndex, renameSymbol, shownCard, watchOpened } from "./opened.js";
import { openPalette } from "./palette.js";
import { openPrint } from "./print.js";
import { conflictingFile, save, saveAll, showProblem } from "./saving.js";
import { post } from "./server.js";
import { nextSteps, redoLast, undoLast, watchUndo } from "./undo.js";
import { UNDO, WORDS } from "./words.js";

const hasCard = () => Boolean(shownCard());

/** Set up all commands. */
export function setUpActions() {
  addCommands({
    find: { run: openPalette, keys: "Ctrl+K Ctrl+P", icon: "search", inFields: true },
    play: { run: play, keys: "Alt+P", icon: "play", inFields: true, isEnabled: hasCard },
    add: { run: () => addEntry(CARDS), keys: "Alt+N", icon: "plus", inFields: true },
    "add-goal": { run: () => addEntry(GOALS), icon: "flag" },
    duplicate: { run: duplicate, keys: "Ctrl+D", icon: "duplicate", inFields: true, isEnabled: hasCard },
    delete: { run: () => deleteCards([shownCard()]), icon: "delete", isEnabled: hasCard },
    previous: { run: () => step(-1), keys: "Alt+PageUp", icon: "chevron-left", inFields: true, isEnabled: () => Boolean(neighbour(-1)) },
    next: { run: () => step(1), keys: "Alt+PageDown", icon: "chevron-right", inFields: true, isEnabled: () => Boolean(neighbour(1)) },
    filter: { run: startFilter, keys: "/", icon: "filter" },
    undo: {
      run: () => takeStep(undoLast), keys: "Ctrl+Z", icon: "undo", inFields: true,
      isEnabled: () => Boolean(nextSteps().undo), label: () => UNDO.undo(nextSteps().undo),
    },
    redo: {
      run: () => takeStep(redoLast), keys: "Ctrl+Shift+Z Ctrl+Y", icon: "redo", inFields: true,
      isEnabled: () => Boolean(nextSteps().redo), label: () => UNDO.redo(nextSteps().redo),
    },
    save: { run: () => (opened() ? save() : saveAll()), keys: "Ctrl+S", icon: "save", inFields: true },
    form: { run: () => setView("form"), keys: "Alt+1", icon: "list", inFields: true },
    text: { run: () => setView("text"), keys: "Alt+2", icon: "text", inFields: true },
    both: { run: () => setView("both"), keys: "Alt+3", icon: "columns", inFields: true },
    panel: { run: togglePanel, keys: "Ctrl+J", icon: "panel", inFields: true },
    rename: { run: renameSymbol, keys: "F2", icon: "edit", inFields: true, isEnabled: () => opened() !== null },
    settings: { run: () => showPage("settings"), icon: "settings" },
    list: { run: () => showPane("list"), icon: "list" },
    merge: { run: merge, icon: "compare", isEnabled: () => Boolean(conflictingFile()) },
    print: { run: openPrint, icon: "print" },
    games: { run: () => openPage(".."), icon: "people" },
    keys: { run: showKeys, keys: "?", icon: "keyboard" },
  });
  setUpCommands();
  watchUndo(showCommands);
  watchOpened(showCommands);
  watchFiles(showCommands);
  watchLayout(showCommands);
}

/** Return the card or goal before or after the open one in the list. */
function neighbour(offset) {
  const cards = listedCards();
  return cards[cards.findIndex((card) => card.id === shownCard()?.id) + offset];
}

function step(offset) {
  openCard(neighbour(offset));
}

/** Undo or redo a step, after what is typed in the form has become one. */
async function takeStep(command) {
  await commitForm();
  await command();
}

/** Add a card or goal to the open file, and open it. */
async function addEntry(section) {
  if (!opened()) return showProblem(WORDS.noFile);
  const { file, sheet } = opened();
  if (!(await change({ do: "add", section }, file)) || opened().file !== file) return;
  showPage("card");
  await openIndex(sheet?.[section].length ?? 0, section, file);
  /** @type {HTMLInputElement} */ (document.getElementById("field-title"))?.select();
}

async function duplicate() {
  const { file, section, index } = opened();
  if (await change({ do: "duplicate", card: index })) await openIndex(index + 1, section, file);
}

function merge() {
  const file = conflictingFile();
  (file.conflict.isDeleted ? saveAgain : openMerge)(file);
}

/** Start a game with the card's set, and the card in the player's hand if it can be dealt. */
async function play() {
  const { isReadOnly } = opened().file;
  if (!isReadOnly) await save();
  const card = shownCard();
  const setup = await askData(address("../api/setup"));
  const own = setup?.sets.find((candidate) => candidate.own && candidate.file === card?.file);
  if (!own && isReadOnly) return showProblem(LINKED.cannotPlay);
  const set = own?.playable ? own : null;
  if (!set) return showProblem(WORDS.fixErrors);
  const seats = [{ kind: "human" }, { kind: "bot", level: "expert" }];
  const opening = set.game === "race" && card.facts.type !== "goal" ? { opening: [[card.title]] } : {};
  const game = set.game === "race" ? {} : { game: set.game };
  const { status, data } = await post(address("../api/games"), { ...game, sets: [set.id], seats, ...opening });
  if (status === 201) openPage(`../games/${data.id}#${encodeURIComponent(card.title)}`); // it can come back to this tab with a test
  else showProblem(data.problems?.[0]?.message ?? WORDS.cannotPlay);
}
