// Tiles: one per card, with its face and its problems.

import { findingsOf } from "./findings.js";
import { make } from "./dom.js";
import { GALLERY } from "./gallery-words.js";

const list = document.getElementById("cards");
const tiles = new Map(); // by card id

/** Create, remove and reorder tiles to match a list of card ids, leaving unmoved tiles alone. */
export function placeTiles(order) {
  const ids = new Set(order);
  for (const [id, tile] of tiles) {
    if (ids.has(id)) continue;
    tile.remove();
    tiles.delete(id);
  }
  let next = list.firstElementChild;
  for (const id of order) {
    if (!tiles.has(id)) tiles.set(id, newTile(id));
    const tile = tiles.get(id);
    if (tile === next) next = next.nextElementSibling;
    else list.insertBefore(tile, next);
  }
}

function newTile(id) {
  const image = make("img", { alt: "", width: 630, height: 880, loading: "lazy", decoding: "async" });
  image.addEventListener("load", () => (image.dataset.last = image.getAttribute("src")));
  image.addEventListener("error", showWhyNoImage);
  const face = make("button", { class: "face", tabindex: -1 }, image, make("span", { class: "blank" }), make("span", { class: "state" }));
  return make("li", { "data-id": id }, face, make("div", { class: "findings" }));
}

/** Update a card's tile. mark: highlight the change. */
export function updateTile(card, mark) {
  const tile = tiles.get(card.id);
  tile.classList.toggle("broken", card.broken);
  tile.classList.toggle("goal", card.facts.type === "goal");
  tile.classList.toggle("square", card.facts.other !== undefined);
  tile.classList.toggle("found", card.findings.length > 0);
  tile.querySelector(".face").setAttribute("aria-label", label(card));
  tile.querySelector(".state").textContent = stateOf(card);
  tile.querySelector(".blank").textContent = card.image ? "" : card.title;
  tile.querySelector(".findings").replaceChildren(...findingsOf(card));
  showImage(tile.querySelector("img"), card.image);
  if (mark) markChange(tile);
}

export function tileOf(id) {
  return tiles.get(id);
}

/** The reason why a face is out of date or missing; "" if it is current. */
export function stateOf(card) {
  if (!card.broken) return "";
  if (!card.image) return GALLERY.noFace;
  return card.good ? GALLERY.lastFace : GALLERY.partFace;
}

function label(card) {
  const { type = "", cost } = card.facts;
  const parts = [GALLERY.face(card.title, type, cost), stateOf(card)];
  if (card.findings.length) parts.push(GALLERY.findings(card.findings.length));
  return parts.filter(Boolean).join("; ");
}

/** Show an image, or hide it if it has no address. */
export function showImage(image, address) {
  image.hidden = !address;
  if (address && image.getAttribute("src") !== address) image.src = address;
}

async function showWhyNoImage(event) {
  const image = event.target;
  const answer = await fetch(image.src).catch(() => null);
  if (answer === null || answer.ok || answer.status === 404) return; // a newer image is loading
  const { last } = image.dataset;
  const [part, text] = last ? [".state", GALLERY.lastFace] : [".blank", await answer.text()];
  image.parentElement.querySelector(part).textContent = text;
  if (last) image.src = last;
  else image.hidden = true;
}

function markChange(tile) {
  tile.classList.remove("changed");
  void tile.offsetWidth; // restarts the animation
  tile.classList.add("changed");
}
