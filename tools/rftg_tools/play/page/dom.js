// Elements made from words, and a tree brought up to date in place.
//
// What is shown is made anew from the frame each time, and then laid over what stands there:
// elements that stay keep their focus, their scrolling and their images.

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const SVG = "http://www.w3.org/2000/svg";
const KEPT = new Set(["open", "tabindex", "style"]); // the page's own, not the frame's

/**
 * An element. Attributes that are false, null or undefined are left out, and so are children.
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...any} children nodes and texts, or lists of them
 */
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...any} children nodes and texts, or lists of them
 */
export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((one) => one || one === 0));
  return element;
}

/**
 * Lay a fresh element over the one that stands there; both are of the same kind.
 * @param {Element} fresh
 * @param {Element} old
 */
export function lay(fresh, old) {
  const chosen = fresh instanceof HTMLSelectElement ? fresh.value : null;
  layAttributes(fresh, old);
  layChildren(fresh, old);
  if (chosen !== null) /** @type {HTMLSelectElement} */ (old).value = chosen;
}

function layAttributes(fresh, old) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) === value || KEPT.has(name)) continue;
    old.setAttribute(name, value);
    if (name === "value") old.value = value; // a field that was typed in no longer shows its attribute
  }
  if (old.tagName === "INPUT") old.checked = fresh.hasAttribute("checked");
}

function layChildren(fresh, old) {
  const known = new Map();
  for (const child of old.childNodes) if (keyOf(child)) known.set(keyOf(child), child);
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = keyOf(child);
    const found = key ? known.get(key) : at && !keyOf(at) ? at : null;
    if (!found || !alike(found, child)) {
      old.insertBefore(child, at);
      continue;
    }
    if (found === at) at = at.nextSibling;
    else old.insertBefore(found, at);
    if (child.nodeType === Node.ELEMENT_NODE) lay(child, found);
    else if (found.data !== child.data) found.data = child.data;
    known.delete(key);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function keyOf(node) {
  return node.dataset?.key ?? node.id ?? "";
}

function alike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName;
}
