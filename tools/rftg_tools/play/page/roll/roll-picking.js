// Picking: the part of an answer chosen so far, and the remaining options.
//
// An option moves an item (its pick) to a place (its drop). Either end can be chosen first.

import { ROLL_ASK } from "./roll-words.js";

/** @typedef {{answer: number[], label: string, pick: {key: string, label: string}, drop: {key: string, label: string}, then: number[]}} Option */

const ENDS = ["pick", "drop"];

/** Marks of a new question: none. */
export function freshMarks() {
  return { pick: "", drop: "", amounts: new Map(), hint: false };
}

/** The options of a question, including moves that also answer the next question. */
function allOptions(ask) {
  return [...ask.options, ...ask.moves];
}

/** The options that match the chosen ends. */
export function matchingOptions(ask, marks) {
  return allOptions(ask).filter((option) => ENDS.every((end) => !marks[end] || option[end]?.key === marks[end]));
}

/** The keys of one end, among the options that match the other end. */
export function keysOf(ask, marks, end) {
  const opposite = ENDS.find((candidate) => candidate !== end);
  const options = allOptions(ask).filter((option) => !marks[opposite] || option[opposite]?.key === marks[opposite]);
  return new Set(options.map((option) => option[end]?.key).filter(Boolean));
}

/** The entries of the list: {label, option}, or {label, end, key} for one end of several options. */
export function listEntries(ask, marks) {
  const free = ask.options.filter((option) => !option.pick);
  if (marks.pick || marks.drop) {
    const end = marks.pick ? "drop" : "pick";
    return matchingOptions(ask, marks).map((option) => ({ label: option[end]?.label ?? option.label, option }));
  }
  const moving = ask.options.filter((option) => option.pick);
  const ends = [...ENDS].filter((end) => moving.some((option) => option[end]));
  const counts = ends.map((end) => ({ end, found: new Map(moving.filter((option) => option[end]).map((option) => [option[end].key, option[end]])) }));
  const several = counts.filter(({ found }) => found.size > 1);
  const direct = free.map((option) => ({ label: option.label, option }));
  if (several.length < 2 || moving.length <= SHORT) {
    const end = several[0]?.end;
    const isNamed = several.length === 1;
    return [...moving.map((option) => ({ label: isNamed ? option[end].label : option.label, option })), ...direct];
  }
  const { end, found } = several.sort((first, second) => first.found.size - second.found.size)[0];
  return [...[...found.values()].map(({ key, label }) => ({ label, end, key })), ...direct];
}

/** The bot's suggestion as text; "" if there is none. */
export function advice(ask) {
  if (!ask.suggest) return "";
  if (ask.form === "choice") return allOptions(ask).find((option) => JSON.stringify(option.answer) === JSON.stringify(ask.suggest))?.label ?? "";
  const amountOf = (item, index) => (ask.form === "amounts" ? ask.suggest[index] : ask.suggest.filter((value) => value === item.value).length);
  const counted = ask.things.map((item, index) => [item.label, amountOf(item, index)]).filter(([, count]) => count);
  return counted.map(([label, count]) => (count > 1 ? `${label} ×${count}` : label)).join(", ") || ROLL_ASK.none;
}

const SHORT = 6; // maximum number of options to list completely

/** The total number of marked items. */
export function sum(marks) {
  return [...marks.amounts.values()].reduce((total, count) => total + count, 0);
}

/** Mark one more of an item; after the last, mark none. */
export function addOne(item, ask, marks) {
  const count = marks.amounts.get(item.key) ?? 0;
  const isFull = count >= item.limit || (sum(marks) >= ask.most && ask.most > 1);
  setAmount(item, isFull ? 0 : count + 1, ask, marks);
}

/** Mark one less of an item. */
export function removeOne(item, ask, marks) {
  setAmount(item, (marks.amounts.get(item.key) ?? 0) - 1, ask, marks);
}

/** Mark this many of an item, within its limit and the total. */
function setAmount(item, count, ask, marks) {
  if (ask.most === 1 && count === 1) marks.amounts.clear();
  const otherItems = sum(marks) - (marks.amounts.get(item.key) ?? 0);
  marks.amounts.set(item.key, Math.max(0, Math.min(count, item.limit, ask.most - otherItems)));
}

/** A message about incomplete marks; "" if they are valid. */
export function validationError(ask, marks) {
  const count = sum(marks);
  return count < ask.least ? ROLL_ASK.more(ask.least - count) : "";
}

export function answerOf(ask, marks) {
  const count = (item) => marks.amounts.get(item.key) ?? 0;
  if (ask.form === "amounts") return ask.things.map(count);
  return ask.things.filter(count).map((item) => item.value);
}
