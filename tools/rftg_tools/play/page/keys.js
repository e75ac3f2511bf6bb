// Keys: everything on the table by keyboard. Arrows move among cards, a letter takes its option.

import { actionAt, asksActions, SEARCH } from "./actions.js";
import { inOrder, keyNumber, NONE } from "./picking.js";

const SAME_ROW = 8; // px between the tops of what still stands in one row
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
const GOING_ON = new Set(["Enter", "Escape", " "]);
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Listen for a table's keys, wherever the focus is. */
export function watchKeys(table) {
  document.addEventListener("keydown", (event) => {
    if (!table.root.isConnected || table.root.hidden || !table.frame) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || typing(event.target)) return;
    if (press(event, table)) event.preventDefault();
  });
  table.root.addEventListener("focusin", ({ target }) => {
    const group = target.closest("[data-group]");
    if (group && target.matches("[data-item]")) makeReachable(group, target);
  });
}

function typing(target) {
  return target.matches?.("input:not([type=radio]), select, textarea, [role=slider]");
}

/** Do what a key means; whether it meant something. */
function press(event, table) {
  const { key, target } = event;
  const { root } = table;
  if (MODIFIERS.has(key)) return false;
  // Any key puts the last round away; these do no more than that.
  if (!target.closest?.(".pause") && table.goOn() && GOING_ON.has(key)) return true;
  if (WAYS[key] || key === "Home" || key === "End") return move(key, target, root);
  if (key === "Enter") return table.close(true) || enter(target, table);
  if (key === "Escape") {
    if (!table.close()) table.clear();
    return false;
  }
  const command = { u: "undo", l: "log", h: "hint", p: "prestige", "?": "help" }[key.toLowerCase()];
  if (command) {
    table.perform(command, target);
    return true;
  }
  return key === NONE || keyNumber(key) >= 0 ? take(keyNumber(key), table) : false;
}

/** Enter takes what has the focus; among marked cards it confirms the marks. */
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

/** Take or mark what has the n-th key; -1: take none. */
function take(at, table) {
  const { ask, root } = table;
  if (!ask || !table.shown().ready) return false;
  if (asksActions(ask)) {
    const name = at < 0 ? SEARCH : actionAt(ask, at);
    root.querySelector(`#ask [data-key="action ${name}"]`)?.click();
    return name !== undefined;
  }
  if (ask.form === "choice") {
    const option = at < 0 ? ask.options.find((one) => !one.answer.length) : inOrder(ask, table.frame)[at];
    if (option) table.answer(option.answer);
    return Boolean(option);
  }
  const card = inOrder(ask, table.frame)[at];
  if (card !== undefined) table.clickCard(card);
  return card !== undefined;
}

/** See to it that Tab leads to one item of each group: the one last visited, if it is there. */
export function keepReachable(root) {
  for (const group of root.querySelectorAll("[data-group]")) {
    const items = itemsOf(group);
    const now = items.find((item) => item.tabIndex === 0 && item.hasAttribute("tabindex"));
    if (items.length) makeReachable(group, now ?? items.find((item) => item.matches(".can")) ?? items[0]);
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
  // Names in a text are one row, however its lines are broken.
  if (dx || item.matches(".named")) return focus(group[group.indexOf(item) + dx + dy]);
  return focus(nearest(item, [...root.querySelectorAll("[data-item]:not(.named)")], dy));
}

function enterCards(root) {
  const first = (place) => root.querySelector(`${place} [data-item][tabindex="0"]`);
  return focus(first("#hand") ?? first("#ask"));
}

function focus(element) {
  element?.focus();
  return true;
}

/** Of the items below (way 1) or above (way -1) one, that in the next row which is nearest. */
function nearest(item, items, way) {
  const from = item.getBoundingClientRect();
  const places = items.map((other) => ({ other, place: other.getBoundingClientRect() }));
  const beyond = places.filter(({ place }) => place.width && way * (place.top - from.top) > SAME_ROW);
  const row = Math.min(...beyond.map(({ place }) => way * place.top));
  const inRow = beyond.filter(({ place }) => way * place.top - row <= SAME_ROW);
  inRow.sort((one, two) => Math.abs(one.place.left - from.left) - Math.abs(two.place.left - from.left));
  return inRow[0]?.other ?? null;
}
