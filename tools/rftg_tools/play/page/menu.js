// The menu at a card on which several options stand.

import { optionButton } from "./ask.js";
import { make } from "./dom.js";
import { keyOf } from "./picking.js";
import { ASK } from "./table-words.js";

const GAP = 8; // px between the menu and the edge of the window

/** Open it beside a card's element; the first option gets the focus. */
export function openMenu(root, element, options, shown) {
  closeMenu(root);
  const menu = make(
    "div",
    { id: "menu", class: "menu", popover: "auto", role: "group", "aria-label": ASK.menu, "data-group": "menu" },
    options.map((option) => optionButton(option, keyOf(option, shown.ask, shown.frame), shown)),
  );
  // Beside the table's own elements, which are laid over anew with every frame.
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
  stand(menu, element.getBoundingClientRect());
  menu.querySelector("button").focus();
}

function stand(menu, beside) {
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.min(beside.left, innerWidth - width - GAP);
  const above = beside.top - height - GAP;
  menu.style.left = `${Math.max(GAP, left)}px`;
  menu.style.top = `${above > GAP ? above : Math.min(beside.bottom + GAP, innerHeight - height - GAP)}px`;
}

export function closeMenu(root) {
  const menu = root.parentElement?.querySelector("#menu");
  if (menu?.matches(":popover-open")) menu.hidePopover();
}
