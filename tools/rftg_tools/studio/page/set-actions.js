// Commands for whole sets: make one, import a table, and move cards from one to another.

import { commitForm } from "./changes.js";
import { askData } from "./common.js";
import { addCommands } from "./commands.js";
import { toast } from "./controls.js";
import { make } from "./dom.js";
import { loadFile, putText, textOf } from "./files.js";
import { icon } from "./icons.js";
import { openImport } from "./import.js";
import { addPage, showPage } from "./layout.js";
import { openMenu } from "./menus.js";
import { openNewSet } from "./new-set.js";
import { CARDS, indexOf, openFile, opened, placeIn, shownCard } from "./opened.js";
import { writable } from "./read-only.js";
import { save, showProblem } from "./saving.js";
import { post } from "./server.js";
import { IMPORT, MOVE, NEW_SET } from "./set-words.js";
import { asStep, offerUndo } from "./undo.js";

const START = "start";

/** Add the commands to the studio. */
export function addSetCommands() {
  addPage(START, showStart);
  addCommands({
    "new-set": { run: newSet, icon: "layers", label: () => NEW_SET.open },
    "move-to-set": { run: () => offerMove(document.getElementById("sets"), [shownCard()]), icon: "folder", label: () => MOVE.label, isEnabled: () => opened()?.section === CARDS && Boolean(shownCard()) },
    import: { run: () => importTable(), icon: "table", label: () => IMPORT.open },
  });
}

/** Show what to do first, if the studio has no set. */
export function welcome(hasSets) {
  const isShown = document.body.dataset.page === START;
  if (!hasSets && !isShown) showPage(START);
  if (hasSets && isShown) showPage("card");
}

function showStart(page, outcome) {
  outcome.replaceChildren();
  const button = (command, text) => make("button", { type: "button", class: command === "new-set" ? "primary" : "", "data-command": command }, text);
  page.replaceChildren(make("div", { class: "empty start" }, icon("layers"), make("h2", {}, NEW_SET.none), make("p", {}, NEW_SET.noneHelp),
    make("p", { class: "row" }, button("new-set", NEW_SET.open), button("import", IMPORT.open))));
}

/** Ask for a new set, and open it. */
function newSet() {
  return openNewSet({
    onMade: async ({ file, title }) => {
      showPage("card");
      await openFile(file, CARDS, 0);
      toast(NEW_SET.made(title));
    },
    onTable: importTable,
  });
}

/** Ask for a table, and open the set that gets its cards. title: of a new set, or "" for the open one. */
function importTable(title = "") {
  return openImport({
    title,
    name: opened()?.file.name ?? "",
    textOf: async (name) => textOf(await loadFile(name, save)),
    onDone: async ({ file, text, words }) => {
      const changed = text && await loadFile(file, save);
      if (text) asStep(IMPORT.step, () => putText(changed, text, "input.form"));
      showPage("card");
      await openFile(file, CARDS, 0);
      toast(words);
    },
  });
}

/**
 * Offer the other sets of the same game, and move cards of the open set to the chosen one.
 * @param {HTMLElement} anchor the button below which the sets are offered
 * @param {any[]} cards
 * @param {() => void} [onMoved]
 */
export async function offerMove(anchor, cards, onMoved = () => {}) {
  if (opened().file.isReadOnly) return void await writable(opened().file); // its cards are others then
  const listing = await askData("api/sets");
  const source = listing?.sets.find(({ file }) => file === cards[0].file);
  const targets = (listing?.sets ?? []).filter(({ file, game }) => file !== source?.file && game === source?.game);
  const entries = targets.map((set) => ({ label: set.title, note: set.file, run: () => moveCards(cards, set, onMoved) }));
  openMenu(anchor, [...entries, ...(entries.length ? [/** @type {"-"} */ ("-")] : []), { label: NEW_SET.open, icon: "layers", run: newSet }]);
}

async function moveCards(cards, target, onMoved) {
  await commitForm();
  const [source, other] = [await loadFile(cards[0].file, save), await loadFile(target.file, save)];
  const texts = { name: source.name, text: textOf(source), to: other.name, to_text: textOf(other) };
  const sheet = await post("api/sheet", { name: source.name, text: texts.text });
  const places = cards.map((card) => (sheet.status === 200 ? placeIn(sheet.data.cards, card) : indexOf(card))); // the list may be older
  if (places.includes(-1)) return showProblem(MOVE.changed);
  const { status, data } = await post("api/move-cards", { ...texts, cards: places });
  if (status !== 200 || textOf(source) !== texts.text || textOf(other) !== texts.to_text) return showProblem(data.problem ?? MOVE.changed);
  asStep(MOVE.step(target.title), () => {
    putText(other, data.to_text, "input.form");
    putText(source, data.text, "input.form");
  });
  onMoved();
  offerUndo(MOVE.done(cards.map(({ title }) => title), target.title));
}
