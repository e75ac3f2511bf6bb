// The large card: shows any card that the pointer rests on, or that is focused when I is pressed.
//
// It opens only after the pointer itself has moved: a card that a new frame puts under a resting
// pointer stays closed. It never covers the question or the hand.

import { make } from "./dom.js";
import { markButton } from "./marks.js";

const REST = 350; // ms that the pointer rests before the card opens
const LONG = 450; // ms of a long press
const GAP = 10; // px
const LOOK_SELECTOR = "[data-look], [data-tell]";

/** Enlarge cards whose elements have `data-look`; frame() provides the cards.
 *
 * Words with `data-tell` are explained the same way. Return functions that close the panel.
 */
export function watchLooks(root, frame) {
  let timer = 0;
  let isLongPress = false; // the click that follows a long press is ignored
  let shown = null; // the element of the open card
  let pointer = ""; // last place of the pointer
  const panel = make("aside", { class: "large", popover: "manual", "aria-live": "off" });
  root.after(panel);

  const show = (element, isPinned) => {
    const card = frame()?.cards[element.dataset.look];
    const { look, tell, why } = element.dataset;
    if (!card && !tell) return;
    shown = element;
    panel.classList.toggle("pinned", isPinned);
    panel.classList.toggle("words", Boolean(tell));
    panel.replaceChildren(...(tell ? explanation(element.textContent, tell) : content(card, why, look)));
    if (!panel.matches(":popover-open")) panel.showPopover();
    position(panel, element, root);
  };
  const hide = () => {
    clearTimeout(timer);
    shown = null;
    const isOpen = panel.matches(":popover-open");
    if (isOpen) panel.hidePopover();
    return isOpen;
  };
  const isPinned = () => panel.matches(".pinned:popover-open");

  root.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const place = `${event.clientX} ${event.clientY}`;
    if (place === pointer) return; // the page has moved, not the pointer
    pointer = place;
    const element = event.target.closest(LOOK_SELECTOR);
    clearTimeout(timer);
    if (shown && element === shown) return;
    if (shown && !isPinned()) hide();
    if (element) timer = setTimeout(show, REST, element, false);
  });
  root.addEventListener("pointerleave", () => isPinned() || hide());
  root.addEventListener("pointerdown", (event) => {
    hide();
    isLongPress = false;
    const element = event.target.closest("[data-look]");
    if (!element || event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      isLongPress = true;
      show(element, true);
    }, LONG);
  });
  for (const end of ["pointerup", "pointercancel", "scroll"]) {
    root.addEventListener(end, () => clearTimeout(timer), { capture: true, passive: true });
  }
  root.addEventListener(
    "click",
    (event) => {
      if (!isLongPress) return;
      isLongPress = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  root.addEventListener("contextmenu", (event) => {
    const element = event.target.closest("[data-look]");
    if (!element) return;
    event.preventDefault();
    if (!isLongPress) show(element, true); // the right mouse button pins a card
  });
  panel.addEventListener("click", hide);
  // A card name in a text only shows its card, so Enter still confirms the answer.
  root.addEventListener("mousedown", (event) => {
    if (event.target.closest(".named")) event.preventDefault();
  });
  root.addEventListener("click", (event) => {
    const name = /** @type {Element} */ (event.target).closest(".named");
    if (name) show(name, true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "i" || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = /** @type {Element} */ (event.target);
    const element = root.contains(focused) && focused.closest(LOOK_SELECTOR);
    if (panel.matches(":popover-open")) hide();
    else if (element) {
      show(element, false);
      panel.setAttribute("aria-live", "polite");
    }
  });
  root.addEventListener("focusout", ({ relatedTarget }) => {
    const isInPanel = relatedTarget === null || panel.contains(/** @type {Element} */ (relatedTarget));
    if (!isPinned() || !isInPanel) hide(); // the button of a pinned card is pressed
  });
  return {
    close: hide,
    /** Open the card of an element, until it is closed. */
    open: (element) => show(element, true),
    isPinned,
    /** The page has changed: what is under the pointer now was not pointed at. */
    changed() {
      clearTimeout(timer);
      if (shown && !shown.isConnected) hide();
    },
  };
}

/** The explanation of a word. */
function explanation(word, meaning) {
  return [make("div", { class: "says" }, make("b", {}, word), make("p", {}, meaning))];
}

/** The content for a card. why: the reason it cannot be taken, if any. */
function content(card, why, look) {
  return [
    why && make("p", { class: "why-not" }, why),
    card.face ? make("img", { src: card.face, alt: "", width: 630, height: card.back ? 630 : 880 }) : null, // tiles are square
    make("div", { class: "says" }, make("b", {}, card.title), make("p", {}, card.alt)),
    card.back && make("img", { class: "back", src: card.back, alt: "", width: 630, height: 630 }),
    markButton(look),
  ].filter(Boolean);
}

/** Position the panel over the side panel, or beside it for what is in it, and above the dock if it is there. */
function position(panel, element, root) {
  panel.style.left = panel.style.top = panel.style.maxHeight = "";
  if (panel.classList.contains("pinned")) return;
  const side = root.querySelector(".side")?.getBoundingClientRect();
  const dock = root.querySelector(".dock")?.getBoundingClientRect();
  const top = root.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const isInSide = element.closest(".side") !== null;
  const { width } = panel.getBoundingClientRect();
  const hasSide = side?.width > 0;
  const right = hasSide && isInSide ? side.left : innerWidth;
  const overDock = !hasSide || isInSide || width > side.width + 4 * GAP;
  panel.style.left = `${Math.max(GAP, right - width - GAP)}px`;
  panel.style.top = `${top + GAP}px`;
  if (overDock && dock) panel.style.maxHeight = `${Math.max(160, dock.top - top - 2 * GAP)}px`;
}
