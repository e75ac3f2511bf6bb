// What can be written next in a field of the form: a list below it, told by the language server.

import { askServer } from "./language.js";
import { say } from "./common.js";
import { WORDS } from "./words.js";

const MOST = 12; // proposals that are shown at a time
const list = document.createElement("ul");
list.id = "suggestions";
list.setAttribute("role", "listbox");
list.className = "suggestions";
let field = null; // the input that the list is of, and how it asks
let offers = [];
let chosen = -1;
let asked = 0;

/**
 * Propose what an input can go on with.
 * @param {HTMLInputElement} input
 * @param {(before: string) => Promise<{label: string, detail: string, text: string, replaces: number}[]>} ask
 *   what can stand behind the text before the cursor
 */
export function suggest(input, ask) {
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.autocomplete = "off";
  input.addEventListener("input", () => offer(input, ask));
  input.addEventListener("click", () => offer(input, ask));
  input.addEventListener("keydown", (event) => press(event, input, ask));
  input.addEventListener("blur", hide);
}

/** What the language server proposes for a value of the form that ends with a text. */
export async function serverOffers(uri, section, key, text) {
  return (await askServer("rftg/offers", { uri, section, key, text })) ?? [];
}

/** Show what an input can go on with. */
export async function offer(input, ask) {
  const mine = (asked += 1);
  const before = input.value.slice(0, input.selectionStart ?? 0);
  const found = await ask(before);
  if (mine !== asked || input.getRootNode().activeElement !== input) return;
  // What is written already is no proposal.
  offers = found.filter((one) => !one.replaces || before.slice(-one.replaces) !== one.text).slice(0, MOST);
  if (!offers.length) {
    hide();
    return;
  }
  field = { input, ask };
  chosen = -1;
  list.replaceChildren(...offers.map(optionOf));
  input.after(list);
  list.hidden = false;
  input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", list.id);
  input.removeAttribute("aria-activedescendant");
  say(WORDS.form.offers(offers.length));
}

function optionOf({ label, detail }, number) {
  const option = document.createElement("li");
  option.id = `suggestion-${number}`;
  option.setAttribute("role", "option");
  option.append(label);
  if (detail) {
    const more = document.createElement("small");
    more.textContent = detail;
    option.append(more);
  }
  option.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the field keeps the focus
    accept(number);
  });
  return option;
}

function hide() {
  asked += 1;
  if (!field) return;
  list.remove();
  field.input.setAttribute("aria-expanded", "false");
  field.input.removeAttribute("aria-controls");
  field.input.removeAttribute("aria-activedescendant");
  field = null;
  offers = [];
}

function press(event, input, ask) {
  const isOpen = field?.input === input;
  if (event.key === "ArrowDown" && !isOpen) offer(input, ask);
  else if (event.key === "ArrowDown") choose((chosen + 1) % offers.length);
  else if (event.key === "ArrowUp" && isOpen) choose((chosen < 1 ? offers.length : chosen) - 1);
  else if (event.key === "Escape" && isOpen) hide();
  else if ((event.key === "Enter" || event.key === "Tab") && isOpen && chosen >= 0) accept(chosen);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function choose(number) {
  list.children[chosen]?.removeAttribute("aria-selected");
  chosen = number;
  const option = list.children[number];
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  field.input.setAttribute("aria-activedescendant", option.id);
}

function accept(number) {
  const { input, ask } = field;
  const { text, replaces } = offers[number];
  const at = input.selectionStart ?? input.value.length;
  input.setRangeText(text, at - replaces, at, "end");
  hide();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  offer(input, ask);
}
