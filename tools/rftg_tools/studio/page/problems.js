// Problems of card files with the fixes of the language server, and the rows that show them.

import { forEachDiagnostic } from "./codemirror.js";
import { capitalized } from "./common.js";
import { problemNote } from "./controls.js";
import { make } from "./dom.js";
import { codeButton, marked } from "./findings.js";
import { PROBLEMS } from "./form-words.js";
import { sleep } from "./timing.js";

const FRESH_PAUSE = 100; // ms between attempts to apply a fix to a text that has just changed
const FRESH_ATTEMPTS = 30;

/**
 * @typedef {{from: number, to: number, line: number, severity: string, code: string, message: string, help: string,
 *   fix: {name: string, applyHere: () => Promise<boolean>} | undefined}} Problem
 * from, to: positions in the current text. fix: undefined if the server knows none
 */

/**
 * Return the problems in the current text of a file, in order.
 * @returns {Problem[]}
 */
export function problemsOf(file) {
  const { state } = file.view;
  const problems = new Map();
  forEachDiagnostic(state, (diagnostic, from, to) => {
    const [message, ...rest] = diagnostic.message.split("\n");
    const helps = rest.filter((line) => line.startsWith(PROBLEMS.help));
    problems.set(diagnostic, {
      from,
      to,
      line: state.doc.lineAt(from).number,
      severity: diagnostic.severity,
      code: diagnostic.source,
      message: [message, ...rest.filter((line) => !helps.includes(line))].join("; "),
      help: helps.map((line) => line.slice(PROBLEMS.help.length)).join("; "),
      fix: diagnostic.actions?.find((action) => action.isFix),
    });
  });
  return [...problems.values()].sort((first, second) => first.from - second.from);
}

/** Apply the fix of a problem, also if the text has just changed and the fix is being computed again. */
export async function applyFix(file, problem) {
  for (let attempt = 0; attempt < FRESH_ATTEMPTS; attempt += 1) {
    const isSame = ({ code, message, fix }) => fix && code === problem.code && message === problem.message;
    const distance = ({ from }) => Math.abs(from - problem.from);
    const [current] = problemsOf(file).filter(isSame).sort((first, second) => distance(first) - distance(second));
    if (await current?.fix.applyHere()) return true;
    await sleep(FRESH_PAUSE);
  }
  return false;
}

/**
 * Create the row of a problem.
 * @param {Problem} problem
 * @param {{id?: string, place?: any[], isNext?: boolean, isInForm?: boolean, fix: () => void, show?: () => void}} options
 *   isNext: whether its fix is the next step, which a key applies too. isInForm: whether the form has a row
 *   for it too. show: goes to the problem from a list
 */
export function problemRow(problem, { id, place = [], isNext = false, isInForm = false, fix, show }) {
  const isError = problem.severity === "error";
  const help = problem.help && !problem.message.includes(problem.help) ? [". ", make("span", { class: "muted" }, marked(capitalized(problem.help)))] : [];
  const row = problemNote(problem.severity, [make("span", { class: "unseen" }, isError ? PROBLEMS.error : PROBLEMS.warning), place, marked(capitalized(problem.message)), help]);
  if (id) row.id = id;
  if (isInForm) row.classList.add("in-form");
  if (show) row.append(codeButton(problem.code), button(PROBLEMS.show, "", show));
  if (problem.fix) {
    const apply = button(PROBLEMS.fix, isNext ? "primary" : "", fix);
    apply.classList.add("fix");
    apply.title = problem.fix.name;
    if (isNext) apply.append(make("kbd", {}, PROBLEMS.fixKey));
    row.append(apply);
  }
  return row;
}

function button(text, kind, run) {
  return make("button", { type: "button", class: `sm ${kind}`, onclick: run }, text);
}
