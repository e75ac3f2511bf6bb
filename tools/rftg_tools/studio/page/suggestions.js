// Suggestions for the fields of the form: a list below the field, from the language server.

import { say } from "./common.js";
import { make } from "./dom.js";
import { askServer } from "./language.js";
import { WORDS } from "./words.js";

const MAX_SHOWN = 12;
const list = make("ul", { id: "suggestions", role: "listbox", class: "suggestions" });
let field = null; // the input above the list, and its source of suggestions
let suggestions = [];
let selected = -1;
let requests = 0; // so that a late response does not replace a newer one

/**
 * Give an input a list of suggestions.
 * @param {HTMLInputElement} input
 * @param {(before: string) => Promise<{label: string, detail: string, text: string, replaces: number}[]>} find
 *   returns what can follow the text before the cursor
 */
export function enableSuggestions(input, find) {
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.autocomplete = "off";
  input.addEventListener("input", () => showSuggestions(input, find));
  input.addEventListener("click", () => showSuggestions(input, find));
  input.addEventListener("keydown", (event) => handleKey(event, input, find));
  input.addEventListener("blur", hideSuggestions);
}

/** Ask the language server for completions of a form value. */
export async function findCompletions(uri, section, key, text) {
  return (await askServer("rftg/offers", { uri, section, key, text })) ?? [];
}

/** Show the suggestions for an input. */
export async function showSuggestions(input, find) {
  const request = (requests += 1);
  const textBefore = input.value.slice(0, input.selectionStart ?? 0);
  const all = await find(textBefore);
  if (request !== requests || input.getRootNode().activeElement !== input) return;
  const isNew = ({ replaces, text }) => !replaces || textBefore.slice(-replaces) !== text;
  suggestions = all.filter(isNew).slice(0, MAX_SHOWN);
  if (!suggestions.length) {
    hideSuggestions();
    return;
  }
  field = { input, find };
  selected = -1;
  list.replaceChildren(...suggestions.map(createOption));
  input.after(list);
  list.hidden = false;
  input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", list.id);
  input.removeAttribute("aria-activedescendant");
  say(WORDS.form.suggestions(suggestions.length));
}

function createOption({ label, detail }, index) {
  const option = make("li", { id: `suggestion-${index}`, role: "option" }, label, detail && make("small", {}, detail));
  option.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // keeps the focus in the field
    accept(index);
  });
  return option;
}

function hideSuggestions() {
  requests += 1;
  if (!field) return;
  list.remove();
  field.input.setAttribute("aria-expanded", "false");
  field.input.removeAttribute("aria-controls");
  field.input.removeAttribute("aria-activedescendant");
  field = null;
  suggestions = [];
}

function handleKey(event, input, find) {
  const isOpen = field?.input === input;
  if (event.key === "ArrowDown" && !isOpen) showSuggestions(input, find);
  else if (event.key === "ArrowDown") selectOption((selected + 1) % suggestions.length);
  else if (event.key === "ArrowUp" && isOpen) selectOption((selected < 1 ? suggestions.length : selected) - 1);
  else if (event.key === "Escape" && isOpen) hideSuggestions();
  else if ((event.key === "Enter" || event.key === "Tab") && isOpen && selected >= 0) accept(selected);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function selectOption(index) {
  list.children[selected]?.removeAttribute("aria-selected");
  selected = index;
  const option = list.children[index];
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  field.input.setAttribute("aria-activedescendant", option.id);
}

function accept(index) {
  const { input, find } = field;
  const { text, replaces } = suggestions[index];
  const cursor = input.selectionStart ?? input.value.length;
  input.setRangeText(text, cursor - replaces, cursor, "end");
  hideSuggestions();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  showSuggestions(input, find);
}
