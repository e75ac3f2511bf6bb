// The form of a card or goal: a field for each key of its game, synchronized with the text.

import { askData, say } from "./common.js";
import { make, select } from "./dom.js";
import { enableSuggestions, findCompletions, showSuggestions } from "./suggestions.js";
import { labelOf, WORDS } from "./words.js";

const PAUSE = 150; // ms after the last key until a field is committed
const UNFINISHED = /^[a-z ]*:?$/; // a power with a phase only
const form = /** @type {HTMLFormElement} */ (document.getElementById("form"));
const fieldsByGame = new Map();
const uncommitted = new Map(); // by input: a function that commits its value
const powerLists = new WeakMap(); // the options of `createPowers` by list
let builtFor = ""; // the game and section whose fields the form has
let sendChange = null; // makes a change in the text
let card = null; // the keys of the open card
let open = null; // the file, section and index of the open card

form.addEventListener("submit", (event) => event.preventDefault());

/**
 * Show a card or goal of a file.
 * @param {any} opened the file, section, index and all cards of the file
 * @param {(change: any, file: any) => void} change makes a change in the text of a file
 * @param {string} problem why the cards cannot be read, "" if they can
 * @param {boolean} isForced also replace what is being typed
 */
export async function showForm(opened, change, problem = "", isForced = false) {
  const { sheet, section, index } = opened;
  const isOther = open?.file !== opened.file || open.section !== section || open.index !== index;
  if (isOther) commitAll();
  const keys = sheet?.[section][index]?.keys;
  sendChange = change;
  form.inert = !keys;
  form.dataset.problem = keys ? "" : problem || WORDS.noCard;
  if (!keys) return;
  card = keys;
  open = { file: opened.file, section, index };
  const schema = await loadFields(sheet.game);
  if (schema === null || card !== keys) return;
  if (builtFor !== `${sheet.game} ${section}`) buildForm(sheet.game, section, schema);
  fillFields(schema[section], isForced || isOther);
}

async function loadFields(game) {
  if (!fieldsByGame.has(game)) {
    const fields = await askData(`api/fields/${game}`);
    if (fields === null) return null;
    fieldsByGame.set(game, fields);
  }
  return fieldsByGame.get(game);
}

// --- committing
/**
 * Report the value of an input: shortly after the last key, and when the input is left.
 * @param {any} input
 * @param {(isDone: boolean) => void} commit isDone: the input was left
 */
function watchInput(input, commit) {
  let timer = 0;
  const finish = () => {
    clearTimeout(timer);
    uncommitted.delete(input);
    commit(true);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    uncommitted.set(input, finish);
    if (input.type === "text") timer = setTimeout(() => commit(false), PAUSE);
  });
  // Browsers send "change" only if the value differs from that at focus.
  for (const event of ["change", "blur"]) input.addEventListener(event, () => uncommitted.get(input)?.());
}

/** Commit what is typed in any field. */
export function commitAll() {
  for (const finish of [...uncommitted.values()]) finish();
}

// --- fields

function buildForm(game, section, schema) {
  builtFor = `${game} ${section}`;
  form.replaceChildren(...schema[section].map((field) => createField(field, schema)));
}

function createField(field, schema) {
  const container = make("div", { class: "field", "data-key": field.keys[0], title: Object.values(field.says).join(" ") });
  if (field.keys.length > 1) {
    const none = field.required ? [] : [["", WORDS.form.none]];
    const choice = select([...none, ...labelled(field.keys)], { "aria-label": WORDS.form.choose(field.keys.map(labelOf)) });
    choice.addEventListener("change", () => chooseKey(field, choice.value));
    container.append(choice);
    container.choice = choice;
  } else {
    container.append(make("label", { for: `field-${field.keys[0]}` }, labelOf(field.keys[0])));
  }
  container.append(createControl(field, schema));
  return container;
}

function createControl(field, schema) {
  const id = `field-${field.keys[0]}`;
  if (field.kind === "lines") {
    const put = (lines) => putKey(field.keys[0], lines);
    return createPowers(id, schema.phases.map((phase) => phase.key), { put, show: () => fillFields([field]), find: suggestionsFor(field) });
  }
  if (field.kind === "parts") return createParts(field, id);
  const input = createInput(field, id);
  if (field.keys.length > 1) input.setAttribute("aria-label", WORDS.form.either(field.keys.map(labelOf)));
  followInput(field, input, (isDone) => {
    const value = readInput(field, input);
    if (isDone || (value !== null && !isTitle(field))) putKey(keyOf(field), value);
  });
  return make("span", { class: "value" }, input);
}

/** Titles are committed only when the field is left, because that renames the card everywhere. */
function isTitle(field) {
  return field.keys[0] === "title";
}

/** Commit an input of a field, and show the value in the text when it is left. */
function followInput(field, input, commit) {
  watchInput(input, commit);
  input.addEventListener("blur", () => input.isConnected && fillFields([field]));
}

function createInput(field, id) {
  if (field.kind === "choice") return select([...(field.required ? [] : [["", ""]]), ...labelled(field.choices)], { id });
  if (field.kind === "flag") return make("input", { id, type: "checkbox" });
  // Numbers are text inputs too: a number input reports invalid text as empty.
  const input = make("input", { id, type: "text", spellcheck: String(isTitle(field)) });
  if (field.kind === "number" && !field.choices) input.inputMode = "numeric";
  else if (!isTitle(field)) enableSuggestions(input, suggestionsFor(field));
  if (field.kind === "words") input.placeholder = WORDS.form.list;
  return input;
}

/** Return a source of suggestions: the choices in the schema, else the language server. */
function suggestionsFor(field) {
  const choices = field.each?.length ? field.each : field.choices ?? [];
  return async (textBefore) => {
    const word = field.kind === "words" ? textBefore.replace(/^.*,\s*/s, "") : textBefore;
    if (choices.length) {
      return choices
        .filter((choice) => choice.startsWith(word))
        .map((choice) => ({ label: choice, detail: "", text: choice, replaces: word.length }));
    }
    if (field.kind === "number") return [];
    const { file, section } = open;
    const text = field.kind === "words" ? `[${word}` : word;
    const completions = await findCompletions(file.uri, section, keyOf(field), text);
    const isMatch = ({ label, replaces }) => label.toLowerCase().startsWith(textBefore.slice(textBefore.length - replaces).toLowerCase());
    return completions.filter(isMatch);
  };
}

function createParts(field, id) {
  const [key] = field.keys;
  const fieldset = make("fieldset", { id }, make("legend", { class: "unseen" }, labelOf(key)));
  for (const [name, schema] of Object.entries(field.parts)) {
    const part = { ...schema, keys: [name], required: false };
    const input = createInput(part, `${id}-${name}`);
    input.dataset.part = name;
    input.setAttribute("aria-label", WORDS.form.part(labelOf(key), name));
    followInput(field, input, (isDone) => {
      const value = readInput(part, input);
      if (!isDone && value === null) return;
      const values = { ...card[key], [name]: value };
      if (value === null) delete values[name];
      putKey(key, Object.keys(values).length ? values : null);
    });
    fieldset.append(input);
  }
  return fieldset;
}

/** Pairs of keys and labels. */
function labelled(keys) {
  return keys.map((key) => [key, labelOf(key)]);
}

// --- values

function keyOf(field) {
  return field.keys.find((key) => key in card) ?? (containerOf(field).choice?.value || field.keys[0]);
}

/**
 * Return the element of a field, with the choice of its key, if it has one.
 * @returns {any}
 */
function containerOf(field) {
  return form.querySelector(`[data-key="${field.keys[0]}"]`);
}

/**
 * Return the inputs of a field that has several.
 * @returns {any[]}
 */
function partInputs(container) {
  return [...container.querySelectorAll("[data-part]")];
}

function chooseKey(field, key) {
  const previousKey = field.keys.find((used) => used in card);
  if (!key) putKey(previousKey, null);
  else if (previousKey) makeChange({ key, value: card[previousKey], instead_of: previousKey });
  else if (field.choices) putKey(key, field.choices[0]);
}

function putKey(key, value) {
  const isEqual = JSON.stringify(card[key] ?? null) === JSON.stringify(value);
  return key && !isEqual ? makeChange({ key, value }) : undefined;
}

/** Make a change; further changes can build on it before the text is read again. */
function makeChange({ key, value, instead_of = "" }) {
  card = { ...card };
  delete card[instead_of];
  if (value === null) delete card[key];
  else card[key] = value;
  return sendChange({ do: "put", section: open.section, card: open.index, key, value, instead_of }, open.file);
}

/** Return the value of an input, or null if it is empty. */
function readInput(field, input) {
  if (field.kind === "flag") return input.checked ? field.choices[0] : null;
  const text = input.value.trim();
  if (!text) return null;
  if (field.kind === "words") return text.split(",").map((word) => word.trim()).filter(Boolean);
  const isNumber = field.kind === "number" && /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
  return isNumber ? Number(text) : text;
}

/** Show the values in the text. isForced: also in the focused input. */
function fillFields(fields, isForced = false) {
  for (const field of fields) {
    const container = containerOf(field);
    const key = field.keys.find((used) => used in card) ?? "";
    if (container.choice && (key || isForced || !field.required)) container.choice.value = key;
    const value = card[key];
    if (field.kind === "lines") fillPowers(container.querySelector(".lines"), [value ?? []].flat(), isForced);
    else if (field.kind === "parts") {
      for (const input of partInputs(container)) {
        const { part } = input.dataset;
        fillInput(field.parts[part], input, value?.[part], isForced);
      }
    } else fillInput(field, container.querySelector(`#field-${CSS.escape(field.keys[0])}`), value, isForced);
  }
}

function fillInput(field, input, value, isForced) {
  if (field.kind === "flag") input.checked = value !== undefined;
  else if (isForced || field.kind === "choice" || input !== document.activeElement) { // nobody types in a choice
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    if (field.kind === "choice" && ![...input.options].some((option) => option.value === text)) input.add(new Option(text, text));
    input.value = text;
  }
}

// --- powers

/**
 * Create the list of a card's powers.
 * @param {string} id
 * @param {string[]} phases in the order of a round
 * @param {object} options
 * @param {(lines: string[]) => Promise<any> | void} options.put called with all lines after a change
 * @param {() => void} options.show called when a line is left, to show the powers in the text
 * @param {(before: string) => Promise<any[]>} options.find returns suggestions
 */
function createPowers(id, phases, options) {
  const add = select([["", `+ ${WORDS.form.addPower}`], ...labelled(phases)], { "aria-label": WORDS.form.addPower });
  const list = make("div", { id, class: "lines", role: "group", "aria-label": labelOf("powers") }, add);
  add.addEventListener("change", () => {
    if (!add.value) return;
    const line = createPower(list, `${add.value}: `, true);
    list.insertBefore(line, add);
    add.value = "";
    numberPowers(list);
    const input = line.querySelector("input");
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    showSuggestions(input, options.find);
  });
  powerLists.set(list, options);
  return list;
}

/** Create a line. isNew: it is removed if nothing is typed in it. */
function createPower(list, text, isNew = false) {
  const { show, find } = powerLists.get(list);
  const input = make("input", { type: "text", value: text, spellcheck: "false" });
  const remove = make("button", { type: "button" }, "✕");
  const line = make("div", { class: "line" }, make("span", { class: "value" }, input), remove);
  enableSuggestions(input, find);
  watchInput(input, (isDone) => {
    isNew = false;
    putPowers(list, isDone);
  });
  input.addEventListener("blur", ({ relatedTarget }) => {
    if (isNew) say(WORDS.form.discardedPower);
    if (isNew || !input.value.trim()) removePower(list, line, relatedTarget === remove);
    show();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") putPowers(list, true);
    if (event.key !== "Escape" || !isNew) return;
    event.preventDefault(); // Escape discards the new power, and does not close the card
    focusLine(line.nextElementSibling);
  });
  remove.addEventListener("click", () => {
    removePower(list, line, true);
    putPowers(list, true);
  });
  return line;
}

/** Remove a line. movesFocus: focus the one below it. */
function removePower(list, line, movesFocus) {
  const below = line.nextElementSibling;
  line.remove();
  numberPowers(list);
  if (movesFocus) focusLine(below);
}

function focusLine(line) {
  (line.querySelector("input") ?? line).focus();
}

/** Commit all lines. isDone: even those with a phase only. */
function putPowers(list, isDone) {
  const texts = powerInputs(list).map((input) => input.value.trim());
  powerLists.get(list).put(texts.filter((text) => text && (isDone || !UNFINISHED.test(text))));
}

/** @returns {HTMLInputElement[]} */
function powerInputs(list) {
  return [...list.querySelectorAll("input")];
}

function numberPowers(list) {
  [...list.querySelectorAll(".line")].forEach((line, index) => {
    line.querySelector("input").setAttribute("aria-label", WORDS.form.power(index + 1));
    line.querySelector("button").setAttribute("aria-label", WORDS.form.removePower(index + 1));
  });
}

/** Show the powers in the text. isForced: also in the focused input. */
function fillPowers(list, values, isForced) {
  const inputs = powerInputs(list);
  const focused = inputs.findIndex((input) => input === document.activeElement);
  if (focused >= 0 && !isForced && inputs.length !== values.length) return; // shown when the input is left
  if (inputs.length === values.length) {
    inputs.forEach((input, index) => {
      if ((index !== focused || isForced) && input.value !== values[index]) input.value = values[index];
    });
    return;
  }
  for (const line of list.querySelectorAll(".line")) line.remove();
  list.prepend(...values.map((text) => createPower(list, text)));
  numberPowers(list);
  if (focused >= 0) powerInputs(list)[Math.min(focused, values.length - 1)]?.focus();
}
