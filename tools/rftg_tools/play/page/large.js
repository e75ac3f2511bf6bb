// The large face: any card that is pointed at, or focused and asked for, large and in words.

import { make } from "./dom.js";
import { markButton } from "./marks.js";

const WAIT = 140; // ms that a pointer rests on a card before it is shown
const LONG = 450; // ms of a long press
const GAP = 12; // px
const LOOKED_AT = "[data-look], [data-tell]";

/** Show what `[data-look]` elements inside an element name; frame() has the cards.
 *
 * Words with `data-tell` are explained in the same way. What is given back closes it again.
 */
export function watchLooks(root, frame) {
  let timer = 0;
  let pressed = false; // by a long press, after which no click is meant
  const panel = make("aside", { class: "large", popover: "manual", "aria-live": "off" });
  root.after(panel);

  const show = (element, pinned) => {
    const card = frame()?.cards[element.dataset.look];
    const { look, tell, why } = element.dataset;
    if (!card && !tell) return;
    panel.classList.toggle("pinned", pinned);
    panel.classList.toggle("words", Boolean(tell));
    panel.replaceChildren(...(tell ? explained(element.textContent, tell) : content(card, why, look)));
    if (!panel.matches(":popover-open")) panel.showPopover();
    stand(panel, element.getBoundingClientRect(), element.closest("#ask") !== null);
  };
  const hide = () => {
    clearTimeout(timer);
    const isOpen = panel.matches(":popover-open");
    if (isOpen) panel.hidePopover();
    return isOpen;
  };

  root.addEventListener("pointerover", (event) => {
    const element = event.target.closest(LOOKED_AT);
    clearTimeout(timer);
    if (event.pointerType !== "mouse") return;
    if (element) timer = setTimeout(show, WAIT, element, false);
    else hide();
  });
  root.addEventListener("pointerleave", hide);
  root.addEventListener("pointerdown", (event) => {
    hide();
    pressed = false;
    const element = event.target.closest("[data-look]");
    if (!element || event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      pressed = true;
      show(element, true);
    }, LONG);
  });
  for (const end of ["pointerup", "pointercancel", "scroll"]) {
    root.addEventListener(end, () => clearTimeout(timer), { capture: true, passive: true });
  }
  root.addEventListener(
    "click",
    (event) => {
      if (!pressed) return;
      pressed = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  root.addEventListener("contextmenu", (event) => {
    const element = event.target.closest("[data-look]");
    if (!element) return;
    event.preventDefault();
    if (!pressed) show(element, true); // a mouse pins a card by its other button
  });
  panel.addEventListener("click", hide);
  // A name in a text does nothing but show its card: Enter stays with what is asked.
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
    const element = root.contains(focused) && focused.closest(LOOKED_AT);
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

/** A word, and what it means. */
function explained(word, meaning) {
  return [make("div", { class: "says" }, make("b", {}, word), make("p", {}, meaning))];
}

/** A card large. why: it cannot be taken now, if that is so. */
function content(card, why, look) {
  return [
    why && make("p", { class: "why-not" }, why),
    card.face ? make("img", { src: card.face, alt: "", width: 630, height: 880 }) : null,
    make("div", { class: "says" }, make("b", {}, card.title), make("p", {}, card.alt)),
    markButton(look),
  ].filter(Boolean);
}

/** Beside what is looked at, where there is room; away from the options, which it would cover. */
function stand(panel, beside, away) {
  if (panel.classList.contains("pinned")) {
    panel.style.left = panel.style.top = "";
    return;
  }
  const { width, height } = panel.getBoundingClientRect();
  if (away) {
    panel.style.left = `${innerWidth - width - GAP}px`;
    panel.style.top = `${GAP}px`;
    return;
  }
  const right = beside.right + GAP + width < innerWidth;
  const left = right ? beside.right + GAP : Math.max(GAP, beside.left - GAP - width);
  const top = Math.max(GAP, Math.min(beside.top, innerHeight - height - GAP));
  if (!away && covers({ left, top, right: left + width, bottom: top + height })) {
    stand(panel, beside, true);
    return;
  }
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

/** Whether something there would hide what is asked. */
function covers(box) {
  const words = document.querySelector("#ask .words")?.getBoundingClientRect();
  if (!words) return false;
  return box.left < words.right && words.left < box.right && box.top < words.bottom && words.top < box.bottom;
}
