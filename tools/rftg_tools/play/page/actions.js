// Action cards: the choice of a round's action, or of two in the game of experienced players.

import { make } from "./dom.js";
import { hasIcon, icon } from "./icons.js";
import { KEYS } from "./picking.js";
import { actionParts, capital, plain, stepName } from "./words.js";

const PAIR = 2;

/** Whether an ask is one for actions, which are drawn as cards. */
export function asksActions(ask) {
  return ask?.form === "choice" && ask.options.length > 0 && ask.options.every((one) => one.action);
}

/** Whether two action cards are to be chosen. */
export function inPairs(ask) {
  return asksActions(ask) && ask.options.some((one) => one.action.length === PAIR);
}

/** The different actions, in the order of the options. */
export function actionNames(ask) {
  const names = ask.options.flatMap((one) => one.action);
  return [...new Set(names)].sort((one, other) => rank(one) - rank(other));
}

const ORDER = ["search", "explore", "develop", "settle", "consume", "produce"];

function rank(name) {
  const { phase, prestige } = actionParts(name);
  return ORDER.indexOf(phase) + (prestige ? ORDER.length : 0);
}

/** Mark an action of a pair; a second Develop or Settle brings the first with it. */
export function toggleAction(ask, marks, name) {
  if (marks.actions.delete(name)) return;
  const first = name.replace(/^second /, "");
  if (first !== name) marks.actions = new Set([first]);
  if (marks.actions.size === PAIR) marks.actions.delete([...marks.actions][0]);
  marks.actions.add(name);
}

/** The option that the marked actions are, if they are one. */
export function chosenPair(ask, marks) {
  return ask.options.find(
    (one) => one.action.length === marks.actions.size && one.action.every((name) => marks.actions.has(name)),
  );
}

export function actionCards(shown) {
  const { ask, marks, frame, ready } = shown;
  const pairs = inPairs(ask);
  return make(
    "div",
    { class: "action-cards", role: "group", "aria-label": "Actions", "data-group": "options" },
    actionNames(ask).map((name, at) => {
      const option = pairs ? null : ask.options.find((one) => one.action[0] === name);
      const picked = pairs ? marks.actions.has(name) : false;
      return make(
        "button",
        {
          type: "button",
          class: picked ? "action-card picked" : "action-card",
          "data-key": `action ${name}`,
          "data-do": pairs ? "action" : "option",
          "data-action": name,
          "data-option": option ? JSON.stringify(option.answer) : null,
          "data-item": true,
          "data-hint": hinted(shown, option, name) ? "true" : null,
          "aria-pressed": pairs ? String(picked) : null,
          disabled: !ready,
        },
        drawn(name, option, frame),
        make("kbd", { "aria-hidden": "true" }, KEYS[at]),
      );
    }),
  );
}

function hinted({ ask, marks }, option, name) {
  if (!marks.hint || !ask.suggest) return false;
  if (option) return same(option.answer, ask.suggest);
  return ask.options.some((one) => same(one.answer, ask.suggest) && one.action.includes(name));
}

function same(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function drawn(name, option, frame) {
  const { phase, bonus, prestige } = actionParts(name);
  const detail = option ? plain(option.detail, frame.cards) : "";
  return [
    make("span", { class: "drawing" }, prestige && icon("prestige"), hasIcon(phase) && icon(phase)),
    make("b", {}, stepName(phase)),
    bonus && make("span", { class: "bonus", "aria-hidden": "true" }, bonus),
    make("span", { class: "unseen" }, capital(name)),
    detail && make("span", { class: "detail" }, detail),
  ];
}
