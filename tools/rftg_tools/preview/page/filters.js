// Filters and search: which cards are seen. They stand in the page's address, and so survive it.

import { GALLERY } from "./gallery-words.js";
import { tileOf } from "./tiles.js";

/** @type {any} its fields are found by name */
const form = document.getElementById("filters");
const none = document.getElementById("none");
const PHASES = ["explore", "develop", "settle", "trade", "consume", "produce"];
const KINDS = ["novelty", "rare", "genes", "alien", "any"];
const TESTS = {
  search: (card, text) => words(text).every((word) => textOf(card).includes(word)),
  set: (card, set) => card.set === set,
  type: (card, type) => (type === "start world" ? card.facts.start : card.facts.type === type),
  kind: (card, kind) => (kind === "none" ? card.facts.kind === "" : card.facts.kind === kind),
  phase: (card, phase) => (card.facts.phases ?? []).includes(phase),
  keyword: (card, keyword) => (card.facts.keywords ?? []).includes(keyword),
  cost: (card, cost) => String(card.facts.cost) === cost,
  found: (card) => card.findings.length > 0,
};
const NARROW = matchMedia("(max-width: 40rem)");
const DEFAULT_SIZE = form.elements.size.value;

/** Read the filters from the address, and call `change` whenever one is changed. */
export function watchFilters(change) {
  fold();
  NARROW.addEventListener("change", fold);
  for (const [name, value] of new URLSearchParams(location.search)) set(name, value);
  showSize();
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    remember();
    showSize();
    change();
  });
  form.querySelector("details button").addEventListener("click", showAll);
}

/** Take all filters away; the size of the cards is none. */
function showAll() {
  const size = form.elements.size.value;
  form.reset();
  form.elements.size.value = size;
  form.dispatchEvent(new Event("input"));
}

/** On a phone the filters are folded until they are asked for. */
function fold() {
  form.querySelector("details").open = !NARROW.matches;
}

function set(name, value) {
  if (!Object.hasOwn(TESTS, name) && name !== "size") return; // the address may say anything
  const field = form.elements[name];
  if (field.type === "checkbox") field.checked = true;
  else if (field.tagName === "SELECT") choose(field, value);
  else field.value = value;
}

/** Choose a value of a list, which may come to be offered only later. */
function choose(field, value) {
  if (![...field.options].some((one) => one.value === value)) field.add(new Option(value, value));
  field.value = value;
}

function remember() {
  const said = [...new FormData(form)].filter(([name, value]) => value && !isDefault(name, value));
  const query = new URLSearchParams(/** @type {[string, string][]} */ (said)).toString();
  history.replaceState(null, "", query ? `?${query}` : location.pathname);
}

function isDefault(name, value) {
  return name === "size" && value === DEFAULT_SIZE;
}

function showSize() {
  document.documentElement.style.setProperty("--size", `${form.elements.size.value}px`);
}

/** Offer in each list what the cards have. */
export function offerChoices(cards) {
  const facts = [...cards.values()].map((card) => card.facts);
  const moments = facts.flatMap((one) => one.phases ?? []);
  const costs = facts.map((one) => one.cost).filter((cost) => cost !== undefined);
  offer("set", [...cards.values()].map((card) => card.set));
  offer("kind", [...KINDS.filter((kind) => facts.some((one) => one.kind === kind)), "none"]);
  offer("phase", [...PHASES.filter((phase) => moments.includes(phase)), ...moments]);
  offer("keyword", facts.flatMap((one) => one.keywords ?? []).sort());
  offer("cost", costs.sort((one, other) => one - other).map(String));
}

function offer(name, values) {
  const field = form.elements[name];
  const chosen = field.value;
  const offered = [...new Set(chosen ? [...values, chosen] : values)];
  const [all, ...others] = field.options;
  if (offered.join("\n") === others.map((one) => one.value).join("\n")) return; // it may be open
  field.replaceChildren(all, ...offered.map((value) => new Option(value, value)));
  field.value = chosen;
}

/** Hide the cards that the filters leave out. */
export function applyFilters(cards) {
  const asked = [...new FormData(form)].filter(([name, value]) => TESTS[name] && value);
  let seen = 0;
  for (const [id, card] of cards) {
    const fits = asked.every(([name, value]) => TESTS[name](card, value));
    tileOf(id).hidden = !fits;
    if (fits) seen += 1;
  }
  none.hidden = seen === cards.size;
  none.textContent = seen
    ? GALLERY.shown(seen, cards.size)
    : GALLERY.noneShown(cards.size);
}

function words(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function textOf(card) {
  const { keywords = [], lines = [], english = [] } = card.facts;
  return [card.title, ...keywords, ...lines, ...english].join("\n").toLowerCase();
}
