// The choice of the colour theme, which scheme.js handles; it replaces each element with the class `scheme`.

import { segmented } from "./controls.js";
import { make } from "./dom.js";

const TITLE = "Theme";
/** @type {[string, string][]} */
const CHOICES = [["", "System"], ["light", "Light"], ["dark", "Dark"]];

export function schemeField() {
  const choose = (scheme) => dispatchEvent(new CustomEvent("scheme", { detail: scheme }));
  return make("div", { class: "scheme" }, make("span", { class: "label" }, TITLE), segmented({ label: TITLE, choices: CHOICES, value: current(), onChange: choose }));
}

function current() {
  return document.documentElement.dataset.scheme ?? "";
}

for (const place of document.querySelectorAll(".scheme")) place.replaceWith(schemeField());
for (const change of ["storage", "scheme"]) {
  addEventListener(change, () => {
    for (const field of document.querySelectorAll(".scheme > .seg")) /** @type {any} */ (field).value = current();
  });
}
