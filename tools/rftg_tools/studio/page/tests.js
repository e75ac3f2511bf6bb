// Tests of the open file: their states as the text is edited, and those that name the open card.

import { refill } from "./common.js";
import { addCommands, runCommand } from "./commands.js";
import { problemNote } from "./controls.js";
import { make } from "./dom.js";
import { textOf, watchFiles } from "./files.js";
import { marked } from "./findings.js";
import { icon, textButton } from "./icons.js";
import { markTab } from "./layout.js";
import { opened, shownCard, watchOpened } from "./opened.js";
import { TESTS } from "./outcome-words.js";
import { post, watchNews } from "./server.js";

const section = document.getElementById("tests");
const results = new Map(); // by the name of the file
const outdated = new Set(); // names of files that have changed since their tests ran
const listeners = [];
let openTest = null; // opens a test by its index
const MARKS = { passes: ["ok", "check"], fails: ["danger", "close"], old: ["", "clock"], new: ["", "clock"] };

/** Call a listener when the state of a test has changed. */
export function watchTests(listener) {
  listeners.push(listener);
}

/** Set up the panel, which follows the open card and its tests. */
export function setUpTests() {
  watchNews("tests", (name, data) => {
    results.set(name, data);
    outdated.delete(name);
    if (name === opened()?.file.name) notify();
  });
  watchFiles((file, update) => {
    if (!update?.docChanged || outdated.has(file.name)) return;
    outdated.add(file.name);
    if (file === opened()?.file) notify();
  });
  watchOpened(notify);
  addCommands({ "run-tests": { run: runTests, keys: "Ctrl+Enter", icon: "play", inFields: true, isEnabled: () => opened() !== null } });
  section.addEventListener("click", ({ target }) => {
    const button = /** @type {any} */ (target).closest("button");
    if (button?.dataset.test) openTest(Number(button.dataset.test));
    else if (button) runCommand(button.value);
  });
}

/** Set how to open a test by its index. */
export function openTestsWith(open) {
  openTest = open;
}

/** Run the tests of the open file again. */
async function runTests() {
  const { file } = opened();
  outdated.add(file.name);
  notify();
  await post("api/run-tests", { name: file.name, text: textOf(file) });
}

function notify() {
  show();
  for (const listener of listeners) listener();
}

/**
 * Return the tests of the open file.
 * @returns {{index: number, name: string, keys: any, state: string, found: any[], cards: string[]}[]}
 */
export function testsOfFile() {
  const { file, sheet } = opened() ?? {};
  const data = results.get(file?.name);
  const isOld = !data || data.broken || outdated.has(file.name);
  return (sheet?.tests ?? []).map(({ keys }, index) => {
    const result = data?.done[index]?.name === keys.test ? data.done[index] : null;
    const state = !data ? "new" : isOld || !result ? "old" : result.found.length ? "fails" : "passes";
    return { index, name: String(keys.test ?? ""), keys, state, found: result?.found ?? [], cards: result?.cards ?? [] };
  });
}

/** Why the tests of the open file did not run, "" if they did. */
export function whyNotRun() {
  const { broken, problem, stuck } = results.get(opened()?.file.name) ?? {};
  if (stuck) return stuck.seconds ? TESTS.stuck(stuck.test, stuck.seconds) : TESTS.crashed;
  return broken ? problem || TESTS.errors : "";
}

/** Create the badge of a test's state. */
export function stateBadge(state) {
  const [kind, symbol] = MARKS[state];
  return make("span", { class: `badge ${kind}` }, icon(symbol), TESTS.states[state]);
}

/** Return whether a test names a card. */
export function namesCard(test, card) {
  const titles = [card?.title, card?.facts.other].filter(Boolean);
  const text = JSON.stringify(test.keys);
  return titles.some((title) => test.cards.includes(title) || text.includes(JSON.stringify(title)));
}

function show() {
  const card = shownCard();
  const tests = testsOfFile();
  const own = tests.filter((test) => namesCard(test, card));
  const failed = own.filter(({ state }) => state === "fails").length;
  const passed = own.filter(({ state }) => state === "passes").length;
  if (failed) markTab("tests", TESTS.failed(failed), "danger");
  else markTab("tests", passed ? TESTS.passed(passed) : "", "ok");
  const others = tests.filter((test) => test.state === "fails" && !own.includes(test)).length;
  const problem = whyNotRun();
  refill(section, [
    make(
      "div", { class: "row head" },
      make("h3", { class: "grow" }, TESTS.heading),
      textButton("plus", TESTS.new, { class: "sm soft", value: "new-test" }),
      tests.length > 0 && make("button", { type: "button", class: "sm", value: "run-tests" }, TESTS.runAll(tests.length)),
    ),
    ...(problem ? [problemNote("warning", problem)] : []),
    ...(own.length ? own.map(createRow) : [make("p", { class: "help" }, tests.length ? TESTS.none : TESTS.noneInFile)]),
    ...(others ? [problemNote("error", TESTS.others(others), make("button", { type: "button", class: "sm", value: "tests" }, TESTS.show))] : []),
  ]);
}

function createRow(test) {
  const [first] = test.state === "fails" ? test.found : [];
  return make(
    "div", { class: "row entry" },
    stateBadge(test.state),
    make("span", { class: "grow" }, test.name, first && make("small", { class: "why" }, marked(first.message))),
    make("button", { type: "button", class: "sm quiet", "data-test": test.index, "aria-label": TESTS.openTest(test.name) }, TESTS.open),
  );
}
