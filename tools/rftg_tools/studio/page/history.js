// History of the open card: its saved versions, those with a name, its figures and its note.

import { change } from "./changes.js";
import { askData, refill, say } from "./common.js";
import { addCommands } from "./commands.js";
import { openComparison, updateComparison } from "./compare.js";
import { problemNote } from "./controls.js";
import { make } from "./dom.js";
import { isEdited, watchFiles } from "./files.js";
import { marked } from "./findings.js";
import { icon, textButton } from "./icons.js";
import { showTab } from "./layout.js";
import { opened, watchOpened } from "./opened.js";
import { describeChanges, VERSIONS, when } from "./outcome-words.js";
import { save, showProblem } from "./saving.js";
import { post, watchNews } from "./server.js";
import { afterPause, latest } from "./timing.js";
import { offerUndo } from "./undo.js";

const PAUSE = 700; // ms after a change until the history is loaded: nobody reads it while typing
const SHOWN_AT_FIRST = 8;
const section = document.getElementById("versions");
const listeners = [];
let card = null; // the open card as the gallery has it
let history = null; // of the open card
let loadedState = ""; // the state of the card that was loaded last
let shownCount = SHOWN_AT_FIRST;
let isNaming = false;
let problem = ""; // why versions cannot be stored
const schedule = afterPause(load, PAUSE);
const askVersions = latest(({ id }) => askData(`api/versions/${id}`));

/**
 * Call a listener with the history of the open card, or null if it has none.
 * @param {(history: any, card: any) => void} listener
 */
export function watchHistory(listener) {
  listeners.push(listener);
}

/** Return whether this is a goal; goals have neither versions nor balance. */
export function isGoal(entry) {
  return entry?.facts.type === "goal";
}

/** Set up the panel, which follows the open card. */
export function setUpHistory() {
  addCommands({ "name-version": { run: startNaming, icon: "tag", isEnabled: () => opened() !== null } });
  watchHistory(show);
  watchHistory((loaded, itsCard) => loaded && updateComparison(itsCard, loaded.versions));
  watchOpened((shown) => {
    const isOther = shown?.id !== card?.id;
    card = shown ?? null;
    if (isOther) {
      shownCount = SHOWN_AT_FIRST;
      notify(null);
    }
    const state = card && JSON.stringify([card.id, card.image, card.facts]);
    if (state !== loadedState) schedule(isOther ? 0 : PAUSE);
    loadedState = state;
  });
  watchFiles((file, update) => {
    if (update === null && file === opened()?.file) schedule();
  });
  watchNews("versions", (name, data) => {
    if (name === "") problem = data;
    if (name === opened()?.file.name || name === "") schedule(0);
  });
  watchNews("balance", (name, data) => {
    if (name && data.stage === "done") schedule(0);
  });
  section.addEventListener("click", act);
  section.addEventListener("submit", (event) => {
    event.preventDefault();
    nameVersion(section.querySelector("input").value.trim());
  });
  section.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isNaming) return;
    event.stopPropagation();
    stopNaming();
  });
}

async function load() {
  const compared = card;
  const loaded = compared && !isGoal(compared) ? await askVersions(compared) : null;
  if (loaded !== undefined && compared?.id === card?.id) notify(loaded);
}

function notify(loaded) {
  history = loaded;
  for (const listener of listeners) listener(loaded, card);
}

// --- the list

function show() {
  section.hidden = !card || isGoal(card);
  if (section.hidden) return;
  const versions = history?.versions ?? [];
  const named = (history?.named ?? []).map((entry) => ({ ...entry, isNamed: true }));
  const entries = [...versions, ...named].sort((first, second) => second.saved - first.saved);
  const older = entries.length - shownCount;
  const isUnsaved = opened() && isEdited(opened().file);
  refill(section, [
    isNaming ? createNameForm() : make(
      "div", { class: "row head" },
      make("h3", { class: "grow" }, VERSIONS.heading),
      textButton("tag", VERSIONS.name, { class: "sm", value: "name" }),
    ),
    ...(problem ? [problemNote("warning", problem)] : []),
    ...(entries.length ? [] : [make("p", { class: "help" }, VERSIONS.none)]),
    make(
      "ol", {},
      isUnsaved && make("li", { class: "row entry" }, make("span", { class: "time" }, VERSIONS.now), make("span", { class: "grow" }, VERSIONS.unsaved)),
      entries.slice(0, shownCount).map((entry, index) => createEntry(entry, index === 0 && !isUnsaved)),
    ),
    ...(older > 0 ? [make("button", { type: "button", class: "sm quiet", value: "older" }, VERSIONS.older(older))] : []),
  ]);
}

function createEntry(entry, isLatest) {
  const id = entry.isNamed ? entry.version : entry.id;
  const time = when(entry.saved);
  const button = (action, label, name, kind) => make("button", { type: "button", class: `sm ${kind}`, value: action, "data-version": id, "aria-label": name }, label);
  const text = entry.isNamed ? make("b", {}, icon("tag"), entry.name) : marked(describeChanges(entry.changes, entry.first));
  return make(
    "li", { class: "row entry" },
    make("span", { class: "time" }, isLatest ? VERSIONS.now : time),
    make("span", { class: "grow" }, text, entry.figures && make("small", { class: "muted" }, ` ${VERSIONS.figures(entry.figures)}`), id === null && make("small", { class: "muted" }, ` ${VERSIONS.notThere}`)),
    id !== null && button("compare", VERSIONS.compare, VERSIONS.compareWith(time), "quiet"),
    id !== null && !isLatest && button("back", VERSIONS.back, VERSIONS.bringBack(time), ""),
  );
}

function act({ target }) {
  const { value, dataset } = /** @type {any} */ (target).closest("button[value]") ?? {};
  if (value === "older") {
    shownCount = Infinity;
    show();
  } else if (value === "compare") openComparison(card, history.versions, Number(dataset.version), bringBack);
  else if (value === "back") fetchAndBringBack(dataset.version);
  else if (value === "name") startNaming();
  else if (value === "cancel") stopNaming();
}

async function fetchAndBringBack(version) {
  const comparison = await askData(`api/versions/${card.id}/${version}?new=`);
  if (comparison) await bringBack(comparison.old.text);
  else showProblem(VERSIONS.gone);
}

async function bringBack(text) {
  if (!opened()) return;
  const { index } = opened();
  const { title } = card;
  if (await change({ do: "replace", card: index, text })) offerUndo(VERSIONS.broughtBack(title));
}

// --- names of versions

function createNameForm() {
  return make(
    "form", { class: "row head" },
    make("input", { class: "grow", required: true, maxlength: 80, autocomplete: "off", placeholder: VERSIONS.namePlaceholder, "aria-label": VERSIONS.nameField }),
    make("button", { class: "sm primary" }, VERSIONS.keepName),
    make("button", { type: "button", class: "sm", value: "cancel" }, VERSIONS.cancel),
  );
}

function startNaming() {
  isNaming = true;
  showTab("versions");
  show();
  section.querySelector("input").focus();
}

function stopNaming() {
  isNaming = false;
  show();
  /** @type {HTMLElement} */ (section.querySelector("[value=name]"))?.focus();
}

/** Name the saved state of the open file, after saving it. */
async function nameVersion(name) {
  if (!name) return;
  await save();
  if (opened().file.isReadOnly) return stopNaming();
  const { status: code, data } = await post("api/name-version", { file: opened().file.name, name });
  if (code !== 200) return showProblem(data.problem);
  say(VERSIONS.named(name));
  stopNaming();
  schedule(0);
}
