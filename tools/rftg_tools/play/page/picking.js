// Picking: the answer that the current marks give, and the effect of clicking a card.
//
// A decision is answered with an option (choice), marked cards (subset), or a payment option and
// marked cards (payment). This module does not touch the page.

import { ASK } from "./table-words.js";

const KEYS = "123456789abcdefgjkmnoqrsvwxyz"; // without the table's own keys: h, i, l, p, t, u
export const NONE = "0"; // the key for "none"
const HAND_ORDER = "hand order"; // storage key

/** The n-th key, from 0; "" if there are no more. */
export function keyAt(index) {
  return KEYS[index] ?? "";
}

/** The index of a key, from 0; -1 if it isn't one of these keys. */
export function keyNumber(key) {
  return key.length === 1 ? KEYS.indexOf(key.toLowerCase()) : -1;
}

/** Marks of a new decision: none. */
export function freshMarks() {
  return { way: 0, picked: new Set() };
}

/** Whether the player marks the cards to keep, because they are fewer than those to give up. */
export function marksKept(ask, marks) {
  const [minimum, maximum] = givenUp(ask, marks);
  const isChoice = ask.form === "payment" || (ask.verb === "discard" && !ask.groups && !ask.all_or_none);
  return isChoice && minimum === maximum && minimum > 1 && ask.cards.length - minimum <= minimum;
}

/** The minimum and maximum number of cards that are discarded, paid or otherwise given. */
function givenUp(ask, marks) {
  if (ask.form === "choice") return [0, 0];
  if (ask.form !== "payment") return [ask.least, ask.most];
  const option = ask.ways[marks.way];
  return [option.price, option.most];
}

/** The cards that a bot would mark. */
export function suggestedMarks(ask) {
  const marks = ask.form === "payment" ? { way: ask.suggest[0], picked: new Set(ask.suggest.slice(1)) } : { way: 0, picked: new Set(ask.suggest) };
  return marksKept(ask, marks) ? { way: marks.way, picked: others(ask, marks.picked) } : marks;
}

function others(ask, picked) {
  return new Set(ask.cards.filter((card) => !picked.has(card)));
}

/** Whether to show that a bot would mark a card. */
export function isHinted(ask, marks, card) {
  return Boolean(marks.hint && ask.suggest && ask.form !== "choice" && suggestedMarks(ask).picked.has(card));
}

/** The verb for the marked cards. */
export function verbOf(ask, marks) {
  if (marksKept(ask, marks)) return "keep";
  return ask.form === "payment" ? "pay" : ask.verb;
}

/** The minimum and maximum number of marked cards. */
export function bounds(ask, marks) {
  const bounds = givenUp(ask, marks);
  return marksKept(ask, marks) ? bounds.map((count) => ask.cards.length - count) : bounds;
}

/** The options that a card offers. */
export function optionsOn(ask, card) {
  if (ask?.form !== "choice") return [];
  return ask.options.filter((option) => option.cards.includes(card));
}

/** Whether clicking a card answers the question or marks it. */
export function canTake(ask, card) {
  if (!ask) return false;
  return ask.form === "choice" ? optionsOn(ask, card).length > 0 : ask.cards.includes(card);
}

/** The cards or options that the keys take, in order.
 *
 * The order follows the cards on the screen: cards to choose from, hand, own tableau, other tableaus.
 */
export function orderByPosition(ask, frame) {
  const visibleCards = [...offTableCards(ask, frame), ...drawnCards(ask, frame.hand), ...handInOrder(frame), ...tableausOf(frame)];
  const place = (card) => (visibleCards.includes(card) ? visibleCards.indexOf(card) : visibleCards.length);
  if (ask.form !== "choice") return [...ask.cards].sort((first, second) => place(first) - place(second));
  const takeOptions = ask.options.filter((option) => option.answer.length);
  return takeOptions.sort((first, second) => place(first.cards[0]) - place(second.cards[0]));
}

/** The cards of the hand that were just drawn to choose from, which are shown first. */
export function drawnCards(ask, hand) {
  if (ask?.form !== "subset" || ask.kind !== "explore" || ask.cards.length >= hand.length) return [];
  return ask.cards.filter((card) => hand.includes(card));
}

const TYPES = ["development", "world", "military world"];

/** The hand as dealt, by cost or by type, as the player has chosen. */
export function handInOrder({ hand, cards }, order = handOrder()) {
  const cost = (card) => cards[card]?.cost ?? 0;
  const rank = (card) => TYPES.indexOf(cards[card]?.type);
  if (order === "cost") return [...hand].sort((first, second) => cost(first) - cost(second));
  if (order === "type") return [...hand].sort((first, second) => rank(first) - rank(second) || cost(first) - cost(second));
  return hand;
}

/** The chosen order of the hand. */
export function handOrder() {
  return localStorage.getItem(HAND_ORDER) ?? "dealt";
}

export function orderHand(order) {
  localStorage.setItem(HAND_ORDER, order);
}

function tableausOf(frame) {
  const ownFirst = [...frame.players].sort((first, second) => Number(second.seat === frame.seat) - Number(first.seat === frame.seat));
  return ownFirst.flatMap((player) => player.tableau.map((entry) => entry.card));
}

/** The cards in question that are not on the table: just drawn, offered, searched. */
export function offTableCards(ask, frame) {
  if (!ask) return [];
  const subjects = ask.form === "choice" ? ask.options.flatMap((option) => option.cards) : ask.cards;
  const visibleCards = new Set([...frame.hand, ...Object.values(frame.saved).flat(), ...tableausOf(frame)]);
  return [...new Set(subjects)].filter((card) => !visibleCards.has(card));
}

/** Whether an option only takes a visible card, with nothing to add.
 *
 * The card itself then offers the option, so it is not listed again.
 */
export function isOnCard(option, ask, frame) {
  const [card] = option.cards;
  const isBare = option.cards.length === 1 && option.label.length === 1 && option.label[0].card === card;
  return isBare && optionsOn(ask, card).length === 1 && !tableausOf(frame).includes(card);
}

/** The key for an option. */
export function keyOf(option, ask, frame) {
  return option.answer.length ? keyAt(orderByPosition(ask, frame).indexOf(option)) : NONE;
}

/** The key for a card's only option, or for marking the card; "" if there is none. */
export function keyOn(ask, frame, card) {
  if (!ask) return "";
  if (ask.form !== "choice") return keyAt(orderByPosition(ask, frame).indexOf(card));
  const options = optionsOn(ask, card);
  return options.length === 1 ? keyOf(options[0], ask, frame) : "";
}

/** Mark or unmark a card. If only one card is allowed, it replaces the marked card. */
export function toggle(ask, marks, card) {
  const [, maximum] = bounds(ask, marks);
  if (marks.picked.delete(card)) return;
  if (maximum === 1) marks.picked.clear();
  for (const excluded of [...marks.picked].filter((marked) => excludes(ask, card, marked))) marks.picked.delete(excluded);
  marks.picked.add(card);
}

/** Whether two cannot both be marked: same group, or different groups if `alike` is set. */
function excludes(ask, card, other) {
  if (!ask.groups?.length) return false;
  const [first, second] = [card, other].map((id) => ask.groups[ask.cards.indexOf(id)]);
  return ask.alike ? first !== second && first !== 0 && second !== 0 : first === second;
}

/** Choose another payment option, and keep the marks that fit it. */
export function choosePayment(ask, marks, index) {
  const kept = marksKept(ask, marks);
  marks.way = index;
  if (kept !== marksKept(ask, marks)) marks.picked.clear();
  const [, maximum] = bounds(ask, marks);
  marks.picked = new Set([...marks.picked].slice(0, maximum));
}

/** The answer that the marks give. */
export function answerOf(ask, marks) {
  const isKept = marksKept(ask, marks);
  const cards = ask.cards.filter((card) => marks.picked.has(card) !== isKept);
  return ask.form === "payment" ? [marks.way, ...cards] : cards;
}

/** A message about invalid marks; "" if they are valid. */
export function validationError(ask, marks) {
  const [minimum, maximum] = bounds(ask, marks);
  const count = marks.picked.size;
  if (ask.all_or_none && count !== 0 && count !== maximum) return ASK.allOrNone(maximum);
  if (ask.all_or_none) return "";
  if (count < minimum) return ASK.more(minimum - count);
  if (count > maximum) return ASK.tooMany(count - maximum);
  return "";
}
