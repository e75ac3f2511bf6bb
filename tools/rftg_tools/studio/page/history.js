// History of the open card: its saved versions and last balance, a comparison, and reverting.

import { askData, refill, say } from "./common.js";
import { make } from "./dom.js";
import { watchFiles } from "./files.js";
import { marked } from "./findings.js";
import { change, opened, showProblem, watchOpened } from "./opened.js";
import { watchNews } from "./server.js";
import { showImage, stateOf } from "./tiles.js";
import { describeChange, describeChanges, VERSIONS, when, WORDS } from "./words.js";

const PAUSE = 700; // ms after a change until the history is loaded: nobody reads it while typing
const SHOWN_AT_FIRST = 6;
const section = document.getElementById("versions");
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("compare"));
const [before, after] = dialog.querySelectorAll("select");
const listeners = [];
let card = null; // the open card as the gallery has it
let loadedState = ""; // the state of the card that was loaded last
let timer = 0;
let requests = 0; // so that a late response does not replace a newer one
let versions = []; // of the open card, newest first
let oldText = ""; // of the version that can be reverted to

/**
 * Call a listener with the history of the open card, or null if it has none.
 * @param {(history: any, card: any) => void} listener
 */
export function watchHistory(listener) {
  listeners.push(listener);
}

/** Return the open card from the gallery, or null. */
export function currentCard() {
  return card;
}

/** Return whether this is a goal; goals have neither versions nor balance. */
export function isGoal(entry) {
  return entry?.facts.type === "goal";
}

/** Set up the panel, which follows the open card. */
export function setUpHistory() {
  watchHistory((history, shown) => {
    section.hidden = isGoal(shown);
    if (!shown) return;
    versions = history?.versions ?? [];
    showList();
  });
  watchOpened((shown) => {
    const isOther = shown?.id !== card?.id;
    card = shown ?? null;
    if (isOther) notify(null);
    const state = card && JSON.stringify([card.id, card.image, card.facts]);
    if (state !== loadedState) schedule(isOther ? 0 : PAUSE);
    loadedState = state;
  });
  watchFiles((file, update) => {
    if (update === null && file === opened()?.file) schedule(PAUSE);
  });
  watchNews("versions", (name, problem) => {
    if (name === "") section.querySelector(".problem").textContent = problem;
    if (name === opened()?.file.name) schedule(0);
  });
  watchNews("balance", (name, data) => {
    if (name && data.stage === "done") schedule(0);
  });
  for (const choice of [before, after]) choice.addEventListener("change", compare);
  dialog.querySelector("[data-do=revert]").addEventListener("click", revert);
}

function schedule(pause) {
  clearTimeout(timer);
  timer = setTimeout(load, pause);
}

async function load() {
  const request = (requests += 1);
  const compared = card;
  const history = compared && !isGoal(compared) ? await askData(`api/versions/${compared.id}`) : null;
  if (request !== requests || compared?.id !== card?.id) return;
  notify(history);
}

function notify(history) {
  for (const listener of listeners) listener(history, card);
}

// --- the list

function showList() {
  const [recent, older] = [versions.slice(0, SHOWN_AT_FIRST), versions.slice(SHOWN_AT_FIRST)];
  section.querySelector(".none").textContent = versions.length ? "" : VERSIONS.none;
  refill(section.querySelector("ol"), recent.map(createEntry));
  const details = section.querySelector("details");
  details.hidden = older.length === 0;
  details.querySelector("summary").textContent = VERSIONS.older(older.length);
  refill(details.querySelector("ol"), older.map(createEntry));
}

function createEntry({ id, saved, changes, first, figures }) {
  // The value makes otherwise equal entries unequal.
  const button = make("button", { type: "button", value: id, "aria-label": VERSIONS.compare(when(saved)) }, when(saved));
  button.addEventListener("click", () => openComparison(id));
  const description = make("span", {}, marked(` ${describeChanges(changes, first)}`));
  return make("li", {}, button, description, figures && [" ", make("em", { class: "muted" }, figures.verdict)]);
}

// --- the comparison

function openComparison(id) {
  const options = () => versions.map((version) => new Option(`${when(version.saved)}: ${version.title}`, String(version.id)));
  before.replaceChildren(...options());
  after.replaceChildren(new Option(VERSIONS.now(stateOf(card)), ""), ...options());
  before.value = String(id);
  after.value = "";
  dialog.showModal();
  compare();
}

async function compare() {
  const id = before.value;
  const comparison = await askData(`api/versions/${card?.id}/${id}?new=${after.value}`);
  if (id !== before.value) return;
  if (comparison === null) {
    showProblem(VERSIONS.gone);
    dialog.close();
    return;
  }
  showComparison(comparison);
}

function showComparison({ old, new: current, changes, english }) {
  oldText = old.text;
  const [left, right] = dialog.querySelectorAll("figure");
  showSide(left, old);
  showSide(right, current);
  const lines = changes.length ? changes.map(describeChange) : [VERSIONS.same];
  dialog.querySelector(".changes").replaceChildren(...lines.map((line) => make("li", {}, marked(line))));
  dialog.querySelector(".english").replaceChildren(...english.flatMap(createLines));
  dialog.querySelector("pre").textContent = old.text;
}

function showSide(figure, { title, image, problem, figures }) {
  const face = figure.querySelector("img");
  showImage(face, image);
  face.alt = WORDS.face(title);
  const why = problem ? VERSIONS.notDrawn(problem) : VERSIONS.noFace;
  figure.querySelector(".no-face").textContent = image ? "" : why;
  figure.querySelector(".figures").textContent = figures ? VERSIONS.figures(figures) : VERSIONS.notMeasured;
}

/** Create the lines for a line of English on both sides; differences have a label besides their colour. */
function createLines({ before: old, now, same }) {
  if (same) return [createLine("p", now, "")];
  return [createLine("del", old, VERSIONS.removed), createLine("ins", now, VERSIONS.added)].filter(Boolean);
}

function createLine(tag, line, label) {
  return line === null ? null : make(tag, {}, make("span", { class: "mark" }, label && `${label}:`), line);
}

async function revert() {
  if (!opened()) return;
  const { index } = opened();
  dialog.close();
  if (await change({ do: "replace", card: index, text: oldText })) say(VERSIONS.reverted);
}
