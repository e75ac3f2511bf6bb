// Elements that scripts make.

/**
 * An element with some properties.
 * @param {string} name
 * @param {Record<string, any>} properties
 * @returns {any}
 */
export function element(name, properties) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "htmlFor") made.setAttribute("for", value);
    else made[key] = value;
  }
  return made;
}
