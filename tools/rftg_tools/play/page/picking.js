// Picking: which answer the present marks would give, and what a card's click would do.
//
// An ask is answered by an option (choice), by marked cards (subset), or by a way to pay and
// marked cards (payment). Nothing here touches the page.

import { ASK } from "./table-words.js";

const KEYS = "123456789abcdefgjkmnoqrstvwxyz"; // without those of the page: h, i, l, p, u
export const NONE = "0"; // the key that takes none

/** The n-th key, counted from 0; "" where there are no more. */
export function keyAt(number) {
  return KEYS[number] ?? "";
}

/** Which of the keys in a row one is, counted from 0; -1 if it is none of them. */
export function keyNumber(key) {
  return key.length === 1 ? KEYS.indexOf(key.toLowerCase()) : -1;
}

/** Marks for a new ask: none. What a bot would do is for whoever asks to see it. */
export function freshMarks() {
  return { way: 0, picked: new Set() };
}

/** What a bot would mark. */
export function suggested(ask) {
  if (ask.form === "payment") return { way: ask.suggest[0], picked: new Set(ask.suggest.slice(1)) };
  return { way: 0, picked: new Set(ask.suggest) };
}

/** Whether a bot would mark a card, where that is to be shown. */
export function isHinted(ask, marks, card) {
  return Boolean(marks.hint && ask.suggest && ask.form !== "choice" && suggested(ask).picked.has(card));
}

/** What is done with the marked cards. */
export function verbOf(ask) {
  return ask.form === "payment" ? "pay" : ask.verb;
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

/** What the keys take, one after the other: cards to be marked, or options.
 *
 * They follow the cards as they lie: shown to choose from, in the hand, in the tableaus, the own first.
 */
export function inOrder(ask, frame) {
  const lying = [...cardsApart(ask, frame), ...frame.hand, ...tableausOf(frame)];
  const place = (card) => (lying.includes(card) ? lying.indexOf(card) : lying.length);
  if (ask.form !== "choice") return [...ask.cards].sort((one, other) => place(one) - place(other));
  const taking = ask.options.filter((option) => option.answer.length);
  return taking.sort((one, other) => place(one.cards[0]) - place(other.cards[0]));
}

function tableausOf(frame) {
  const ownFirst = [...frame.players].sort((one, other) => Number(other.seat === frame.seat) - Number(one.seat === frame.seat));
  return ownFirst.flatMap((one) => one.tableau.map((two) => two.card));
}

/** The cards that are asked about and lie nowhere: just drawn, offered, looked for. */
export function cardsApart(ask, frame) {
  if (!ask) return [];
  const about = ask.form === "choice" ? ask.options.flatMap((option) => option.cards) : ask.cards;
  const lying = new Set([...frame.hand, ...Object.values(frame.saved).flat(), ...tableausOf(frame)]);
  return [...new Set(about)].filter((card) => !lying.has(card));
}

/** Whether an option says no more than that its card is taken, which is in front of the player.
 *
 * It stands on the card alone, and is not listed besides.
 */
export function isOnCard(option, ask, frame) {
  const [card] = option.cards;
  const isBare = option.cards.length === 1 && option.label.length === 1 && option.label[0].card === card;
  return isBare && optionsOn(ask, card).length === 1 && !tableausOf(frame).includes(card);
}

/** The key that takes an option. */
export function keyOf(option, ask, frame) {
  return option.answer.length ? keyAt(inOrder(ask, frame).indexOf(option)) : NONE;
}

/** The key that takes the one option on a card, or marks the card; "" if there is none. */
export function keyOn(ask, frame, card) {
  if (!ask) return "";
  if (ask.form !== "choice") return keyAt(inOrder(ask, frame).indexOf(card));
  const found = optionsOn(ask, card);
  return found.length === 1 ? keyOf(found[0], ask, frame) : "";
}

/** Mark a card, or take its mark away; of one allowed card the last one marked stays. */
export function toggle(ask, marks, card) {
  const [, most] = bounds(ask, marks);
  if (marks.picked.delete(card)) return;
  if (most === 1) marks.picked.clear();
  for (const other of [...marks.picked].filter((one) => excludes(ask, card, one))) marks.picked.delete(other);
  marks.picked.add(card);
}

/** Whether two cards cannot both be marked: of one group, or, where all are `alike`, of two. */
function excludes(ask, one, other) {
  if (!ask.groups?.length) return false;
  const [first, second] = [one, other].map((card) => ask.groups[ask.cards.indexOf(card)]);
  return ask.alike ? first !== second && first !== 0 && second !== 0 : first === second;
}

/** Pay in another way, with the marks there are. */
export function changeWay(ask, marks, way) {
  marks.way = way;
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
  if (ask.all_or_none && count !== 0 && count !== most) return ASK.allOrNone(most);
  if (ask.all_or_none) return "";
  if (count < least) return ASK.more(least - count);
  if (count > most) return ASK.tooMany(count - most);
  return "";
}
