// The six sides of a die, shown while the pointer rests on it or the keyboard is on it.

import { make } from "./dom.js";
import { COLOURS, sideSymbol } from "./roll-dice.js";
import { DICE, ROLL } from "./roll-words.js";

const REST = 250; // ms that the pointer rests
const LONG = 450; // ms of a long press
const GAP = 8; // px

/** Show the sides of dice, which have `data-dice`, the numbers of their colours. sides(): by colour. */
export function watchDice(root, sides) {
  const panel = make("aside", { class: "dice-tip", popover: "manual", role: "tooltip" });
  let timer = 0;
  root.after(panel);

  const hide = () => {
    clearTimeout(timer);
    const isOpen = panel.matches(":popover-open");
    if (isOpen) panel.hidePopover();
    return isOpen;
  };
  const show = (element) => {
    const colours = element.dataset.dice.split(" ").filter(Boolean).map(Number);
    if (!colours.length || !element.isConnected) return;
    panel.replaceChildren(...colours.map((colour) => row(colour, sides()[colour])));
    if (!panel.matches(":popover-open")) panel.showPopover();
    position(panel, element.getBoundingClientRect());
  };

  root.addEventListener("pointermove", ({ target, pointerType }) => {
    if (pointerType !== "mouse") return;
    const element = target.closest("[data-dice]");
    if (element === panel.shownFor) return;
    hide();
    panel.shownFor = element;
    if (element) timer = setTimeout(show, REST, element);
  });
  root.addEventListener("pointerleave", hide);
  root.addEventListener("pointerdown", ({ target, pointerType }) => {
    hide();
    const element = target.closest("[data-dice]");
    if (element && pointerType !== "mouse") timer = setTimeout(show, element.closest(".can") ? LONG : 0, element);
  });
  root.addEventListener("pointerup", () => clearTimeout(timer));
  root.addEventListener("focusin", ({ target }) => {
    hide();
    if (target.matches("[data-dice]:focus-visible")) show(target);
  });
  root.addEventListener("focusout", hide);
  return { hide };
}

function row(colour, sides) {
  const name = COLOURS[colour];
  return make(
    "p",
    {},
    make("b", {}, ROLL.colours[name]),
    make("span", { class: "sides" }, [...sides].sort().map((side) => make("span", { class: `die sm ${name}` }, sideSymbol(side)))),
    make("small", {}, DICE.sides(sides)),
  );
}

/** Position the panel above its die, or below it if there is no room. */
function position(panel, anchor) {
  const { width, height } = panel.getBoundingClientRect();
  const above = anchor.top - height - GAP;
  panel.style.left = `${Math.max(GAP, Math.min(anchor.left, innerWidth - width - GAP))}px`;
  panel.style.top = `${above > GAP ? above : anchor.bottom + GAP}px`;
}
