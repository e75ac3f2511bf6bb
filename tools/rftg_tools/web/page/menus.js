// Menus: a list of actions or values below a button.

import { icon } from "./icons.js";
import { make } from "./dom.js";

const GAP = 4; // px between a button and its menu
const LETTER = /^\S$/;

/**
 * @typedef {object} Entry a line of a menu
 * @property {string} label
 * @property {() => void} run
 * @property {string} [icon]
 * @property {string} [keys] its keyboard shortcut
 * @property {string} [note] more about it, at its end
 * @property {any} [before] an element before the label
 * @property {boolean} [isChosen] one of several values, and this one is chosen
 * @property {boolean} [isDisabled]
 */

/**
 * Create a button that opens a menu.
 * @param {any} content
 * @param {() => (Entry | "-")[]} entries asked for each time the menu opens; "-" is a line between groups
 * @param {import("./dom.js").Attributes} [attributes]
 */
export function menuButton(content, entries, attributes = {}) {
  const button = make("button", { type: "button", "aria-haspopup": "menu", "aria-expanded": "false", ...attributes }, content);
  opensMenu(button, entries);
  return button;
}

/**
 * Let a button open a menu, by a click or an arrow down.
 * @param {HTMLElement} button
 * @param {() => (Entry | "-")[]} entries
 */
export function opensMenu(button, entries) {
  button.addEventListener("click", () => openMenu(button, entries()));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    openMenu(button, entries());
  });
}

/**
 * Open a menu at an element, which gets the focus back.
 * @param {HTMLElement} anchor
 * @param {(Entry | "-")[]} entries
 */
export function openMenu(anchor, entries) {
  const menu = /** @type {any} */ (make("div", { class: "menu", role: "menu", popover: "auto" }, entries.map(line)));
  const items = [...menu.querySelectorAll("[role]")];
  let isDone = false;
  menu.addEventListener("click", ({ target }) => {
    const index = items.indexOf(target.closest("[role]"));
    if (index < 0 || items[index].ariaDisabled === "true") return;
    isDone = true;
    menu.hidePopover();
    anchor.focus();
    entries.filter((entry) => entry !== "-")[index].run();
  });
  menu.addEventListener("keydown", (event) => moveFocus(event, items));
  menu.addEventListener("toggle", ({ newState }) => {
    anchor.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") return;
    if (!isDone && menu.contains(document.activeElement)) anchor.focus();
    menu.remove();
  });
  (anchor.closest("dialog") ?? document.body).append(menu);
  menu.showPopover();
  place(menu, anchor);
  const isOneChoice = items.every((item) => item.role === "menuitemradio");
  ((isOneChoice && items.find((item) => item.ariaChecked === "true")) || items[0])?.focus();
}

function line(entry) {
  if (entry === "-") return make("hr");
  const { label, keys, note, isChosen, isDisabled, before } = entry;
  return make(
    "button",
    {
      type: "button", tabindex: -1, role: isChosen === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": isChosen === undefined ? null : String(isChosen), "aria-disabled": isDisabled ? "true" : null,
    },
    before ?? (entry.icon && icon(entry.icon)),
    make("span", {}, label),
    note && make("small", { class: "muted" }, note),
    isChosen && icon("check"),
    keys && make("kbd", {}, keys),
  );
}

/** Put a menu below an element, or above it if there is no room. */
export function place(menu, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const fitsBelow = at.bottom + GAP + height <= innerHeight || at.top < innerHeight - at.bottom;
  const top = fitsBelow ? at.bottom + GAP : at.top - GAP - height;
  menu.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
  menu.style.top = `${Math.max(GAP, Math.min(top, innerHeight - height - GAP))}px`;
}

/** Move the focus by arrows and letters; a page's own keys rest while a menu is open. */
function moveFocus(event, items) {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  const index = items.indexOf(document.activeElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
  if (next !== undefined) {
    event.preventDefault();
    items.at(next % items.length).focus();
  } else if (event.key === "Tab") {
    event.preventDefault();
    event.currentTarget.hidePopover();
  } else if (LETTER.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const letter = event.key.toLowerCase();
    const after = [...items.slice(index + 1), ...items.slice(0, index + 1)];
    after.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
  }
}
