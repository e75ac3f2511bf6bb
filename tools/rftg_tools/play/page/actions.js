// Action cards: choosing one action for a round, or two in the experienced game.

import { make } from "./dom.js";
import { phaseBadge } from "./bar.js";
import { symbol } from "./symbols.js";
import { keyAt, NONE } from "./picking.js";
import { ASK } from "./table-words.js";
import { actionParts, capital, plain, stepName } from "./words.js";

const PAIR = 2;
const PRESTIGE = "prestige ";
const MOST_RECENT = 3; // pairs that can be chosen again with one click

/** Whether an ask offers only actions, which are drawn as cards. */
export function asksActions(ask) {
  return ask?.form === "choice" && ask.options.length > 0 && ask.options.every((option) => option.action);
}

/** Whether the player chooses two action cards. */
export function choosesPair(ask) {
  return asksActions(ask) && ask.options.some((option) => option.action.length === PAIR);
}

/** The distinct actions in phase order, without their prestige variants. */
function actionNames(ask) {
  const names = ask.options.flatMap((option) => option.action).filter((name) => !isPrestige(name));
  return [...new Set(names)].sort((first, second) => rank(first) - rank(second));
}

/** The action for a key, by index from 0. Search has its own key, so the other keys never shift. */
export function actionAt(ask, index) {
  return actionNames(ask).filter((name) => name !== SEARCH)[index];
}

function keyOfAction(ask, name) {
  return name === SEARCH ? NONE : keyAt(actionNames(ask).filter((action) => action !== SEARCH).indexOf(name));
}

export const SEARCH = "search";
const ORDER = [SEARCH, "explore", "develop", "settle", "consume", "produce"];

function rank(name) {
  return ORDER.indexOf(actionParts(name).phase);
}

function isPrestige(name) {
  return name.startsWith(PRESTIGE);
}

/** Whether the prestige card can be added to an action. */
function offersPrestige(ask) {
  return ask.options.some((option) => option.action.some(isPrestige));
}

/** Add the prestige card, or remove it. */
export function togglePrestige(ask, marks) {
  if (!asksActions(ask) || !offersPrestige(ask)) return;
  marks.prestige = !marks.prestige;
}

/** Mark or unmark one of two actions; a second Develop or Settle also marks the first. */
export function toggleAction(marks, name) {
  if (marks.actions.delete(name)) return;
  for (const action of marks.actions) if (withoutPrestige(action) === withoutPrestige(name)) marks.actions.delete(action);
  const first = name.replace("second ", "");
  if (first !== name) marks.actions = new Set([withoutPrestige(first)]);
  if (marks.actions.size === PAIR) marks.actions.delete([...marks.actions][0]);
  marks.actions.add(name);
  if (isPrestige(name)) marks.prestige = false; // each player has only one prestige card
}

function withoutPrestige(name) {
  return isPrestige(name) ? name.slice(PRESTIGE.length) : name;
}

function botsChoice() {
  return make("span", { class: "hint" }, ` ${ASK.botsChoice}`);
}

/** The actions a bot would choose, if hints are on. */
function hintedActions(ask, marks) {
  if (!marks.hint) return [];
  return ask.options.find((option) => hasSameItems(option.answer, ask.suggest))?.action ?? [];
}

/** The option for the marked actions, if there is one. */
export function chosenPair(ask, marks) {
  return ask.options.find(
    (option) => option.action.length === marks.actions.size && option.action.every((name) => marks.actions.has(name)),
  );
}

/** Add a pair of actions to the recent ones, latest first. */
export function rememberPair(recent, ask, answer) {
  const chosen = choosesPair(ask) && ask.options.find((option) => hasSameItems(option.answer, answer))?.action;
  if (!chosen) return recent;
  return [chosen, ...recent.filter((pair) => !hasSameItems(pair, chosen))].slice(0, MOST_RECENT);
}

/** Buttons that choose a recent pair again. */
export function recentPairs({ ask, recent, ready }) {
  const options = recent.map((pair) => ask.options.find((option) => hasSameItems(option.action, pair))).filter(Boolean);
  return options.length > 0 && make(
    "span",
    { class: "again", role: "group", "aria-label": ASK.againLabel },
    make("span", { class: "lead", "aria-hidden": "true" }, ASK.again),
    options.map(({ action, answer }) => make("button", { type: "button", class: "sm", "data-do": "option", "data-option": JSON.stringify(answer), "data-key": `again ${action}`, disabled: !ready }, action.map(capital).join(" + "))),
  );
}

export function actionCards(view) {
  const { ask } = view;
  return make(
    "div",
    { class: choosesPair(ask) ? "action-cards pairs" : "action-cards", role: "group", "aria-label": ASK.actions, "data-group": "options" },
    actionNames(ask).map((name) => actionCard(name, keyOfAction(ask, name), view)),
  );
}

/** The button that adds the prestige card to an action. */
export function prestigeButton({ ask, marks, ready }) {
  if (!offersPrestige(ask)) return null;
  return make(
    "button",
    { type: "button", id: "prestige", "data-do": "prestige", "aria-pressed": String(Boolean(marks.prestige)), disabled: !ready },
    symbol("prestige"),
    ` ${ASK.prestige}`,
    hintedActions(ask, marks).some(isPrestige) && botsChoice(),
    make("kbd", { "aria-hidden": "true" }, "P"),
  );
}

function actionCard(plainName, key, view) {
  const { ask, marks, ready } = view;
  const pairs = choosesPair(ask);
  const marked = pairs ? [...marks.actions].find((action) => withoutPrestige(action) === plainName) : undefined;
  const name = marked ?? (marks.prestige && plainName !== "search" ? PRESTIGE + plainName : plainName);
  const option = pairs ? null : ask.options.find((option) => option.action[0] === name);
  const possible = ask.options.some((option) => option.action.includes(name));
  const isHinted = hintedActions(ask, marks).some((action) => withoutPrestige(action) === plainName);
  return make(
    "button",
    {
      type: "button",
      class: marked ? "action-card picked" : "action-card",
      "data-key": `action ${plainName}`,
      "data-do": pairs ? "action" : "option",
      "data-action": name,
      "data-phase": actionParts(name).phase,
      title: detailOf(name, view),
      "data-option": option ? JSON.stringify(option.answer) : null,
      "data-item": true,
      "data-hint": isHinted ? "true" : null,
      "aria-pressed": pairs ? String(Boolean(marked)) : null,
      disabled: !ready || !possible,
    },
    make("kbd", { "aria-hidden": "true" }, key),
    cardContent(name, detailOf(name, view), Boolean(marked)),
    isHinted && botsChoice(),
  );
}

function hasSameItems(first, second) {
  return first.length === second?.length && first.every((value, index) => value === second[index]);
}

/** The effect of an action: in the chosen pair, or else in the last option with it, which never pairs two Explores. */
function detailOf(name, { ask, marks, frame }) {
  const chosen = chosenPair(ask, marks);
  const has = (candidate) => candidate?.action.includes(name);
  const option = has(chosen) ? chosen : ask.options.findLast(has);
  const each = option?.details?.[option.action.indexOf(name)];
  return each ?? (choosesPair(ask) ? "" : plain(option?.detail, frame.cards));
}

function cardContent(name, detail, isMarked) {
  const { phase, bonus, prestige } = actionParts(name);
  return [
    make("span", { class: "drawing" }, prestige && symbol("prestige"), phaseBadge(phase)),
    isMarked && make("span", { class: "mark", "aria-hidden": "true" }, "✓"),
    make("b", { "aria-hidden": "true" }, make("span", { class: "step" }, stepName(phase)), bonus && make("span", { class: "bonus" }, ` ${bonus}`)),
    make("span", { class: "unseen" }, capital(name)),
    detail && make("span", { class: "detail" }, detail),
  ];
}
