// Opponents' boards: a summary while collapsed, everything when opened.

import { make } from "./dom.js";
import { NARROW, playersInView } from "./players.js";
import { diceCounted, PHASES, ROMAN, STACKS, sumCounts, tileFace } from "./roll-dice.js";
import { tableau } from "./roll-own.js";
import { BOARD, ROLL, TILE } from "./roll-words.js";
import { PLAYERS } from "./table-words.js";
import { stepName } from "./words.js";

const FEW = 1; // maximum number of boards that start open

export function otherBoards({ frame }) {
  const { own, opponents } = playersInView(frame);
  const isOpen = Boolean(frame.over) || (opponents.length <= FEW && !NARROW.matches);
  return make(
    "section",
    { class: `rivals of-${opponents.length}`, "data-key": "rivals", "aria-label": own ? PLAYERS.others : PLAYERS.all },
    opponents.map((player) => board(player, frame, isOpen)),
  );
}

function board(player, frame, isOpen) {
  return make(
    "article",
    { class: "rival", "data-key": `rival ${player.seat}`, "data-waiting": player.waiting ? "true" : null },
    make(
      "details",
      { open: isOpen, "data-key": `${frame.over ? "end of" : "board"} ${player.seat}` }, // a new key at the end, so that all boards open
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
  return make("dl", { class: "rows" }, dice(player), player.stacks.map((stack, index) => row(ROLL.stacks[STACKS[index]], stackOf(stack, cards), "stack")));
}

function dice(player) {
  return [
    row(BOARD.cup, diceCounted(player.cup)),
    row(BOARD.citizenry, diceCounted(player.citizenry)),
    sumCounts(player.screened) > 0 && row(BOARD.screen, diceCounted(player.screened)),
    PHASES.map((phase, index) => sumCounts(player.workers[index]) > 0 && row(`${ROMAN[index]} ${stepName(phase)}`, diceCounted(player.workers[index]))),
    player.selected >= 0 && row(BOARD.selected, [stepName(PHASES[player.selected])]),
  ];
}

/** A collapsed board: its dice, the tiles being built, and a sign per tile. */
function brief(player, cards) {
  return make(
    "div",
    { class: "in-brief" },
    make("dl", { class: "rows" }, dice(player)),
    make(
      "ul",
      { class: "signs", "aria-label": BOARD.tableauOf(player.name), "data-group": `signs ${player.seat}` },
      player.tableau.map(({ face, goods }) => sign(face, cards, goods.length > 0 && { mark: "●".repeat(goods.length), says: TILE.goods(goods.length) })),
      player.stacks.map(({ size, top, builders }) => size > 0 && sign(top, cards, buildState(`${sumCounts(builders)}/${cards[top].cost}`), "stacked")),
    ),
  );
}

/** The progress of building a stack's top tile. */
function buildState(workers) {
  return { mark: workers, says: TILE.building(workers) };
}

/** A tile's sign: its cost and kind. overlay: what is on the tile, as a mark and as text. */
function sign(face, cards, overlay, kind = null) {
  const facts = cards[face];
  const colour = facts.kind ?? (facts.type === "world" ? "gray" : "development");
  const says = [TILE.spoken(facts), overlay && overlay.says].filter(Boolean).join(", ");
  return make(
    "li",
    { "data-key": `sign ${face}`, class: kind },
    make(
      "button",
      { type: "button", class: `tile-sign tile ${facts.type} kind-${colour}`, "data-look": face, "data-item": true, title: says, "aria-label": says },
      make("span", { class: "cost" }, make("b", {}, facts.cost)),
      facts.kind && make("span", { "aria-hidden": "true" }, ROLL.letters[facts.kind]),
      overlay && make("span", { class: "lies", "aria-hidden": "true" }, overlay.mark),
    ),
  );
}

function row(title, content, kind = null) {
  return make("div", { class: kind }, make("dt", {}, title), make("dd", {}, content.length ? content : "-"));
}

function stackOf({ size, top, builders }, cards) {
  if (!size) return [BOARD.none];
  return [make("span", { class: "number" }, BOARD.onTop(size)), tileFace(top, cards, { isSmall: true, inside: sumCounts(builders) > 0 && make("div", { class: "dice" }, diceCounted(builders)) })];
}
