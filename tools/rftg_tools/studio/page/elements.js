// Helpers that create elements.

/**
 * Create an element.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function element(name, properties = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "htmlFor") created.setAttribute("for", value);
    else created[key] = value;
  }
  created.append(...children);
  return created;
}

/** Create a select from pairs of value and text. */
export function select(pairs, value) {
  const created = element("select", {}, ...pairs.map(([name, text]) => new Option(text, name)));
  created.value = value;
  return created;
}

/** Create a control with a label. */
export function labelled(label, control) {
  return element("label", { className: "choice" }, element("span", {}, label), control);
}
