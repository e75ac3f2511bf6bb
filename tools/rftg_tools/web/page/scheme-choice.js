// The field for the colour theme, which scheme.js handles; it replaces each label with the class `scheme`.

import { make } from "./dom.js";

const TITLE = "Theme";
const CHOICES = { "": "System", light: "Light", dark: "Dark" };

/** The field; it is not part of any form around it. */
export function schemeField() {
  const chosen = document.documentElement.dataset.scheme ?? "";
  const options = Object.entries(CHOICES).map(([value, text]) => make("option", { value, selected: value === chosen }, text));
  return make("label", { class: "scheme" }, `${TITLE} `, make("select", { name: "scheme", form: "" }, options));
}

for (const label of document.querySelectorAll("label.scheme")) label.replaceWith(schemeField());
