// The open card's toolbar and keyboard shortcuts, and the order of cards: moved by buttons, by Alt and
// an arrow key on a face, or by dragging a face.

import { redo, redoDepth, undo, undoDepth } from "./codemirror.js";
import { askData, say } from "./common.js";
import { watchFiles } from "./files.js";
import { openMerge, saveAgain } from "./merge.js";
import {
  allCards, CARDS, cardsLike, change, closeCard, commitForm, indexOf, opened, openFile, openIndex, renameSymbol, save, saveAll,
  sectionOf, showProblem, shownCard,
} from "./opened.js";
import { post } from "./server.js";
import { WORDS } from "./words.js";

const bench = document.getElementById("bench");
const gallery = document.getElementById("cards");
const STEPS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
const ACTIONS = {
  async add() {
    const { section, sheet } = opened();
    if (await change({ do: "add" })) await openIndex(sheet?.[section].length ?? 0);
  },
  async duplicate() {
    const { index } = opened();
    if (await change({ do: "duplicate", card: index })) await openIndex(index + 1);
  },
  up: () => moveCard(shownCard(), opened().index - 1),
  down: () => moveCard(shownCard(), opened().index + 1),
  async delete() {
    const { index } = opened();
    const title = shownCard()?.title ?? "";
    if (!(await change({ do: "delete", card: index }))) return;
    say(WORDS.deleted(title));
    await openIndex(Math.max(index - 1, 0));
  },
  undo: () => takeStep(undo),
  redo: () => takeStep(redo),
  save: () => save(),
  merge: () => (opened().file.conflict.isDeleted ? saveAgain : openMerge)(opened().file),
  play,
  close: closeCard,
};
const CARD_ACTIONS = new Set(["duplicate", "up", "down", "delete"]);
let dragged = null; // the card that is being dragged

/** Set up buttons, keys and dragging. */
export function setUpTools() {
  bench.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-do]");
    if (button instanceof HTMLElement && opened()) runAction(button.dataset.do);
  });
  document.addEventListener("keydown", handleKey);
  document.getElementById("save-all").addEventListener("click", saveAll);
  document.getElementById("new-card").addEventListener("click", addCard);
  document.getElementById("files").addEventListener("click", ({ target }) => {
    const file = /** @type {Element} */ (target).closest("[data-open]")?.closest("details");
    if (file) openFile(file.dataset.name);
  });
  watchFiles((file) => {
    if (file !== opened()?.file) return;
    setEnabled("undo", undoDepth(file.view.state) > 0);
    setEnabled("redo", redoDepth(file.view.state) > 0);
  });
  watchOrder();
}

function runAction(name) {
  if (CARD_ACTIONS.has(name) && opened().index < 0) showProblem(WORDS.noCard);
  else ACTIONS[name]?.();
}

function setEnabled(name, isEnabled) {
  const button = /** @type {HTMLButtonElement} */ (bench.querySelector(`[data-do="${name}"]`));
  // Not `disabled`: the button would lose the focus after its last use.
  button.setAttribute("aria-disabled", String(!isEnabled));
}

function handleKey(event) {
  if (event.key === "F2" && opened() && event.target.id === "text") {
    event.preventDefault();
    renameSymbol();
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "s") {
    event.preventDefault();
    if (opened()) save();
    else saveAll();
  } else if (opened() && isInForm(event.target) && (key === "z" || key === "y")) {
    event.preventDefault(); // undo in the text, where the form makes its changes, not in a single field
    ACTIONS[key === "y" || event.shiftKey ? "redo" : "undo"]();
  }
}

/** Undo or redo a step in the open file. */
async function takeStep(command) {
  const { view } = opened().file;
  await commitForm();
  command(view);
}

/** Return whether undo keys pressed in an element belong to the card; the text has its own. */
function isInForm(target) {
  return target instanceof Element && bench.contains(target) && target.id !== "text";
}

/** Add a card to the file of the last visited card, while no card is open. */
async function addCard() {
  const visited = /** @type {HTMLElement} */ (document.querySelector('#cards .face[tabindex="0"]'))?.closest("li");
  const card = allCards().get(Number(visited?.dataset.id));
  const name = card?.file ?? (await findFirstFile());
  if (!name) return showProblem(WORDS.noFile);
  if (await openFile(name, CARDS)) await ACTIONS.add();
}

async function findFirstFile() {
  return (await askData("api/files"))?.files[0] ?? "";
}

/** Start a game with the card's set, and the card in the player's hand if it can be dealt. */
async function play() {
  await save();
  const card = shownCard();
  const setup = await askData("/api/setup");
  const set = setup?.sets.find((candidate) => candidate.own && candidate.playable && candidate.title === card?.set);
  if (!set) return showProblem(WORDS.fixErrors);
  const seats = [{ kind: "human" }, { kind: "bot", level: "expert" }];
  const opening = set.game === "race" && card.facts.type !== "goal" ? { opening: [[card.title]] } : {};
  const game = set.game === "race" ? {} : { game: set.game };
  const { status, data } = await post("/api/games", { ...game, sets: [set.id], seats, ...opening });
  if (status === 201) window.open(`/games/${data.id}`, "_blank", "noopener");
  else showProblem(data.problems?.[0]?.message ?? WORDS.cannotPlay);
}

// --- order

function watchOrder() {
  gallery.addEventListener("keydown", (event) => {
    const step = event.altKey && STEPS[event.key];
    const card = cardAt(event.target);
    if (!step || !card) return;
    event.preventDefault();
    moveCard(card, indexOf(card) + step);
  });
  gallery.addEventListener("pointerdown", (event) => {
    const tile = tileAt(event.target);
    if (tile) tile.draggable = true;
  });
  gallery.addEventListener("dragstart", (event) => {
    dragged = cardAt(event.target);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged?.title ?? "");
  });
  gallery.addEventListener("dragover", (event) => {
    const card = cardAt(event.target);
    markDropPlace(null);
    if (!canDropOn(card)) return;
    event.preventDefault();
    markDropPlace(tileAt(event.target), indexOf(card) > indexOf(dragged));
  });
  gallery.addEventListener("drop", (event) => {
    const card = cardAt(event.target);
    if (!canDropOn(card)) return;
    event.preventDefault();
    moveCard(dragged, indexOf(card));
  });
  gallery.addEventListener("dragend", () => {
    dragged = null;
    markDropPlace(null);
  });
}

function canDropOn(card) {
  return dragged && card && card.id !== dragged.id && cardsLike(dragged).includes(card);
}

/** @returns {HTMLElement} */
function tileAt(target) {
  return target.closest?.("#cards > li");
}

function cardAt(target) {
  return allCards().get(Number(tileAt(target)?.dataset.id));
}

function markDropPlace(tile, isAfter = false) {
  for (const marked of gallery.querySelectorAll(".before, .after")) marked.classList.remove("before", "after");
  tile?.classList.add(isAfter ? "after" : "before");
}

/** Move a card to another index among those of its file. */
async function moveCard(card, to) {
  if (!card) return; // not in the gallery yet
  const index = indexOf(card);
  if (to < 0 || to >= cardsLike(card).length || to === index) return;
  const openCard = shownCard();
  const isShown = openCard?.file === card.file;
  if (opened()?.file.name !== card.file && !(await openFile(card.file, sectionOf(card), index))) return;
  if (!(await change({ do: "move", card: index, to, section: sectionOf(card) }))) return;
  say(WORDS.moved(card.title, to + 1));
  const target = isShown && openCard.id !== card.id ? indexAfterMove(indexOf(openCard), index, to) : to;
  await openIndex(target, sectionOf(isShown ? openCard : card));
}

/** Return the index of a card after another card was moved. */
function indexAfterMove(index, from, to) {
  if (from < index && index <= to) return index - 1;
  return to <= index && index < from ? index + 1 : index;
}
