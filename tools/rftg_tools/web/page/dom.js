// Create elements, and update a tree in place.
//
// Each frame is rendered to fresh elements, which are then merged into the page: elements that
// stay keep their focus, scroll position and images.

/**
 * Attributes by name, and functions that handle events by property, such as onclick.
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => any)>} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";
const KEPT = new Set(["open", "tabindex", "style"]); // controlled by the page, not by frames

/**
 * Create an element. Attributes and children that are false, null or undefined are left out.
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...any} children nodes and texts, or lists of them
 */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Create an SVG element.
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...any} children nodes and texts, or lists of them
 */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

/**
 * Update an element from a fresh one of the same type.
 * @param {Element} fresh
 * @param {Element} old
 */
export function updateElement(fresh, old) {
  const chosen = fresh instanceof HTMLSelectElement ? fresh.value : null;
  updateAttributes(fresh, old);
  updateChildren(fresh, old);
  if (chosen !== null) /** @type {HTMLSelectElement} */ (old).value = chosen;
}

function updateAttributes(fresh, old) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) === value || KEPT.has(name)) continue;
    old.setAttribute(name, value);
    if (name === "value") old.value = value; // an edited field ignores its value attribute
  }
  if (old.tagName === "INPUT") old.checked = fresh.hasAttribute("checked");
}

function updateChildren(fresh, old) {
  // First, so that none that stays is moved, which would lose its scroll position.
  const keys = new Set([...fresh.childNodes].map(keyOf));
  for (const child of [...old.childNodes]) if (keyOf(child) && !keys.has(keyOf(child))) child.remove();
  const byKey = new Map();
  for (const child of old.childNodes) if (keyOf(child)) byKey.set(keyOf(child), child);
  let position = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = keyOf(child);
    const match = key ? byKey.get(key) : position && !keyOf(position) ? position : null;
    if (!match || !hasSameTag(match, child)) {
      old.insertBefore(child, position);
      continue;
    }
    if (match === position) position = position.nextSibling;
    else old.insertBefore(match, position);
    if (child.nodeType === Node.ELEMENT_NODE) updateElement(child, match);
    else if (match.data !== child.data) match.data = child.data;
    byKey.delete(key);
  }
  while (position) {
    const next = position.nextSibling;
    position.remove();
    position = next;
  }
}

function keyOf(node) {
  return node.dataset?.key ?? node.id ?? "";
}

function hasSameTag(first, second) {
  return first.nodeType === second.nodeType && first.nodeName === second.nodeName;
}
