// Suggestions for the fields of the form: a list at the cursor with an explanation of each, from the language server.

import { say } from "./common.js";
import { make } from "./dom.js";
import { FORM } from "./form-words.js";
import { askServer } from "./language.js";
import { latest } from "./timing.js";

/**
 * @typedef {{label: string, detail?: string, description?: string, text: string, replaces: number}} Suggestion
 * @typedef {HTMLInputElement | HTMLTextAreaElement} TextInput
 * @typedef {{find: (before: string) => Promise<Suggestion[]>, placeOf?: (index: number) => DOMRect, accepted?: () => void}} Source
 * find: returns what can follow the text before the cursor. placeOf: the place of a character on the screen.
 * accepted: called after a word was taken
 */

const MAX_SHOWN = 12;
const GAP = 6; // px between the cursor and the list
const list = make("ul", { id: "suggestions", class: "choices", role: "listbox", "aria-label": FORM.suggestionList });
const about = make("div", { class: "about stack" });
const keys = make("footer", { "aria-hidden": "true" }, FORM.suggestionKeys.map(([key, effect]) => [make("kbd", {}, key), effect]));
const popup = make("div", { class: "menu complete", popover: "manual" }, list, about, keys);
let field = null; // the input with the list, and its source of suggestions
let suggestions = [];
let selected = -1;
let isChosen = false; // whether the selected word was chosen by an arrow key
const findLatest = latest((source, textBefore) => source.find(textBefore));

/**
 * Give an input a list of suggestions.
 * @param {TextInput} input
 * @param {Source} source
 */
export function enableSuggestions(input, source) {
  if (input instanceof HTMLInputElement) input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  setExpanded(input, false);
  input.autocomplete = "off";
  input.addEventListener("input", () => showSuggestions(input, source));
  input.addEventListener("click", () => showSuggestions(input, source));
  input.addEventListener("keydown", (event) => handleKey(event, input, source));
  input.addEventListener("blur", hideSuggestions);
}

function setExpanded(input, isExpanded) {
  if (input instanceof HTMLInputElement) input.setAttribute("aria-expanded", String(isExpanded));
}

/** Ask the language server for completions of a form value. */
export async function findCompletions(uri, section, key, text) {
  return (await askServer("rftg/offers", { uri, section, key, text })) ?? [];
}

/**
 * Show the suggestions for an input.
 * @param {TextInput} input
 * @param {Source} source
 */
export async function showSuggestions(input, source) {
  const textBefore = input.value.slice(0, input.selectionStart ?? 0);
  const all = await findLatest(source, textBefore);
  if (!all || document.activeElement !== input) return;
  const isTyped = ({ replaces, text }) => replaces > 0 && textBefore.slice(-replaces) === text;
  suggestions = all.filter((suggestion) => !isTyped(suggestion)).slice(0, MAX_SHOWN);
  if (!suggestions.length) {
    hideSuggestions();
    return;
  }
  if (field?.input !== input) hideList();
  field = { input, source };
  list.replaceChildren(...suggestions.map(createOption));
  (input.closest("dialog") ?? document.body).append(popup);
  popup.showPopover();
  setExpanded(input, true);
  input.setAttribute("aria-controls", list.id);
  // Enter completes a word that is begun, and does not change one that is complete.
  selectOption(suggestions[0].replaces && !all.some(isTyped) ? 0 : -1);
  placePopup();
  say(FORM.suggestions(suggestions.length));
}

function createOption({ label, detail = "", description = "" }, index) {
  const hint = description ? "" : detail;
  const option = make("li", { id: `suggestion-${index}`, role: "option" }, label, hint && make("small", {}, hint));
  option.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // keeps the focus in the field
    accept(index);
  });
  option.addEventListener("pointermove", () => explain(suggestions[index]));
  return option;
}

/** Show a word's form, an example and what it means, in the same place for all words. */
function explain({ label, detail = "", description = "" }) {
  const [english = "", example = ""] = description.split("\n").reverse();
  about.replaceChildren(
    make("b", {}, detail || label),
    ...(example ? [make("code", {}, example)] : []),
    make("span", {}, english.replace(/^[^:]*: /, (phase) => (example ? "" : phase))),
  );
  popup.classList.toggle("bare", suggestions.every((suggestion) => !suggestion.description));
}

/** Open the list below the cursor, or above it if there is more room. */
function placePopup() {
  const { input, source } = field;
  const cursor = source.placeOf?.(input.selectionStart ?? 0) ?? input.getBoundingClientRect();
  const view = visualViewport ?? { height: innerHeight, width: innerWidth };
  const pane = input.closest("form, #page")?.getBoundingClientRect();
  const bottom = Math.min(view.height, Math.max(pane?.bottom ?? view.height, cursor.bottom));
  const { offsetHeight: height, offsetWidth: width } = popup;
  const isBelow = cursor.bottom + GAP + height <= bottom || cursor.top - GAP < height;
  popup.style.top = `${isBelow ? Math.min(cursor.bottom + GAP, view.height - height) : cursor.top - GAP - height}px`;
  popup.style.left = `${Math.max(GAP, Math.min(cursor.left, view.width - width - GAP))}px`;
}

function hideSuggestions() {
  findLatest.cancel();
  hideList();
}

function hideList() {
  if (!field) return;
  if (popup.matches(":popover-open")) popup.hidePopover();
  setExpanded(field.input, false);
  field.input.removeAttribute("aria-controls");
  field.input.removeAttribute("aria-activedescendant");
  field = null;
}

for (const event of ["scroll", "resize"]) addEventListener(event, ({ target }) => field && target !== list && placePopup(), true);

function handleKey(event, input, source) {
  const isOpen = field?.input === input;
  if (event.ctrlKey && event.key === " ") showSuggestions(input, source);
  else if (event.key === "ArrowDown" && !isOpen && isAtEnd(input)) showSuggestions(input, source);
  else if (event.key === "ArrowDown" && isOpen) selectOption((selected + 1) % suggestions.length, true);
  else if (event.key === "ArrowUp" && isOpen) selectOption((selected < 1 ? suggestions.length : selected) - 1, true);
  else if (event.key === "Escape" && isOpen) hideSuggestions();
  else if (isOpen && selected >= 0 && (event.key === "Enter" || (event.key === "Tab" && isChosen))) accept(selected);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Return whether the cursor is at the end of the text, where the arrow down has nowhere to go. */
function isAtEnd(input) {
  return input instanceof HTMLInputElement || input.selectionStart === input.value.length;
}

function selectOption(index, isByKey = false) {
  list.children[selected]?.removeAttribute("aria-selected");
  selected = index;
  isChosen = isByKey;
  explain(suggestions[Math.max(index, 0)]);
  const option = list.children[index];
  if (!option) {
    field.input.removeAttribute("aria-activedescendant");
    return;
  }
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  field.input.setAttribute("aria-activedescendant", option.id);
}

function accept(index) {
  const { input, source } = field;
  const { text, replaces } = suggestions[index];
  const cursor = input.selectionStart ?? input.value.length;
  input.setRangeText(text, cursor - replaces, cursor, "end");
  hideSuggestions();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  if (source.accepted) source.accepted();
  else showSuggestions(input, source);
}
