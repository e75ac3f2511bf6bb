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
 * A copy of what a template of the page holds.
 * @returns {any}
 */
export function copyOf(name) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(name));
  return template.content.firstElementChild.cloneNode(true);
}
