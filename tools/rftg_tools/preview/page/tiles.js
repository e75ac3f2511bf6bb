// Tiles: one for each card, its face and beside it what was found in it.

import { findingsOf } from "./findings.js";
import { copyOf } from "./common.js";
import { GALLERY } from "./gallery-words.js";

const list = document.getElementById("cards");
const tiles = new Map(); // by the card's id

/** Have a tile for each card in this order; those that stay where they are are not touched. */
export function placeTiles(order) {
  const wanted = new Set(order);
  for (const [id, tile] of tiles) {
    if (wanted.has(id)) continue;
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
  const tile = copyOf("card");
  tile.dataset.id = id;
  const image = tile.querySelector("img");
  image.addEventListener("load", () => (image.dataset.last = image.getAttribute("src")));
  image.addEventListener("error", showWhyNoImage);
  return tile;
}

/** Show a card as it is now. mark: let the eye see that it changed. */
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

/** In words, why a face is not the card as it is in the file. */
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

function showImage(image, address) {
  image.hidden = !address;
  if (address && image.getAttribute("src") !== address) image.src = address;
}

async function showWhyNoImage(event) {
  const image = event.target;
  const answer = await fetch(image.src).catch(() => null);
  if (answer === null || answer.ok || answer.status === 404) return; // another one is on its way
  const { last } = image.dataset;
  const [part, text] = last ? [".state", GALLERY.lastFace] : [".blank", await answer.text()];
  image.parentElement.querySelector(part).textContent = text;
  if (last) image.src = last;
  else image.hidden = true;
}

function markChange(tile) {
  tile.classList.remove("changed");
  void tile.offsetWidth; // so that the animation begins anew
  tile.classList.add("changed");
}
