// The controls of the form's fields, by the kind of their values.

import { icon, segmented } from "./controls.js";
import { make } from "./dom.js";
import { FORM, labelOf } from "./form-words.js";
import { enableSuggestions } from "./suggestions.js";
import { watchInput } from "./typing.js";

/**
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {boolean} isGroup whether it is named by aria-labelledby instead of a label
 * @property {(value: any, isForced: boolean) => void} fill shows a value; isForced: also in the focused input
 * @property {(label: string) => void} label names it without a visible label
 *
 * @typedef {object} Options
 * @property {string} id of its input
 * @property {(before: string) => Promise<any[]>} find returns suggestions
 * @property {() => string[]} offered returns the words that are offered with a click
 * @property {(value: any, isDone: boolean) => void} commit called with a new value, null if it is empty; isDone: the input was left
 * @property {() => void} leave called when an input is left
 */

/**
 * Create the control of a field.
 * @param {any} field
 * @param {Options} options
 * @returns {Control}
 */
export function createControl(field, options) {
  if (field.kind === "choice") return createChoice(field, options);
  if (field.kind === "flag") return createChoice({ ...field, required: false }, options);
  if (field.kind === "number") return createStepper(field, options);
  if (field.kind === "words") return createChips(options);
  return createText(field, options);
}

/** Commit an input, and show the value in the text when it is left. */
function followInput(input, read, { commit, leave }) {
  watchInput(input, (isDone) => commit(read(), isDone));
  input.addEventListener("blur", () => input.isConnected && leave());
}

function fillInput(input, text, isForced) {
  if (isForced || input !== document.activeElement) input.value = text;
}

// --- text

function createText(field, options) {
  // A title is prose, other texts are names and words of the language.
  const input = make("input", { id: options.id, class: "input", type: "text", autocomplete: "off", spellcheck: String(field.required) });
  enableSuggestions(input, options);
  followInput(input, () => input.value.trim() || null, options);
  return {
    element: input,
    isGroup: false,
    fill: (value, isForced) => fillInput(input, [value ?? ""].flat().join(", "), isForced),
    label: (label) => input.setAttribute("aria-label", label),
  };
}

// --- numbers

/** A number with its two buttons, and a button for each other value. */
function createStepper(field, options) {
  const { id, commit } = options;
  const input = make("input", { id, type: "text", inputmode: "numeric", autocomplete: "off", spellcheck: "false", placeholder: String(field.default ?? "") });
  const createButton = (step, sign, label) => {
    const button = make("button", { type: "button", tabindex: -1, "aria-label": label }, sign);
    button.addEventListener("click", () => change(step));
    return button;
  };
  const choices = (field.choices ?? []).map((value) => {
    const button = make("button", { type: "button", class: "btn sm quiet", value, "aria-pressed": "false" }, labelOf(value));
    button.addEventListener("click", () => put(isPressed(button) ? field.example ?? field.least : value));
    return button;
  });
  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
  const read = () => {
    const text = input.value.trim();
    return text ? readNumber(text) : choices.find(isPressed)?.value ?? null;
  };
  const put = (value) => {
    show(value, true);
    commit(value, true);
  };
  const change = (step) => {
    const value = read();
    const start = typeof value === "number" ? value : (field.default ?? Math.max(field.least, 0) - Number(step > 0));
    const next = Math.min(field.most, Math.max(field.least, start + step));
    const isLeftOut = next === field.default || (start + step < field.least && !field.required);
    put(isLeftOut ? null : next);
  };
  const show = (value, isForced) => {
    const isChoice = field.choices?.includes(value);
    fillInput(input, isChoice ? "" : [value ?? ""].flat().join(", "), isForced);
    for (const button of choices) button.setAttribute("aria-pressed", String(button.value === value));
  };
  input.addEventListener("input", () => choices.forEach((button) => button.setAttribute("aria-pressed", "false")));
  input.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    change(step);
  });
  followInput(input, read, options);
  const stepper = make("span", { class: "stepper" }, createButton(-1, "−", FORM.fewer), input, createButton(1, "+", FORM.more));
  return {
    element: choices.length ? make("span", { class: "row" }, stepper, choices) : stepper,
    isGroup: false,
    fill: show,
    label: (label) => input.setAttribute("aria-label", label),
  };
}

/** Return a whole number as such, anything else as it is. */
function readNumber(text) {
  return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

// --- choices

function createChoice(field, { id, commit, leave }) {
  const isFlag = field.kind === "flag";
  const none = field.required ? [] : [{ value: "", label: isFlag ? FORM.no : FORM.none }];
  const choices = field.choices.map((value) => ({ value, label: isFlag ? FORM.yes : labelOf(value) }));
  const choice = segmented([...none, ...choices], {
    label: labelOf(field.keys[0]),
    change: (value) => {
      commit(value || null, true);
      leave();
    },
  });
  choice.element.id = id;
  return {
    element: choice.element,
    isGroup: true,
    fill: (value) => choice.set(String(value ?? "")),
    label: (label) => choice.element.setAttribute("aria-label", label),
  };
}

// --- words

/** The words as chips, an input for another one, and those of the set to add with a click. */
function createChips({ id, find, offered, commit, leave }) {
  const input = make("input", { id, type: "text", autocomplete: "off", spellcheck: "false" });
  const element = make("div", { class: "chips" }, input);
  let words = [];
  let shown = ""; // the words and those offered, as JSON
  const typed = () => input.value.split(",").map((word) => word.trim()).filter(Boolean);
  const put = (next) => {
    show(next);
    commit(next.length ? next : null, true);
  };
  const show = (next) => {
    words = next;
    shown = JSON.stringify([words, offered()]);
    const add = offered().filter((word) => !words.includes(word)).map((word) => {
      const button = make("button", { type: "button", class: "btn sm quiet", "aria-label": FORM.addWord(word) }, icon("plus"), labelOf(word));
      button.addEventListener("click", () => {
        put([...words, word]);
        input.focus();
      });
      return button;
    });
    const chips = words.map((word, index) => {
      const remove = make("button", { type: "button", "aria-label": FORM.removeWord(word) }, "×");
      remove.addEventListener("click", () => {
        put(words.filter((_, other) => other !== index));
        input.focus();
      });
      return make("span", { class: "chip", "data-word": word }, word, remove);
    });
    for (const other of [...element.children]) if (other !== input) other.remove();
    input.before(...chips);
    input.after(...add);
  };
  const take = () => {
    const next = [...words, ...typed()];
    input.value = "";
    put(next);
  };
  enableSuggestions(input, { find, accepted: take });
  watchInput(input, (isDone) => isDone && take());
  input.addEventListener("blur", () => input.isConnected && leave());
  input.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === ",") && typed().length) take();
    else if (event.key === "Backspace" && !input.value && words.length) put(words.slice(0, -1));
    else return;
    event.preventDefault();
  });
  return {
    element,
    isGroup: false,
    fill: (value, isForced) => {
      if (isForced) input.value = "";
      const next = [value ?? []].flat().map(String);
      if (JSON.stringify([next, offered()]) !== shown) show(next);
    },
    label: (label) => input.setAttribute("aria-label", label),
  };
}
