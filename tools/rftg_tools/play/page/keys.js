// Keyboard control of the table: arrow keys move between cards, and each option has a key.

import { actionAt, asksActions, choosesPair, SEARCH } from "./actions.js";
import { nearestInNextRow } from "./common.js";
import { keyNumber, NONE, orderByPosition } from "./picking.js";

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
const GOING_ON = new Set(["Enter", "Escape", " "]);
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Handle a table's keys, wherever the focus is. press: returns whether a key did anything. */
export function listenForKeys(table, press) {
  document.addEventListener("keydown", (event) => {
    if (!table.root.isConnected || table.root.hidden || !table.frame) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || isTyping(event.target)) return;
    if (press(event, table)) event.preventDefault();
  });
}

export function watchKeys(table) {
  listenForKeys(table, press);
  table.root.addEventListener("focusin", ({ target }) => {
    const group = target.closest("[data-group]");
    if (group && target.matches("[data-item]")) makeReachable(group, target);
  });
}

function isTyping(target) {
  return target.matches?.("input:not([type=radio]), select, textarea, [role=slider]");
}

/** Handle a key; return whether it did anything. */
function press(event, table) {
  const { key, target } = event;
  const { root } = table;
  if (MODIFIERS.has(key)) return false;
  // Any key dismisses the round summary; these keys do nothing else.
  if (!target.closest?.(".pause") && table.goOn() && GOING_ON.has(key)) return true;
  if (WAYS[key] || key === "Home" || key === "End") return move(key, target, root);
  if (key === "Enter") return table.close(true) || enter(target, table);
  if (key === "Escape") {
    if (!table.close()) table.clear();
    return false;
  }
  const command = key === "U" ? "undo-round" : { u: "undo", l: "log", h: "hint", p: "prestige", t: "chat", "?": "help" }[key.toLowerCase()];
  if (command) {
    table.perform(command, target);
    return true;
  }
  return key === NONE || keyNumber(key) >= 0 ? takeByKey(keyNumber(key), table) : false;
}

/** Take the focused item, or confirm if cards are being marked. */
function enter(target, table) {
  const { ask } = table;
  if (!ask) return false;
  const card = target.closest?.("[data-card]");
  const idle = !target.closest?.("button, a, summary, input");
  const radio = target.matches?.("input[type=radio]");
  if (!idle && !radio && !(card && ask.form !== "choice") && !target.dataset?.action) return false;
  if (target.dataset?.option) return false;
  if (idle && ask.form === "choice" && !table.marks.actions.size) return false;
  table.confirm();
  return true;
}

/** Focus the option of the n-th key, or mark its card; -1: none. Enter then takes it.
 *
 * A key by itself never answers, because an answer cannot always be taken back.
 */
function takeByKey(index, table) {
  const { ask, root } = table;
  if (!ask || !table.view().ready) return false;
  if (asksActions(ask)) {
    const name = index < 0 ? SEARCH : actionAt(ask, index);
    const button = root.querySelector(`#ask [data-key="action ${name}"]`);
    if (choosesPair(ask)) button?.click();
    return focus(button);
  }
  if (ask.form === "choice") {
    const option = index < 0 ? ask.options.find((candidate) => !candidate.answer.length) : orderByPosition(ask, table.frame)[index];
    const value = option && JSON.stringify(option.answer);
    return focus([...root.querySelectorAll("[data-option]:enabled")].find((item) => item.dataset.option === value));
  }
  const card = orderByPosition(ask, table.frame)[index];
  if (card !== undefined) table.clickCard(card);
  return card !== undefined;
}

/** Let Tab reach one item per group: the last visited item, if it still exists. */
export function keepReachable(root) {
  for (const group of root.querySelectorAll("[data-group]")) {
    const items = itemsOf(group);
    const current = items.find((item) => item.tabIndex === 0 && item.hasAttribute("tabindex"));
    if (items.length) makeReachable(group, current ?? items.find((item) => item.matches(".can")) ?? items[0]);
  }
}

function itemsOf(group) {
  return [...group.querySelectorAll("[data-item]")];
}

function makeReachable(group, chosen) {
  for (const item of itemsOf(group)) item.setAttribute("tabindex", item === chosen ? "0" : "-1");
}

function move(key, target, root) {
  if (target.matches?.("input[type=radio]") || target.matches?.(".entries")) return false;
  const item = target.closest?.("[data-item]");
  if (!item) return target === document.body && WAYS[key] ? enterCards(root) : false;
  const group = itemsOf(item.closest("[data-group]"));
  if (key === "Home" || key === "End") return focus(group.at(key === "Home" ? 0 : -1));
  const [dx, dy] = WAYS[key];
  // Card names in a text count as one row, even if the text wraps.
  if (dx || item.matches(".named")) return focus(group[group.indexOf(item) + dx + dy]);
  return focus(nearestInNextRow(item, [...root.querySelectorAll("[data-item]:not(.named)")], dy));
}

function enterCards(root) {
  const first = (place) => root.querySelector(`${place} [data-item][tabindex="0"]`);
  return focus(first("#hand") ?? first("#ask"));
}

function focus(element) {
  element?.focus();
  return Boolean(element);
}
