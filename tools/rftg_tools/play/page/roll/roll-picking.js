// Picking: what of a question is taken so far, and what can still be.
//
// An option moves something (its pick) somewhere (its drop); either end can be chosen first.

import { ROLL_ASK } from "./roll-words.js";

/** @typedef {{answer: number[], label: string, pick: {key: string, label: string}, drop: {key: string, label: string}, then: number[]}} Option */

const ENDS = ["pick", "drop"];

/** Nothing chosen yet. */
export function freshMarks() {
  return { pick: "", drop: "", amounts: new Map(), hint: false };
}

/** The answers of a question, and moves that take an answer to the next one too. */
function all(ask) {
  return [...ask.options, ...ask.moves];
}

/** The options that go with the chosen ends. */
export function matching(ask, marks) {
  return all(ask).filter((option) => ENDS.every((end) => !marks[end] || option[end]?.key === marks[end]));
}

/** The keys of one end among the options that go with the other end. */
export function keysOf(ask, marks, end) {
  const other = ENDS.find((one) => one !== end);
  const options = all(ask).filter((option) => !marks[other] || option[other]?.key === marks[other]);
  return new Set(options.map((option) => option[end]?.key).filter(Boolean));
}

/** What the bar lists now: [{label, take}] where take is an option, or an end with its key. */
export function listed(ask, marks) {
  const free = ask.options.filter((option) => !option.pick);
  if (marks.pick || marks.drop) {
    const end = marks.pick ? "drop" : "pick";
    return matching(ask, marks).map((option) => ({ label: option[end]?.label ?? option.label, option }));
  }
  const moving = ask.options.filter((option) => option.pick);
  const ends = [...ENDS].filter((end) => moving.some((option) => option[end]));
  const counts = ends.map((end) => ({ end, found: new Map(moving.filter((option) => option[end]).map((option) => [option[end].key, option[end]])) }));
  const several = counts.filter(({ found }) => found.size > 1);
  const direct = free.map((option) => ({ label: option.label, option }));
  if (several.length < 2 || moving.length <= SHORT) {
    const end = several[0]?.end;
    const named = several.length === 1;
    return [...moving.map((option) => ({ label: named ? option[end].label : option.label, option })), ...direct];
  }
  const { end, found } = several.sort((one, other) => one.found.size - other.found.size)[0];
  return [...[...found.values()].map(({ key, label }) => ({ label, end, key })), ...direct];
}

/** What a bot would answer, in words; "" where it has no advice. */
export function advice(ask) {
  if (!ask.suggest) return "";
  if (ask.form === "choice") return all(ask).find((option) => JSON.stringify(option.answer) === JSON.stringify(ask.suggest))?.label ?? "";
  const many = (thing, at) => (ask.form === "amounts" ? ask.suggest[at] : ask.suggest.filter((value) => value === thing.value).length);
  const counted = ask.things.map((thing, at) => [thing.label, many(thing, at)]).filter(([, count]) => count);
  return counted.map(([label, count]) => (count > 1 ? `${label} ×${count}` : label)).join(", ") || ROLL_ASK.none;
}

const SHORT = 6; // so many options are listed at once

/** How many are marked in all. */
export function sum(marks) {
  return [...marks.amounts.values()].reduce((total, count) => total + count, 0);
}

/** One more of a thing, or none after the last. */
export function more(thing, ask, marks) {
  const now = marks.amounts.get(thing.key) ?? 0;
  const full = now >= thing.limit || (sum(marks) >= ask.most && ask.most > 1);
  set(thing, full ? 0 : now + 1, ask, marks);
}

/** So many of a thing, as far as all of them together may be. */
export function set(thing, count, ask, marks) {
  if (ask.most === 1 && count === 1) marks.amounts.clear();
  const others = sum(marks) - (marks.amounts.get(thing.key) ?? 0);
  marks.amounts.set(thing.key, Math.max(0, Math.min(count, thing.limit, ask.most - others)));
}

/** Why what is marked is no answer yet; "" if it is one. */
export function amiss(ask, marks) {
  const many = sum(marks);
  return many < ask.least ? ROLL_ASK.more(ask.least - many) : "";
}

export function answerOf(ask, marks) {
  const count = (thing) => marks.amounts.get(thing.key) ?? 0;
  if (ask.form === "amounts") return ask.things.map(count);
  return ask.things.filter(count).map((thing) => thing.value);
}
