// How the open card looks: its face, its English, what was found in it; of a tile, the other face.

import { findingsOf } from "./findings.js";
import { refill } from "./common.js";
import { stateOf, tileOf } from "./tiles.js";
import { WORDS } from "./words.js";

const face = /** @type {HTMLImageElement} */ (document.getElementById("face"));
const other = /** @type {HTMLButtonElement} */ (document.getElementById("other-face"));
let beside = null; // the card with the other face

other.addEventListener("click", () => {
  /** @type {HTMLElement} */ (tileOf(beside?.id)?.querySelector(".face"))?.click();
});

/**
 * Show a card, or that none is open.
 * @param {any} card as the gallery has it
 * @param {Map<number, any>} cards all of them
 */
export function showFace(card, cards) {
  showImage(face, card);
  face.alt = card ? WORDS.face(card.title) : "";
  face.classList.toggle("broken", Boolean(card?.broken));
  document.getElementById("open-title").textContent = card?.title ?? "";
  document.getElementById("face-state").textContent = card ? stateOf(card) : "";
  document.getElementById("english").replaceChildren(...(card?.facts.english ?? []).map(paragraph));
  refill(document.getElementById("found"), card ? findingsOf(card) : []);
  showOther(card, cards);
}

function showOther(card, cards) {
  const title = card?.facts.other;
  beside = title ? [...cards.values()].find((one) => one.file === card.file && one.title === title) : null;
  other.hidden = !beside?.image;
  if (!beside) return;
  showImage(other.querySelector("img"), beside);
  other.setAttribute("aria-label", WORDS.otherFace(title));
}

function showImage(image, card) {
  image.hidden = !card?.image;
  if (card?.image && image.getAttribute("src") !== card.image) image.src = card.image;
}

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}
