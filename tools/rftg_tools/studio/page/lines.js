// The powers of a card in its form: a line each, which can be added by phase and taken away.

import { element } from "./elements.js";
import { offer, suggest } from "./suggestions.js";
import { WORDS } from "./words.js";

const PAUSE = 150; // ms without a key until what is written counts
const UNFINISHED = /^[a-z ]*:?$/; // a phase, behind which nothing stands yet
const abouts = new WeakMap(); // of a list: how it is told of, and what its lines can go on with

/**
 * The list of a card's powers.
 * @param {string} id
 * @param {string[]} phases in the order of a round
 * @param {(lines: string[]) => Promise<any> | void} put called with all lines when one has changed
 * @param {(before: string) => Promise<any[]>} ask what can stand behind a text
 */
export function linesOf(id, phases, put, ask) {
  const list = element("div", { id, className: "lines", role: "group", ariaLabel: "powers" });
  const add = element("select", { ariaLabel: WORDS.form.addPower });
  add.add(new Option(WORDS.form.addPowerShown, ""));
  for (const phase of phases) add.add(new Option(phase, phase));
  add.addEventListener("change", () => {
    const line = lineOf(list, `${add.value}: `);
    list.insertBefore(line, add);
    add.value = "";
    number(list);
    const input = line.querySelector("input");
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    offer(input, ask);
  });
  abouts.set(list, { put, ask, waiting: false, sending: 0 });
  list.append(add);
  return list;
}

function lineOf(list, text) {
  const { ask } = abouts.get(list);
  const line = element("div", { className: "line" });
  const input = element("input", { type: "text", value: text, spellcheck: false });
  const away = element("button", { type: "button", textContent: "✕" });
  let waiting = 0;
  suggest(input, ask);
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    abouts.get(list).waiting = true;
    waiting = setTimeout(() => putLines(list, false), PAUSE);
  });
  input.addEventListener("change", () => {
    clearTimeout(waiting);
    putLines(list, true);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") putLines(list, true);
  });
  away.addEventListener("click", () => {
    const next = line.nextElementSibling.querySelector("input") ?? line.nextElementSibling;
    line.remove();
    number(list);
    next.focus();
    putLines(list, true);
  });
  const value = element("span", { className: "value" });
  value.append(input);
  line.append(value, away);
  return line;
}

/** Tell of the lines. isWhole: also of those in which only a phase stands yet. */
function putLines(list, isWhole) {
  const about = abouts.get(list);
  const texts = inputsOf(list).map((input) => input.value.trim());
  about.waiting = false;
  about.sending += 1;
  const made = about.put(texts.filter((text) => text && (isWhole || !UNFINISHED.test(text))));
  Promise.resolve(made).finally(() => {
    about.sending -= 1;
  });
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
  const { waiting, sending } = abouts.get(list);
  if (!isForced && (waiting || sending)) return; // what is here is newer
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
