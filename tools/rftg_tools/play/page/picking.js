// Picking: which answer the present marks would give, and what a card's click would do.
//
// An ask is answered by an option (choice), by marked cards (subset), or by a way to pay and
// marked cards (payment). Nothing here touches the page.

import { howMany } from "./words.js";

export const KEYS = "123456789abcdefgjkmnoqrstvwxyz"; // without those of the page: h, i, l, p, u

/** Marks for a new ask: what is suggested, so that one key agrees to it. */
export function freshMarks(ask) {
  const suggested = ask?.suggest ?? [];
  if (ask?.form === "payment") {
    return { way: suggested[0] ?? 0, picked: new Set(suggested.slice(1)) };
  }
  if (ask?.form === "subset") return { way: 0, picked: new Set(suggested) };
  return { way: 0, picked: new Set() };
}

/** Whether the marks are still what was suggested. */
export function asSuggested(ask, marks) {
  if (!ask.suggest) return false;
  const { way, picked } = freshMarks(ask);
  return way === marks.way && picked.size === marks.picked.size && [...picked].every((card) => marks.picked.has(card));
}

/** From how many to how many cards are marked. */
export function bounds(ask, marks) {
  if (ask.form === "payment") {
    const way = ask.ways[marks.way];
    return [way.price, way.most];
  }
  return [ask.least, ask.most];
}

/** The options of a choice that stand on a card. */
export function optionsOn(ask, card) {
  if (ask?.form !== "choice") return [];
  return ask.options.filter((option) => option.cards.includes(card));
}

/** Whether a click on a card has a meaning now. */
export function canTake(ask, card) {
  if (!ask) return false;
  return ask.form === "choice" ? optionsOn(ask, card).length > 0 : ask.cards.includes(card);
}

/** The cards to be marked, in the order in which they lie on the table: their keys follow it. */
export function inOrder(ask, frame) {
  if (!ask || ask.form === "choice") return [];
  const lying = [...frame.hand, ...frame.players.flatMap((one) => one.tableau.map((two) => two.card))];
  const place = (card) => (lying.includes(card) ? lying.indexOf(card) : -1);
  return [...ask.cards].sort((one, other) => place(one) - place(other));
}

/** The key that takes the one option on a card, or marks the card; "" if there is none. */
export function keyOn(ask, frame, card) {
  if (!ask) return "";
  if (ask.form !== "choice") return KEYS[inOrder(ask, frame).indexOf(card)] ?? "";
  const found = optionsOn(ask, card);
  return found.length === 1 ? (KEYS[ask.options.indexOf(found[0])] ?? "") : "";
}

/** Mark a card, or take its mark away; of one allowed card the last one marked stays. */
export function toggle(ask, marks, card) {
  const [, most] = bounds(ask, marks);
  if (marks.picked.delete(card)) return;
  if (most === 1) marks.picked.clear();
  const group = groupOf(ask, card);
  for (const other of group === null ? [] : [...marks.picked]) {
    if (groupOf(ask, other) === group) marks.picked.delete(other);
  }
  marks.picked.add(card);
}

function groupOf(ask, card) {
  return ask.groups?.length ? ask.groups[ask.cards.indexOf(card)] : null;
}

/** Pay in another way: as it is suggested, or with the marks there are. */
export function changeWay(ask, marks, way) {
  marks.way = way;
  if (ask.suggest?.[0] === way) marks.picked = new Set(ask.suggest.slice(1));
  const [, most] = bounds(ask, marks);
  marks.picked = new Set([...marks.picked].slice(0, most));
}

/** What the marks answer. */
export function answerOf(ask, marks) {
  const cards = ask.cards.filter((card) => marks.picked.has(card));
  return ask.form === "payment" ? [marks.way, ...cards] : cards;
}

/** What is amiss with the marks, in words; "" if they can be answered. */
export function amiss(ask, marks) {
  const [least, most] = bounds(ask, marks);
  const count = marks.picked.size;
  if (ask.all_or_none && count !== 0 && count !== most) return `Choose ${most} cards, or none.`;
  if (ask.all_or_none) return "";
  if (count < least) return `Choose ${howMany(least - count, least - count, "more card")}.`;
  if (count > most) return `Take ${howMany(count - most, count - most, "card")} back.`;
  return "";
}
