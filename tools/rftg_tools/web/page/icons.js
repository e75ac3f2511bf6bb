// The icons of all pages.

import { draw, make } from "./dom.js";
import { ICONS } from "./lucide.js";

/**
 * Create an icon; it is decoration, so what it means stands beside it or in the name of its button.
 * @param {string} name
 */
export function icon(name) {
  const shapes = ICONS[name].map(([tag, attributes]) => draw(tag, attributes));
  return draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, shapes);
}

/**
 * Create a button with an icon only.
 * @param {string} name of the icon
 * @param {string} label what it does
 * @param {import("./dom.js").Attributes} [attributes]
 */
export function iconButton(name, label, attributes = {}) {
  const kind = `icon-button ${attributes.class ?? ""}`.trim();
  return make("button", { type: "button", "aria-label": label, title: label, ...attributes, class: kind }, icon(name));
}

/**
 * Create a button with an icon and a text.
 * @param {string} name of the icon
 * @param {string} text
 * @param {import("./dom.js").Attributes} [attributes]
 */
export function textButton(name, text, attributes = {}) {
  return make("button", { type: "button", ...attributes }, icon(name), text);
}

/** Put an icon into each element that names one, such as `<span data-icon="search">`. */
export function drawIcons(root = document) {
  for (const element of root.querySelectorAll("[data-icon]")) {
    element.prepend(icon(element.getAttribute("data-icon")));
    element.removeAttribute("data-icon");
  }
}
