// Opponents' boards: their tiles as printed, the tiles they build, and their dice.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { avatar, playersInView, shortName } from "./players.js";
import { coloursOf, goodsOn, hiddenDie, PHASES, pile, ROMAN, smallDie, sumCounts, tile } from "./roll-dice.js";
import { BOARD, DICE, ROLL, TILE } from "./roll-words.js";
import { PLAYERS } from "./table-words.js";
import { stepName } from "./words.js";

export function otherBoards({ frame }) {
  const { own, opponents } = playersInView(frame);
  return make(
    "section",
    { class: `rivals of-${opponents.length}`, "data-key": "rivals", "aria-label": own ? PLAYERS.others : PLAYERS.all },
    opponents.map((player) => board(player, frame)),
  );
}

function board(player, frame) {
  return make(
    "article",
    { class: `rival panel seat-${player.seat}`, "data-key": `rival ${player.seat}`, "data-waiting": player.waiting ? "true" : null, "aria-label": player.name },
    make("header", { class: "row" }, avatar(player), make("b", { class: "name", title: player.name }, shortName(player.seat, frame)), facts(player), state(player)),
    make(
      "ul",
      { class: "tiles", "data-fit": "rival", "data-group": `rival ${player.seat}`, "aria-label": BOARD.tableauOf(player.name) },
      player.tableau.map(({ face, goods }) => tile(face, frame.cards, { at: "tableau", upon: goodsOn(goods), note: goods.length ? TILE.goods(goods.length) : "" })),
      !frame.over && player.stacks.map((stack) => stack.top !== null && building(stack, frame.cards)),
    ),
    !frame.over && dice(player, frame),
  );
}

function facts({ seat, score, chips, credits, tableau }) {
  return make(
    "span",
    { class: "facts" },
    make("b", { class: "vp" }, score),
    make("small", {}, `${PLAYERS.vp}, `, make("span", { "data-counts": `chips ${seat}`, "data-count": chips }, ROLL.chips(chips)), `, ${ROLL.credits(credits)}, ${ROLL.sizeOfTableau(tableau.length)}`),
  );
}

function state(player) {
  const text = player.waiting ? PLAYERS.thinking : player.done ? PLAYERS.ready : "";
  return make("span", { class: player.waiting ? "doing waiting" : "doing" }, text && icon(player.waiting ? "clock" : "check"), text);
}

/** The top tile of a stack, with its progress. */
function building({ top, builders, cost, size }, cards) {
  const count = sumCounts(builders);
  const made = tile(top, cards, {
    note: `${TILE.building(count, cost)}, ${BOARD.inStack(size)}`,
    upon: make("span", { class: "upon" }, coloursOf(builders).map((colour) => smallDie(colour)), make("span", { class: "count-of", "aria-hidden": "true" }, `${count}/${cost}`)),
  });
  made.classList.add("building");
  made.dataset.key = `building ${top}`;
  return made;
}

/** A player's dice by place; before they are revealed, the assigned dice are hidden. */
function dice(player, { occurring }) {
  const { screened, workers, selected } = player;
  return make(
    "dl",
    { class: "piles", "data-group": `piles ${player.seat}` },
    sumCounts(screened) > 0 && row(BOARD.hidden, make("span", { class: "pile", role: "img", "aria-label": DICE.hidden(sumCounts(screened)) }, Array.from({ length: sumCounts(screened) }, hiddenDie))),
    occurring.length > 0 &&
      PHASES.map((phase, index) => (sumCounts(workers[index]) > 0 || selected === index) && row([make("span", { class: selected === index ? "phase selected" : "phase", title: stepName(phase) }, ROMAN[index]), make("span", { class: "unseen" }, stepName(phase), selected === index && `, ${BOARD.selectedByThem}`)], pile(stepName(phase), workers[index], { side: index }))),
    row(BOARD.citizenry, pile(BOARD.citizenry, player.citizenry)),
    row(BOARD.cup, pile(BOARD.cup, player.cup)),
  );
}

function row(title, content) {
  return make("div", { class: "row" }, make("dt", {}, title), make("dd", {}, content));
}
