// Motion: what moved between two frames is seen to go there, for a moment, and keeps nobody waiting.
//
// The table is laid over at once, and takes clicks and keys. What moves are pictures above it, which
// no pointer meets: of whatever has `data-moves`, a name, and `data-at`, its place. `data-from` and
// `data-to` are counters (`data-counts`) that it comes from or goes to where it is seen only once.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { isOn } from "./settings.js";

const LONG = 320; // ms
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";
const MOST = 14; // nobody can follow more at once: then, as after a reload, nothing moves
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{name: string, at: string, from: string, to: string, box: DOMRect, element: HTMLElement}} Thing */
/** @typedef {{count: number, box: DOMRect}} Counter */
/** @typedef {{things: Thing[], counters: Map<string, Counter>}} Seen */
/** @typedef {{picture: Element, from: DOMRect, to: DOMRect, hidden?: Element}} Flight */

/**
 * Lay the table over by `change`, and show what moved by that.
 * @param {Element} root
 * @param {() => void} change
 */
export function moving(root, change) {
  if (STILL.matches || !isOn("motion") || document.visibilityState !== "visible") {
    change();
    return;
  }
  const before = seen(root, true);
  change();
  if (!before.things.length) return; // the first that is shown came from nowhere
  const flights = flightsOf(before, seen(root, false));
  if (flights.length <= MOST) fly(flights, root);
}

/**
 * What is there. isLast: it may be gone soon, so that its picture is kept.
 * @param {Element} root
 * @param {boolean} isLast
 * @returns {Seen}
 */
function seen(root, isLast) {
  /** @type {NodeListOf<HTMLElement>} */
  const moved = root.querySelectorAll("[data-moves]");
  /** @type {NodeListOf<HTMLElement>} */
  const counts = root.querySelectorAll("[data-counts]");
  const things = [...moved].map((one) => {
    const { moves: name, at = "", from = "", to = "" } = one.dataset;
    return { name, at, from, to, box: one.getBoundingClientRect(), element: isLast ? copy(one) : one };
  });
  return {
    things: things.filter(({ box }) => box.width > 0),
    counters: new Map([...counts].map((one) => [one.dataset.counts, { count: Number(one.dataset.count), box: one.getBoundingClientRect() }])),
  };
}

/**
 * A picture of a thing, which is none itself.
 * @param {Element} element
 */
function copy(element) {
  const picture = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const one of [picture, ...picture.querySelectorAll("*")]) {
    for (const { name } of [...one.attributes]) if (name.startsWith("data-") && name !== "data-good") one.removeAttribute(name);
    one.removeAttribute("id");
  }
  return picture;
}

/**
 * @param {Seen} before
 * @param {Seen} after
 * @returns {Flight[]}
 */
function flightsOf(before, after) {
  const gone = without(before.things, after.things);
  const come = without(after.things, before.things);
  const flights = [];
  for (const thing of come) {
    const at = gone.findIndex((one) => one.name === thing.name);
    const source = at < 0 ? after.counters.get(thing.from)?.box : gone.splice(at, 1)[0].box;
    if (source?.width) flights.push({ picture: copy(thing.element), from: source, to: thing.box, hidden: thing.element });
  }
  for (const thing of gone) {
    const target = grown(thing.to.split("|"), before, after);
    if (target?.width) flights.push({ picture: thing.element, from: thing.box, to: target });
  }
  return [...flights, ...chips(before, after)];
}

/** Those of some things that others have not at the same place: as many of a name as there are more. */
function without(some, others) {
  const left = others.map(({ name, at }) => `${name} ${at}`);
  return some.filter(({ name, at }) => {
    const found = left.indexOf(`${name} ${at}`);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}

/** The first of some counters that has grown, or else the last of them. */
function grown(names, before, after) {
  const name = names.find((one) => after.counters.get(one)?.count > before.counters.get(one)?.count) ?? names.at(-1);
  return after.counters.get(name)?.box;
}

/** A chip from the pool to everybody who has more of them. */
function chips(before, after) {
  const pool = after.counters.get("pool")?.box;
  const more = [...after.counters].filter(([name, { count }]) => name.startsWith("chips ") && count > before.counters.get(name)?.count);
  return pool?.width ? more.filter(([, { box }]) => box.width).map(([, { box }]) => ({ picture: icon("chips"), from: middle(pool), to: middle(box) })) : [];
}

/** A square in the middle of a counter: its icon is as large. */
function middle({ left, top, width, height }) {
  return new DOMRect(left + Math.min(width, height) / 8, top, height, height);
}

/**
 * @param {Flight[]} flights
 * @param {Element} root
 */
function fly(flights, root) {
  if (!flights.length) return;
  const sky = make("div", { class: root.classList.contains("roll") ? "sky roll" : "sky", "aria-hidden": "true" });
  sky.inert = true;
  root.after(sky);
  const timing = { duration: LONG, easing: EASE };
  for (const { picture, from, to, hidden } of flights) {
    const frame = make("div", {}, picture);
    Object.assign(frame.style, { width: `${to.width}px`, height: `${to.height}px` });
    sky.append(frame);
    const start = `translate(${from.left}px, ${from.top}px) scale(${from.width / to.width}, ${from.height / to.height})`;
    frame.animate({ transform: [start, `translate(${to.left}px, ${to.top}px)`] }, { ...timing, fill: "both" });
    hidden?.animate({ opacity: [0, 0] }, timing);
  }
  setTimeout(() => sky.remove(), LONG);
}
