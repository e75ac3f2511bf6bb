// Small things that all pages use: counts in words, what is said, what is asked.

/** @type {(number: number, noun: string) => string} */
export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** @type {(text: string) => void} */
export function say(text) {
  document.getElementById("news").textContent = text;
}

/**
 * What the server answers; null where it is gone, or has no such thing any more.
 * @param {string} path
 */
export async function ask(path) {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? answer : null;
}

/**
 * Put elements in place of others. What stays the same is left alone, and whoever was at a button is at
 * the one that takes its place.
 * @param {Element} place
 * @param {Element[]} made
 */
export function refill(place, made) {
  const before = [...place.children];
  if (before.length === made.length && made.every((one, at) => one.isEqualNode(before[at]))) return;
  const at = reachable(place).indexOf(document.activeElement);
  place.replaceChildren(...made);
  if (at >= 0) /** @type {HTMLElement} */ (reachable(place).slice(0, at + 1).at(-1))?.focus();
}

function reachable(place) {
  return [...place.querySelectorAll("button, summary, a")];
}

/**
 * A copy of what a template of the page holds.
 * @returns {any}
 */
export function copyOf(name) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(name));
  return template.content.firstElementChild.cloneNode(true);
}
