// The list of the cards of a set: filter, keys, selection, order by dragging.

import { changeCards } from "./changes.js";
import { counted, refill, say } from "./common.js";
import { make } from "./dom.js";
import { iconButton } from "./icons.js";
import { allCards, indexOf, openCard, openIndex, opened, sectionOf, shownCard, watchOpened } from "./opened.js";
import { offerMove } from "./set-actions.js";
import { MOVE } from "./set-words.js";
import { showImage } from "./tiles.js";
import { watchPress } from "./timing.js";
import { offerUndo } from "./undo.js";
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
const isPressed = watchPress(container, show);

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
  if (dragged !== null || isPressed()) return; // without its element a drag never begins, or ends
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

/** Replace the lists; images of items that stay do not load again. */
function update(lists) {
  const focused = /** @type {HTMLElement} */ (document.activeElement?.closest("#cards li"));
  const before = visibleItems();
  const place = before.indexOf(focused);
  const after = lists.flatMap((list) => [...list.querySelectorAll("li")]);
  const areSame = after.length === before.length && after.every((item, index) => item.dataset.id === before[index].dataset.id);
  if (after.length && areSame) {
    for (const [index, item] of after.entries()) copyItem(item, before[index]);
    return;
  }
  for (const item of after) keepImage(item, itemOf(item.dataset.id));
  container.replaceChildren(...lists);
  if (!focused) return;
  const hasTitle = (item) => item.querySelector("b").textContent === focused.querySelector("b").textContent; // a moved card may have a new id
  const next = itemOf(focused.dataset.id) ?? after.find(hasTitle) ?? after[place] ?? after.at(-1) ?? filter;
  next.focus({ preventScroll: true });
}

function keepImage(item, old) {
  const [image, kept] = [item, old].map((either) => either?.querySelector("img"));
  if (!image || !kept) return;
  showImage(kept, image.getAttribute("src"));
  image.replaceWith(kept);
}

/** Let an item show what another one does. What is the same stays: a click on an element that is replaced is lost. */
function copyItem(item, old) {
  for (const name of item.getAttributeNames()) old.setAttribute(name, item.getAttribute(name));
  if (!item.hasAttribute("aria-current")) old.removeAttribute("aria-current");
  const children = [...item.children];
  for (const [index, child] of children.entries()) {
    const current = old.children[index];
    if (!current) old.append(child);
    else if (child.matches("img") && current.matches("img")) showImage(/** @type {HTMLImageElement} */ (current), child.getAttribute("src"));
    else if (!child.isEqualNode(current)) current.replaceWith(child);
  }
  while (old.children.length > children.length) old.lastElementChild.remove();
}

function textOf(card) {
  return [card.title, ...(card.facts.keywords ?? []), ...(card.facts.lines ?? []), ...(card.facts.english ?? [])].join(" ").toLowerCase();
}

function showKinds(cards) {
  const buttons = Object.entries(KINDS).map(([name, test]) => {
    const count = cards.filter(test).length;
    const isProblems = name === "problems";
    const hasErrors = cards.some(({ findings }) => findings.some(({ severity }) => severity === "error"));
    const content = isProblems ? [make("span", { class: hasErrors ? "dot danger" : "dot warn" }), count] : LIST.kinds[name](count);
    return make("button", {
      type: "button", value: name, "aria-pressed": String(name === kind), hidden: !count && name !== "all" && name !== kind,
      ...(isProblems && { "aria-label": LIST.problems(count), title: LIST.problems(count) }),
    }, content);
  });
  refill(kinds, buttons);
}

function createGroup(section, cards, open) {
  const id = `list-${section}`;
  return make(
    "section", {},
    make("h2", { id }, LIST.sections[section]),
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
  if (event.altKey && step) moveCard(card, cardAt(items[index + step]));
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
  const isShown = selected.size > 1;
  if (!isShown && toolbar.contains(document.activeElement)) itemOf(reachable)?.focus();
  toolbar.hidden = !isShown;
  refill(toolbar, isShown ? [
    make("span", { class: "grow small" }, LIST.selected(selected.size)),
    iconButton("duplicate", LIST.duplicateAll, { onclick: () => duplicateCards(chosenCards()) }),
    iconButton("folder", MOVE.label, { onclick: ({ currentTarget }) => offerMove(currentTarget, chosenCards(), clearSelection) }),
    iconButton("delete", LIST.deleteAll, { onclick: () => deleteCards(chosenCards()) }),
    iconButton("close", LIST.clear, { onclick: clearSelection }),
  ] : []);
}

/** Duplicate cards of the open file; each copy stands after its card. */
async function duplicateCards(cards) {
  if (await changeCards(cards, () => ({ do: "duplicate" }))) clearSelection();
}

/** Delete cards of the open file, which can be undone; if the open one is among them, open the next. */
export async function deleteCards(cards) {
  const indexes = [];
  const deleteAt = (index) => {
    indexes.push(index);
    return { do: "delete" };
  };
  const { file } = opened();
  if (!cards.length || !(await changeCards(cards, deleteAt, file))) return;
  selected.clear();
  offerUndo(LIST.deleted(cards.map(({ title }) => title)));
  const open = opened();
  const before = cards.filter((card, place) => sectionOf(card) === open.section && indexes[place] < open.index);
  await openIndex(open.index - before.length, open.section, file);
}

/** Move a card to the place of another one of its file. */
export async function moveCard(card, other) {
  if (!card || !other || !isInSameSection(card, other)) return;
  const distance = indexOf(other) - indexOf(card);
  let from = 0;
  let to = 0;
  const moveAt = (index, count) => {
    from = index;
    to = Math.min(count - 1, Math.max(0, index + distance));
    return { do: "move", to };
  };
  const { file } = opened();
  if (!(await changeCards([card], moveAt, file))) return;
  say(LIST.moved(card.title, to + 1));
  const open = opened();
  const isOther = open.section !== sectionOf(card);
  await openIndex(isOther ? open.index : indexAfterMove(open.index, from, to), open.section, file);
}

function isInSameSection(card, other) {
  return card.id !== other.id && sectionOf(card) === sectionOf(other);
}

/** Return the index of a card after one was moved. */
function indexAfterMove(index, from, to) {
  if (index === from) return to;
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
    moveCard(allCards().get(dragged), card);
  });
  container.addEventListener("dragend", () => {
    dragged = null;
    mark(null);
    show();
  });
}

function canDropOn(card) {
  const moved = allCards().get(dragged);
  return moved && card && isInSameSection(moved, card);
}

function mark(item, isAfter = false) {
  for (const marked of container.querySelectorAll(".before, .after")) marked.classList.remove("before", "after");
  item?.classList.add(isAfter ? "after" : "before");
}

