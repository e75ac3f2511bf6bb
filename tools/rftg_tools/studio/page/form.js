// The form of a card: a field for each key that its game has, filled from the text.

import { ask } from "./common.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("form"));
const known = new Map(); // the fields of a game, by its id
let made = null; // the game whose fields the form has
let send = null; // makes a change in the text
let card = null; // the keys of the card that is shown
let number = 0;

/**
 * Show a card of a file in the form.
 * @param {any} sheet the cards of the file; null where they cannot be read
 * @param {number} index of the card, from 0
 * @param {(change: any) => void} change makes a change in the text
 */
export async function showForm(sheet, index, change, problem = "") {
  const keys = sheet?.cards[index]?.keys;
  send = change;
  form.inert = !keys;
  form.dataset.problem = keys ? "" : problem || "There is no such card.";
  if (!keys) return;
  card = keys;
  number = index;
  const about = await fieldsOf(sheet.game);
  if (about === null || card !== keys) return;
  if (made !== sheet.game) build(sheet.game, about);
  fill(about.fields);
}

async function fieldsOf(game) {
  if (!known.has(game)) {
    const answer = await ask(`api/fields/${game}`);
    if (answer === null) return null;
    known.set(game, await answer.json());
  }
  return known.get(game);
}

function build(game, about) {
  made = game;
  form.replaceChildren(...about.fields.map((field) => partOf(field, about)));
}

function partOf(field, about) {
  const part = element("div", { className: "field" });
  part.dataset.key = field.keys[0];
  if (field.keys.length > 1) {
    const choice = element("select", { ariaLabel: `Which of: ${field.keys.join(", ")}` });
    if (!field.required) choice.add(new Option("neither", ""));
    for (const key of field.keys) choice.add(new Option(key, key));
    choice.addEventListener("change", () => choose(field, choice.value));
    part.append(choice);
    part.choice = choice;
  } else {
    part.append(element("label", { textContent: field.keys[0], htmlFor: `field-${field.keys[0]}` }));
  }
  part.append(valueOf(field, about));
  part.title = Object.values(field.says).join(" ");
  return part;
}

function valueOf(field, about) {
  const id = `field-${field.keys[0]}`;
  if (field.kind === "lines") return linesOf(field, about, id);
  if (field.kind === "parts") return partsOf(field, id);
  const input = inputOf(field, id);
  if (field.keys.length > 1) input.setAttribute("aria-label", field.keys.join(" or "));
  input.addEventListener("change", () => put(keyOf(field), read(field, input)));
  return input;
}

function inputOf(field, id) {
  if (field.kind === "choice") {
    const input = element("select", { id });
    if (!field.required) input.add(new Option("", ""));
    for (const choice of field.choices) input.add(new Option(choice, choice));
    return input;
  }
  if (field.kind === "flag") return element("input", { id, type: "checkbox" });
  const input = element("input", { id, type: "text", spellcheck: field.keys[0] === "title" });
  if (field.kind === "number" && !field.choices) {
    Object.assign(input, { type: "number", min: field.least, max: field.most });
  }
  if (field.choices) {
    const list = element("datalist", { id: `${id}-choices` });
    list.append(...field.choices.map((choice) => new Option(choice, choice)));
    input.setAttribute("list", list.id);
    form.append(list);
  }
  if (field.kind === "words") input.placeholder = "words, separated by commas";
  return input;
}

function partsOf(field, id) {
  const part = element("fieldset", { id });
  part.append(element("legend", { textContent: field.keys[0], className: "unseen" }));
  for (const [name, about] of Object.entries(field.parts)) {
    const one = { ...about, keys: [name], required: false };
    const input = inputOf(one, `${id}-${name}`);
    input.dataset.part = name;
    input.setAttribute("aria-label", `${field.keys[0]}: ${name}`);
    input.addEventListener("change", () => {
      const found = inputsOf(part).map((other) => [other.dataset.part, read(field.parts[other.dataset.part], other)]);
      const filled = found.filter(([, value]) => value !== null);
      if (filled.length === found.length) put(field.keys[0], Object.fromEntries(filled));
      else if (!filled.length) put(field.keys[0], null);
    });
    part.append(input);
  }
  return part;
}

// --- powers, a line each

function linesOf(field, about, id) {
  const list = element("div", { id, className: "lines" });
  const add = element("select", { ariaLabel: "Add a power in" });
  add.add(new Option("+ add a power in …", ""));
  for (const phase of about.order) add.add(new Option(phase, phase));
  add.addEventListener("change", () => {
    const line = lineOf(field, `${add.value}: `);
    list.insertBefore(line, add);
    add.value = "";
    const input = line.querySelector("input");
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  });
  list.append(add);
  return list;
}

function lineOf(field, text) {
  const line = element("div", { className: "line" });
  const input = element("input", { type: "text", value: text, spellcheck: false, ariaLabel: "A power" });
  const away = element("button", { type: "button", textContent: "✕", ariaLabel: "Take this power away" });
  input.addEventListener("change", () => putLines(field));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") putLines(field);
  });
  away.addEventListener("click", () => {
    line.remove();
    putLines(field);
  });
  line.append(input, away);
  return line;
}

function putLines(field) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = form.querySelectorAll(".line input");
  put(field.keys[0], [...inputs].map((input) => input.value.trim()).filter(Boolean));
}

// --- what is there, and what is to be

function keyOf(field) {
  return field.keys.find((key) => key in card) ?? partFor(field).choice?.value ?? field.keys[0];
}

/**
 * The element of a field, with the choice of its key, if it has one.
 * @returns {any}
 */
function partFor(field) {
  return form.querySelector(`[data-key="${field.keys[0]}"]`);
}

/**
 * The inputs of a field that has several.
 * @returns {any[]}
 */
function inputsOf(part) {
  return [...part.querySelectorAll("[data-part]")];
}

function choose(field, key) {
  const before = field.keys.find((one) => one in card);
  if (!key) put(before, null);
  else if (before) send({ do: "put", card: number, key, value: card[before], instead_of: before });
  else if (field.choices) put(key, field.choices[0]);
}

function put(key, value) {
  if (!key || same(card[key] ?? null, value)) return;
  send({ do: "put", card: number, key, value });
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The value that an input stands for; null for none. */
function read(field, input) {
  if (field.kind === "flag") return input.checked ? field.choices[0] : null;
  const text = input.value.trim();
  if (!text) return null;
  if (field.kind === "words") return text.split(",").map((word) => word.trim()).filter(Boolean);
  if (field.kind === "number" && /^-?\d+$/.test(text)) return Number(text);
  return text;
}

function fill(fields) {
  for (const field of fields) {
    const part = partFor(field);
    const key = field.keys.find((one) => one in card) ?? "";
    if (part.choice) part.choice.value = key;
    const value = card[key];
    if (field.kind === "lines") fillLines(field, part, value ?? []);
    else if (field.kind === "parts") {
      for (const input of inputsOf(part)) write(field.parts[input.dataset.part], input, value?.[input.dataset.part]);
    } else write(field, part.querySelector(`#field-${CSS.escape(field.keys[0])}`), value);
  }
}

function write(field, input, value) {
  if (input === document.activeElement) return; // it is being written in
  if (field.kind === "flag") input.checked = value !== undefined;
  else input.value = Array.isArray(value) ? value.join(", ") : value ?? "";
}

function fillLines(field, part, values) {
  const list = part.querySelector(".lines");
  const inputs = [...list.querySelectorAll(".line input")];
  if (list.contains(document.activeElement) && inputs.length === values.length) {
    inputs.forEach((input, at) => {
      if (input !== document.activeElement) input.value = values[at];
    });
    return;
  }
  if (list.contains(document.activeElement) && inputs.length > values.length && inputs.some((one) => one.value.endsWith(": "))) return;
  for (const line of list.querySelectorAll(".line")) line.remove();
  list.prepend(...values.map((text) => lineOf(field, text)));
}

function element(name, properties) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "htmlFor") made.setAttribute("for", value);
    else made[key] = value;
  }
  return made;
}
