// What everybody sees of a player: dice, stacks, credits, chips, tiles.

import { counted } from "./common.js";
import { make } from "./dom.js";
import { capital, diceCounted, PHASES, ROMAN, STACKS, tileFace, total } from "./roll-dice.js";
import { tableau } from "./roll-own.js";

const NARROW = matchMedia("(max-width: 40rem)");

export function otherBoards({ frame }) {
  const at = frame.players.findIndex((player) => player.seat === frame.seat);
  const others = at < 0 ? frame.players : [...frame.players.slice(at + 1), ...frame.players.slice(0, at)];
  return make(
    "section",
    { class: "rivals", "data-key": "rivals", "aria-label": at < 0 ? "Players" : "Other players" },
    others.map((player) => board(player, frame)),
  );
}

function board(player, frame) {
  return make(
    "details",
    { class: "rival", "data-key": `rival ${player.seat}`, open: !NARROW.matches },
    make(
      "summary",
      {},
      make("b", {}, player.name),
      make("span", { class: "state" }, player.waiting ? " is thinking" : ""),
      make("span", { class: "facts" }, ` ${player.score} VP · ${player.chips} in chips · ${counted(player.credits, "credit")} · ${player.tableau.length} of 12 tiles`),
    ),
    make(
      "dl",
      { class: "rows" },
      row("Cup", diceCounted(player.cup)),
      row("Citizenry", diceCounted(player.citizenry)),
      total(player.screened) > 0 && row("Screen", diceCounted(player.screened)),
      PHASES.map((phase, number) => total(player.workers[number]) > 0 && row(`${ROMAN[number]} ${capital(phase)}`, diceCounted(player.workers[number]))),
      player.selected >= 0 && row("Selected", [capital(PHASES[player.selected])]),
      player.stacks.map((stack, number) => row(capital(STACKS[number]), stackOf(stack, frame.cards), "stack")),
    ),
    tableau(player, frame.cards, false),
  );
}

function row(title, what, kind = null) {
  return make("div", { class: kind }, make("dt", {}, title), make("dd", {}, what.length ? what : "-"));
}

function stackOf({ size, top, builders }, cards) {
  if (!size) return ["none"];
  return [make("span", { class: "number" }, `${size}, on top:`), tileFace(top, cards, { small: true, inside: total(builders) > 0 && make("div", { class: "dice" }, diceCounted(builders)) })];
}
