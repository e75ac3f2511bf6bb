// Problems under the fields of the form, each with the button that fixes it.

import { refill } from "./common.js";
import { make } from "./dom.js";
import { wordsIn } from "./language.js";
import { applyFix, problemRow, problemsOf } from "./problems.js";
import { commitAll } from "./typing.js";

const REST = 1500; // ms without a key until problems in the field that is being typed are shown
const nextFix = document.getElementById("next-fix");
let typedAt = 0; // the time of the last key
let restTimer = 0;
let found = []; // the problems of the card with their places
let next = null; // the one of them that a key fixes

document.getElementById("form").addEventListener("input", () => (typedAt = Date.now()));

/**
 * Show the problems of a card, and color its powers.
 * @param {HTMLFormElement} form
 * @param {any[]} fields those of the form with their elements
 * @param {any} open the file, section, index and sheet of the card
 * @param {() => void} showLater called when somebody has stopped typing, as the card may be another one by then
 */
export function showFieldProblems(form, fields, { file, section, index, sheet }, showLater) {
  const entry = sheet[section][index];
  const isInside = ({ line }) => entry.first <= line && line <= entry.last;
  found = problemsOf(file).filter(isInside).map((problem, number) => ({ problem, id: `problem-${number}`, ...findPlace(problem, form, fields, entry) }));
  const fixable = found.filter(({ problem }) => problem.fix);
  next = fixable.find(({ part }) => part.contains(document.activeElement)) ?? fixable[0] ?? null;
  const rowsIn = (part) => found.filter((place) => place.part === part).map((place) => problemRow(place.problem, {
    id: place.id,
    isNext: place === next,
    fix: () => fixNow(file, place.problem),
  }));
  refill(nextFix, next ? [createNextFix(file)] : []);
  for (const line of form.querySelectorAll(".line")) if (!isBeingTyped(line, showLater)) showIn(line, rowsIn(line));
  const powers = fields.find((field) => field.powers)?.powers;
  powers?.rows().forEach((row, position) => {
    const isHeld = isBeingTyped(row, showLater);
    colorPower(powers, row, position, entry, file.view.state, isHeld);
    if (!isHeld) showIn(row, rowsIn(row));
  });
}

/** The next fix within reach of the thumb: a phone shows it above its bar, whatever part of the form is in view. */
function createNextFix(file) {
  const phase = next.part.querySelector(".phase-pick > :last-child")?.textContent;
  return problemRow(next.problem, { place: phase ? [make("b", {}, `${phase}: `)] : [], isNext: true, fix: () => fixNow(file, next.problem) });
}

/**
 * Return the part of the form that a problem is in, and the element to focus. A remark on the whole card is at the
 * end, where it moves nothing.
 */
function findPlace({ line, severity, fix }, form, fields, { places, powers: rows }) {
  const [key] = Object.entries(places).find(([, [first, last]]) => first <= line && line <= last) ?? [];
  const field = fields.find(({ keys }) => keys.includes(key)) ?? fields[0];
  const row = field.powers && (field.powers.rows()[Math.max(rows.indexOf(line), 0)] ?? null);
  const isOnCard = field === fields[0] && severity === "warning" && !fix;
  const part = isOnCard ? form.querySelector(".whole") : row ?? field.element.closest(".line") ?? field.element;
  return { part, element: row ?? field.element };
}

function showIn(part, rows) {
  const isWrong = rows.some((row) => !row.matches(".warn"));
  part.classList.toggle("bad", isWrong);
  part.closest(".fold")?.classList.toggle("bad", rows.length > 0);
  const control = part.querySelector("textarea");
  control?.setAttribute("aria-invalid", String(isWrong));
  control?.setAttribute("aria-describedby", rows.map(({ id }) => id).join(" "));
  refill(part.querySelector(":scope > .problems"), rows);
}

/** Color the words of a power, and mark what is wrong in it. */
function colorPower(powers, row, position, entry, state, isHeld) {
  const number = entry.powers[position];
  const power = [entry.keys.powers ?? []].flat()[position];
  if (!number || power === undefined) return;
  const line = state.doc.line(number);
  const start = line.from + line.text.indexOf(power);
  const wrong = (isHeld ? [] : found).filter(({ part }) => part === row).map(({ problem: { from, to, severity } }) => ({
    from: Math.max(from - start, 0),
    to: Math.min(to - start, power.length),
    class: `wrong ${severity}`,
  }));
  powers.color(row, power, [...wordsIn(state, start, start + power.length), ...wrong]);
}

/** Return whether a part of the form has the focus, and its last key is too recent to complain. */
function isBeingTyped(part, showLater) {
  const rest = typedAt + REST - Date.now();
  if (rest <= 0 || !part.contains(document.activeElement)) return false;
  clearTimeout(restTimer);
  restTimer = setTimeout(showLater, rest);
  return true;
}

async function fixNow(file, problem) {
  commitAll();
  await applyFix(file, problem);
}

/** The problem of the open card whose fix is the next step, or undefined. */
export function problemToFix() {
  return next?.problem;
}

/** Focus the field of a problem; return whether the form is shown and has one. */
export function focusProblem(problem) {
  const place = found.find((candidate) => candidate.problem.from === problem.from && candidate.problem.code === problem.code);
  const control = /** @type {HTMLElement} */ (place?.element.querySelector("textarea, input") ?? place?.element.querySelector("button"));
  if (!control) return false;
  const fold = control.closest("details");
  if (fold) fold.open = true;
  control.scrollIntoView({ block: "nearest" });
  control.focus();
  return document.activeElement === control;
}
