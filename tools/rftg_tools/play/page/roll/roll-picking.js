// Picking: the part of an answer chosen so far, and the remaining options.
//
// An option moves an item (its pick) to a place (its drop). Either end can be chosen first.

import { COLOURS, PHASES, placeOf, WILD } from "./roll-dice.js";
import { isDictate, listedAmounts, plansOf } from "./roll-plans.js";
import { ROLL_ASK } from "./roll-words.js";

/** @typedef {{answer: number[], label: string, pick: {key: string, label: string}, drop: {key: string, label: string}, then: number[] | null, next: string}} Option */
/** A line of the list. Those of the same group are joined, after the words `lead`. to: a phase, of a die that moves.
 * steps: of a plan. amounts: an answer that counts dice. dice: those that it or a plan shows.
 * @typedef {{label: string, option?: Option, end?: string, key?: string, note?: string, phase?: number, die?: number[], group?: string, lead?: string, to?: number, steps?: object[], amounts?: number[], dice?: number[][]}} Entry */

export const SIGNS = "123456789abcdefgijkmnopqrsvwxyz"; // keys of entries, without those of commands
const ENDS = ["pick", "drop"];
const SHORT = 6; // maximum number of options to list completely
const MOST_MOVES = 12; // maximum number of moves to list beside their power
const BY_DICE = new Set(["explorer", "producer", "shipper", "reassign worker"]); // kinds that list the dice of each place

/** Marks of a new question: none. */
export function freshMarks() {
  return { pick: "", drop: "", amounts: new Map(), hint: false, held: null };
}

/** The options of a question, including moves that also answer the next question. */
function allOptions(ask) {
  return [...ask.moves, ...ask.options];
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

/** The answer that ends a player's part, such as "Done"; null if there is none. */
export function doneOption(ask) {
  return ask.form === "choice" ? (ask.options.find(({ answer }) => !answer.length) ?? null) : null;
}

/** The entries of the list, each of which has a key: single answers, then plans. @returns {Entry[]} */
export function entriesOf(view) {
  const { ask, marks } = view;
  if (ask.form !== "choice") return amountEntries(ask);
  const plans = marks.pick || marks.drop ? [] : plansOf(view);
  const singles = singleEntries(ask, marks);
  /** @param {Entry} entry */
  const isPlanned = ({ option }) => plans.length > 0 && option?.next === "dictate" && isDictate(option.answer);
  return [...singles.filter((entry) => !isPlanned(entry)), ...plans];
}

/** @returns {Entry[]} */
function singleEntries(ask, marks) {
  if (ask.kind === "select" && !marks.drop) return phaseEntries(ask, marks);
  if (ask.kind === "reassign" && !marks.pick && !marks.drop) return powerEntries(ask);
  if (BY_DICE.has(ask.kind) && !marks.drop) return diceEntries(ask, marks);
  return listEntries(ask, marks);
}

/** An entry for each answer of a question that counts dice, if they are few. @returns {Entry[]} */
function amountEntries(ask) {
  return (listedAmounts(ask) ?? []).map((amounts) => ({
    label: describeAmounts(ask, amounts),
    amounts,
    dice: ask.things.flatMap(({ value }, index) => Array.from({ length: amounts[index] }, () => [value % COLOURS.length, -1])),
  }));
}

function describeAmounts({ things }, amounts) {
  const counted = things.map(({ label }, index) => [label, amounts[index]]).filter(([, count]) => count);
  return counted.map(([label, count]) => (count > 1 ? `${label} ×${count}` : label)).join(", ");
}

/** An entry per phase, then the other dice that can select it. @returns {Entry[]} */
function phaseEntries(ask, marks) {
  const entries = PHASES.map((_phase, phase) => phaseEntry(ask, marks, phase));
  const otherDice = PHASES.flatMap((_phase, phase) => {
    const options = marks.pick ? [] : matchingOptions(ask, { ...marks, drop: `strip ${phase}` });
    return options.filter((option) => option !== entries[phase].option).map((option) => ({ label: option.label, option, group: String(phase), die: dieOf(option) }));
  });
  return [...entries, ...otherDice];
}

/** The entry that selects a phase, with the chosen die or one that shows the phase. @returns {Entry} */
function phaseEntry(ask, marks, phase) {
  const options = matchingOptions(ask, { ...marks, drop: `strip ${phase}` });
  const proposed = [phase, WILD].map((side) => options.find(({ answer }) => answer[1] === side)).find(Boolean) ?? (options.length === 1 ? options[0] : null);
  const { drop } = options[0];
  const option = marks.pick ? options[0] : proposed;
  const entry = { label: drop.label, phase, group: String(phase) };
  return option ? { ...entry, option, note: option.pick.label, die: dieOf(option) } : { ...entry, end: "drop", key: drop.key };
}

/** The entries of each power, with its moves beside it if they are few. @returns {Entry[]} */
function powerEntries(ask) {
  const powers = ask.options.filter(({ answer }) => answer.length);
  return powers.flatMap((option) => {
    const moves = ask.moves.filter(({ answer }) => isSame(answer, option.answer));
    const group = JSON.stringify(option.answer);
    const shown = moves.length <= MOST_MOVES ? moves : [];
    return [{ label: option.label, option, group }, ...shown.map((move) => ({ label: move.label, option: move, group, die: dieOf(move), to: phaseOf(move) }))];
  });
}

/** The entries of each place: one, or one for each die that can go there. @returns {Entry[]} */
function diceEntries(ask, marks) {
  const options = matchingOptions(ask, marks).sort((first, second) => Number(isLongWay(first, ask)) - Number(isLongWay(second, ask)));
  const places = new Map();
  for (const option of options.filter(({ drop }) => drop)) {
    const key = `${option.drop.key} ${option.drop.label}`; // a good can be traded or consumed
    if (!places.has(key)) places.set(key, new Map());
    if (!places.get(key).has(option.pick.key)) places.get(key).set(option.pick.key, option);
  }
  const dice = new Set(options.map((option) => option.pick?.key).filter(Boolean));
  const free = options.filter(({ drop, answer }) => !drop && answer.length);
  return [
    ...[...places].flatMap(([group, found]) =>
      [...found.values()].map((option) => {
        const { label } = option.drop;
        if (found.size === 1) return { label, option, note: dice.size > 1 ? ROLL_ASK.withDie(option.pick.label) : "" };
        return { label: option.label, option, group, lead: label, die: dieOf(option) };
      }),
    ),
    ...free.map((option) => ({ label: option.label, option })),
  ];
}

/** The colour and the side of the die that an option moves. @returns {number[]} */
function dieOf({ pick }) {
  const [kind, place, colour] = pick.key.split(" ");
  return [Number(colour), kind === "rolled" ? Number(place) : Number(place) - placeOf(0)];
}

/** The phase that an option moves a die to; undefined if it moves it elsewhere. */
function phaseOf({ drop }) {
  const [kind, phase] = drop.key.split(" ");
  return kind === "phase" ? Number(phase) : undefined;
}

function isSame(first, second) {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Whether a move gives the same answer, and the usual one to the next question. */
function isLongWay(option, ask) {
  return !option.next && ask.moves.some(({ answer }) => isSame(answer, option.answer));
}

/** Options, or one end of several options. @returns {Entry[]} */
function listEntries(ask, marks) {
  const free = ask.options.filter(({ pick, answer }) => !pick && answer.length);
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
  if (ask.form === "choice") return allOptions(ask).find((option) => isSuggested(option, ask))?.label ?? "";
  const chosen = ask.form === "amounts" ? ask.suggest : ask.things.map(({ value }) => Number(ask.suggest.includes(value)));
  return describeAmounts(ask, chosen) || ROLL_ASK.none;
}

/** Whether a bot would choose an option. */
export function isSuggested(option, ask) {
  return isSame(option.answer, ask.suggest);
}

/** Whether the dice that stay are marked, because they are fewer. */
export function marksStay(ask) {
  return ask.form === "amounts" && ask.least === ask.most && total(ask) < 2 * ask.most;
}

function total({ things }) {
  return things.reduce((count, { limit }) => count + limit, 0);
}

/** The least and the greatest number of marks. */
function bounds(ask) {
  return marksStay(ask) ? [total(ask) - ask.most, total(ask) - ask.most] : [ask.least, ask.most];
}

/** Whether one more of an item cannot be marked. */
function isFull(item, ask, marks) {
  const [, most] = bounds(ask);
  return (marks.amounts.get(item.key) ?? 0) >= item.limit || (sum(marks) >= most && most > 1);
}

/** The amounts that a bot would mark. */
export function suggestedAmounts(ask) {
  const chosen = ask.form === "amounts" ? ask.suggest : ask.things.map(({ value }) => Number(ask.suggest.includes(value)));
  const amounts = marksStay(ask) ? ask.things.map(({ limit }, index) => limit - chosen[index]) : chosen;
  return new Map(ask.things.map(({ key }, index) => [key, amounts[index]]));
}

/** The total number of marked items. */
export function sum(marks) {
  return [...marks.amounts.values()].reduce((total, count) => total + count, 0);
}

/** Mark one more of an item; after the last, mark none. */
export function addOne(item, ask, marks) {
  const count = marks.amounts.get(item.key) ?? 0;
  setAmount(item, isFull(item, ask, marks) ? 0 : count + 1, ask, marks);
}

/** Mark one less of an item. */
export function removeOne(item, ask, marks) {
  setAmount(item, (marks.amounts.get(item.key) ?? 0) - 1, ask, marks);
}

/** Mark this many of an item, within its limit and the total. */
function setAmount(item, count, ask, marks) {
  const [, most] = bounds(ask);
  if (most === 1 && count === 1) marks.amounts.clear();
  const otherItems = sum(marks) - (marks.amounts.get(item.key) ?? 0);
  marks.amounts.set(item.key, Math.max(0, Math.min(count, item.limit, most - otherItems)));
}

/** A message about incomplete marks; "" if they are valid. */
export function validationError(ask, marks) {
  const missing = bounds(ask)[0] - sum(marks);
  if (missing <= 0) return "";
  return marksStay(ask) ? ROLL_ASK.staying(missing) : ROLL_ASK.more(missing);
}

export function answerOf(ask, marks) {
  const count = (item) => marks.amounts.get(item.key) ?? 0;
  if (ask.form === "amounts") return ask.things.map((item) => (marksStay(ask) ? item.limit - count(item) : count(item)));
  return ask.things.filter(count).map((item) => item.value);
}
