// Keyboard control of the Roll table: each entry has a key, and arrow keys move between buttons.

import { listenForKeys } from "./keys.js";

const WAYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const COMMANDS = { u: "undo", l: "log", h: "hint", "?": "help" };

export function watchKeys(table) {
  listenForKeys(table, press);
}

/** Handle a key; return whether it did anything. */
function press({ key, target }, table) {
  if (key === "Enter" && !target.closest?.("button, a, summary") && table.goOn()) return true;
  if (WAYS[key]) return move(WAYS[key], target, table.root);
  if (key === "Escape") {
    if (!table.close()) table.clear();
    return true;
  }
  if (key === "Enter") return !target.closest?.("button, a, summary") || target.matches(".option[data-do=more]") ? table.confirm() : false;
  const command = COMMANDS[key.toLowerCase()];
  if (command) {
    table.perform(command, target);
    return true;
  }
  return table.takeKey(key);
}

function move(step, target, root) {
  if (target.matches?.(".entries")) return false;
  const group = target.closest?.("[data-group], .tableau-of, .construction") ?? root.querySelector("#ask .controls");
  const items = [...(group?.querySelectorAll("[data-item]:enabled") ?? [])];
  const index = items.indexOf(target);
  const next = items[index < 0 ? 0 : index + step];
  next?.focus();
  return Boolean(next);
}
