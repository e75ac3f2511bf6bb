// The choice of the scheme: its words, and its field wherever a page has a label for it.

export const SCHEME = { title: "Colours", choices: { "": "as the system", light: "light", dark: "dark" } };

for (const label of document.querySelectorAll("label.scheme")) {
  const field = document.createElement("select");
  field.name = "scheme";
  field.setAttribute("form", ""); // it belongs to no form that it may stand in
  field.append(...Object.entries(SCHEME.choices).map(([value, text]) => new Option(text, value)));
  label.append(`${SCHEME.title} `, field);
}
