// Helpers that all pages share.

/** @type {(number: number, noun: string) => string} */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** @type {(text: string) => void} */
export function say(text) {
  document.getElementById("news").textContent = text;
}

/**
 * Return the server's response, or null if there is none or it is an error.
 * @param {string} path
 */
export async function ask(path) {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? answer : null;
}

/**
 * Replace the children of an element if anything differs. The focus moves to the control in the same
 * position.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function refill(parent, children) {
  const current = [...parent.children];
  if (current.length === children.length && children.every((child, index) => child.isEqualNode(current[index]))) return;
  const focusedIndex = controlsOf(parent).indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (focusedIndex >= 0) /** @type {HTMLElement} */ (controlsOf(parent).slice(0, focusedIndex + 1).at(-1))?.focus();
}

function controlsOf(parent) {
  return [...parent.querySelectorAll("button, summary, a")];
}

/**
 * Return a copy of the content of a template.
 * @returns {any}
 */
export function copyOf(name) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(name));
  return template.content.firstElementChild.cloneNode(true);
}
