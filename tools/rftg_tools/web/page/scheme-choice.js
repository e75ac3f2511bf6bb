// The colour theme setting: its texts, and a select in each label with the class `scheme`.

export const SCHEME = { title: "Theme", choices: { "": "System", light: "Light", dark: "Dark" } };

for (const label of document.querySelectorAll("label.scheme")) {
  const field = document.createElement("select");
  field.name = "scheme";
  field.setAttribute("form", ""); // not part of any form around it
  field.append(...Object.entries(SCHEME.choices).map(([value, text]) => new Option(text, value)));
  label.append(`${SCHEME.title} `, field);
}
