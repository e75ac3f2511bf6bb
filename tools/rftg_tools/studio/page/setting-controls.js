// Controls for the settings of a set: one for each kind of value that the schema of its game allows.
//
// The page is made again from each text, so no control has a state of its own except what is typed.

import { capitalized } from "./common.js";
import { chips, field as labelled, segmented, stepper, switchButton } from "./controls.js";
import { make } from "./dom.js";
import { icon, iconButton, textButton } from "./icons.js";
import { menuButton } from "./menus.js";
import { moduleWords, SETTINGS } from "./set-words.js";
import { enableSuggestions, findCompletions } from "./suggestions.js";
import { afterPause } from "./timing.js";

const PAUSE = 600; // ms after the last key until a text is committed
const MAX_OFF = 3; // rules that are off and shown at once
const DEFAULT_NUMBERS = { tokens: 12 };
const NUMBER = /^-?\d+$/;

/** The label of a key. */
export function settingLabel(key) {
  return SETTINGS.labels[key] ?? capitalized(key);
}

/**
 * Create an input that commits its text: shortly after the last key, unless it is slow, and when it is left.
 * @param {object} options
 * @param {string} options.id
 * @param {any} options.value
 * @param {(value: string | null) => void} options.commit called with the text, null for an empty one
 * @param {boolean} [options.isSlow] commit only when it is left
 * @param {import("./dom.js").Attributes} [options.attributes]
 */
export function textInput({ id, value, commit, isSlow = false, attributes = {} }) {
  const input = make("input", { id, type: "text", autocomplete: "off", spellcheck: "false", value: String(value ?? ""), ...attributes });
  watchInput(input, (text) => text.trim() !== String(value ?? "") && commit(text.trim() || null), isSlow);
  return input;
}

function watchInput(input, commit, isSlow) {
  const commitSoon = afterPause(() => commit(input.value), PAUSE);
  if (!isSlow) input.addEventListener("input", () => commitSoon());
  input.addEventListener("change", () => {
    commitSoon.cancel();
    commit(input.value);
  });
}

/** Create a stepper that commits its number. */
export function numberInput({ id, label, value, field, commit }) {
  const control = stepper({ label, id, min: field.least, max: field.most });
  const input = control.querySelector("input");
  input.value = String(value ?? "");
  input.setAttribute("aria-label", label);
  const read = (text) => {
    const next = text.trim() === "" ? null : NUMBER.test(text.trim()) ? Number(text) : undefined;
    if (next !== undefined && next !== (value ?? null)) commit(next);
  };
  watchInput(input, read, false);
  return control;
}

/** Create the switches of a list with fixed choices, such as rule modules. */
export function createSwitches({ id, field, value = [], commit, showsAll, showAll }) {
  const isOn = (name) => value.includes(name);
  const names = [...field.each.filter(isOn), ...field.each.filter((name) => !isOn(name))];
  const shown = showsAll ? names : names.slice(0, value.length + MAX_OFF);
  const rows = shown.map((name) => {
    const [title, help] = moduleWords(name);
    const button = switchButton(title, isOn(name), (next) => {
      const words = next ? [...value, name] : value.filter((word) => word !== name);
      commit(words.length ? words : null);
    });
    button.id = `${id}-${name.replaceAll(" ", "-")}`;
    return make("div", {}, button, make("span", { class: "grow" }, make("b", {}, title), help && make("span", { class: "help" }, help)));
  });
  if (shown.length < names.length) {
    rows.push(make("div", {}, make("button", { type: "button", id: `${id}-more`, class: "quiet sm", onclick: showAll }, SETTINGS.showRules(names.length - shown.length))));
  }
  return make("div", { class: "rows rules" }, rows);
}

// --- tables: names with values

/**
 * Create the rows of a table, and an input that adds one.
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.name the key of the table
 * @param {any} options.field
 * @param {Record<string, any>} options.value
 * @param {(value: any) => void} options.commit
 * @param {(old: string, name: string) => void} options.rename
 * @param {(name: string) => string} options.about says more about a name
 */
export function createTable({ id, name, field, value = {}, commit, rename, about }) {
  const put = (changes) => {
    const next = Object.fromEntries(Object.entries({ ...value, ...changes }).filter(([, entry]) => entry !== null));
    commit(Object.keys(next).length ? next : null);
  };
  const rows = Object.entries(value).map(([entry, of]) => {
    const part = `${id}-${entry.replaceAll(" ", "-")}`;
    const input = textInput({ id: part, value: entry, isSlow: true, commit: (text) => (text ? rename(entry, text) : put({ [entry]: null })), attributes: { "aria-label": SETTINGS.named, class: "inline" } });
    return make("li", {},
      name === "tokens" && make("span", { class: "token-dot", "aria-hidden": "true" }, entry.slice(0, 2).toUpperCase()),
      make("span", { class: "grow" }, input, make("small", { class: "muted" }, about(entry))),
      createValue({ id: `${part}-value`, label: SETTINGS.count(entry), field: field.value, value: of, commit: (next) => next !== null && put({ [entry]: next }) }),
      removeButton(part, entry, () => put({ [entry]: null }), "delete"));
  });
  const add = make("input", { id: `${id}-add`, type: "text", class: "add", autocomplete: "off", spellcheck: "false", placeholder: SETTINGS.add[name] ?? SETTINGS.addOther(settingLabel(name)), "aria-label": SETTINGS.add[name] ?? SETTINGS.addOther(settingLabel(name)) });
  add.addEventListener("change", () => {
    const entry = add.value.trim();
    if (entry && !(entry in value)) put({ [entry]: firstValue(field.value, name) });
    add.value = "";
  });
  return [make("ul", { class: "rows" }, rows, make("li", {}, icon("plus"), add))];
}

/** A value to begin with. */
function firstValue(field, name) {
  if (field.kind === "words") return field.each.length ? [field.each[0]] : [1];
  return DEFAULT_NUMBERS[name] ?? Math.max(field.least ?? 1, 1);
}

/** Create the control for a value of a simple kind. */
function createValue({ id, label, field, value, commit }) {
  if (field.kind === "number") return numberInput({ id, label, value, field, commit });
  const isList = field.kind === "words";
  const text = isList ? (value ?? []).join(", ") : String(value ?? "");
  return textInput({
    id, value: text, isSlow: true, attributes: { "aria-label": label },
    commit: (next) => commit(next === null ? null : isList ? splitWords(next) : next),
  });
}

function splitWords(text) {
  return text.split(",").map((word) => word.trim()).filter(Boolean).map((word) => (NUMBER.test(word) ? Number(word) : word));
}

/** Write a table in a line, such as "2: 22, 3: 28". */
export function formatTable(table = {}) {
  const names = Object.keys(table);
  const order = names.every((name) => NUMBER.test(name)) ? names.sort((first, second) => Number(first) - Number(second)) : names;
  return order.map((name) => [name, table[name]]).map(([name, value]) => `${name}: ${Array.isArray(value) ? `[${value.join(", ")}]` : value}`).join(", ");
}

/** Read a table from a line; null if it is none. */
export function parseTable(text) {
  const entries = [...text.matchAll(/\s*([^:,[\]]+):\s*(\[[^\]]*\]|[^,[\]]+)\s*(?:,|$)/g)];
  if (entries.map(([all]) => all).join("").trim() !== text.trim()) return null;
  return Object.fromEntries(entries.map(([, name, value]) => {
    const word = value.trim();
    const list = /^\[(.*)\]$/.exec(word);
    return [name.trim(), list ? splitWords(list[1]) : NUMBER.test(word) ? Number(word) : word];
  }));
}

// --- mappings, such as the invasion

/** Create the fields of a mapping. commit: called with the mapping after a change. */
export function createParts({ id, field, value = {}, commit }) {
  const put = (key, next) => {
    const parts = { ...value, [key]: next };
    if (next === null) delete parts[key];
    commit(parts);
  };
  return make("div", { class: "fields-row" }, Object.entries(field.parts).map(([key, part]) => createPart(`${id}-${key.replaceAll(" ", "-")}`, key, part, value[key], (next) => put(key, next))));
}

function createPart(id, key, part, value, commit) {
  const label = settingLabel(key);
  if (part.kind === "entries") return createPartEntries(id, label, part, value ?? [], commit);
  if (part.kind !== "table") return labelled(label, createValue({ id, label, field: part, value, commit }), { id, kind: "narrow" });
  const input = textInput({
    id, value: formatTable(value), isSlow: true, attributes: { class: "mono", placeholder: SETTINGS.table },
    commit: (text) => {
      const table = parseTable(text ?? "");
      input.setAttribute("aria-invalid", String(table === null));
      if (table) commit(Object.keys(table).length ? table : null);
    },
  });
  return labelled(label, input, { id, kind: "grow" });
}

/** Create the rows of a list in a mapping, such as the waves of an invasion. */
function createPartEntries(id, label, part, value, commit) {
  const rows = value.map((entry, index) => {
    const parts = createParts({ id: `${id}-${index}`, field: part, value: entry, commit: (next) => commit(value.map((old, at) => (at === index ? next : old))) });
    const remove = () => commit(value.filter((_entry, at) => at !== index));
    parts.classList.add("grow");
    return make("li", {}, parts, value.length > 1 && removeButton(`${id}-${index}`, `${label} ${index + 1}`, remove, "delete"));
  });
  const add = textButton("plus", SETTINGS.addOther(label), { class: "quiet sm", id: `${id}-new`, onclick: () => commit([...value, ...startValue(part, [])]) });
  return labelled(label, [make("ol", { class: "rows" }, rows), add], { kind: "wide" });
}

/** Return a value to begin with for any kind. keywords: those of the set. */
export function startValue(field, keywords) {
  if (field.kind === "parts") return Object.fromEntries(field.needed.map((key) => [key, startValue(field.parts[key], keywords)]));
  if (field.kind === "entries") return [Object.fromEntries(field.needed.map((key) => [key, startValue(field.parts[key], keywords)]))];
  if (field.kind === "table") return { 2: firstValue(field.value, "") };
  if (field.kind === "number") return Math.max(field.least, 1);
  return keywords[0] ?? "xeno";
}

// --- lists of entries, such as goals

/**
 * Create the form of an entry of a list.
 * @param {object} options
 * @param {string} options.section the key of the list
 * @param {number} options.index
 * @param {number} options.count of entries
 * @param {any[]} options.fields of an entry, as the card form has them
 * @param {Record<string, any>} options.entry
 * @param {{key: string, badge: string}[]} options.phases of the game
 * @param {string} options.uri of the file, for completions
 * @param {(change: any) => Promise<any>} options.change
 */
export function createEntry({ section, index, count, fields, entry, phases, uri, change }) {
  const id = `setting-${section.replaceAll(" ", "-")}-${index}`;
  const put = (key, value, instead = "") => change({ do: "put", section, card: index, key, value, instead_of: instead });
  const title = String(entry.title ?? entry["start world"] ?? index + 1);
  const actions = () => [
    { label: SETTINGS.moveUp, icon: "up", isDisabled: !index, run: () => change({ do: "move", section, card: index, to: index - 1 }) },
    { label: SETTINGS.moveDown, icon: "down", isDisabled: index === count - 1, run: () => change({ do: "move", section, card: index, to: index + 1 }) },
    ...("title" in entry ? [{ label: SETTINGS.duplicate, icon: "duplicate", run: () => change({ do: "duplicate", section, card: index }) }] : []),
    { label: SETTINGS.remove(title), icon: "delete", run: () => change({ do: "delete", section, card: index }) },
  ];
  const menu = menuButton(icon("more"), actions, { id: `${id}-menu`, class: "icon-button sm", "aria-label": SETTINGS.actions(title), title: SETTINGS.actions(title) });
  const context = { section, entry, fields, phases, uri, put };
  const groups = fields.filter(({ keys }) => keys.length > 1).map((field) => createGroup(field, context));
  const lines = fields.map((field) => {
    const line = createEntryField(`${id}-${field.keys[0].replaceAll(" ", "-")}`, field, context);
    if (field.keys[0] === "title") line?.append(...groups);
    return line;
  });
  return make("li", { class: "list-entry" }, make("div", { class: "grow stack" }, lines), menu);
}

function createEntryField(id, field, context) {
  const { entry, put } = context;
  const key = field.keys.find((name) => name in entry) ?? field.keys[0];
  const value = entry[key];
  const isExcluded = field.excluded_by.some((name) => name in entry);
  if (value === undefined && (isExcluded || field.is_folded)) return null;
  const label = settingLabel(key);
  const parts = [make("label", { for: id, class: "small muted" }, label), createEntryValue(id, label, field, key, value, context)];
  if (key === "title") parts.shift();
  return make("div", { class: "row", "data-key": field.keys[0] }, parts, key !== "title" && !field.required && value !== undefined && field.kind !== "number" && field.is_folded && removeButton(id, label, () => put(key, null)));
}

function removeButton(id, label, run, name = "close") {
  return iconButton(name, SETTINGS.remove(label), { class: "sm", id: `${id}-remove`, onclick: run });
}

/** Create the choice between keys that exclude each other, such as first and most. */
function createGroup(field, { entry, fields, put }) {
  const key = field.keys.find((name) => name in entry) ?? field.keys[0];
  const choices = /** @type {[string, string][]} */ (field.keys.map((name) => [name, SETTINGS.choices[name] ?? settingLabel(name)]));
  return segmented({
    label: field.keys.map(settingLabel).join(", "), choices, value: key,
    onChange: async (next) => {
      for (const other of fields) {
        const [name] = other.keys;
        if (name in entry && other.excluded_by.includes(next)) await put(name, null);
      }
      await put(next, entry[key] ?? field.example ?? "", key in entry ? key : "");
      for (const other of fields) {
        const needs = other.kind === "number" && other.excluded_by.includes(key) && !other.excluded_by.includes(next);
        if (needs && !(other.keys[0] in entry)) await put(other.keys[0], Math.max(other.least, 2));
      }
    },
  });
}

function createEntryValue(id, label, field, key, value, { section, phases, uri, put }) {
  if (field.kind === "number") return numberInput({ id, label, value, field, commit: (next) => put(key, next) });
  const find = async (before) => {
    if (field.each?.length || field.choices?.length) return suggest(field.each ?? field.choices, before);
    return (await findCompletions(uri, section, key, field.kind === "words" ? `[${before}` : before)).filter(
      ({ label: text, replaces }) => text.toLowerCase().startsWith(before.slice(before.length - replaces).toLowerCase()));
  };
  if (field.kind === "words") {
    const list = chips({ label, id, placeholder: value?.length ? "" : label, content: (word) => phaseContent(phases, word), onChange: (words) => put(key, words.length ? words : null) });
    list.words = value ?? [];
    list.classList.add("grow");
    enableSuggestions(list.querySelector("input"), { find });
    return list;
  }
  const isTitle = key === "title";
  const input = textInput({ id, value, commit: (text) => (text || !isTitle) && put(key, text), isSlow: isTitle, attributes: { class: isTitle ? "grow title" : "grow mono", "aria-label": label } });
  if (!isTitle) enableSuggestions(/** @type {HTMLInputElement} */ (input), { find });
  return input;
}

function phaseContent(phases, word) {
  const badge = phases.find(({ key }) => key === word)?.badge;
  return badge ? [make("span", { class: "phase" }, badge), capitalized(word)] : word;
}

function suggest(words, before) {
  return words.filter((word) => word.startsWith(before.trim())).map((word) => ({ label: word, detail: "", text: word, replaces: before.length }));
}
