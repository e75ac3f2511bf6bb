// Animation of what moved between two frames. It never delays the player.
//
// The table itself updates at once and takes clicks and keys. Copies of the moved elements fly above
// it and ignore the pointer. `data-moves` names an element, `data-at` its place. `data-from` and `data-to`
// name counters (`data-counts`) where it appears from or vanishes to.

import { make } from "./dom.js";
import { symbol } from "./symbols.js";
import { isOn } from "./settings.js";

const DURATION = 320; // ms
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";
const MAX_FLIGHTS = 14; // nobody can follow more, so then, as after a reload, nothing moves
const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{name: string, at: string, from: string, to: string, box: DOMRect, element: HTMLElement}} Item */
/** @typedef {{count: number, box: DOMRect}} Counter */
/** @typedef {{items: Item[], counters: Map<string, Counter>}} Snapshot */
/** @typedef {{picture: Element, from: DOMRect, to: DOMRect, hidden?: Element}} Flight */

/**
 * Call `change` to update the table, and animate the result.
 * @param {Element} root
 * @param {() => void} change
 */
export function animateChange(root, change) {
  if (REDUCED_MOTION.matches || !isOn("motion") || document.visibilityState !== "visible") {
    change();
    return;
  }
  const previous = takeSnapshot(root, true);
  change();
  if (!previous.items.length) return; // nothing was shown before
  const flights = planFlights(previous, takeSnapshot(root, false));
  if (flights.length <= MAX_FLIGHTS) animateFlights(flights, root);
}

/**
 * Record the current positions. isLast: elements may be removed soon, so copy them.
 * @param {Element} root
 * @param {boolean} isLast
 * @returns {Snapshot}
 */
function takeSnapshot(root, isLast) {
  /** @type {NodeListOf<HTMLElement>} */
  const moved = root.querySelectorAll("[data-moves]");
  /** @type {NodeListOf<HTMLElement>} */
  const counts = root.querySelectorAll("[data-counts]");
  const items = [...moved].map((element) => {
    const { moves: name, at = "", from = "", to = "" } = element.dataset;
    return { name, at, from, to, box: element.getBoundingClientRect(), element: isLast ? copy(element) : element };
  });
  return {
    items: items.filter(({ box }) => box.width > 0),
    counters: new Map([...counts].map((element) => [element.dataset.counts, { count: Number(element.dataset.count), box: element.getBoundingClientRect() }])),
  };
}

/**
 * A copy of an element that is not itself animated.
 * @param {Element} element
 */
function copy(element) {
  const picture = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const node of [picture, ...picture.querySelectorAll("*")]) {
    for (const { name } of [...node.attributes]) if (name.startsWith("data-") && name !== "data-good") node.removeAttribute(name);
    node.removeAttribute("id");
  }
  return picture;
}

/**
 * @param {Snapshot} previous
 * @param {Snapshot} current
 * @returns {Flight[]}
 */
function planFlights(previous, current) {
  const removed = subtract(previous.items, current.items);
  const added = subtract(current.items, previous.items);
  const flights = [];
  for (const item of added) {
    const index = removed.findIndex((candidate) => candidate.name === item.name);
    const source = index < 0 ? current.counters.get(item.from)?.box : removed.splice(index, 1)[0].box;
    if (source?.width) flights.push({ picture: copy(item.element), from: source, to: item.box, hidden: item.element });
  }
  for (const item of removed) {
    const target = growingCounter(item.to.split("|"), previous, current);
    if (target?.width) flights.push({ picture: item.element, from: item.box, to: target });
  }
  return [...flights, ...chipFlights(previous, current)];
}

/** The items that `others` doesn't have at the same place, counting duplicates. */
function subtract(items, others) {
  const remaining = others.map(({ name, at }) => `${name} ${at}`);
  return items.filter(({ name, at }) => {
    const index = remaining.indexOf(`${name} ${at}`);
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
}

/** The first of the counters that has grown, or else the last. */
function growingCounter(names, previous, current) {
  const name = names.find((counter) => current.counters.get(counter)?.count > previous.counters.get(counter)?.count) ?? names.at(-1);
  return current.counters.get(name)?.box;
}

/** A flying chip from the pool to each player who gained some. */
function chipFlights(previous, current) {
  const pool = current.counters.get("pool")?.box;
  const growing = [...current.counters].filter(([name, { count }]) => name.startsWith("chips ") && count > previous.counters.get(name)?.count);
  return pool?.width ? growing.filter(([, { box }]) => box.width).map(([, { box }]) => ({ picture: symbol("chips"), from: centerSquare(pool), to: centerSquare(box) })) : [];
}

/** A square the size of a counter's icon. */
function centerSquare({ left, top, width, height }) {
  return new DOMRect(left + Math.min(width, height) / 8, top, height, height);
}

/**
 * @param {Flight[]} flights
 * @param {Element} root
 */
function animateFlights(flights, root) {
  if (!flights.length) return;
  const sky = make("div", { class: root.classList.contains("roll") ? "sky roll" : "sky", "aria-hidden": "true" });
  sky.inert = true;
  root.after(sky);
  const timing = { duration: DURATION, easing: EASE };
  for (const { picture, from, to, hidden } of flights) {
    const frame = make("div", {}, picture);
    Object.assign(frame.style, { width: `${to.width}px`, height: `${to.height}px` });
    sky.append(frame);
    const start = `translate(${from.left}px, ${from.top}px) scale(${from.width / to.width}, ${from.height / to.height})`;
    frame.animate({ transform: [start, `translate(${to.left}px, ${to.top}px)`] }, { ...timing, fill: "both" });
    hidden?.animate({ opacity: [0, 0] }, timing);
  }
  setTimeout(() => sky.remove(), DURATION);
}
