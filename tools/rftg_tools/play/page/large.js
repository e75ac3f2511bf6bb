// The large card: shows any card that the user points at, or focuses and presses I for.

import { make } from "./dom.js";
import { markButton } from "./marks.js";

const WAIT = 140; // ms that the pointer rests before the card opens
const LONG = 450; // ms of a long press
const GAP = 12; // px
const LOOK_SELECTOR = "[data-look], [data-tell]";

/** Enlarge cards whose elements have `data-look`; frame() provides the cards.
 *
 * Words with `data-tell` are explained the same way. Return functions that close the panel.
 */
export function watchLooks(root, frame) {
  let timer = 0;
  let isLongPress = false; // the click that follows a long press is ignored
  const panel = make("aside", { class: "large", popover: "manual", "aria-live": "off" });
  root.after(panel);

  const show = (element, isPinned) => {
    const card = frame()?.cards[element.dataset.look];
    const { look, tell, why } = element.dataset;
    if (!card && !tell) return;
    panel.classList.toggle("pinned", isPinned);
    panel.classList.toggle("words", Boolean(tell));
    panel.replaceChildren(...(tell ? explanation(element.textContent, tell) : content(card, why, look)));
    if (!panel.matches(":popover-open")) panel.showPopover();
    position(panel, element.getBoundingClientRect(), element.closest("#ask") !== null);
  };
  const hide = () => {
    clearTimeout(timer);
    const isOpen = panel.matches(":popover-open");
    if (isOpen) panel.hidePopover();
    return isOpen;
  };

  root.addEventListener("pointerover", (event) => {
    const element = event.target.closest(LOOK_SELECTOR);
    clearTimeout(timer);
    if (event.pointerType !== "mouse") return;
    if (element) timer = setTimeout(show, WAIT, element, false);
    else hide();
  });
  root.addEventListener("pointerleave", hide);
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
  root.addEventListener("focusout", hide);
  return {
    close: hide,
    isPinned: () => panel.matches(".pinned:popover-open"),
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
    card.face ? make("img", { src: card.face, alt: "", width: 630, height: 880 }) : null,
    make("div", { class: "says" }, make("b", {}, card.title), make("p", {}, card.alt)),
    markButton(look),
  ].filter(Boolean);
}

/** Position the panel next to its anchor, but not over the options. */
function position(panel, anchor, isAside) {
  if (panel.classList.contains("pinned")) {
    panel.style.left = panel.style.top = "";
    return;
  }
  const { width, height } = panel.getBoundingClientRect();
  if (isAside) {
    panel.style.left = `${innerWidth - width - GAP}px`;
    panel.style.top = `${GAP}px`;
    return;
  }
  const right = anchor.right + GAP + width < innerWidth;
  const left = right ? anchor.right + GAP : Math.max(GAP, anchor.left - GAP - width);
  const top = Math.max(GAP, Math.min(anchor.top, innerHeight - height - GAP));
  if (!isAside && covers({ left, top, right: left + width, bottom: top + height })) {
    position(panel, anchor, true);
    return;
  }
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

/** Whether a box would hide the question. */
function covers(box) {
  const words = document.querySelector("#ask .words")?.getBoundingClientRect();
  if (!words) return false;
  return box.left < words.right && words.left < box.right && box.top < words.bottom && words.top < box.bottom;
}
