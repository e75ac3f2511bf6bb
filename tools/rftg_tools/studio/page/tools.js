// The buttons above a card: what can be done with it and with its file.

import { allCards, CARDS, change, closeCard, opened, openFile, openNumber, renameAtCursor, save, saveAll, settle, shownCard, tellProblem } from "./opened.js";
import { ask, say } from "./common.js";
import { redo, redoDepth, undo, undoDepth } from "./codemirror.js";
import { merge, writeAnew } from "./merge.js";
import { moveCard } from "./order.js";
import { post } from "./server.js";
import { watchFiles } from "./files.js";
import { WORDS } from "./words.js";

const bench = document.getElementById("bench");
const DOES = {
  async add() {
    const { section, sheet } = opened();
    if (await change({ do: "add" })) await openNumber(sheet?.[section].length ?? 0);
  },
  async duplicate() {
    const { index } = opened();
    if (await change({ do: "duplicate", card: index })) await openNumber(index + 1);
  },
  up: () => moveCard(shownCard(), opened().index - 1),
  down: () => moveCard(shownCard(), opened().index + 1),
  async delete() {
    const { index } = opened();
    const title = shownCard()?.title ?? "";
    if (!(await change({ do: "delete", card: index }))) return;
    say(WORDS.deleted(title));
    await openNumber(Math.max(index - 1, 0));
  },
  undo: () => step(undo),
  redo: () => step(redo),
  save: () => save(),
  merge: () => (opened().file.other.gone ? writeAnew : merge)(opened().file),
  play,
  close: closeCard,
};
const OF_A_CARD = new Set(["duplicate", "up", "down", "delete"]);

/** Listen to the buttons, and to the keys that stand for them. */
export function watchTools() {
  bench.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-do]");
    if (button instanceof HTMLElement && opened()) act(button.dataset.do);
  });
  document.addEventListener("keydown", press);
  document.getElementById("save-all").addEventListener("click", saveAll);
  document.getElementById("new-card").addEventListener("click", newCard);
  document.getElementById("files").addEventListener("click", ({ target }) => {
    const file = /** @type {Element} */ (target).closest("[data-open]")?.closest("details");
    if (file) openFile(file.dataset.name);
  });
  watchFiles((file) => {
    if (file !== opened()?.file) return;
    enable("undo", undoDepth(file.view.state) > 0);
    enable("redo", redoDepth(file.view.state) > 0);
  });
}

function act(name) {
  if (OF_A_CARD.has(name) && opened().index < 0) tellProblem(WORDS.noCardHere);
  else DOES[name]?.();
}

function enable(name, can) {
  const button = /** @type {HTMLButtonElement} */ (bench.querySelector(`[data-do="${name}"]`));
  // It stays reachable: who has just pressed it would lose the place.
  button.setAttribute("aria-disabled", String(!can));
}

function press(event) {
  if (event.key === "F2" && opened() && event.target.id === "text") {
    event.preventDefault();
    renameAtCursor();
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "s") {
    event.preventDefault();
    if (opened()) save();
    else saveAll();
  } else if (opened() && isInForm(event.target) && (key === "z" || key === "y")) {
    event.preventDefault(); // of the text, in which the form's changes are made, and not of one field
    DOES[key === "y" || event.shiftKey ? "redo" : "undo"]();
  }
}

/** Go back or forth by a step of the open file. */
async function step(go) {
  const { view } = opened().file;
  await settle();
  go(view);
}

/** Whether keys of a place undo what was done with the card: not in its text, which has its own. */
function isInForm(target) {
  return target instanceof Element && bench.contains(target) && target.id !== "text";
}

/** Begin a new card while none is open: in the file of the card that was visited last. */
async function newCard() {
  const visited = /** @type {HTMLElement} */ (document.querySelector('#cards .face[tabindex="0"]'))?.closest("li");
  const card = allCards().get(Number(visited?.dataset.id));
  const name = card?.file ?? (await firstFile());
  if (!name) return tellProblem(WORDS.noFile);
  if (await openFile(name, CARDS)) await DOES.add();
}

async function firstFile() {
  const answer = await ask("api/files");
  return answer === null ? "" : (await answer.json()).files[0] ?? "";
}

/** Begin a game with the card's set, and the card in the own hand if it can be dealt. */
async function play() {
  await save();
  const shown = shownCard();
  const own = await fetch("/api/setup").then((answer) => answer.json()).catch(() => null);
  const set = own?.sets.find((one) => one.own && one.playable && one.title === shown?.set);
  if (!set) return tellProblem(WORDS.mendFirst);
  const seats = [{ kind: "human" }, { kind: "bot", level: "expert" }];
  const opening = set.game === "race" && shown.facts.type !== "goal" ? { opening: [[shown.title]] } : {};
  const game = set.game === "race" ? {} : { game: set.game };
  const { status, data } = await post("/api/games", { ...game, sets: [set.id], seats, ...opening });
  if (status === 201) window.open(`/games/${data.id}`, "_blank", "noopener");
  else tellProblem(data.problems?.[0]?.message ?? WORDS.noGame);
}
