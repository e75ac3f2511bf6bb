// The page of the tests of a set: their list, the form of one, and beside it what happened.

import { change, commitForm } from "./changes.js";
import { refill } from "./common.js";
import { addCommands, runCommand } from "./commands.js";
import { problemNote } from "./controls.js";
import { make } from "./dom.js";
import { goToLine } from "./editor.js";
import { textOf, watchFiles } from "./files.js";
import { marked } from "./findings.js";
import { icon, iconButton, textButton } from "./icons.js";
import { addPage, setView, showPage, showPane } from "./layout.js";
import { allCards, opened, placeAfter, shownCard, watchOpened } from "./opened.js";
import { TESTS } from "./outcome-words.js";
import { post } from "./server.js";
import { createForm } from "./test-form.js";
import { namesCard, openTestsWith, stateBadge, testsOfFile, watchTests, whyNotRun } from "./tests.js";
import { afterPause, latest, sleep, watchPress } from "./timing.js";
import { offerUndo } from "./undo.js";

const NAME = "tests";
const PAUSE = 250; // ms after a change until a test is played
const page = document.getElementById("page");
const outcome = document.getElementById("outcome");
const list = make("div", { id: "test-list" });
const filter = /** @type {HTMLInputElement} */ (make("input", { type: "search", placeholder: TESTS.filter, "aria-label": TESTS.filter, autocomplete: "off" }));
const kinds = make("div", { class: "pills", role: "group", "aria-label": TESTS.list });
const items = make("ol");
let kind = "all";
let index = 0; // of the open test
let placed = null; // the file and sheet in which the open test has this index
let shownKeys = ""; // keys of the test in the form, as JSON
let trace = null; // what happened in the open test
let playing = null; // the test, as a promise
let puts = 0; // changes that are not in the text yet
let typed = null; // the input with a text that no change has taken yet: a new form would lose it
let formNumber = 0; // a form of another test changes nothing any more
const isPressed = watchPress(page, () => isShown() && show());
const schedule = afterPause(examine, PAUSE);
const askTrace = latest((file) => post("api/examine-test", { name: file.name, text: textOf(file), index }));

/** Set up the page, which follows the open file. */
export function setUpTestPage() {
  list.append(
    make("div", { class: "head stack" }, textButton("chevron-left", TESTS.allCards, { class: "quiet sm", value: "close" }), make("label", { class: "search" }, icon("search"), filter), kinds),
    make("div", { class: "scroll" }, items),
    make("div", { class: "foot row" }, textButton("plus", TESTS.new, { class: "soft grow", value: "new" })),
  );
  document.getElementById("list").append(list);
  addPage(NAME, start);
  openTestsWith(openTest);
  addCommands({
    tests: { run: showTests, icon: "test", isEnabled: () => opened() !== null },
    "new-test": { run: addTest, icon: "test", isEnabled: () => opened() !== null },
  });
  filter.addEventListener("input", showList);
  for (const place of [list, page, outcome]) place.addEventListener("click", act);
  page.addEventListener("input", (event) => event instanceof InputEvent && (typed = event.target));
  page.addEventListener("change", () => (typed = null));
  page.addEventListener("focusout", () => {
    typed = null;
    if (isShown()) setTimeout(show); // what has changed while somebody typed
  });
  watchTests(() => isShown() && show());
  watchOpened(() => isShown() && show());
  watchFiles((_file, update) => {
    if (update?.docChanged && isShown()) schedule();
  });
}

function isShown() {
  return document.body.dataset.page === NAME;
}

/** Show the tests; on a phone, their list. */
function showTests() {
  showPage(NAME);
  if (testsOfFile().length) showPane("list");
}

function openTest(opening) {
  if (page.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur(); // what is typed belongs to the test before
  index = opening;
  placed = null;
  showPage(NAME);
  start();
}

function start() {
  forgetForm();
  trace = null;
  page.replaceChildren(make("header", { class: "head row" }), make("div", { class: "test" }));
  outcome.replaceChildren(make("header", { class: "head row" }, make("h2", {}, TESTS.happened)), make("div", { class: "scroll" }));
  show();
  items.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  schedule();
}

/** Let the form show another test, whatever is typed in it. */
function forgetForm() {
  formNumber += 1;
  shownKeys = "";
  typed = null;
}

/** Add a test of the open card, and open it. */
async function addTest() {
  const card = shownCard();
  const title = card && card.facts.type !== "goal" ? card.title : "";
  const entry = { given: title ? { tableau: [title] } : { hand: 1 }, then: title ? { tableau: [title] } : { hand: 1 } };
  await addEntry(entry);
}

/** Add a test to the open file, and open it. */
export async function addEntry(entry) {
  const count = opened().sheet?.tests.length ?? 0;
  if (!(await change({ do: "add", section: "tests", entry }))) return;
  await waitForTest(count);
  openTest(count);
  /** @type {HTMLInputElement} */ (document.getElementById("test-name"))?.select();
}

/** Wait until the sheet has a test. */
async function waitForTest(place) {
  for (let tries = 0; tries < 40 && !opened().sheet?.tests[place]; tries += 1) await sleep(50);
}

async function deleteTest() {
  const { name } = testsOfFile()[index];
  if (!(await change({ do: "delete", section: "tests", card: index }))) return;
  index = Math.max(0, index - 1);
  offerUndo(TESTS.deleted(name));
}

async function put(key, value) {
  typed = null;
  puts += 1;
  await change({ do: "put", section: "tests", card: index, key, value });
  puts -= 1;
}

// --- showing

/** Keep the same test open, although others may be before it now. */
function stayAtTest() {
  const { file, sheet } = opened() ?? {};
  const place = sheet && placed?.file === file ? placeAfter(placed.sheet, sheet, "tests", index) : index;
  if (place >= 0) index = place;
  else forgetForm();
  if (sheet) placed = { file, sheet };
}

function show() {
  stayAtTest();
  const tests = testsOfFile();
  index = Math.min(index, Math.max(0, tests.length - 1));
  const test = tests[index];
  showList();
  showHead(test);
  const keys = JSON.stringify([index, test?.keys]);
  const place = page.querySelector(".test");
  if (keys !== shownKeys && place && !puts && !isPressed() && !typed && isSheetCurrent()) {
    const isOther = !test || JSON.parse(shownKeys || "[-1]")[0] !== index;
    if (isOther) trace = null;
    shownKeys = keys;
    fillForm(place, test);
    schedule();
  }
  showOutcome(test);
}

/** Whether the sheet is that of the text as it is now: a form of an older one would take the latest change back. */
function isSheetCurrent() {
  const { file, sheet } = opened() ?? {};
  return !sheet || sheet.doc === file.view.state.doc;
}

/** Create the form again; the focus goes to the control in the same place. */
function fillForm(place, test) {
  const controls = () => [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("input, button:not([tabindex='-1'])"))];
  const focused = controls().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const number = formNumber;
  const putHere = (key, value) => number === formNumber && put(key, value);
  const content = test ? createForm(test.keys, opened().sheet.game, putHere, freshTrace) : make("p", { class: "empty" }, TESTS.noneInFile);
  place.replaceChildren(content);
  if (focused >= 0) controls()[Math.min(focused, controls().length - 1)]?.focus();
  fillTitles();
}

function fillTitles() {
  const titles = trace?.titles ?? [...allCards().values()].map(({ title }) => title);
  page.querySelector("datalist")?.replaceChildren(...titles.map((title) => make("option", { value: title })));
}

function showHead(test) {
  const head = page.querySelector(".head");
  if (!head) return;
  refill(head, [
    make("h2", {}, TESTS.heading1),
    ...(test ? [stateBadge(test.state)] : []),
    make("span", { class: "grow" }),
    ...(test ? [
      iconButton("text", TESTS.inText, { value: "text" }),
      iconButton("delete", TESTS.delete, { value: "delete" }),
      textButton("play", TESTS.run, { class: "primary", value: "run" }),
    ] : [textButton("plus", TESTS.new, { class: "primary", value: "new" })]),
    iconButton("close", TESTS.close, { value: "close" }),
  ]);
}

function showList() {
  const tests = testsOfFile();
  const card = shownCard();
  const failing = tests.filter(({ state }) => state === "fails");
  const groups = { all: tests, failing, card: tests.filter((test) => namesCard(test, card)) };
  const labels = { all: TESTS.all(tests.length), failing: TESTS.failing(failing.length), card: card?.title ?? "" };
  refill(kinds, Object.keys(groups).filter((name) => name === "all" || groups[name].length).map((name) => make("button", { type: "button", value: "kind", "data-kind": name, "aria-pressed": String(name === kind) }, labels[name])));
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = groups[kind].filter(({ keys }) => words.every((word) => JSON.stringify(keys).toLowerCase().includes(word)));
  refill(items, shown.map(createItem));
}

function createItem(test) {
  const card = [...allCards().values()].find((candidate) => candidate.image && namesCard(test, candidate));
  const mark = { passes: "check", fails: "close" }[test.state] ?? "clock";
  return make("li", {}, make(
    "button", { type: "button", class: "item", value: "open", "data-index": test.index, "aria-current": test.index === index ? "true" : null },
    card ? make("img", { class: "thumb", src: card.image, alt: "", loading: "lazy" }) : make("span", { class: "thumb" }),
    make("span", { class: "grow" }, make("b", {}, test.name), make("small", {}, card?.title)),
    make("span", { class: `mark ${test.state}`, title: TESTS.states[test.state] }, icon(mark), make("span", { class: "unseen" }, TESTS.states[test.state])),
  ));
}

// --- what happened

/** Play the test as it is now, and return what happened. */
async function freshTrace() {
  await commitForm();
  examine();
  for (let last = null; last !== playing;) await (last = playing); // a later change plays it again
  return trace;
}

function examine() {
  playing = play();
  return playing;
}

async function play() {
  const { file, sheet } = opened() ?? {};
  if (!isShown() || !sheet?.tests[index] || sheet.game !== "race") return;
  const answer = await askTrace(file);
  if (answer?.status !== 200 || !isShown()) return;
  trace = answer.data.test;
  fillTitles();
  showOutcome(testsOfFile()[index]);
}

function showOutcome(test) {
  const body = outcome.querySelector(".scroll");
  if (!body) return;
  showChecks(test);
  const problem = whyNotRun();
  const problems = trace?.problems ?? test?.found ?? [];
  const cards = [...allCards().values()];
  const tableau = (trace?.tableau ?? []).map((title) => cards.find((card) => card.title === title && card.image) ?? { title });
  refill(body, [
    ...(problem ? [problemNote("warning", problem)] : []),
    ...(trace?.log ? [trace.log.length ? make("ol", { class: "log" }, trace.log.map(createEntry)) : make("p", { class: "help" }, TESTS.nothing)] : []),
    ...problems.map(({ message, notes, help }) => problemNote("error", [marked(message), [...notes, help].filter(Boolean).map((note) => make("small", { class: "muted" }, marked(note)))])),
    ...(tableau.length ? [make("h3", {}, TESTS.atEnd), make("div", { class: "tableau row wrap" }, tableau.map((card) => card.image ? make("img", { class: "card-face", src: card.image, alt: card.title }) : make("span", { class: "card-face blank" }, card.title)))] : []),
  ]);
}

function createEntry({ step, text }) {
  const badge = TESTS.steps[step];
  return make("li", {}, badge ? make("span", { class: "phase" }, badge) : make("span"), make("span", {}, text));
}

/** Show beside each expectation whether it holds, and how to mend it. */
function showChecks(test) {
  const checks = new Map((trace?.checks ?? []).map((check) => [`${check.key}:${check.title}`, check]));
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(".expect"))) {
    const check = checks.get(row.dataset.check);
    const badge = !check ? null : check.holds
      ? make("span", { class: "badge ok" }, icon("check"), TESTS.yes)
      : make("span", { class: "badge danger" }, icon("close"), check.actual === null ? TESTS.no : TESTS.itIs(Array.isArray(check.actual) ? check.actual.length : check.actual));
    refill(row.querySelector(".result"), badge ? [badge] : []);
    const mend = /** @type {HTMLElement} */ (row.querySelector(".mend"));
    mend.hidden = !check || check.holds;
    refill(mend, check && !check.holds ? [createMend(check, test)] : []);
  }
}

function createMend(check, test) {
  const hasBonus = check.key === "hand" && test?.keys.when === "settle" || check.key === "paid" && test?.keys.when === "develop";
  return problemNote(
    "error", marked(check.message),
    check.actual !== null && make("button", { type: "button", class: "sm", value: "expect", "data-key": check.key, "data-title": check.title }, TESTS.expect(TESTS.written(check.actual))),
    hasBonus && make("button", { type: "button", class: "sm", value: "bonus" }, TESTS.withoutBonus),
  );
}

// --- actions

function act({ target }) {
  const button = /** @type {any} */ (target).closest("button[value]");
  if (!button || !isShown()) return;
  const { value, dataset } = button;
  if (value === "close") {
    showPage("card");
    if (list.contains(button)) showPane("list");
  } else if (value === "new") addTest();
  else if (value === "run") runCommand("run-tests");
  else if (value === "delete") deleteTest();
  else if (value === "text") showInText();
  else if (value === "expect") expectActual(dataset.key, dataset.title);
  else if (value === "bonus") /** @type {HTMLElement} */ (page.querySelector(".switch"))?.click();
  else if (value === "kind") {
    kind = dataset.kind;
    showList();
  } else if (value === "open") {
    index = Number(dataset.index);
    showPane("page");
    start();
  }
}

function showInText() {
  const { file, sheet } = opened();
  setView("text");
  goToLine(file.view, sheet.tests[index].first);
  file.view.focus();
}

/** Expect what came out. */
function expectActual(key, title) {
  const check = trace.checks.find((candidate) => candidate.key === key && candidate.title === title);
  const { then } = testsOfFile()[index].keys;
  put("then", { ...then, [key]: title ? { ...then[key], [title]: check.actual } : check.actual });
}
