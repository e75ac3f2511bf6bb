// The controls of the form's fields, by the kind of their values.

import { chips, segmented, stepper } from "./controls.js";
import { make } from "./dom.js";
import { FORM, labelOf } from "./form-words.js";
import { enableSuggestions } from "./suggestions.js";
import { watchInput } from "./typing.js";

/**
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {boolean} isGroup whether it names itself instead of having a label
 * @property {(value: any, isForced?: boolean) => void} fill shows a value; isForced: also in the focused input
 *
 * @typedef {object} Options
 * @property {string} id of its input
 * @property {string} label
 * @property {(before: string) => Promise<any[]>} find returns suggestions
 * @property {() => string[]} offers returns the words that a click adds
 * @property {(value: any, isDone: boolean) => unknown} commit called with a new value, null if it is empty; isDone: the input was left
 * @property {() => void} leave called when an input is left
 */

/**
 * Create the control of a field.
 * @param {any} field
 * @param {Options} options
 * @returns {Control}
 */
export function createControl(field, options) {
  if (field.kind === "choice" || field.kind === "flag") return createChoice(field, options);
  if (field.kind === "number") return createStepper(field, options);
  if (field.kind === "words") return createChips(options);
  return createText(field, options);
}

/** Commit an input, and show the value in the text when it is left. */
function followInput(input, read, { commit, leave }) {
  watchInput(input, (isDone) => commit(read(), isDone));
  input.addEventListener("blur", () => input.isConnected && leave());
}

function fillInput(input, value, isForced) {
  if (isForced || input !== document.activeElement) input.value = [value ?? ""].flat().join(", ");
}

function createText(field, options) {
  const { id, label } = options;
  const input = make("input", { id, type: "text", "aria-label": label, autocomplete: "off", spellcheck: String(field.required) });
  enableSuggestions(input, options);
  followInput(input, () => input.value.trim() || null, options);
  return { element: input, isGroup: false, fill: (value, isForced) => fillInput(input, value, isForced) };
}

/** A number with its two buttons, and a button for each other value. */
function createStepper(field, options) {
  const { id, label, commit, leave } = options;
  const element = stepper({ id, label, min: field.least, max: field.most, start: Math.max(field.least, Number(field.required)) });
  const input = element.querySelector("input");
  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
  const choices = (field.choices ?? []).map((value) => {
    const button = make("button", { type: "button", class: "sm quiet", value, "aria-pressed": "false" }, labelOf(value));
    button.addEventListener("click", () => {
      commit(isPressed(button) ? field.example ?? field.least : value, true);
      leave();
    });
    return button;
  });
  const read = () => {
    const text = input.value.trim();
    const value = /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    return value === field.default || value === "" ? choices.find(isPressed)?.value ?? null : value;
  };
  const press = (value) => choices.forEach((button) => button.setAttribute("aria-pressed", String(button.value === value)));
  input.addEventListener("input", () => press(""));
  followInput(input, read, options);
  return {
    element: choices.length ? make("div", { class: "row" }, element, choices) : element,
    isGroup: false,
    fill: (value = field.default, isForced = false) => {
      const isChoice = field.choices?.includes(value);
      fillInput(input, isChoice ? "" : value, isForced);
      press(isChoice ? value : "");
    },
  };
}

function createChoice(field, { id, label, commit, leave }) {
  const isFlag = field.kind === "flag";
  const none = field.required ? [] : [["", isFlag ? FORM.no : FORM.none]];
  const choices = field.choices.map((value) => [value, isFlag ? FORM.yes : labelOf(value)]);
  const element = segmented({
    label,
    choices: [...none, ...choices],
    value: "",
    onChange: (value) => {
      commit(value || null, true);
      leave();
    },
  });
  element.id = id;
  return { element, isGroup: true, fill: (value) => (element.value = String(value ?? "")) };
}

/** The words of a list, and those of the set to add with a click. */
function createChips({ id, label, find, offers, commit, leave }) {
  const element = chips({ id, label, offers, content: labelOf, onChange: (words) => commit(words.length ? words : null, true) });
  const input = element.querySelector("input");
  const take = () => input.dispatchEvent(new Event("change"));
  let offered = ""; // those words when the chips were shown
  enableSuggestions(input, { find, accepted: take });
  watchInput(input, (isDone) => isDone && take());
  input.addEventListener("blur", () => input.isConnected && leave());
  return {
    element,
    isGroup: false,
    fill: (value, isForced) => {
      if (isForced) input.value = "";
      const words = [value ?? []].flat().map(String);
      if (String(offers()) === offered && String(element.words) === String(words)) return; // buttons that change miss clicks
      offered = String(offers());
      element.words = words;
    },
  };
}
