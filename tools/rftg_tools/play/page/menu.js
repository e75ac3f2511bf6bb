// The menu of a card that several options share.

import { optionButton } from "./ask.js";
import { make } from "./dom.js";
import { keyOf } from "./picking.js";
import { ASK } from "./table-words.js";

const GAP = 8; // minimum px between the menu and the window's edge

/** Open the menu next to a card's element, and focus the first option. */
export function openMenu(root, element, options, view) {
  closeMenu(root);
  const menu = make(
    "div",
    { id: "menu", class: "menu", popover: "auto", role: "group", "aria-label": ASK.menu, "data-group": "menu" },
    options.map((option) => optionButton(option, keyOf(option, view.ask, view.frame), view)),
  );
  // Outside the table, which is updated with every frame.
  root.after(menu);
  menu.addEventListener("click", (event) => {
    const option = event.target.closest("[data-option]");
    if (option) root.querySelector(`#ask [data-option="${option.dataset.option}"]`)?.click();
  });
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    menu.remove();
    if (document.activeElement === document.body) element.focus();
  });
  menu.showPopover();
  position(menu, element.getBoundingClientRect());
  menu.querySelector("button").focus();
}

function position(menu, anchor) {
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.min(anchor.left, innerWidth - width - GAP);
  const above = anchor.top - height - GAP;
  menu.style.left = `${Math.max(GAP, left)}px`;
  menu.style.top = `${above > GAP ? above : Math.min(anchor.bottom + GAP, innerHeight - height - GAP)}px`;
}

export function closeMenu(root) {
  const menu = root.parentElement?.querySelector("#menu");
  if (menu?.matches(":popover-open")) menu.hidePopover();
}
