// The list of the cards of a set: filter, keys, selection, order by dragging.

import { counted, refill, say } from "./common.js";
import { make } from "./dom.js";
import { iconButton } from "./icons.js";
import { allCards, cardsIn, change, indexOf, openCard, openIndex, opened, sectionOf, shownCard, watchOpened } from "./opened.js";
import { showImage } from "./tiles.js";
import { toast } from "./controls.js";
import { undoLast } from "./undo.js";
import { LIST } from "./words.js";

const container = document.getElementById("cards");
const filter = /** @type {HTMLInputElement} */ (document.getElementById("filter"));
const kinds = document.getElementById("kinds");
const toolbar = document.getElementById("selection");
const KINDS = {
  all: () => true,
  worlds: (card) => card.facts.type?.includes("world"),
  developments: (card) => card.facts.type === "development",
  problems: (card) => card.findings.length > 0,
};
const STEPS = { ArrowUp: -1, ArrowDown: 1 };
const selected = new Set(); // ids of cards
let kind = "all";
let reachable = null; // the id of the card that Tab reaches
let anchor = null; // the id of the card where a range starts
let dragged = null; // the id of the card that is being dragged

/** Set up the list, which follows the open card and all changes. */
export function setUpList() {
  filter.addEventListener("input", show);
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && filter.value) {
      filter.value = "";
      show();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      visibleItems()[0]?.focus();
    }
  });
  kinds.addEventListener("click", ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (!button) return;
    kind = button.value;
    show();
  });
  container.addEventListener("click", choose);
  container.addEventListener("keydown", handleKey);
  container.addEventListener("focusin", ({ target }) => makeReachable(cardAt(target)?.id ?? null));
  watchOpened(show);
  watchDragging();
}

/** Move the focus to the filter. */
export function startFilter() {
  filter.focus();
  filter.select();
}

/** Return the cards and goals of the open set in the order of the list. */
export function listedCards() {
  const name = opened()?.file.name;
  return [...allCards().values()].filter((card) => card.file === name);
}

// --- showing

function show() {
  const cards = listedCards();
  for (const id of selected) if (!allCards().has(id)) selected.delete(id);
  showKinds(cards.filter((card) => sectionOf(card) === "cards"));
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = cards.filter((card) => KINDS[kind](card) && words.every((word) => textOf(card).includes(word)));
  const groups = ["cards", "goals"].map((section) => [section, shown.filter((card) => sectionOf(card) === section)]);
  const open = shownCard()?.id;
  if (!shown.some((card) => card.id === reachable)) reachable = shown.some((card) => card.id === open) ? open : shown[0]?.id ?? null;
  const lists = groups.filter(([, members]) => members.length).map(([section, members]) => createGroup(section, members, open));
  update(lists.length ? lists : [make("p", { class: "empty" }, cards.length ? LIST.noMatch : LIST.none)]);
  showSelection();
}

/** Replace the lists; items that stay keep their elements, so that images do not load again. */
function update(lists) {
  const focused = cardAt(document.activeElement)?.id;
  const images = new Map([...container.querySelectorAll("img")].map((image) => [image.closest("li").dataset.id, image]));
  for (const image of lists.flatMap((list) => [...list.querySelectorAll("img")])) {
    const old = images.get(image.closest("li").dataset.id);
    if (!old) continue;
    showImage(old, image.getAttribute("src"));
    image.replaceWith(old);
  }
  container.replaceChildren(...lists);
  if (focused !== undefined) itemOf(focused)?.focus({ preventScroll: true });
}

function textOf(card) {
  return [card.title, ...(card.facts.keywords ?? []), ...(card.facts.lines ?? []), ...(card.facts.english ?? [])].join(" ").toLowerCase();
}

function showKinds(cards) {
  const buttons = Object.entries(KINDS).map(([name, test]) => {
    const count = cards.filter(test).length;
    const content = name === "problems" ? [make("span", { class: "dot danger" }), LIST.problems(count)] : LIST.kinds[name](count);
    return make("button", { type: "button", value: name, "aria-pressed": String(name === kind), hidden: !count && name !== "all" }, content);
  });
  refill(kinds, buttons);
}

function createGroup(section, cards, open) {
  const id = `list-${section}`;
  return make(
    "section", {},
    make("h3", { id }, LIST.sections[section]),
    make("ol", { role: "listbox", "aria-multiselectable": "true", "aria-labelledby": id, "data-section": section },
      cards.map((card) => createItem(card, card.id === open))),
  );
}

function createItem(card, isOpen) {
  const isSelected = selected.size ? selected.has(card.id) : isOpen;
  return make(
    "li",
    {
      class: "item", role: "option", "data-id": card.id, tabindex: card.id === reachable ? 0 : -1, draggable: "true",
      "aria-selected": String(isSelected), "aria-current": isOpen ? "true" : null,
    },
    make("span", { class: "grip", "aria-hidden": "true" }),
    card.image ? make("img", { class: "thumb", src: card.image, alt: "", loading: "lazy", decoding: "async" }) : make("span", { class: "thumb" }),
    make("span", { class: "grow" }, make("b", {}, card.title), make("small", {}, describe(card))),
    card.facts.copies > 1 && make("span", { class: "badge" }, LIST.copies(card.facts.copies)),
    problemMark(card),
  );
}

/** The second line of an item: what kind of card it is. */
export function describe({ facts }) {
  const [line = ""] = facts.english ?? [];
  return facts.type === "goal" ? line : line.split(", ").slice(0, 2).join(", ");
}

function problemMark({ findings }) {
  if (!findings.length) return null;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const label = errors ? counted(errors, "error") : counted(findings.length, "warning");
  return make("span", { class: errors ? "dot danger" : "dot warn", role: "img", "aria-label": label, title: label });
}

// --- choosing and keys

function choose(event) {
  const card = cardAt(event.target);
  if (!card) return;
  if (event.shiftKey) selectRange(card.id);
  else if (event.ctrlKey || event.metaKey) toggle(card.id);
  else {
    anchor = card.id;
    selected.clear();
    openCard(card);
  }
}

function toggle(id) {
  const open = shownCard()?.id;
  if (!selected.size && open !== undefined && open !== id) selected.add(open);
  if (!selected.delete(id)) selected.add(id);
  anchor = id;
  show();
}

function selectRange(id) {
  const ids = visibleItems().map((item) => Number(item.dataset.id));
  const [from, to] = [ids.indexOf(anchor ?? shownCard()?.id ?? id), ids.indexOf(id)].sort((first, second) => first - second);
  selected.clear();
  for (const between of ids.slice(Math.max(from, 0), to + 1)) selected.add(between);
  show();
}

function handleKey(event) {
  const card = cardAt(event.target);
  if (!card) return;
  const items = visibleItems();
  const index = items.indexOf(itemOf(card.id));
  const step = STEPS[event.key];
  const next = step ? items[index + step] : { Home: items[0], End: items.at(-1) }[event.key];
  if (event.altKey && step) moveCard(card, indexOf(card) + step);
  else if (next) {
    next.focus();
    if (event.shiftKey) selectRange(Number(next.dataset.id));
  } else if (event.key === "Enter") openCard(card);
  else if (event.key === " ") toggle(card.id);
  else if (event.key === "Delete") deleteCards(selected.size ? chosenCards() : [card]);
  else if (event.key === "Escape" && selected.size) clearSelection();
  else return;
  event.preventDefault();
}

function makeReachable(id) {
  if (id === null || id === reachable) return;
  for (const item of visibleItems()) item.tabIndex = Number(item.dataset.id) === id ? 0 : -1;
  reachable = id;
}

/** @returns {HTMLElement[]} */
function visibleItems() {
  return [...container.querySelectorAll("li")];
}

/** @returns {HTMLElement} */
function itemOf(id) {
  return container.querySelector(`li[data-id="${id}"]`);
}

function cardAt(target) {
  return allCards().get(Number(target?.closest?.("#cards li")?.dataset.id));
}

// --- several cards at once

function chosenCards() {
  return listedCards().filter((card) => selected.has(card.id));
}

function clearSelection() {
  selected.clear();
  show();
}

function showSelection() {
  toolbar.hidden = selected.size < 2;
  if (toolbar.hidden) return;
  const action = (name, label, run) => {
    const button = iconButton(name, label);
    button.addEventListener("click", run);
    return button;
  };
  toolbar.replaceChildren(
    make("span", { class: "grow small" }, LIST.selected(selected.size)),
    action("duplicate", LIST.duplicateAll, () => duplicateCards(chosenCards())),
    action("delete", LIST.deleteAll, () => deleteCards(chosenCards())),
    action("close", LIST.clear, clearSelection),
  );
}

/** Duplicate cards of the open file; each copy stands after its card. */
async function duplicateCards(cards) {
  for (const card of backwards(cards)) await change({ do: "duplicate", card: indexOf(card), section: sectionOf(card) });
  clearSelection();
}

/** Delete cards of the open file, which can be undone, and open the one before them. */
export async function deleteCards(cards) {
  const [first] = cards;
  if (!first) return;
  const index = indexOf(first);
  for (const card of backwards(cards)) {
    if (!(await change({ do: "delete", card: indexOf(card), section: sectionOf(card) }))) return;
  }
  selected.clear();
  toast(LIST.deleted(cards.map(({ title }) => title)), LIST.undo, async () => {
    for (const card of cards) await undoLast(card.file);
  });
  await openIndex(Math.max(index - 1, 0), sectionOf(first));
}

function backwards(cards) {
  return [...cards].sort((first, second) => indexOf(second) - indexOf(first));
}

/** Move a card to another index among those of its file. */
export async function moveCard(card, to) {
  const cards = cardsIn(card.file, sectionOf(card));
  const index = indexOf(card);
  if (to < 0 || to >= cards.length || to === index) return;
  const open = shownCard();
  if (!(await change({ do: "move", card: index, to, section: sectionOf(card) }))) return;
  say(LIST.moved(card.title, to + 1));
  if (open && open.id !== card.id) await openIndex(indexAfterMove(indexOf(open), index, to), sectionOf(open));
  else await openIndex(to, sectionOf(card));
}

/** Return the index of a card after another card was moved. */
function indexAfterMove(index, from, to) {
  if (from < index && index <= to) return index - 1;
  return to <= index && index < from ? index + 1 : index;
}

// --- dragging

function watchDragging() {
  container.addEventListener("dragstart", (event) => {
    const card = cardAt(event.target);
    dragged = card?.id ?? null;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", card?.title ?? "");
  });
  container.addEventListener("dragover", (event) => {
    const card = cardAt(event.target);
    mark(null);
    if (!canDropOn(card)) return;
    event.preventDefault();
    mark(itemOf(card.id), indexOf(card) > indexOf(allCards().get(dragged)));
  });
  container.addEventListener("drop", (event) => {
    const card = cardAt(event.target);
    if (!canDropOn(card)) return;
    event.preventDefault();
    moveCard(allCards().get(dragged), indexOf(card));
  });
  container.addEventListener("dragend", () => {
    dragged = null;
    mark(null);
  });
}

function canDropOn(card) {
  const moved = allCards().get(dragged);
  return moved && card && card.id !== moved.id && sectionOf(card) === sectionOf(moved);
}

function mark(item, isAfter = false) {
  for (const marked of container.querySelectorAll(".before, .after")) marked.classList.remove("before", "after");
  item?.classList.add(isAfter ? "after" : "before");
}

