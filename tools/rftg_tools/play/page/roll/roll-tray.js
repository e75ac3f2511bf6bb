// The tiles that a player has drawn and places: each shows both sides, as printed.
//
// The tray lies over the tableau, so that nothing on the table moves.

import { make } from "./dom.js";
import { entriesOf, SIGNS } from "./roll-picking.js";
import { BOARD, TILE } from "./roll-words.js";

const START = "start tiles"; // question at the set-up, whose answers place both tiles at once

export function drawnTray(view) {
  const { frame, ask } = view;
  const { drawn } = frame.own;
  if (!drawn.length) return null;
  return make(
    "section",
    { class: "tray", "data-key": "tray", "aria-label": BOARD.toPlace },
    make("h3", {}, BOARD.drawn, make("small", { class: "muted" }, ask?.kind === START ? BOARD.eitherWay : BOARD.eitherSide)),
    make("div", { class: "drawn", "data-group": "drawn" }, ask?.kind === START ? startPairs(view) : drawn.map((tile) => bothSides(tile, view))),
  );
}

function bothSides({ tile, sides }, view) {
  const { ask, frame } = view;
  const entries = ask ? entriesOf(view) : [];
  return make(
    "div",
    { class: "both", "data-pick": `tile ${tile}`, "data-key": `drawn ${tile}` },
    sides.map((face, stack) => {
      const index = entries.findIndex(({ option }) => option?.pick?.key === `tile ${tile}` && option.drop.key === `stack ${stack} under`);
      return sideButton(face, stack, index, entries[index]?.option, frame.cards);
    }),
  );
}

/** The two ways to place the tiles at the set-up: one as the development, the other as the world. */
function startPairs(view) {
  const { ask, frame } = view;
  return entriesOf(view).map(({ option }, index) => {
    const sides = option.answer.map((number, stack) => frame.own.drawn.find(({ tile }) => tile === number).sides[stack]);
    return make(
      "button",
      { type: "button", class: "both", "data-do": "entry", "data-at": index, "data-option": JSON.stringify(option.answer), "data-item": true, "data-key": `pair ${index}`, disabled: !view.ready || !ask, "aria-label": option.label },
      sides.map((face, stack) => make("span", { class: "placed" }, picture(face, frame.cards), make("small", {}, TILE.as[stack]))),
      make("kbd", { "aria-hidden": "true" }, SIGNS[index]),
    );
  });
}

/** A side of a tile. option: the answer that places it, the n-th entry, if that can be chosen now. */
function sideButton(face, stack, index, option, cards) {
  const isOffered = option !== undefined;
  const as = TILE.as[stack];
  return make(
    "button",
    { type: "button", class: "placed", "data-do": isOffered ? "entry" : null, "data-at": isOffered ? index : null, "data-option": isOffered ? JSON.stringify(option.answer) : null, "data-look": face, "data-item": true, "aria-label": `${TILE.spoken(cards[face])}, ${as}` },
    picture(face, cards),
    make("small", {}, as),
    isOffered && SIGNS[index] && make("kbd", { "aria-hidden": "true" }, SIGNS[index]),
  );
}

function picture(face, cards) {
  const { face: address, title } = cards[face];
  return address ? make("img", { src: address, alt: "", width: 500, height: 500, "data-look": face }) : title;
}
