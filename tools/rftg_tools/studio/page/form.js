// The form of a card or goal: a field for each key of its game, synchronized with the text.

import { askData } from "./common.js";
import { segmented } from "./controls.js";
import { make } from "./dom.js";
import { showFieldProblems } from "./field-problems.js";
import { createControl } from "./fields.js";
import { watchFiles } from "./files.js";
import { FORM, groupLabel, labelOf, valueLabel } from "./form-words.js";
import { createPowers } from "./powers.js";
import { findCompletions } from "./suggestions.js";
import { commitAll } from "./typing.js";
import { WORDS } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("form"));
const fieldsByGame = new Map();
const editors = new Map(); // by key: an element in the place of a field, which makes changes itself
let fields = []; // those of the shown form, with their elements and controls
let builtFor = ""; // the game and section whose fields the form has
let sendChange = null; // makes a change in the text
let card = null; // the keys of the open card
let open = null; // the file, section, index and sheet of the open card

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("focusin", showProblems);
form.addEventListener("focusout", () => queueMicrotask(showProblems)); // then nothing has the focus
watchFiles((file) => {
  if (file === open?.file) showProblems();
});

/** Show an element in the place of the field of a key. */
export function addEditor(key, element) {
  editors.set(key, element);
}

/** Show a value in a few words beside the label of the folded field of a key that has an editor. */
export function setSummary(key, text) {
  const value = editors.get(key).closest(".fold")?.querySelector(".value");
  if (value) value.textContent = text;
}

/**
 * Show a card or goal of a file.
 * @param {any} opened the file, section, index and all cards of the file
 * @param {(change: any, file: any, sheet: any) => Promise<boolean>} change makes a change in the text of a file
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
  form.dataset.problem = keys ? "" : problem || (sheet && !sheet.cards.length && !sheet.goals?.length ? WORDS.noCards : WORDS.noCard);
  if (!keys) return;
  card = keys;
  open = { file: opened.file, section, index, sheet };
  const schema = await loadFields(sheet.game);
  if (schema === null || card !== keys) return;
  if (builtFor !== `${sheet.game} ${section}`) buildForm(sheet.game, section, schema);
  for (const field of fields) fillField(field, isForced || isOther);
  showProblems();
}

/** Show the problems of the card under its fields, if form and text agree. */
function showProblems() {
  const isCurrent = open && !form.inert && fields.length && open.file.view.state.doc.eq(open.sheet.doc);
  if (isCurrent) showFieldProblems(form, fields, open, showProblems);
}

async function loadFields(game) {
  if (!fieldsByGame.has(game)) {
    const schema = await askData(`api/fields/${game}`);
    if (schema === null) return null;
    fieldsByGame.set(game, schema);
  }
  return fieldsByGame.get(game);
}

// --- fields

function buildForm(game, section, schema) {
  builtFor = `${game} ${section}`;
  fields = schema[section].map((field) => createField(field, schema));
  const rows = new Map(); // by the key of the first field in it
  const sections = [];
  for (const field of fields.filter(({ kind }) => kind !== "lines")) {
    const [key] = field.keys;
    const owner = fields.find(({ keys }) => key.startsWith(`${keys[0]} `))?.keys[0]; // "art keeps" belongs to "art"
    field.owner = owner;
    const row = rows.get(field.beside) ?? rows.get(owner);
    if (row) {
      row.prepend(...row.querySelectorAll(":scope > .entry"), field.element);
      rows.set(key, row);
    } else {
      rows.set(key, make("div", { class: "line" }, field.element, make("div", { class: "problems" })));
      sections.push({ field, row: rows.get(key) });
    }
  }
  const plain = sections.filter(({ field }) => !field.is_folded).map(({ row }) => row);
  const folded = sections.filter(({ field }) => field.is_folded).map(({ field, row }) => createFold(field, row));
  const powers = fields.filter(({ kind }) => kind === "lines").map(({ element }) => element);
  const whole = make("div", { class: "line whole" }, make("div", { class: "problems" }));
  form.replaceChildren(...plain, ...powers, make("div", { class: "folds" }, folded), whole);
}

/** A section that is closed until it is needed, and says its value. */
function createFold(field, row) {
  return make("details", { class: "fold" }, make("summary", { class: "row" }, fieldLabel(field), make("span", { class: "value" })), row);
}

function fieldLabel({ keys }) {
  return keys.length > 1 ? groupLabel(keys) : labelOf(keys[0]);
}

/** Return a field with its element, and the function `fill` that shows a value. */
function createField(schema, { phases }) {
  const [key] = schema.keys;
  const id = `field-${key}`;
  const field = { ...schema, element: null, fill: null, choice: null };
  if (field.kind === "lines") {
    const powers = createPowers(id, phases, {
      put: (lines) => putKey(key, lines),
      show: () => fillField(field),
      find: suggestionsFor(field),
    });
    field.element = make("div", { class: "entry", "data-key": key }, powers.element);
    return Object.assign(field, { powers, fill: (value, isForced) => powers.fill([value ?? []].flat(), isForced) });
  }
  if (editors.has(key)) {
    field.element = make("div", { class: "entry", "data-key": key }, editors.get(key));
    return Object.assign(field, { excluded_by: [], fill() {} });
  }
  const parts = field.kind === "parts" ? createParts(field, id) : createValue(field, id);
  field.element = make("div", { class: "entry", "data-key": key }, parts);
  /** @type {HTMLElement} */ (field.element.querySelector(".label")).title = Object.values(field.says).join(" ");
  return field;
}

/** The control of a field, after the choice of its key if there are several. */
function createValue(field, id) {
  const isChosenByKey = field.keys.length > 1; // then no value means no key
  const control = createControl({ ...field, required: field.required || isChosenByKey }, {
    id,
    label: field.keys.length > 1 ? valueLabel(field.keys[0]) : labelOf(field.keys[0]),
    find: suggestionsFor(field),
    offers: () => (field.each.length ? field.each : open.sheet.keywords),
    commit: (value, isDone) => (isDone || (value !== null && !isTitle(field))) && putKey(keyOf(field), value),
    leave: () => fillField(field),
  });
  const label = make(control.isGroup ? "span" : "label", { class: "label", for: control.isGroup ? null : id }, labelOf(field.keys[0]));
  const value = make("div", { class: "field" }, label, control.element);
  field.fill = (shown, isForced, key) => {
    if (field.keys.length > 1) {
      label.textContent = valueLabel(key || field.keys[0]);
      /** @type {any} */ (control.element.querySelector(".stepper") ?? control.element).rename?.(label.textContent);
      value.hidden = !key;
    }
    control.fill(shown, isForced);
  };
  if (field.keys.length === 1) return [value];
  const none = field.required ? [] : [["", FORM.none]];
  field.choice = segmented({
    label: groupLabel(field.keys),
    choices: [...none, ...field.keys.map((key) => [key, labelOf(key)])],
    value: "",
    onChange: (key) => chooseKey(field, key),
  });
  return [make("div", { class: "field" }, make("span", { class: "label" }, groupLabel(field.keys)), field.choice), value];
}

function createParts(field, id) {
  const [key] = field.keys;
  const controls = Object.entries(field.parts).map(([name, schema]) => {
    const part = { ...schema, keys: [name], required: false };
    const control = createControl(part, {
      id: `${id}-${name}`,
      label: FORM.part(labelOf(key), labelOf(name)),
      find: suggestionsFor(part),
      offers: () => [],
      commit: (value, isDone) => (isDone || value !== null) && putPart(key, name, value),
      leave: () => fillField(field),
    });
    control.element.dataset.part = name;
    return { name, control };
  });
  field.fill = (value, isForced) => {
    for (const { name, control } of controls) control.fill(value?.[name], isForced);
  };
  return controls.map(({ name, control }) => make("div", { class: "field" }, make("span", { class: "label", "aria-hidden": "true" }, labelOf(name)), control.element));
}

/** Titles are committed only when the field is left, because that renames the card everywhere. */
function isTitle(field) {
  return field.keys[0] === "title";
}

/** Return a source of suggestions: the choices in the schema, else the language server. */
function suggestionsFor(field) {
  const choices = field.each?.length ? field.each : field.choices ?? [];
  return async (textBefore) => {
    if (choices.length) {
      return choices
        .filter((choice) => choice.startsWith(textBefore))
        .map((choice) => ({ label: choice, detail: "", description: "", text: choice, replaces: textBefore.length }));
    }
    if (field.kind === "number" || isTitle(field)) return [];
    const { file, section } = open;
    const text = field.kind === "words" ? `[${textBefore}` : textBefore;
    const completions = await findCompletions(file.uri, section, keyOf(field), text);
    const isMatch = ({ label, replaces }) => label.toLowerCase().startsWith(textBefore.slice(textBefore.length - replaces).toLowerCase());
    return completions.filter(isMatch);
  };
}

// --- values

function keyOf(field) {
  return usedKey(field) || field.choice?.value || field.keys[0];
}

function usedKey(field) {
  return field.keys.find((key) => key in card) ?? "";
}

function chooseKey(field, key) {
  const previousKey = usedKey(field);
  if (!key) putKey(previousKey, null);
  else if (previousKey) makeChange({ key, value: card[previousKey], instead_of: previousKey });
  else if (field.choices || field.kind === "number") putKey(key, field.choices?.[0] ?? field.least);
  fields.forEach((each) => fillField(each)); // the key may hide others, at once
}

function putPart(key, name, value) {
  const values = { ...card[key], [name]: value };
  if (value === null) delete values[name];
  return putKey(key, Object.keys(values).length ? values : null);
}

function putKey(key, value) {
  const isEqual = JSON.stringify(card[key] ?? null) === JSON.stringify(value);
  return key && !isEqual && makeChange({ key, value });
}

/** Make a change; further changes can build on it before the text is read again. */
function makeChange({ key, value, instead_of = "" }) {
  card = { ...card };
  delete card[instead_of];
  if (value === null) delete card[key];
  else card[key] = value;
  return sendChange({ do: "put", section: open.section, card: open.index, key, value, instead_of }, open.file, open.sheet);
}

/** Show the value in the text. isForced: also in the focused input. */
function fillField(field, isForced = false) {
  const key = usedKey(field);
  if (field.choice && (key || isForced || !field.required)) {
    if (key || isForced || field.choice.value in card || field.choices) field.choice.value = key;
  }
  field.fill(card[key], isForced, key || field.choice?.value);
  const isExcluded = field.excluded_by.some((excluding) => excluding in card);
  field.element.hidden = (isExcluded || (field.owner && !(field.owner in card))) && !key;
  const fold = field.element.closest(".fold");
  if (!fold) return;
  fold.hidden = isExcluded && !key;
  if (fold.querySelector(".entry") === field.element && !editors.has(field.keys[0])) fold.querySelector(".value").textContent = describeValue(field, card[key]);
}

/** The value of a folded field in a few words. */
function describeValue({ kind }, value) {
  if (value === undefined) return kind === "flag" || kind === "parts" ? FORM.no : FORM.none;
  if (kind === "flag") return FORM.yes;
  return Array.isArray(value) || typeof value !== "object" ? [value].flat().join(", ") : Object.values(value).map(String).join(", ");
}
