// The problems of the open file as a list, and the keys that fix them and go to them.

import { commitForm } from "./changes.js";
import { addCommands } from "./commands.js";
import { refill, say } from "./common.js";
import { make } from "./dom.js";
import { focusProblem, problemToFix } from "./field-problems.js";
import { watchFiles } from "./files.js";
import { labelOf, PROBLEMS } from "./form-words.js";
import { fixAllOf, isChecked } from "./language.js";
import { setView } from "./layout.js";
import { opened, openIndex, placeOfLine, watchOpened } from "./opened.js";
import { applyFix, problemRow, problemsOf } from "./problems.js";

const POWER = /^\s*([a-z ]+):/i;

/**
 * Show the problems of the open file in an element, always up to date.
 * @param {HTMLElement} element
 * @param {(count: number, hasErrors: boolean) => void} showCount called with the number of problems
 */
export function problemsList(element, showCount) {
  const fixAll = make("span", { class: "row" });
  const head = make("div", { class: "row" }, make("b", { class: "grow" }, PROBLEMS.heading), fixAll);
  const list = make("div", { class: "problems" });
  const none = make("p", { class: "muted" }, PROBLEMS.none);
  element.classList.add("problems");
  element.replaceChildren(head, list, none);
  const show = () => {
    const file = opened()?.file;
    const problems = file ? problemsOf(file) : [];
    head.hidden = !problems.length;
    none.hidden = problems.length > 0;
    none.textContent = file && !isChecked(file.view) ? PROBLEMS.checking : PROBLEMS.none;
    refill(fixAll, file ? fixAllButtons(file) : []);
    refill(list, problems.map((problem) => problemRow(problem, {
      place: describePlace(problem),
      isInForm: isOfOpenCard(problem),
      fix: () => fix(problem),
      show: () => goTo(problem),
    })));
    showCount(problems.length, problems.some(({ severity }) => severity === "error"));
  };
  watchFiles(show);
  watchOpened(show);
  show();
}

/** The button that fixes most: all problems, or those whose fix is certain. */
function fixAllButtons(file) {
  return fixAllOf(file.view).slice(0, 1).map((action) => {
    const fixAll = async () => {
      await commitForm();
      say(await fixAllOf(file.view)[0]?.apply() ? PROBLEMS.fixed : PROBLEMS.notFixed);
    };
    return make("button", { type: "button", class: "sm", title: action.title, onclick: fixAll }, PROBLEMS.fixAll);
  });
}

/** The card and power that a problem is in. */
function describePlace({ line }) {
  const { file } = opened();
  const card = findCard(line);
  if (!card) return [];
  const key = Object.entries(card.entry.places).find(([, [first, last]]) => first <= line && line <= last)?.[0];
  const power = key === "powers" && POWER.exec(file.view.state.doc.line(line).text)?.[1];
  const part = power || key;
  return [make("b", {}, String(card.entry.keys.title ?? "")), part ? `, ${labelOf(part)}: ` : ": "];
}

function isOfOpenCard({ line }) {
  const { section, index } = opened();
  const place = placeOfLine(line);
  return place?.section === section && place?.index === index;
}

function findCard(line) {
  const place = placeOfLine(line);
  return place && { ...place, entry: opened().sheet[place.section][place.index] };
}

async function fix(problem) {
  const { file } = opened();
  await commitForm();
  say(await applyFix(file, problem) ? PROBLEMS.fixed : PROBLEMS.notFixed);
}

/** Open the card of a problem, with the focus in the field, or else at its place in the text. */
async function goTo(problem) {
  const { file, index, section } = opened();
  const card = findCard(problem.line);
  if (card && (card.index !== index || card.section !== section)) await openIndex(card.index, card.section);
  if (card && focusProblem(problem)) return;
  if (document.body.dataset.view !== "both") setView("text");
  file.view.dispatch({ selection: { anchor: problem.from }, scrollIntoView: true });
  file.view.focus();
}

/** Add the commands for problems. */
export function setUpProblems() {
  const problems = () => (opened() ? problemsOf(opened().file) : []);
  const hasAny = () => problems().length > 0;
  addCommands({
    fix: { run: () => fixNext(problems()), keys: "Ctrl+.", icon: "fix", inFields: true, isEnabled: hasAny },
    "next-problem": { run: () => goToNext(problems(), false), keys: "F8", icon: "warning", inFields: true, isEnabled: hasAny },
    "previous-problem": { run: () => goToNext(problems(), true), keys: "Shift+F8", icon: "warning", inFields: true, isEnabled: hasAny },
  });
}

let visited = null; // the file, card and position of the problem that F8 went to last

/** Go to the next problem after the one visited last, or from the open card on. */
function goToNext(problems, isBack) {
  const { file, section, index, sheet } = opened();
  const entry = sheet?.[section][index];
  const isStill = visited?.file === file && visited.section === section && visited.index === index;
  const start = isStill ? visited.from : entry ? file.view.state.doc.line(entry.first).from - (isBack ? 0 : 1) : -1;
  const next = isBack ? problems.findLast(({ from }) => from < start) ?? problems.at(-1) : problems.find(({ from }) => from > start) ?? problems[0];
  visited = { file, section, index, ...findCard(next.line), from: next.from };
  goTo(next);
}

/** Apply the fix of the problem at the focus, or else of the first problem of the card or file. */
function fixNext(problems) {
  const problem = problemToFix() ?? problems.find((candidate) => candidate.fix);
  if (problem) fix(problem);
  else say(PROBLEMS.noFix);
}
