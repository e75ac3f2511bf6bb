// The parts that the dialogs of export are made of.

/**
 * An element with attributes and what is in it.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A choice among pairs of a value and what is said for it. */
export function select(pairs, value) {
  const made = element("select", {}, ...pairs.map(([name, says]) => element("option", { value: name }, says)));
  made.value = value;
  return made;
}

/** A control with its label. */
export function field(label, control) {
  return element("label", { class: "choice" }, element("span", {}, label), control);
}
