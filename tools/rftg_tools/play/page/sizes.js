// Sizes of cards: as large as their place allows, then overlapping to the right.
//
// A card's cost, points and powers are on its left edge, so they stay in sight under the next card.

const RATIO = 63 / 88; // width to height of a card
const GAP = 4; // px between cards
const LEAST = 12; // px of an overlapped card in the hand
const EDGE = 12; // px beside a row of cards on a phone
const SCROLLED = 72; // the same where the hand scrolls

/** By kind of place: px of the narrowest and the widest card, and the maximum number of rows. */
const PLACES = {
  opponent: { min: 46, max: 104, rows: 2 },
  sole: { min: 46, max: 148, rows: 2 },
  own: { min: 96, max: 148, rows: 1 },
};

/** Fit the cards of all tableaus and of the hand into their places. */
export function fitCards(root) {
  for (const tableau of root.querySelectorAll(".tableau[data-fit]")) fitTableau(tableau);
  const hand = root.querySelector("#hand");
  if (hand) fitHand(hand);
}

function fitTableau(tableau) {
  const count = tableau.children.length;
  const { clientWidth: width, clientHeight: height } = tableau;
  if (!count || !width) return;
  const { card, step, row } = fit(count, width, height || Infinity, PLACES[tableau.dataset.fit]);
  set(tableau, { card: px(card), step: px(step), row });
}

/** Return the width of a card, the distance of cards in a row, and the number of cards in a row. */
function fit(count, width, height, { min, max, rows }) {
  const layouts = Array.from({ length: Math.min(rows, count) }, (_none, index) => layout(count, index + 1, width, height, max));
  const best = layouts.reduce((first, second) => (second.card > first.card ? second : first));
  if (best.card >= min) return { ...best, step: best.card + GAP };
  const { row, room } = layouts.at(-1);
  const card = Math.min(min, room);
  return { card, row, step: row > 1 ? Math.min(card + GAP, (width - card) / (row - 1)) : card };
}

/** The largest whole cards in this number of rows. room: the width that the height allows. */
function layout(count, rows, width, height, max) {
  const row = Math.ceil(count / rows);
  const room = ((height - (rows - 1) * GAP) / rows) * RATIO;
  return { row, room, card: Math.min(max, room, (width - (row - 1) * GAP) / row) };
}

/** Give each strip of the hand its share of the width. Cards to choose from are shown whole. */
function fitHand(hand) {
  const strips = [...hand.querySelectorAll(".strip")];
  if (!strips.length) return;
  const { paddingLeft, paddingRight, columnGap, overflowX, flexDirection } = getComputedStyle(hand);
  const isStacked = flexDirection === "column"; // each strip is a row
  const cards = strips.map((strip) => strip.querySelector(".card")?.getBoundingClientRect().width ?? 0);
  const least = strips.map((strip, index) => cards[index] + (strip.dataset.whole ? (countOf(strip) - 1) * (cards[index] + GAP) : 0));
  const space = hand.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - (strips.length - 1) * parseFloat(columnGap);
  let spare = Math.max(0, space - least.reduce((sum, width) => sum + width, 0));
  strips.forEach((strip, index) => {
    const card = cards[index];
    const gaps = countOf(strip) - 1;
    if (!gaps || (strip.dataset.whole && !isStacked)) return set(strip, { step: px(card + GAP) });
    const step = Math.min(card + GAP, (isStacked ? strip.clientWidth - card - 2 * EDGE : spare) / gaps);
    spare -= step * gaps;
    const smallest = isStacked ? 0.6 * card : overflowX === "auto" ? SCROLLED : LEAST;
    return set(strip, { step: px(Math.max(step, smallest)) });
  });
}

function countOf(strip) {
  return strip.querySelectorAll(".card").length;
}

function px(length) {
  return `${Math.floor(length * 10) / 10}px`;
}

function set(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(`--${name}`, String(value));
}
