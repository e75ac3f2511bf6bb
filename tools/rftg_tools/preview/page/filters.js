// Filters and search. The page's address stores them, so they survive a reload.

import { make } from "./dom.js";
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
const SIZES = { min: 140, max: 420, step: 10, value: 230 }; // widths of a card in px
const NARROW = matchMedia("(max-width: 40rem)");

form.append(createFilters());

function createFilters() {
  const { fields } = GALLERY.filters;
  const choice = (name, texts = {}) => {
    const options = Object.entries({ "": GALLERY.filters.all, ...texts }).map(([value, text]) => make("option", { value }, text));
    return make("label", {}, `${fields[name]} `, make("select", { name }, options));
  };
  return make(
    "details",
    { open: true },
    make("summary", {}, GALLERY.filters.title),
    make(
      "div",
      {},
      choice("set"),
      choice("type", GALLERY.filters.types),
      ["kind", "phase", "keyword", "cost"].map((name) => choice(name)),
      make("label", { class: "box" }, make("input", { type: "checkbox", name: "found" }), ` ${fields.found}`),
      make("label", { class: "size" }, fields.size, make("input", { type: "range", name: "size", ...SIZES })),
      make("button", { type: "button" }, GALLERY.filters.clear),
    ),
  );
}

/** Read the filters from the address, and call `change` after each change. */
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

/** Clear all filters, but keep the card size. */
function showAll() {
  const size = form.elements.size.value;
  form.reset();
  form.elements.size.value = size;
  form.dispatchEvent(new Event("input"));
}

/** Collapse the filters on phones. */
function fold() {
  form.querySelector("details").open = !NARROW.matches;
}

function set(name, value) {
  if (!Object.hasOwn(TESTS, name) && name !== "size") return; // addresses can contain anything
  const field = form.elements[name];
  if (field.type === "checkbox") field.checked = true;
  else if (field.tagName === "SELECT") choose(field, value);
  else field.value = value;
}

/** Choose a value, even if it is not offered yet. */
function choose(field, value) {
  if (![...field.options].some((option) => option.value === value)) field.add(new Option(value, value));
  field.value = value;
}

function remember() {
  const values = [...new FormData(form)].filter(([name, value]) => value && !isDefault(name, value));
  const query = new URLSearchParams(/** @type {[string, string][]} */ (values)).toString();
  history.replaceState(null, "", query ? `?${query}` : location.pathname);
}

function isDefault(name, value) {
  return name === "size" && value === String(SIZES.value);
}

function showSize() {
  document.documentElement.style.setProperty("--size", `${form.elements.size.value}px`);
}

/** Offer the values that the cards have. */
export function offerChoices(cards) {
  const facts = [...cards.values()].map((card) => card.facts);
  const moments = facts.flatMap((fact) => fact.phases ?? []);
  const costs = facts.map((fact) => fact.cost).filter((cost) => cost !== undefined);
  offer("set", [...cards.values()].map((card) => card.set));
  offer("kind", [...KINDS.filter((kind) => facts.some((fact) => fact.kind === kind)), "none"]);
  offer("phase", [...PHASES.filter((phase) => moments.includes(phase)), ...moments]);
  offer("keyword", facts.flatMap((fact) => fact.keywords ?? []).sort());
  offer("cost", costs.sort((first, second) => first - second).map(String));
}

function offer(name, values) {
  const field = form.elements[name];
  const chosen = field.value;
  const offered = [...new Set(chosen ? [...values, chosen] : values)];
  const [all, ...others] = field.options;
  if (offered.join("\n") === others.map((option) => option.value).join("\n")) return; // an update would close an open list
  field.replaceChildren(all, ...offered.map((value) => new Option(value, value)));
  field.value = chosen;
}

/** Hide the cards that don't match the filters. */
export function applyFilters(cards) {
  const activeFilters = [...new FormData(form)].filter(([name, value]) => TESTS[name] && value);
  let shownCount = 0;
  for (const [id, card] of cards) {
    const fits = activeFilters.every(([name, value]) => TESTS[name](card, value));
    tileOf(id).hidden = !fits;
    if (fits) shownCount += 1;
  }
  none.hidden = shownCount === cards.size;
  none.textContent = shownCount
    ? GALLERY.shown(shownCount, cards.size)
    : GALLERY.noneShown(cards.size);
}

function words(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function textOf(card) {
  const { keywords = [], lines = [], english = [] } = card.facts;
  return [card.title, ...keywords, ...lines, ...english].join("\n").toLowerCase();
}
