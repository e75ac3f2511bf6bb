// The form of a card or goal: a field for each key that its game has, filled from the text.

import { ask } from "./common.js";
import { commitAll, watch } from "./commit.js";
import { fillLines, linesOf } from "./lines.js";
import { element } from "./elements.js";
import { serverOffers, suggest } from "./suggestions.js";
import { WORDS } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("form"));
const known = new Map(); // the fields of a game, by its id
let made = ""; // the game and section whose fields the form has
let send = null; // makes a change in the text
let card = null; // the keys of the card that is shown
let open = null; // where it is

form.addEventListener("submit", (event) => event.preventDefault());

/**
 * Show a card or goal of a file in the form.
 * @param {any} shown the file, the section, the number of the card in it, and all of its cards
 * @param {(change: any, file: any) => void} change makes a change in the text of a file
 * @param {string} problem why the cards cannot be read, where they cannot
 * @param {boolean} isForced what is being written is shown anew too
 */
export async function showForm(shown, change, problem = "", isForced = false) {
  const { sheet, section, index } = shown;
  const isOther = open?.file !== shown.file || open.section !== section || open.index !== index;
  if (isOther) commitAll();
  const keys = sheet?.[section][index]?.keys;
  send = change;
  form.inert = !keys;
  form.dataset.problem = keys ? "" : problem || WORDS.noCardHere;
  if (!keys) return;
  card = keys;
  open = { file: shown.file, section, index };
  const about = await fieldsOf(sheet.game);
  if (about === null || card !== keys) return;
  if (made !== `${sheet.game} ${section}`) build(sheet.game, section, about);
  fill(about[section], isForced || isOther);
}

async function fieldsOf(game) {
  if (!known.has(game)) {
    const answer = await ask(`api/fields/${game}`);
    if (answer === null) return null;
    known.set(game, await answer.json());
  }
  return known.get(game);
}

function build(game, section, about) {
  made = `${game} ${section}`;
  form.replaceChildren(...about[section].map((field) => partOf(field, about)));
}

function partOf(field, about) {
  const part = element("div", { className: "field" });
  part.dataset.key = field.keys[0];
  if (field.keys.length > 1) {
    const choice = element("select", { ariaLabel: WORDS.form.which(field.keys) });
    if (!field.required) choice.add(new Option(WORDS.form.none, ""));
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
  if (field.kind === "lines") {
    return linesOf(id, about.order, (lines) => put(field.keys[0], lines), () => fill([field]), offersOf(field));
  }
  if (field.kind === "parts") return partsOf(field, id);
  const input = inputOf(field, id);
  if (field.keys.length > 1) input.setAttribute("aria-label", WORDS.form.either(field.keys));
  follow(field, input, (isDone) => {
    const value = read(field, input);
    if (isDone || (value !== null && !isTitle(field))) put(keyOf(field), value);
  });
  return part(input);
}

/** Whether a field is the title: a card is renamed when all of the new name is there. */
function isTitle(field) {
  return field.keys[0] === "title";
}

/** Follow what is written in an input of a field, and show what the text has when it is left. */
function follow(field, input, tell) {
  watch(input, tell);
  input.addEventListener("blur", () => input.isConnected && fill([field]));
}

/** An input with the room below it for proposals. */
function part(input) {
  const made = element("span", { className: "value" });
  made.append(input);
  return made;
}

function inputOf(field, id) {
  if (field.kind === "choice") {
    const input = element("select", { id });
    if (!field.required) input.add(new Option("", ""));
    for (const choice of field.choices) input.add(new Option(choice, choice));
    return input;
  }
  if (field.kind === "flag") return element("input", { id, type: "checkbox" });
  // A number is a text, too: a browser shows what is no number, and says that nothing is there.
  const input = element("input", { id, type: "text", spellcheck: isTitle(field) });
  if (field.kind === "number" && !field.choices) input.inputMode = "numeric";
  else if (!isTitle(field)) suggest(input, offersOf(field));
  if (field.kind === "words") input.placeholder = WORDS.form.words;
  return input;
}

/** What a field can go on with: what its schema names, or what the language server knows. */
function offersOf(field) {
  const named = field.each?.length ? field.each : field.choices ?? [];
  return async (before) => {
    const word = field.kind === "words" ? before.replace(/^.*,\s*/s, "") : before;
    if (named.length) return named.filter((one) => one.startsWith(word)).map((one) => offerOf(one, word));
    if (field.kind === "number") return [];
    const { file, section } = open;
    const text = field.kind === "words" ? `[${word}` : word;
    const found = await serverOffers(file.uri, section, keyOf(field), text);
    return found.filter((one) => one.label.toLowerCase().startsWith(before.slice(before.length - one.replaces).toLowerCase()));
  };
}

function offerOf(text, word) {
  return { label: text, detail: "", text, replaces: word.length };
}

function partsOf(field, id) {
  const part = element("fieldset", { id });
  part.append(element("legend", { textContent: field.keys[0], className: "unseen" }));
  for (const [name, about] of Object.entries(field.parts)) {
    const one = { ...about, keys: [name], required: false };
    const input = inputOf(one, `${id}-${name}`);
    input.dataset.part = name;
    input.setAttribute("aria-label", WORDS.form.part(field.keys[0], name));
    follow(field, input, (isDone) => {
      const value = read(one, input);
      if (!isDone && value === null) return;
      const values = { ...card[field.keys[0]], [name]: value };
      if (value === null) delete values[name];
      put(field.keys[0], Object.keys(values).length ? values : null);
    });
    part.append(input);
  }
  return part;
}

// --- what is there, and what is to be

function keyOf(field) {
  return field.keys.find((key) => key in card) ?? (partFor(field).choice?.value || field.keys[0]);
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
  else if (before) make({ key, value: card[before], instead_of: before });
  else if (field.choices) put(key, field.choices[0]);
}

function put(key, value) {
  return key && !same(card[key] ?? null, value) ? make({ key, value }) : undefined;
}

/** Make a change, on which those that follow at once can build before the text is read again. */
function make({ key, value, instead_of = "" }) {
  card = { ...card };
  delete card[instead_of];
  if (value === null) delete card[key];
  else card[key] = value;
  return send({ do: "put", section: open.section, card: open.index, key, value, instead_of }, open.file);
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
  const isNumber = field.kind === "number" && /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
  return isNumber ? Number(text) : text;
}

/** Show what the text has. isForced: also where somebody writes. */
function fill(fields, isForced = false) {
  for (const field of fields) {
    const part = partFor(field);
    const key = field.keys.find((one) => one in card) ?? "";
    if (part.choice && (key || isForced || !field.required)) part.choice.value = key;
    const value = card[key];
    if (field.kind === "lines") fillLines(part.querySelector(".lines"), [value ?? []].flat(), isForced);
    else if (field.kind === "parts") {
      for (const input of inputsOf(part)) write(field.parts[input.dataset.part], input, value?.[input.dataset.part], isForced);
    } else write(field, part.querySelector(`#field-${CSS.escape(field.keys[0])}`), value, isForced);
  }
}

function write(field, input, value, isForced) {
  if (field.kind === "flag") input.checked = value !== undefined;
  else if (isForced || field.kind === "choice" || input !== document.activeElement) { // nobody is midway in a choice
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    if (field.kind === "choice" && ![...input.options].some((option) => option.value === text)) input.add(new Option(text, text));
    input.value = text;
  }
}
