// The face of the open card, its English text, and the crop of its picture.

import { change } from "./changes.js";
import { askData } from "./common.js";
import { make } from "./dom.js";
import { setView } from "./layout.js";
import { allCards, cardsIn, indexOf, openCard, opened, sectionOf, watchOpened } from "./opened.js";
import { showImage, stateOf } from "./tiles.js";
import { WORDS } from "./words.js";

const SIDES = { top: 0, left: 0, center: 50, bottom: 100, right: 100 };
const FRAME = 94 / 88; // ratio of the heights of the picture frame and the visible card; the widths have the same ratio
const face = /** @type {HTMLImageElement} */ (document.getElementById("face"));
const peek = document.getElementById("peek"); // on a phone
const otherFace = /** @type {HTMLButtonElement} */ (document.getElementById("other-face"));
const slider = /** @type {HTMLInputElement} */ (document.getElementById("crop"));
let otherCard = null; // the card on the other side of a tile
let crop = null; // direction and range in which the picture can be moved
let cropOf = ""; // the file and picture that `crop` describes
let pending = null; // the latest crop that is not in the text yet
let drag = null; // where dragging started, and the crop then

/** Show the face of a card and what it says; without a card, nothing. */
function showFace(card) {
  showImage(face, card?.image);
  face.alt = card ? WORDS.face(card.title) : "";
  face.classList.toggle("broken", Boolean(card?.broken));
  showImage(peek.querySelector("img"), card?.image);
  peek.hidden = !card;
  peek.setAttribute("aria-label", face.alt);
  const state = document.getElementById("face-state");
  state.textContent = card ? stateOf(card) : "";
  state.hidden = !state.textContent;
  document.getElementById("english").replaceChildren(...(card?.facts.english ?? []).map(createLine));
  showOtherFace(card);
  for (const id of ["open-title", "phone-title"]) document.getElementById(id).textContent = card?.title ?? "";
  const place = card ? indexOf(card) + 1 : 0;
  document.getElementById("position").textContent = card ? WORDS.position(place, cardsIn(card.file, sectionOf(card)).length) : "";
}

/** A line of English, with the phase it begins with in bold. */
function createLine(text) {
  const [, phase, rest] = /^([A-Z][\w ,]*:)(.*)$/s.exec(text) ?? [null, "", text];
  return make("p", {}, phase && make("b", {}, phase), rest);
}

function showOtherFace(card) {
  const title = card?.facts.other;
  const isOther = (candidate) => candidate.file === card.file && candidate.title === title;
  otherCard = title ? [...allCards().values()].find(isOther) : null;
  otherFace.hidden = !otherCard?.image;
  if (!otherCard) return;
  showImage(otherFace.querySelector("img"), otherCard?.image);
  otherFace.setAttribute("aria-label", WORDS.otherFace(title));
}

/** Start to follow the open card, and to handle its other face and crop. */
export function watchFace() {
  otherFace.addEventListener("click", () => {
    if (otherCard) openCard(otherCard);
  });
  peek.addEventListener("click", () => setView("face"));
  slider.setAttribute("aria-label", WORDS.crop);
  slider.addEventListener("input", () => setCrop(Number(slider.value)));
  face.addEventListener("pointerdown", (event) => {
    if (!crop) return;
    event.preventDefault();
    face.setPointerCapture(event.pointerId);
    drag = { x: event.clientX, y: event.clientY, percent: Number(slider.value) };
  });
  face.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const size = (crop.across ? face.clientWidth : face.clientHeight) * FRAME * crop.over;
    const distance = crop.across ? event.clientX - drag.x : event.clientY - drag.y;
    setCrop(Math.round(Math.min(100, Math.max(0, drag.percent - (100 * distance) / size))));
  });
  for (const end of ["pointerup", "pointercancel"]) face.addEventListener(end, () => (drag = null));
  watchOpened((card) => {
    showFace(card);
    showCrop();
  });
}

/** Enable the slider if the picture is larger than its frame. */
async function showCrop() {
  if (!opened()) return;
  const { file, index, section, sheet } = opened();
  const keys = section === "cards" ? sheet?.cards[index]?.keys : null;
  const art = keys?.art ?? "";
  const picture = art ? JSON.stringify([file.name, art]) : "";
  if (picture !== cropOf) {
    cropOf = picture;
    crop = null;
    const cropData = picture ? await askData(`api/crop?${new URLSearchParams({ name: file.name, art })}`) : null;
    if (picture !== cropOf) return;
    crop = cropData?.over > 0.005 ? cropData : null;
  }
  slider.hidden = crop === null;
  face.classList.toggle("movable", crop !== null);
  if (crop && pending === null && !drag) slider.value = String(percentOf(keys["art keeps"]));
}

function percentOf(keeps = "center") {
  return SIDES[keeps] ?? Number(keeps.replace("%", ""));
}

/** Set the visible part of the picture; if changes arrive too fast, only the latest is applied. */
async function setCrop(percent) {
  if (!opened()) return; // the card was closed while its face was dragged
  slider.value = String(percent);
  const isBusy = pending !== null;
  pending = { ...opened(), percent };
  if (isBusy) return;
  let done = null;
  while (done !== pending) {
    done = pending;
    const { file, section, index: card } = done;
    await change({ do: "put", section, card, key: "art keeps", value: `${done.percent}%` }, file);
  }
  pending = null;
}
