// The buttons above a card: what can be done with it and with its file.

import { change, closeCard, opened, openNumber, save, watchOpened } from "./opened.js";
import { redo, undo } from "./codemirror.js";
import { merge } from "./merge.js";
import { post } from "./server.js";
import { say } from "./common.js";

let shown = null; // the open card as the gallery has it

const DOES = {
  async add() {
    const { sheet } = opened();
    if (await change({ do: "add" })) await openNumber(sheet?.cards.length ?? 0);
  },
  async duplicate() {
    const { index } = opened();
    if (await change({ do: "duplicate", card: index })) await openNumber(index + 1);
  },
  async up() {
    await move(-1);
  },
  async down() {
    await move(1);
  },
  async delete() {
    const { index } = opened();
    if (await change({ do: "delete", card: index })) await openNumber(Math.max(index - 1, 0));
  },
  undo: () => undo(opened().file.view),
  redo: () => redo(opened().file.view),
  save: () => save(),
  merge: () => merge(opened().file),
  play,
  close: closeCard,
};

/** Listen to the buttons, and to the keys that stand for them. */
export function watchTools() {
  document.getElementById("bench").addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-do]");
    if (button instanceof HTMLElement && opened()) DOES[button.dataset.do]?.();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s" && opened()) {
      event.preventDefault();
      save();
    }
  });
  watchOpened((card) => {
    shown = card;
  });
}

async function move(way) {
  const { index } = opened();
  if (await change({ do: "move", card: index, down: way > 0 })) await openNumber(index + way);
}

/** Begin a game with the card's set, and the card in the own hand if it can be dealt. */
async function play() {
  await save();
  const own = await fetch("/api/setup").then((answer) => answer.json()).catch(() => null);
  const set = own?.sets.find((one) => one.own && one.playable && one.title === shown?.set);
  if (!set) {
    say("the set has errors: mend them, and it can be played with");
    document.getElementById("saved").textContent = "it cannot be played with yet: mend its errors first";
    return;
  }
  const seats = [{ kind: "human" }, { kind: "bot", level: "expert" }];
  const opening = set.game === "race" && shown.facts.type !== "goal" ? { opening: [[shown.title]] } : {};
  const game = set.game === "race" ? {} : { game: set.game };
  const { status, data } = await post("/api/games", { ...game, sets: [set.id], seats, ...opening });
  if (status === 201) window.open(`/games/${data.id}`, "_blank", "noopener");
  else document.getElementById("saved").textContent = data.problems?.[0]?.message ?? "no game could be begun";
}
