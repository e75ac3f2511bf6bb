// Action cards: the choice of a round's action, or of two in the game of experienced players.

import { make } from "./dom.js";
import { hasIcon, icon } from "./icons.js";
import { keyAt, NONE } from "./picking.js";
import { ASK } from "./table-words.js";
import { actionParts, capital, plain, stepName } from "./words.js";

const PAIR = 2;
const PRESTIGE = "prestige ";

/** Whether an ask is one for actions, which are drawn as cards. */
export function asksActions(ask) {
  return ask?.form === "choice" && ask.options.length > 0 && ask.options.every((one) => one.action);
}

/** Whether two action cards are to be chosen. */
export function inPairs(ask) {
  return asksActions(ask) && ask.options.some((one) => one.action.length === PAIR);
}

/** The different actions, in the order of the phases; without those beside the prestige card. */
function actionNames(ask) {
  const names = ask.options.flatMap((one) => one.action).filter((name) => !isPrestige(name));
  return [...new Set(names)].sort((one, other) => rank(one) - rank(other));
}

/** The action that a key takes, counted from 0; Search has a key of its own, so that it moves no other. */
export function actionAt(ask, number) {
  return actionNames(ask).filter((name) => name !== SEARCH)[number];
}

function keyOfAction(ask, name) {
  return name === SEARCH ? NONE : keyAt(actionNames(ask).filter((one) => one !== SEARCH).indexOf(name));
}

export const SEARCH = "search";
const ORDER = [SEARCH, "explore", "develop", "settle", "consume", "produce"];

function rank(name) {
  return ORDER.indexOf(actionParts(name).phase);
}

function isPrestige(name) {
  return name.startsWith(PRESTIGE);
}

/** Whether the prestige card can be laid beside an action. */
function offersPrestige(ask) {
  return ask.options.some((one) => one.action.some(isPrestige));
}

/** Lay the prestige card down, or take it back. */
export function togglePrestige(ask, marks) {
  if (!asksActions(ask) || !offersPrestige(ask)) return;
  marks.prestige = !marks.prestige;
}

/** Mark an action of a pair; a second Develop or Settle brings the first with it. */
export function toggleAction(marks, name) {
  if (marks.actions.delete(name)) return;
  for (const one of marks.actions) if (bare(one) === bare(name)) marks.actions.delete(one);
  const first = name.replace("second ", "");
  if (first !== name) marks.actions = new Set([bare(first)]);
  if (marks.actions.size === PAIR) marks.actions.delete([...marks.actions][0]);
  marks.actions.add(name);
  if (isPrestige(name)) marks.prestige = false; // there is one prestige card
}

function bare(name) {
  return isPrestige(name) ? name.slice(PRESTIGE.length) : name;
}

function botsChoice() {
  return make("span", { class: "hint" }, ` ${ASK.botsChoice}`);
}

/** The actions that a bot would choose, once that is asked for; what is chosen stays as it is. */
function hinted(ask, marks) {
  if (!marks.hint) return [];
  return ask.options.find((one) => same(one.answer, ask.suggest))?.action ?? [];
}

/** The option that the marked actions are, if they are one. */
export function chosenPair(ask, marks) {
  return ask.options.find(
    (one) => one.action.length === marks.actions.size && one.action.every((name) => marks.actions.has(name)),
  );
}

export function actionCards(shown) {
  const { ask } = shown;
  return make(
    "div",
    { class: inPairs(ask) ? "action-cards pairs" : "action-cards", role: "group", "aria-label": ASK.actions, "data-group": "options" },
    actionNames(ask).map((name) => actionCard(name, keyOfAction(ask, name), shown)),
  );
}

/** The button that lays the prestige card beside an action. */
export function prestigeButton({ ask, marks, ready }) {
  if (!offersPrestige(ask)) return null;
  return make(
    "button",
    { type: "button", id: "prestige", "data-do": "prestige", "aria-pressed": String(Boolean(marks.prestige)), disabled: !ready },
    icon("prestige"),
    ` ${ASK.prestige}`,
    hinted(ask, marks).some(isPrestige) && botsChoice(),
    make("kbd", { "aria-hidden": "true" }, "P"),
  );
}

function actionCard(plainName, key, shown) {
  const { ask, marks, ready } = shown;
  const pairs = inPairs(ask);
  const marked = pairs ? [...marks.actions].find((one) => bare(one) === plainName) : undefined;
  const name = marked ?? (marks.prestige && plainName !== "search" ? PRESTIGE + plainName : plainName);
  const option = pairs ? null : ask.options.find((one) => one.action[0] === name);
  const possible = ask.options.some((one) => one.action.includes(name));
  const isHinted = hinted(ask, marks).some((one) => bare(one) === plainName);
  return make(
    "button",
    {
      type: "button",
      class: marked ? "action-card picked" : "action-card",
      "data-key": `action ${plainName}`,
      "data-do": pairs ? "action" : "option",
      "data-action": name,
      "data-phase": actionParts(name).phase,
      "data-option": option ? JSON.stringify(option.answer) : null,
      "data-item": true,
      "data-hint": isHinted ? "true" : null,
      "aria-pressed": pairs ? String(Boolean(marked)) : null,
      disabled: !ready || !possible,
    },
    make("kbd", { "aria-hidden": "true" }, key),
    drawn(name, detailOf(name, shown), Boolean(marked)),
    isHinted && botsChoice(),
  );
}

function same(one, other) {
  return one.length === other?.length && one.every((value, at) => value === other[at]);
}

/** What an action brings: in the pair that is chosen, or else in the last that has it, which is no pair of Explores. */
function detailOf(name, { ask, marks, frame }) {
  const chosen = chosenPair(ask, marks);
  const has = (one) => one?.action.includes(name);
  const option = has(chosen) ? chosen : ask.options.findLast(has);
  const each = option?.details?.[option.action.indexOf(name)];
  return each ?? (inPairs(ask) ? "" : plain(option?.detail, frame.cards));
}

function drawn(name, detail, isMarked) {
  const { phase, bonus, prestige } = actionParts(name);
  return [
    make("span", { class: "drawing" }, prestige && icon("prestige"), hasIcon(phase) && icon(phase)),
    isMarked && make("span", { class: "mark", "aria-hidden": "true" }, "✓"),
    make("b", { "aria-hidden": "true" }, make("span", { class: "step" }, stepName(phase)), bonus && make("span", { class: "bonus" }, ` ${bonus}`)),
    make("span", { class: "unseen" }, capital(name)),
    detail && make("span", { class: "detail" }, detail),
  ];
}
