// What everybody sees of a player: in brief where several sit beside each other, whole when opened.

import { make } from "./dom.js";
import { diceCounted, PHASES, ROMAN, STACKS, tileFace, total } from "./roll-dice.js";
import { tableau } from "./roll-own.js";
import { BOARD, ROLL, TILE } from "./roll-words.js";
import { PLAYERS } from "./table-words.js";
import { stepName } from "./words.js";

const NARROW = matchMedia("(max-width: 40rem)");
const FEW = 1; // so many boards are open from the first

export function otherBoards({ frame }) {
  const at = frame.players.findIndex((player) => player.seat === frame.seat);
  const others = at < 0 ? frame.players : [...frame.players.slice(at + 1), ...frame.players.slice(0, at)];
  const isOpen = Boolean(frame.over) || (others.length <= FEW && !NARROW.matches);
  return make(
    "section",
    { class: `rivals of-${others.length}`, "data-key": "rivals", "aria-label": at < 0 ? PLAYERS.all : PLAYERS.others },
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
        make("span", { class: "line" }, make("b", { class: "name", title: player.name }, player.name), player.waiting && make("span", { class: "state" }, BOARD.thinking), facts(player)),
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
    make("b", {}, ROLL.vp(score)),
    make("span", { "data-counts": `chips ${seat}`, "data-count": chips }, ROLL.chips(chips)),
    make("span", {}, ROLL.credits(credits)),
    make("span", {}, ROLL.sizeOfTableau(tiles.length)),
  );
}

/** The dice at each place, and both stacks. */
function rows(player, cards) {
  return make("dl", { class: "rows" }, dice(player), player.stacks.map((stack, number) => row(ROLL.stacks[STACKS[number]], stackOf(stack, cards), "stack")));
}

function dice(player) {
  return [
    row(BOARD.cup, diceCounted(player.cup)),
    row(BOARD.citizenry, diceCounted(player.citizenry)),
    total(player.screened) > 0 && row(BOARD.screen, diceCounted(player.screened)),
    PHASES.map((phase, number) => total(player.workers[number]) > 0 && row(`${ROMAN[number]} ${stepName(phase)}`, diceCounted(player.workers[number]))),
    player.selected >= 0 && row(BOARD.selected, [stepName(PHASES[player.selected])]),
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
      { class: "signs", "aria-label": BOARD.tableauOf(player.name), "data-group": `signs ${player.seat}` },
      player.tableau.map(({ face, goods }) => sign(face, cards, goods.length > 0 && { mark: "●".repeat(goods.length), says: TILE.goods(goods.length) })),
      player.stacks.map(({ size, top, builders }) => size > 0 && sign(top, cards, built(`${total(builders)}/${cards[top].cost}`), "stacked")),
    ),
  );
}

/** What lies on the top of a stack: the workers that build it. */
function built(workers) {
  return { mark: workers, says: TILE.building(workers) };
}

/** A tile in little: its cost and kind. lies: what lies on it, as a mark and in words. */
function sign(face, cards, lies, kind = null) {
  const facts = cards[face];
  const colour = facts.kind ?? (facts.type === "world" ? "gray" : "development");
  const says = [TILE.spoken(facts), lies && lies.says].filter(Boolean).join(", ");
  return make(
    "li",
    { "data-key": `sign ${face}`, class: kind },
    make(
      "button",
      { type: "button", class: `tile-sign tile ${facts.type} kind-${colour}`, "data-look": face, "data-item": true, title: says, "aria-label": says },
      make("span", { class: "cost" }, make("b", {}, facts.cost)),
      facts.kind && make("span", { "aria-hidden": "true" }, ROLL.letters[facts.kind]),
      lies && make("span", { class: "lies", "aria-hidden": "true" }, lies.mark),
    ),
  );
}

function row(title, what, kind = null) {
  return make("div", { class: kind }, make("dt", {}, title), make("dd", {}, what.length ? what : "-"));
}

function stackOf({ size, top, builders }, cards) {
  if (!size) return [BOARD.none];
  return [make("span", { class: "number" }, BOARD.onTop(size)), tileFace(top, cards, { small: true, inside: total(builders) > 0 && make("div", { class: "dice" }, diceCounted(builders)) })];
}
