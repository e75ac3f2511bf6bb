// Commands of the studio: what can be done, with which keys, from the palette, menus and buttons.

import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { COMMANDS, KEYS } from "./words.js";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const SYMBOLS = isMac ? { Ctrl: "⌘", Alt: "⌥", Shift: "⇧" } : {};
const KEY_NAMES = { PageUp: "Page Up", PageDown: "Page Down" };

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {() => void} run
 * @property {string} [keys] such as "Ctrl+Shift+Z"; several are separated by a space
 * @property {string} [icon]
 * @property {() => boolean} [isEnabled]
 * @property {() => string} [label] if it changes
 * @property {boolean} [inFields] the keys also work while somebody writes
 */

/** @type {Map<string, Command>} */
const commands = new Map();

/**
 * Add commands to the studio.
 * @param {Record<string, Omit<Command, "name">>} added by name
 */
export function addCommands(added) {
  for (const [name, command] of Object.entries(added)) commands.set(name, { name, ...command });
}

/** Return the commands that can be used now. */
export function enabledCommands() {
  return [...commands.values()].filter(isEnabled);
}

/**
 * Return what a command does, in a few words.
 * @param {Command} command
 */
export function labelOfCommand(command) {
  return command.label?.() || COMMANDS[command.name];
}

function isEnabled(command) {
  return command.isEnabled?.() ?? true;
}

/** Return the first keys of a command as people read them, "" if it has none. */
export function keysOf(command) {
  const [keys = ""] = (command.keys ?? "").split(" ");
  return keys.split("+").map((key) => SYMBOLS[key] ?? KEY_NAMES[key] ?? key).join(isMac ? "" : " ");
}

/** Run a command by name, if it can be used now. */
export function runCommand(name) {
  const command = commands.get(name);
  if (isEnabled(command)) command.run();
}

/** Set up keys, and all buttons that name a command. */
export function setUpCommands() {
  document.addEventListener("keydown", handleKey);
  document.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest?.("[data-command]"));
    if (button && button.getAttribute("aria-disabled") !== "true") runCommand(button.dataset.command);
  });
  showCommands();
}

/** Show on all buttons what their commands do now, with their keys. */
export function showCommands() {
  for (const button of document.querySelectorAll("[data-command]")) {
    const command = commands.get(/** @type {HTMLElement} */ (button).dataset.command);
    if (!command) continue;
    const keys = keysOf(command);
    const text = labelOfCommand(command);
    button.setAttribute("title", keys ? `${text} (${keys})` : text);
    if (button.classList.contains("icon-button")) button.setAttribute("aria-label", text);
    // Not `disabled`: the button would lose the focus after its last use.
    button.setAttribute("aria-disabled", String(!isEnabled(command)));
  }
}

function handleKey(event) {
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const pressed = describeKeys(event);
  const isWriting = event.target.matches("input, textarea, select, [contenteditable]") || event.target.shadowRoot;
  for (const command of commands.values()) {
    if (!command.keys?.split(" ").includes(pressed) || (isWriting && !command.inFields) || !isEnabled(command)) continue;
    event.preventDefault();
    command.run();
    return;
  }
}

function describeKeys(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isLetter = /^[A-Z]$/.test(key);
  const held = [(event.ctrlKey || event.metaKey) && "Ctrl", event.altKey && "Alt", event.shiftKey && (isLetter || key.length > 1) && "Shift"];
  return [...held.filter(Boolean), event.altKey && /^Digit\d$/.test(event.code) ? event.code.at(-1) : key].join("+");
}

/** Show all keys in a dialog. */
export function showKeys() {
  const rowsOf = (names) => names.map((name) => [labelOfCommand(commands.get(name)), keysOf(commands.get(name))]);
  const groups = /** @type {[string, string[][]][]} */ ([...Object.entries(KEYS.groups).map(([title, names]) => [title, rowsOf(names)]), [KEYS.list, KEYS.inList]]);
  openDialog({ title: KEYS.title, body: groups.flatMap(([title, rows]) => [make("h3", {}, title), make("dl", {}, rows.map(createKeyRow))]) });
}

/** @param {string[]} row what the keys do, and the keys */
function createKeyRow([text, keys]) {
  return make("div", { class: "row" }, make("dt", { class: "grow" }, text), make("dd", {}, make("kbd", {}, keys)));
}
