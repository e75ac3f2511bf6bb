// Keys of the Roll table: each entry has one, Enter ends a question, arrows move between items.

import { listenForKeys } from "./keys.js";
import { entryOf } from "./roll-ask.js";
import { listedAmounts } from "./roll-plans.js";

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const COMMANDS = { u: "undo", U: "undo-round", l: "log", h: "hint", t: "chat", "?": "help" };
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
const GOING_ON = new Set(["Enter", "Escape", " "]);
/** Kinds of questions whose answers stay behind the screen, so that a key takes them at once. */
const SCREENED = new Set(["select", "assign wild", "reassign", "reassign worker", "dictate"]);

export function watchRollKeys(table) {
  listenForKeys(table, press);
}

/** Handle a key; return whether it did anything. */
function press({ key, target }, table) {
  if (MODIFIERS.has(key)) return false;
  // Any key dismisses the round summary; these keys do nothing else.
  if (!target.closest?.(".pause") && table.goOn() && GOING_ON.has(key)) return true;
  if (STEPS[key]) return move(STEPS[key], target, table.root);
  if (key === "Escape") {
    if (!table.close()) table.clear();
    return true;
  }
  if (key === "Enter") return enter(target, table);
  const command = COMMANDS[key] ?? COMMANDS[key.toLowerCase()];
  if (command) {
    table.perform(command, target);
    return true;
  }
  return takeEntry(entryOf(key), table);
}

/** Enter confirms, unless the focus is on something else that it can press. */
function enter(target, table) {
  const pressed = target.closest?.("button, a, summary");
  if (pressed?.matches(".can[data-pick], .drop[data-drop]") || pressed?.closest(".can[data-pick], .drop[data-drop]")) return false;
  if (pressed && !pressed.matches(".mark-die, .option[data-do=more], .die, .pile")) return false;
  return table.confirm();
}

/** Take the n-th entry, or go to it if it cannot be taken back: then Enter takes it. */
function takeEntry(index, table) {
  const { ask, root } = table;
  if (index < 0 || !ask || !table.view().ready) return false;
  if (ask.form !== "choice" && !listedAmounts(ask)) {
    if (!ask.things[index]) return false;
    table.perform("more", { dataset: { at: index } });
    return true;
  }
  if (SCREENED.has(ask.kind)) {
    table.takeEntry(index);
    return true;
  }
  const button = root.querySelector(`:is(#ask, .tray) [data-do=entry][data-at="${index}"]:enabled`);
  button?.focus();
  return Boolean(button);
}

function move(step, target, root) {
  if (target.matches?.(".entries")) return false;
  const group = target.closest?.("[data-group]") ?? root.querySelector("#ask [data-group]") ?? root.querySelector(".tray [data-group]");
  const items = [...(group?.querySelectorAll("[data-item]:enabled") ?? [])];
  const index = items.indexOf(target);
  const next = items[index < 0 ? 0 : index + step];
  next?.focus();
  return Boolean(next);
}
