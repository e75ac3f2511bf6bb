// Items of a list that are moved by their handles: dragged, or lifted by Space, moved by arrow keys and dropped by Space.

import { say } from "./common.js";
import { ORDER } from "./form-words.js";

const SLIP = 4; // px that a pointer moves before an item follows it

/**
 * Let the children of a list be moved by their `.grip`.
 * @param {HTMLElement} list
 * @param {object} options
 * @param {(item: HTMLElement) => string} options.nameOf for announcements
 * @param {(item: HTMLElement, step: number) => void} options.move called after each move; step: places from where it was lifted
 * @param {(item: HTMLElement) => void} options.drop called when an item is dropped in another place
 */
export function enableReorder(list, { nameOf, move, drop }) {
  let lifted = null; // the item, its index when it was lifted, and whether a pointer holds it
  let isMoving = false; // moving an element blurs its handle
  const place = () => [nameOf(lifted.item), [...list.children].indexOf(lifted.item) + 1, list.children.length];

  const lift = (item, pointer = null) => {
    lifted = { item, pointer, from: [...list.children].indexOf(item) };
    item.classList.add("lifted");
  };
  const moveTo = (index) => {
    const { item, from } = lifted;
    const others = [...list.children].filter((other) => other !== item);
    const isThere = index < 0 || index > others.length || list.children[index] === item;
    if (isThere) return;
    isMoving = true;
    list.insertBefore(item, others[index] ?? null);
    /** @type {HTMLElement} */ (item.querySelector(".grip")).focus();
    isMoving = false;
    move(item, index - from);
    if (!lifted.pointer) say(ORDER.moved(...place()));
  };
  const end = (isDropped) => {
    const { item, from } = lifted;
    if (!isDropped) moveTo(from);
    item.classList.remove("lifted");
    const isElsewhere = list.children[from] !== item;
    say((isDropped ? ORDER.dropped : ORDER.returned)(...place()));
    lifted = null;
    if (isElsewhere) drop(item);
  };

  list.addEventListener("keydown", (event) => {
    const { key } = event;
    const grip = /** @type {Element} */ (event.target).closest(".grip");
    if (!grip || (lifted?.pointer && key !== "Escape")) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (key === " " && !lifted) {
      lift(grip.parentElement);
      say(ORDER.lifted(...place()));
    } else if (!lifted) return;
    else if (key === " " || key === "Enter") end(true);
    else if (key === "Escape") end(false);
    else if (step) moveTo([...list.children].indexOf(lifted.item) + step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("focusout", () => {
    if (lifted && !lifted.pointer && !isMoving) end(true);
  });
  list.addEventListener("pointerdown", (event) => {
    const grip = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest(".grip"));
    if (!grip || event.button || lifted) return;
    event.preventDefault();
    grip.focus();
    followPointer(event, grip.parentElement);
  });

  function followPointer({ clientY, pointerId }, item) {
    const listening = new AbortController();
    const { signal } = listening;
    const follow = (event) => {
      if (event.pointerId !== pointerId) return;
      if (!lifted && Math.abs(event.clientY - clientY) < SLIP) return;
      if (!lifted) lift(item, pointerId);
      const others = [...list.children].filter((other) => other !== item);
      const isAbove = (other) => {
        const { top, height } = other.getBoundingClientRect();
        return top + height / 2 < event.clientY;
      };
      moveTo(others.filter(isAbove).length);
    };
    const stop = (event) => {
      if (event.pointerId !== pointerId) return;
      listening.abort();
      if (lifted?.pointer) end(event.type === "pointerup");
    };
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", stop, { signal });
    addEventListener("pointercancel", stop, { signal });
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !lifted) return;
      event.preventDefault();
      event.stopPropagation();
      listening.abort();
      end(false);
    }, { signal, capture: true });
  }
}
