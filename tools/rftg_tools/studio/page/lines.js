// The powers of a card in its form: a line each, which can be added by phase and taken away.

import { element } from "./elements.js";
import { offer, suggest } from "./suggestions.js";
import { watch } from "./commit.js";
import { WORDS } from "./words.js";

const UNFINISHED = /^[a-z ]*:?$/; // a phase, with nothing behind it yet
const abouts = new WeakMap(); // of a list: what is done when it has changed or is left, and what it can go on with

/**
 * The list of a card's powers.
 * @param {string} id
 * @param {string[]} phases in the order of a round
 * @param {(lines: string[]) => Promise<any> | void} put called with all lines when one has changed
 * @param {() => void} show called when a line is left, to show what the text has
 * @param {(before: string) => Promise<any[]>} ask what can stand behind a text
 */
export function linesOf(id, phases, put, show, ask) {
  const list = element("div", { id, className: "lines", role: "group", ariaLabel: "powers" });
  const add = element("select", { ariaLabel: WORDS.form.addPower });
  add.add(new Option(WORDS.form.addPowerShown, ""));
  for (const phase of phases) add.add(new Option(phase, phase));
  add.addEventListener("change", () => {
    if (!add.value) return;
    const line = lineOf(list, `${add.value}: `, true);
    list.insertBefore(line, add);
    add.value = "";
    number(list);
    const input = line.querySelector("input");
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    offer(input, ask);
  });
  abouts.set(list, { put, show, ask });
  list.append(add);
  return list;
}

/** isOffered: it goes again where nothing is written in it. */
function lineOf(list, text, isOffered = false) {
  const { show, ask } = abouts.get(list);
  const line = element("div", { className: "line" });
  const input = element("input", { type: "text", value: text, spellcheck: false });
  const away = element("button", { type: "button", textContent: "✕" });
  suggest(input, ask);
  watch(input, (isDone) => {
    isOffered = false;
    putLines(list, isDone);
  });
  input.addEventListener("blur", ({ relatedTarget }) => {
    if (isOffered || !input.value.trim()) removeLine(list, line, relatedTarget === away);
    show();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") putLines(list, true);
  });
  away.addEventListener("click", () => {
    removeLine(list, line, true);
    putLines(list, true);
  });
  const value = element("span", { className: "value" });
  value.append(input);
  line.append(value, away);
  return line;
}

/** Take a line away. isLeft: go on to the one below it. */
function removeLine(list, line, isLeft) {
  const below = line.nextElementSibling;
  line.remove();
  number(list);
  if (isLeft) (below.querySelector("input") ?? below).focus();
}

/** Tell of the lines. isDone: also of those that are no more than a phase yet. */
function putLines(list, isDone) {
  const texts = inputsOf(list).map((input) => input.value.trim());
  abouts.get(list).put(texts.filter((text) => text && (isDone || !UNFINISHED.test(text))));
}

/** @returns {HTMLInputElement[]} */
function inputsOf(list) {
  return [...list.querySelectorAll("input")];
}

/** Name each line by its number. */
function number(list) {
  [...list.querySelectorAll(".line")].forEach((line, at) => {
    line.querySelector("input").setAttribute("aria-label", WORDS.form.power(at + 1));
    line.querySelector("button").setAttribute("aria-label", WORDS.form.removePower(at + 1));
  });
}

/**
 * Show power lines.
 * @param {HTMLElement} list
 * @param {string[]} values
 * @param {boolean} isForced also in the line that is being written in
 */
export function fillLines(list, values, isForced) {
  const inputs = inputsOf(list);
  const at = inputs.findIndex((input) => input === document.activeElement);
  if (at >= 0 && !isForced && inputs.length !== values.length) return; // shown when it is left
  if (inputs.length === values.length) {
    inputs.forEach((input, place) => {
      if ((place !== at || isForced) && input.value !== values[place]) input.value = values[place];
    });
    return;
  }
  for (const line of list.querySelectorAll(".line")) line.remove();
  list.prepend(...values.map((text) => lineOf(list, text)));
  number(list);
  if (at >= 0) inputsOf(list)[Math.min(at, values.length - 1)]?.focus();
}
