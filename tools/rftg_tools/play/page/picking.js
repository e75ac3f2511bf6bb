// Picking: the answer that the current marks give, and the effect of clicking a card.
//
// A decision is answered with an option (choice), marked cards (subset), or a payment option and
// marked cards (payment). This module does not touch the page.

import { ASK } from "./table-words.js";

const KEYS = "123456789abcdefgjkmnoqrstvwxyz"; // without the table's own keys: h, i, l, p, u
export const NONE = "0"; // the key for "none"

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

/** The cards that a bot would mark. */
export function suggestedMarks(ask) {
  if (ask.form === "payment") return { way: ask.suggest[0], picked: new Set(ask.suggest.slice(1)) };
  return { way: 0, picked: new Set(ask.suggest) };
}

/** Whether to show that a bot would mark a card. */
export function isHinted(ask, marks, card) {
  return Boolean(marks.hint && ask.suggest && ask.form !== "choice" && suggestedMarks(ask).picked.has(card));
}

/** The verb for the marked cards. */
export function verbOf(ask) {
  return ask.form === "payment" ? "pay" : ask.verb;
}

/** The minimum and maximum number of marked cards. */
export function bounds(ask, marks) {
  if (ask.form === "payment") {
    const option = ask.ways[marks.way];
    return [option.price, option.most];
  }
  return [ask.least, ask.most];
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
  const visibleCards = [...offTableCards(ask, frame), ...frame.hand, ...tableausOf(frame)];
  const place = (card) => (visibleCards.includes(card) ? visibleCards.indexOf(card) : visibleCards.length);
  if (ask.form !== "choice") return [...ask.cards].sort((first, second) => place(first) - place(second));
  const takeOptions = ask.options.filter((option) => option.answer.length);
  return takeOptions.sort((first, second) => place(first.cards[0]) - place(second.cards[0]));
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
  marks.way = index;
  const [, maximum] = bounds(ask, marks);
  marks.picked = new Set([...marks.picked].slice(0, maximum));
}

/** The answer that the marks give. */
export function answerOf(ask, marks) {
  const cards = ask.cards.filter((card) => marks.picked.has(card));
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
