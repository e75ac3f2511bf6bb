// F6 goes from pane to pane, and back to the element that had the focus there.

import { addCommands } from "./commands.js";

const PANES = [".topbar", "#list", "#bench > .head", "#bench > .views", "#page", "#panel", "#stage", "#outcome", "#phone"];
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]';
const visited = new Map(); // the element that had the focus last, by its pane

/** Set up the keys for the next and the previous pane. */
export function setUpPanes() {
  document.addEventListener("focusin", ({ target }) => {
    const pane = paneOf(/** @type {Element} */ (target));
    if (pane) visited.set(pane, target);
  });
  addCommands({
    "next-pane": { run: () => goToPane(1), keys: "F6", icon: "columns", inFields: true },
    "previous-pane": { run: () => goToPane(-1), keys: "Shift+F6", icon: "columns", inFields: true },
  });
}

function paneOf(element) {
  return PANES.find((pane) => element.closest(pane));
}

function goToPane(step) {
  const stops = PANES.map((pane) => ({ pane, stop: stopIn(pane) })).filter(({ stop }) => stop);
  const current = stops.findIndex(({ pane }) => pane === paneOf(document.activeElement));
  const next = current < 0 && step < 0 ? -1 : (current + step) % stops.length;
  stops.at(next)?.stop.focus();
}

/**
 * Return the element of a pane to focus: the last one, the current one of a list, or the first.
 * @returns {HTMLElement | undefined}
 */
function stopIn(pane) {
  const elements = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`${pane} :is(${FOCUSABLE})`)]).filter(canFocus);
  return elements.find((element) => element === visited.get(pane)) ?? elements.find((element) => element.matches('[aria-current="true"]')) ?? elements[0];
}

function canFocus(element) {
  return element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true });
}
