// Dice and tiles of Roll: their elements, and the keys that questions use for them.

import { make } from "./dom.js";
import { ROLL, TILE } from "./roll-words.js";

export const COLOURS = ["home", "military", "consumption", "novelty", "rare", "genes", "alien"];
export const PHASES = ["explore", "develop", "settle", "produce", "ship"];
export const ROMAN = ["I", "II", "III", "IV", "V"];
export const STACKS = ["developments", "worlds"];
const ASSIGNED = 2; // place number of the first phase's dice; the other phases follow
export const AT = { cup: 0, citizenry: 1, developments: 7, worlds: 8, goods: 9 };

/** The place number of a phase's dice. */
export function placeOf(phase) {
  return ASSIGNED + phase;
}

/** The key of the dice of one colour at a place. */
function keyOf(place, colour) {
  return `die ${place} ${colour}`;
}

/** A die. key: its key in questions; "" if it cannot be chosen. */
export function die(colour, key = "", mark = "") {
  const name = COLOURS[colour];
  return make(
    "span",
    { class: `die ${name}`, "data-moves": key ? `die ${name}` : null, "data-at": key || null, "data-pick": key || null, "data-drop": key || null, title: [ROLL.colours[name], mark].filter(Boolean).join(", ") },
    make("span", { "aria-hidden": "true" }, ROLL.letters[name]),
    make("span", { class: "unseen" }, ROLL.colours[name]),
  );
}

/** All dice at a place, from the counts by colour. */
export function diceAt(counts, place) {
  return counts.flatMap((count, colour) => Array.from({ length: count }, () => die(colour, place === null ? "" : keyOf(place, colour))));
}

/** The same dice in short form, with a count per colour. */
export function diceCounted(counts) {
  return counts.flatMap((count, colour) => (count ? [make("span", { class: "counted" }, die(colour), count > 1 && `×${count}`)] : []));
}

export function sumCounts(counts) {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A tile's face. inside: content on the tile. isSmall: show only the title band. at: its place, for animations. */
export function tileFace(face, cards, { inside = null, key = "", isSmall = false, at = "" } = {}) {
  const facts = cards[face];
  const kind = facts.kind ?? (facts.type === "world" ? "gray" : "development");
  const letter = facts.kind ? ROLL.letters[facts.kind] : "";
  return make(
    "article",
    { class: `tile ${facts.type} kind-${kind}${isSmall ? " small" : ""}`, "data-key": `face ${face}`, "data-moves": at ? `tile ${face}` : null, "data-at": at || null, "data-drop": key || null, "data-pick": key || null, "aria-label": TILE.spoken(facts) },
    make(
      "header",
      {},
      make("span", { class: "cost", title: TILE.cost(facts) }, make("b", {}, facts.cost)),
      make("button", { type: "button", class: "named title", "data-look": face, "data-item": true }, facts.title),
      letter && make("span", { class: "kind", title: TILE.kind(facts.kind) }, letter),
      isSmall && inside,
    ),
    !isSmall && make("ul", { class: "powers" }, facts.alt.split("\n").slice(1).map(power)),
    !isSmall && inside,
  );
}

function power(says) {
  const [, lead, rest] = says.match(/^([^:]{1,30}:)(.*)$/s) ?? [null, "", says];
  return make("li", {}, lead && make("b", {}, lead), rest);
}
