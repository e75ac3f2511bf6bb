// The order of cards: by buttons, by Alt and an arrow on a face, or by dragging a face to another.

import { allCards, change, opened, openFile, openNumber, placeOf, sectionOf, shownCard } from "./opened.js";
import { say } from "./common.js";
import { WORDS } from "./words.js";

const list = document.getElementById("cards");
const WAYS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
let dragged = null; // the card that is being dragged

/** Listen to what changes the order of the cards in the gallery. */
export function watchOrder() {
  list.addEventListener("keydown", (event) => {
    const way = event.altKey && WAYS[event.key];
    const card = cardAt(event.target);
    if (!way || !card) return;
    event.preventDefault();
    moveCard(card, placeOf(card) + way);
  });
  list.addEventListener("pointerdown", (event) => {
    const tile = tileAt(event.target);
    if (tile) tile.draggable = true;
  });
  list.addEventListener("dragstart", (event) => {
    dragged = cardAt(event.target);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged?.title ?? "");
  });
  list.addEventListener("dragover", (event) => {
    const card = cardAt(event.target);
    mark(null);
    if (!isPlace(card)) return;
    event.preventDefault();
    mark(tileAt(event.target), placeOf(card) > placeOf(dragged));
  });
  list.addEventListener("drop", (event) => {
    const card = cardAt(event.target);
    if (!isPlace(card)) return;
    event.preventDefault();
    moveCard(dragged, placeOf(card));
  });
  list.addEventListener("dragend", () => {
    dragged = null;
    mark(null);
  });
}

function isPlace(card) {
  return dragged && card && card.id !== dragged.id && card.file === dragged.file && sectionOf(card) === sectionOf(dragged);
}

/** @returns {HTMLElement} */
function tileAt(target) {
  return target.closest?.("#cards > li");
}

function cardAt(target) {
  return allCards().get(Number(tileAt(target)?.dataset.id));
}

function mark(tile, isBehind = false) {
  for (const other of list.querySelectorAll(".before, .behind")) other.classList.remove("before", "behind");
  tile?.classList.add(isBehind ? "behind" : "before");
}

/** Let a card stand at another place among those of its file, from 0. */
export async function moveCard(card, to) {
  if (!card) return; // its face is not there yet
  const index = placeOf(card);
  const last = [...allCards().values()].filter((one) => one.file === card.file && sectionOf(one) === sectionOf(card)).length - 1;
  if (to < 0 || to > last || to === index) return;
  const shown = shownCard();
  const isShown = shown?.file === card.file;
  if (opened()?.file.name !== card.file && !(await openFile(card.file, sectionOf(card), index))) return;
  if (!(await change({ do: "move", card: index, to, section: sectionOf(card) }))) return;
  say(WORDS.moved(card.title, to + 1));
  const at = isShown && shown.id !== card.id ? placeAfter(placeOf(shown), index, to) : to;
  await openNumber(at, sectionOf(isShown ? shown : card));
}

/** Where the card of a place stands after another one was moved. */
function placeAfter(place, from, to) {
  if (from < place && place <= to) return place - 1;
  return to <= place && place < from ? place + 1 : place;
}
