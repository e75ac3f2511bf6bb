// Dice and tiles of Roll: their elements, and the keys that questions use for them.
//
// The sides of dice are drawn with symbols of the theme (see faces/themes/space/icons).

import { draw, make } from "./dom.js";
import { DICE, ROLL, TILE } from "./roll-words.js";

export const COLOURS = ["home", "military", "consumption", "novelty", "rare", "genes", "alien"];
export const PHASES = ["explore", "develop", "settle", "produce", "ship"];
export const ROMAN = ["I", "II", "III", "IV", "V"];
export const STACKS = ["developments", "worlds"];
export const WILD = 5; // number of the wild side
const ASSIGNED = 2; // place number of the first phase's dice; the other phases follow
export const AT = { cup: 0, citizenry: 1, developments: 7, worlds: 8, goods: 9 };

/** By side: the phases, then wild. The last is that of goods. */
const SYMBOLS = [
  ["M4 50Q50 -4 96 50Q50 104 4 50Z", "M34 50a16 16 0 1 0 32 0a16 16 0 1 0 -32 0z"], // scout
  ["M50 6L94 50L50 94L6 50Z"], // development
  ["M8 50a42 42 0 1 0 84 0a42 42 0 1 0 -84 0z"], // world
  ["M27 9H73L91 27V73L73 91H27L9 73V27Z"], // good
  ["M32 10H88Q94 10 94 16V84Q94 90 88 90H32L6 50Z", "M25 44a6 6 0 1 0 .1 0z"], // sell
  ["M50 24V76M27.500 37L72.500 63M72.500 37L27.500 63"], // any phase
];
const GOOD = 3; // side whose symbol goods show

/** The place number of a phase's dice. */
export function placeOf(phase) {
  return ASSIGNED + phase;
}

/** The key of the dice of one colour at a place. */
export function keyOf(place, colour) {
  return `die ${place} ${colour}`;
}

/** The symbol of a side. */
export function sideSymbol(side) {
  const shapes = SYMBOLS[side].map((d) => draw("path", { d }));
  return draw("svg", { class: side === WILD ? "side-symbol wild" : "side-symbol", viewBox: "0 0 100 100", "aria-hidden": "true" }, shapes);
}

/** The picture of a die. side: what it shows, or -1 for its colour only. */
function face(colour, side) {
  const name = COLOURS[colour];
  return [side >= 0 && sideSymbol(side), make("i", { "aria-hidden": "true" }, ROLL.letters[name])];
}

/** A die that can be chosen, or looked at. key: its key in questions. side: what it shows. */
export function die(colour, key, side) {
  const name = COLOURS[colour];
  return make(
    "button",
    {
      type: "button", class: `die ${name}`, "data-item": true, "data-dice": colour,
      "data-moves": `die ${name}`, "data-at": key, "data-pick": key, "data-drop": key,
      "aria-label": DICE.die(name, side),
    },
    face(colour, side),
  );
}

/** A die as part of a larger element, which has the words. side: what it shows, or -1. */
export function smallDie(colour, side = -1) {
  return make("span", { class: `die sm ${COLOURS[colour]}`, "data-dice": colour }, face(colour, side));
}

/** A die whose colour and side nobody else sees. */
export function hiddenDie() {
  return make("span", { class: "die sm hidden-die" }, make("i", { "aria-hidden": "true" }, "?"));
}

/** The colours of dice, from the counts by colour. */
export function coloursOf(counts) {
  return counts.flatMap((count, colour) => Array.from({ length: count }, () => colour));
}

/** All dice at a place that can be chosen. side: what they show. */
export function diceAt(counts, place, side) {
  return coloursOf(counts).map((colour) => die(colour, keyOf(place, colour), side));
}

/** Dice that are only looked at, as one element with a name. */
export function pile(name, counts, { side = -1, place = null } = {}) {
  const colours = coloursOf(counts);
  return make(
    "button",
    {
      type: "button", class: "pile", "data-item": true, "data-dice": [...new Set(colours)].join(" "), disabled: !colours.length,
      "aria-label": DICE.pile(name, counts.map((count, colour) => [count, COLOURS[colour]]).filter(([count]) => count)),
    },
    !colours.length && make("span", { class: "muted", "aria-hidden": "true" }, "–"),
    colours.map((colour) => (place === null ? smallDie(colour, side) : placed(colour, keyOf(place, colour)))),
  );
}

function placed(colour, key) {
  const made = smallDie(colour);
  Object.assign(made.dataset, { moves: `die ${COLOURS[colour]}`, at: key, pick: key });
  return made;
}

export function sumCounts(counts) {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A tile as printed. key: its key in questions. upon: dice on it. at: its place, for animations. */
export function tile(card, cards, { key = "", drop = key, upon = null, at = "", note = "" } = {}) {
  const facts = cards[card];
  return make(
    "li",
    { class: "tile", "data-key": `tile ${card}`, "data-moves": at ? `tile ${card}` : null, "data-at": at || null, "data-pick": key || null, "data-drop": drop || null },
    make(
      "button",
      { type: "button", class: "printed", "data-look": card, "data-item": true, "aria-label": [TILE.spoken(facts), note].filter(Boolean).join(", ") },
      facts.face ? make("img", { src: facts.face, alt: "", width: 500, height: 500 }) : facts.title,
    ),
    upon,
  );
}

/** The goods on a tile. key: returns the key of a good of a colour, if goods can be chosen. */
export function goodsOn(goods, key = null) {
  return goods.length > 0 && make("span", { class: "upon goods", role: "group", "aria-label": TILE.goods(goods.length) }, goods.map((colour) => (key ? die(colour, key(colour), GOOD) : smallDie(colour, GOOD))));
}
