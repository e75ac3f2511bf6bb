// Elements that scripts make.

/**
 * An element with some properties and what is in it.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "htmlFor") made.setAttribute("for", value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

/** A choice among pairs of a value and what is said for it. */
export function select(pairs, value) {
  const made = element("select", {}, ...pairs.map(([name, says]) => new Option(says, name)));
  made.value = value;
  return made;
}

/** A control with its label. */
export function labelled(label, control) {
  return element("label", { className: "choice" }, element("span", {}, label), control);
}
