// What everybody sees of a player: in brief where several sit beside each other, whole when opened.

import { counted } from "./common.js";
import { make } from "./dom.js";
import { capital, diceCounted, LETTERS, PHASES, ROMAN, spoken, STACKS, tileFace, total } from "./roll-dice.js";
import { tableau } from "./roll-own.js";
import { WORDS } from "./roll-words.js";

const NARROW = matchMedia("(max-width: 40rem)");
const FEW = 1; // so many boards are open from the first

export function otherBoards({ frame }) {
  const at = frame.players.findIndex((player) => player.seat === frame.seat);
  const others = at < 0 ? frame.players : [...frame.players.slice(at + 1), ...frame.players.slice(0, at)];
  const isOpen = Boolean(frame.over) || (others.length <= FEW && !NARROW.matches);
  return make(
    "section",
    { class: `rivals of-${others.length}`, "data-key": "rivals", "aria-label": at < 0 ? "Players" : "Other players" },
    others.map((player) => board(player, frame, isOpen)),
  );
}

function board(player, frame, isOpen) {
  return make(
    "article",
    { class: "rival", "data-key": `rival ${player.seat}`, "data-waiting": player.waiting ? "true" : null },
    make(
      "details",
      { open: isOpen, "data-key": `${frame.over ? "end of" : "board"} ${player.seat}` }, // at the end all are open
      make(
        "summary",
        {},
        make("span", { class: "line" }, make("b", { class: "name", title: player.name }, player.name), player.waiting && make("span", { class: "state" }, WORDS.thinking), facts(player)),
      ),
      !frame.over && rows(player, frame.cards),
      tableau(player, frame.cards, { isWhole: Boolean(frame.over) }),
    ),
    !frame.over && brief(player, frame.cards),
  );
}

function facts({ seat, score, chips, credits, tableau: tiles }) {
  return make(
    "span",
    { class: "facts" },
    make("b", {}, `${score} VP`),
    make("span", { "data-counts": `chips ${seat}`, "data-count": chips }, WORDS.inChips(chips)),
    make("span", {}, counted(credits, "credit")),
    make("span", {}, WORDS.ofTiles(tiles.length)),
  );
}

/** The dice at each place, and both stacks. */
function rows(player, cards) {
  return make("dl", { class: "rows" }, dice(player), player.stacks.map((stack, number) => row(capital(STACKS[number]), stackOf(stack, cards), "stack")));
}

function dice(player) {
  return [
    row("Cup", diceCounted(player.cup)),
    row("Citizenry", diceCounted(player.citizenry)),
    total(player.screened) > 0 && row("Screen", diceCounted(player.screened)),
    PHASES.map((phase, number) => total(player.workers[number]) > 0 && row(`${ROMAN[number]} ${capital(phase)}`, diceCounted(player.workers[number]))),
    player.selected >= 0 && row("Selected", [capital(PHASES[player.selected])]),
  ];
}

/** What is seen of a board that is not opened: its dice, what is being built, and a sign for each tile. */
function brief(player, cards) {
  return make(
    "div",
    { class: "in-brief" },
    make("dl", { class: "rows" }, dice(player)),
    make(
      "ul",
      { class: "signs", "aria-label": `Tableau of ${player.name}`, "data-group": `signs ${player.seat}` },
      player.tableau.map(({ face, goods }) => sign(face, cards, goods.length > 0 && { mark: "●".repeat(goods.length), says: WORDS.goods(goods.length) })),
      player.stacks.map(({ size, top, builders }) => size > 0 && sign(top, cards, { mark: `${total(builders)}/${cards[top].cost}`, says: WORDS.building }, "stacked")),
    ),
  );
}

/** A tile in little: its cost and kind. lies: what lies on it, as a mark and in words. */
function sign(face, cards, lies, kind = null) {
  const facts = cards[face];
  const colour = facts.kind ?? (facts.type === "world" ? "gray" : "development");
  const says = [spoken(facts), lies && `${lies.says} ${kind ? lies.mark : ""}`.trim()].filter(Boolean).join(", ");
  return make(
    "li",
    { "data-key": `sign ${face}`, class: kind },
    make(
      "button",
      { type: "button", class: `tile-sign tile ${facts.type} kind-${colour}`, "data-look": face, "data-item": true, title: says, "aria-label": says },
      make("span", { class: "cost" }, make("b", {}, facts.cost)),
      facts.kind && make("span", { "aria-hidden": "true" }, LETTERS[facts.kind]),
      lies && make("span", { class: "lies", "aria-hidden": "true" }, lies.mark),
    ),
  );
}

function row(title, what, kind = null) {
  return make("div", { class: kind }, make("dt", {}, title), make("dd", {}, what.length ? what : "-"));
}

function stackOf({ size, top, builders }, cards) {
  if (!size) return ["none"];
  return [make("span", { class: "number" }, `${size}, on top:`), tileFace(top, cards, { small: true, inside: total(builders) > 0 && make("div", { class: "dice" }, diceCounted(builders)) })];
}
