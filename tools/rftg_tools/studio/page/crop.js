// The part that is kept of a card's picture: moved by a slider, or by dragging the face.

import { change, opened, watchOpened } from "./opened.js";
import { WORDS } from "./words.js";

const SIDES = { top: 0, left: 0, center: 50, bottom: 100, right: 100 };
const ROOM = 94 / 88; // of the picture's room and the card that is seen of it, in height; much the same in width
const face = document.getElementById("face");
const slider = /** @type {HTMLInputElement} */ (document.getElementById("crop"));
let crop = null; // which way the picture of the open card can be moved, and how far
let shown = ""; // the file and the picture that this is of
let wanted = null; // what is to be kept of which card, while an earlier wish is being made
let drag = null; // where the dragging began, and what was kept then

slider.setAttribute("aria-label", WORDS.keeps);
slider.addEventListener("input", () => keep(Number(slider.value)));
face.addEventListener("pointerdown", (event) => {
  if (!crop) return;
  event.preventDefault();
  face.setPointerCapture(event.pointerId);
  drag = { x: event.clientX, y: event.clientY, kept: Number(slider.value) };
});
face.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const size = (crop.across ? face.clientWidth : face.clientHeight) * ROOM * crop.over;
  const way = crop.across ? event.clientX - drag.x : event.clientY - drag.y;
  keep(Math.round(Math.min(100, Math.max(0, drag.kept - (100 * way) / size))));
});
for (const end of ["pointerup", "pointercancel"]) face.addEventListener(end, () => (drag = null));
watchOpened(showCrop);

/** Offer to move the picture of the open card, where a part of it is cut. */
async function showCrop() {
  const { file, index, section, sheet } = opened();
  const keys = section === "cards" ? sheet?.cards[index]?.keys : null;
  const art = keys?.art ?? "";
  const which = art ? JSON.stringify([file.name, art]) : "";
  if (which !== shown) {
    shown = which;
    crop = null;
    const found = which ? await cropOf(file.name, art) : null;
    if (which !== shown) return;
    crop = found?.over > 0.005 ? found : null;
  }
  slider.hidden = crop === null;
  face.classList.toggle("movable", crop !== null);
  if (crop && wanted === null && !drag) slider.value = String(percentOf(keys["art keeps"]));
}

async function cropOf(name, art) {
  const answer = await fetch(`api/crop?${new URLSearchParams({ name, art })}`).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

function percentOf(keeps = "center") {
  return SIDES[keeps] ?? Number(keeps.replace("%", ""));
}

/** Keep another part of the picture; of wishes that come too fast, the last one counts. */
async function keep(percent) {
  if (!opened()) return; // it was put away while the face was dragged
  slider.value = String(percent);
  const isBusy = wanted !== null;
  wanted = { ...opened(), percent };
  if (isBusy) return;
  let made = null;
  while (made !== wanted) {
    made = wanted;
    const { file, section, index: card } = made;
    await change({ do: "put", section, card, key: "art keeps", value: `${made.percent}%` }, file);
  }
  wanted = null;
}
