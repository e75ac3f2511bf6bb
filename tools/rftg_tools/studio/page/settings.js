// The page with the settings of the open set, and the column with what the set makes.

import { change, changeKeys, isChanging, removeWord } from "./changes.js";
import { askData, say } from "./common.js";
import { chips, field, problemNote } from "./controls.js";
import { make } from "./dom.js";
import { textOf, watchFiles } from "./files.js";
import { textButton } from "./icons.js";
import { addPage, setView } from "./layout.js";
import { createNeeds } from "./new-set.js";
import { opened, watchOpened } from "./opened.js";
import { rename } from "./rename.js";
import { save, showProblem } from "./saving.js";
import { post } from "./server.js";
import { createFinding, showMakes } from "./set-outcome.js";
import { NEW_SET, SETTINGS } from "./set-words.js";
import { createEntry, createParts, createSwitches, createTable, numberInput, settingLabel, startValue, textInput } from "./setting-controls.js";
import { afterPause } from "./timing.js";

const PAUSE = 250; // ms after a change to the text until the settings are read again
const ABOUT = ["title", "set", "requires", "players"];
const USUAL = ["keywords", "tokens", "modules", "goals"];
const page = document.getElementById("page");
const outcome = document.getElementById("outcome");
const fieldsByGame = new Map(); // fields of the entries of lists
let sets = []; // all sets that the set can be played with
let settings = null; // as the server read them from the text
let shownFile = null; // the file with these settings
let showsAllRules = false;
let opensSettings = new Set(); // settings without a value that are shown
let question = null; // a keyword that somebody wants to remove, although cards have it
let focusNext = ""; // the id of the control that gets the focus when the page is made again
const RETRY_PAUSE = 1000; // ms until an unreachable server is asked again
const readSoon = afterPause(read, PAUSE);

/** Set up the page. */
export function setUpSettings() {
  addPage("settings", show);
  watchFiles((file, update) => {
    if (update?.docChanged && file === opened()?.file) readSoon();
  });
  watchOpened(() => {
    if (!isShown()) return;
    if (opened()?.file !== shownFile) readSoon(0);
    else fillOutcome();
  });
}

function isShown() {
  return document.body.dataset.page === "settings";
}

async function show() {
  const add = textButton("plus", NEW_SET.open, { class: "soft", "data-command": "new-set" });
  const text = textButton("text", SETTINGS.text, { class: "quiet", onclick: () => setView("text") });
  page.replaceChildren(
    make("header", { class: "head row" }, make("h2", { tabindex: -1 }, SETTINGS.title), make("span", { class: "grow" }), text, add),
    make("form", { class: "sections settings", autocomplete: "off", onsubmit: (event) => event.preventDefault() }));
  outcome.replaceChildren(make("div", { class: "head row" }, make("h2", {}, SETTINGS.makes)), make("div", { class: "scroll" }));
  settings = shownFile = question = null;
  opensSettings = new Set();
  const studio = await askData("api/sets");
  sets = studio ? [...studio.shipped, ...studio.sets] : [];
  await read();
}

/** Read the settings of the text, and show them. */
async function read() {
  const file = opened()?.file;
  if (!file || !isShown()) return;
  const text = textOf(file);
  const { status, data } = await post("api/settings", { name: file.name, text });
  if (status === 200 && !fieldsByGame.has(data.game)) fieldsByGame.set(data.game, await askData(`api/fields/${data.game}`) ?? {});
  if (file !== opened()?.file || textOf(file) !== text || !isShown()) return;
  if (status === 0) return readSoon(RETRY_PAUSE); // what is typed stays
  if (status !== 200) {
    page.querySelector(".settings").replaceChildren(problemNote("error", data.problem ?? SETTINGS.unreadable));
    settings = null;
    return;
  }
  const isSame = shownFile === file && JSON.stringify(settings) === JSON.stringify(data);
  if (!isSame && shownFile === file && page.querySelector("[aria-expanded=true]")) {
    readSoon(); // somebody chooses among suggestions
    return;
  }
  settings = data;
  shownFile = file;
  if (!isSame) fill();
}

/** Make the form again; what is typed and the focus stay. */
function fill() {
  const form = page.querySelector(".settings");
  if (!form || !settings) return;
  const typed = focusIn(form);
  const { scrollTop } = page;
  form.replaceChildren(...createSections());
  page.scrollTop = scrollTop;
  fillOutcome();
  const fallback = isChanging() ? null : controlsOf(form)[0]; // a change in progress may still add the control
  const next = /** @type {any} */ (focusNext && (document.getElementById(focusNext) ?? fallback));
  if (next) {
    focusNext = "";
    next.focus();
    next.select?.();
  } else if (typed) restoreFocus(form, typed);
}

/** @returns {any[]} */
function controlsOf(form) {
  return [...form.querySelectorAll("button, input")];
}

/** Return where the focus is in the form, and what is typed there. */
function focusIn(form) {
  const active = /** @type {any} */ (document.activeElement);
  if (!form.contains(active)) return null;
  const { id, value, selectionStart, selectionEnd } = active;
  return { id, value, selectionStart, selectionEnd, isInput: active.matches("input"), index: controlsOf(form).indexOf(active) };
}

function restoreFocus(form, { id, value, selectionStart, selectionEnd, isInput, index }) {
  const controls = controlsOf(form);
  const same = /** @type {any} */ (id && document.getElementById(id));
  const target = same || controls[Math.min(Math.max(index, 0), controls.length - 1)];
  if (same && isInput && target.value !== value) target.value = value;
  target.focus({ preventScroll: true });
  if (same && isInput) target.setSelectionRange(selectionStart, selectionEnd);
}

// --- sections

function createSections() {
  const { fields, values } = settings;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const isUsed = ({ key }) => key in values || opensSettings.has(key);
  const rest = fields.filter(({ key }) => !ABOUT.includes(key) && !USUAL.includes(key));
  const about = ABOUT.filter((key) => byKey.has(key)).map((key) => byKey.get(key));
  const usual = USUAL.filter((key) => byKey.has(key)).map((key) => byKey.get(key));
  const unused = rest.filter((field) => !isUsed(field));
  return [
    section(SETTINGS.about, "", make("div", { class: "fields-row" }, about.map((field) => createAbout(field))), about.map(({ key }) => createErrors(key))),
    ...[...usual, ...rest.filter(isUsed)].map((field) => section(settingLabel(field.key), SETTINGS.helps[field.key] ?? field.says, createControl(field), createErrors(field.key))),
    ...(unused.length ? [section(SETTINGS.more, SETTINGS.moreHelp, make("p", { class: "row wrap" }, unused.map(createOpener)))] : []),
  ];
}

function section(title, help, ...content) {
  return make("section", {}, make("header", {}, make("h3", {}, title), help && make("p", { class: "help" }, help)), make("div", { class: "content stack" }, content));
}

/** Create the errors of a setting, which stand below it. */
function createErrors(key) {
  return settings.problems.filter((problem) => problem.key === key && problem.severity === "error").map((problem) => createFinding(problem, shownFile));
}

/** Create the button that begins a setting without a value. */
function createOpener(field) {
  const open = async () => {
    opensSettings.add(field.key);
    if (field.kind === "entries") await change({ do: "add", section: field.key });
    else if (field.kind === "parts") await commitWithModule(field.key, startValue(field, settings.values.keywords ?? []));
    else {
      focusNext = field.kind === "table" ? `${idOf(field.key)}-add` : idOf(field.key);
      fill();
    }
  };
  const title = SETTINGS.helps[field.key] ?? field.says;
  return textButton("plus", settingLabel(field.key), { class: "quiet sm", title, id: `open-${idOf(field.key)}`, onclick: open });
}

/** Change a setting, and add or remove the rule module of the same name, if the game has one; in one step. */
function commitWithModule(key, value) {
  const { modules = [] } = settings.values;
  const isModule = settings.fields.find((field) => field.key === "modules")?.each.includes(key);
  const others = modules.filter((name) => name !== key);
  const next = isModule && value !== null ? [...others, key] : others;
  const changes = [{ do: "set", key, value }];
  if (next.length !== modules.length) changes.push({ do: "set", key: "modules", value: next.length ? next : null });
  return changeKeys(changes, shownFile);
}

function idOf(key) {
  return `setting-${key.replaceAll(" ", "-")}`;
}

function commit(key, value) {
  return change({ do: "set", key, value }, shownFile);
}

function createAbout(about) {
  const { key } = about;
  const id = idOf(key);
  const value = settings.values[key];
  const label = settingLabel(key);
  if (about.kind === "number") return field(label, numberInput({ id, label, value, field: about, commit: (next) => commit(key, next) }), { id, kind: "narrow" });
  if (key === "requires") return field(label, createRequires(id, value), { id, kind: "grow" });
  const input = textInput({ id, value, isSlow: key !== "title", commit: (text) => text && commit(key, text), attributes: { maxlength: about.most || null } });
  return field(label, input, { id, help: SETTINGS.helps[key], kind: key === "title" ? "grow" : "narrow" });
}

function createRequires(id, value) {
  const others = sets.filter((set) => set.game === settings.game && set.id && set.id !== settings.values.set);
  const field = createNeeds(others, { label: settingLabel("requires"), id, placeholder: SETTINGS.placeholders.requires, onChange: (ids) => commit("requires", ids.length ? ids : null) });
  field.words = value ?? [];
  return field;
}

function createControl(field) {
  const { key } = field;
  const value = settings.values[key];
  const id = idOf(key);
  const put = (next) => commit(key, next);
  switch (field.kind) {
    case "entries": return createEntries(field);
    case "table": return createTable({ id, name: key, field, value, commit: put, rename: (old, name) => renameEntry(field, old, name), about: (name) => aboutName(key, name) });
    case "parts": return [createParts({ id, field, value: value ?? startValue(field, settings.values.keywords ?? []), commit: put }), createRemover(field)];
    case "words": return field.each.length ? createSwitches({ id, field, value, commit: put, showsAll: showsAllRules, showAll: () => {
      showsAllRules = true;
      focusNext = `${id}-${field.each.at(-1).replaceAll(" ", "-")}`;
      fill();
    } }) : createWords(field, id, value);
    case "number": return numberInput({ id, label: settingLabel(key), value, field, commit: put });
    default: return textInput({ id, value, commit: put, attributes: { "aria-label": settingLabel(key) } });
  }
}

function createRemover({ key }) {
  const remove = () => {
    opensSettings.delete(key);
    return commitWithModule(key, null);
  };
  return textButton("delete", SETTINGS.remove(settingLabel(key)), { class: "quiet sm", id: `${idOf(key)}-remove`, onclick: remove });
}

/** What the page says beside a name that the set declares. */
function aboutName(key, name) {
  const uses = settings.uses[key]?.[name];
  if (!uses) return "";
  return key === "tokens" ? SETTINGS.tokenUse(uses) : SETTINGS.used(uses);
}

// --- keywords and other words

function createWords({ key }, id, value = []) {
  const words = chips({
    label: settingLabel(key), id, placeholder: SETTINGS.placeholders[key] ?? SETTINGS.addOther(settingLabel(key)),
    content: (word) => [word, settings.uses[key]?.[word] && make("small", { class: "muted" }, aboutName(key, word))],
    onChange: (next) => changeWords(key, value, next),
  });
  words.words = value;
  return [words, question?.key === key && createQuestion(question)];
}

function changeWords(key, value, next) {
  const clean = key === "keywords" ? next.map((word) => word.toLowerCase().trim().replace(/\s+/g, "-")) : next;
  const removed = value.find((word) => !clean.includes(word));
  const bearers = removed ? settings.uses[key]?.[removed]?.bearers ?? 0 : 0;
  if (bearers) {
    question = { key, word: removed, bearers };
    focusNext = "question-remove";
    say(SETTINGS.inUse(removed, bearers));
    fill();
    return;
  }
  commit(key, clean.length ? [...new Set(clean)] : null);
}

/** Ask whether a keyword that cards have is removed from them, too. */
function createQuestion({ key, word, bearers }) {
  const answer = (run) => () => {
    question = null;
    focusNext = idOf(key);
    run();
  };
  const button = (id, text, run) => make("button", { type: "button", class: "sm", id, onclick: answer(run) }, text);
  return problemNote("warning", SETTINGS.inUse(word, bearers), button("question-remove", SETTINGS.removeToo, () => removeWord(key, word, settings.values[key].filter((other) => other !== word), shownFile)), button("question-keep", SETTINGS.keep, fill));
}

/** Rename an entry of a table everywhere, or only in the table if nothing else knows its name. */
async function renameEntry({ key }, old, name) {
  const place = settings.places[key]?.[old];
  const value = settings.values[key];
  if (name in value) return fill();
  const problem = place ? await rename(shownFile, place, old, name, save) : null;
  if (problem === null) return commit(key, Object.fromEntries(Object.entries(value).map(([entry, of]) => [entry === old ? name : entry, of])));
  showProblem(problem);
  return problem && fill();
}

// --- goals and other lists

function createEntries({ key }) {
  const fields = fieldsByGame.get(settings.game)?.[key] ?? [];
  const { phases = [] } = fieldsByGame.get(settings.game) ?? {};
  const entries = settings.entries[key] ?? [];
  const send = (changed) => change(changed, shownFile);
  const rows = entries.map(({ keys }, index) => createEntry({ section: key, index, count: entries.length, fields, entry: keys, phases, uri: shownFile.uri, change: send }));
  const add = async () => {
    focusNext = `${idOf(key)}-${entries.length}-${fields[0]?.keys[0].replaceAll(" ", "-")}`;
    await send({ do: "add", section: key });
  };
  return [
    rows.length > 0 && make("ol", { class: "rows" }, rows),
    textButton("plus", SETTINGS.add[key] ?? SETTINGS.addOther(settingLabel(key)), { class: "quiet sm", id: `${idOf(key)}-new`, onclick: add }),
  ];
}

// --- what it makes

function fillOutcome() {
  const list = outcome.querySelector(".scroll");
  if (list && settings) showMakes(list, settings, shownFile, removeName);
}

function removeName(key, name) {
  const value = settings.values[key];
  if (Array.isArray(value)) {
    const others = value.filter((word) => word !== name);
    return commit(key, others.length ? others : null);
  }
  const { [name]: _removed, ...others } = value;
  return commit(key, Object.keys(others).length ? others : null);
}
