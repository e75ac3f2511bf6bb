// The player's own board: phases and workers, the stacks to build, and the tableau.

import { make } from "./dom.js";
import { AT, diceAt, goodsOn, keyOf, sumCounts, STACKS, tile } from "./roll-dice.js";
import { phaseStrip } from "./roll-strip.js";
import { drawnTray } from "./roll-tray.js";
import { BOARD, ROLL, TILE } from "./roll-words.js";

const PHASE_OF_STACK = [1, 2]; // Develop, Settle

export function ownBoard(view) {
  const { frame } = view;
  const me = frame.players.find((player) => player.seat === frame.seat);
  if (!me || !frame.own) return null;
  if (frame.over) return make("section", { class: "yours panel over", "data-key": "yours", "aria-label": BOARD.own }, ownTableau(me, frame));
  return [
    phaseStrip(me, view),
    make(
      "section",
      { class: "yours panel", "data-key": "yours", "aria-label": BOARD.own },
      STACKS.map((name, index) => stack(name, index, me, frame)),
      ownTableau(me, frame),
      drawnTray(view),
    ),
  ];
}

function stack(name, index, me, frame) {
  const [top, ...below] = frame.own.stacks[index];
  const { builders, cost } = me.stacks[index];
  const title = ROLL.stacks[name];
  return make(
    "section",
    { class: `stack ${name}`, "data-key": `stack ${index}`, "aria-label": title },
    make("h3", { "data-drop": `stack ${index} top` }, title, make("span", { class: "number" }, frame.own.stacks[index].length)),
    top
      ? make(
          "ul",
          { class: `deck of-${Math.min(3, below.length + 1)}`, "data-group": `stack ${index}` },
          tile(top.sides[index], frame.cards, {
            key: `tile ${top.tile}`,
            drop: `place ${index} 0`,
            at: "stack",
            note: TILE.workers(sumCounts(builders), cost),
            upon: sumCounts(builders) > 0 && make("span", { class: "upon", role: "group", "aria-label": TILE.workers(sumCounts(builders), cost), "data-group": `builders ${index}` }, diceAt(builders, index ? AT.worlds : AT.developments, PHASE_OF_STACK[index])),
          }),
        )
      : make("p", { class: "nothing" }, BOARD.none),
    top && progress(sumCounts(builders), cost, frame, index),
    below.length > 0 && belowTop(below, index, frame),
    make("div", { class: "target", "data-drop": `stack ${index} under` }, BOARD.under(title)),
  );
}

/** How far the top tile is, and what the workers of this round add. */
function progress(count, cost, frame, index) {
  const { own, occurring } = frame;
  const phase = PHASE_OF_STACK[index];
  const isOpen = !occurring.length; // workers are not revealed yet
  const more = isOpen ? sumCounts(own.workers[phase]) + Number(own.selected === phase && own.strip >= 0) : 0;
  return make(
    "div",
    { class: "progress" },
    make("span", { class: "meter", "aria-hidden": "true" }, Array.from({ length: cost }, (_worker, place) => make("i", { class: place < count ? "on" : place < count + more ? "may" : null }))),
    make("p", {}, BOARD.progress(count, cost), more > 0 && ` ${BOARD.would(index, more, count + more - cost)}`),
  );
}

/** The tiles below the top, which only their owner sees. */
function belowTop(tiles, index, frame) {
  return make(
    "details",
    { class: "below", "data-key": `below ${index}` },
    make("summary", {}, BOARD.below(tiles.length)),
    make("ul", { class: "tiles", "data-group": `below ${index}` }, tiles.map(({ tile: number, sides }, place) => tile(sides[index], frame.cards, { key: `tile ${number}`, drop: `place ${index} ${place + 1}` }))),
  );
}

function ownTableau(me, { cards }) {
  return make(
    "section",
    { class: "own-tableau", "aria-label": BOARD.ownTableau },
    make("h3", {}, BOARD.ownTableau, make("span", { class: "number" }, BOARD.sizeAndScore(me.tableau.length, me.score))),
    make(
      "ul",
      { class: "tiles", "data-fit": "own", "data-group": "own tableau" },
      me.tableau.map(({ face, goods }) => tile(face, cards, { key: `face ${face}`, at: "tableau", upon: goodsOn(goods, (colour) => keyOf(AT.goods + face, colour)), note: goods.length ? TILE.goods(goods.length) : "" })),
    ),
  );
}
