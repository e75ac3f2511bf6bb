// Keys: arrows move between cards, Enter opens a card, / starts a search.

import { nearestInNextRow } from "./common.js";

const list = document.getElementById("cards");
const form = /** @type {HTMLFormElement} */ (document.getElementById("filters"));
const search = /** @type {HTMLInputElement} */ (form.elements.namedItem("search"));
/** For each key, a function that returns the face it leads to, if any. */
const TARGETS = {
  ArrowRight: (faces, index) => faces[index + 1],
  ArrowLeft: (faces, index) => faces[index - 1],
  ArrowDown: (faces, index) => nearestInNextRow(faces[index], faces, 1),
  ArrowUp: (faces, index) => nearestInNextRow(faces[index], faces, -1),
  Home: (faces) => faces[0],
  End: (faces) => faces.at(-1),
};

/** Handle keys and clicks. open: receives the id of a card to open. */
export function watchKeys(open) {
  document.addEventListener("keydown", startSearch);
  document.addEventListener("keydown", startCards);
  search.addEventListener("keydown", leaveSearch);
  list.addEventListener("keydown", move);
  list.addEventListener("focusin", (event) => {
    const face = /** @type {HTMLElement} */ (event.target);
    if (face.matches(".face")) makeReachable(face);
  });
  list.addEventListener("click", (event) => {
    const face = /** @type {Element} */ (event.target).closest(".face");
    if (face) open(Number(face.closest("li").dataset.id));
  });
}

/** Let Tab reach one visible card: the last visited one, if it is visible. */
export function keepOneReachable() {
  const faces = visibleFaces();
  if (faces.length && !faces.some((face) => face.tabIndex === 0)) makeReachable(faces[0]);
}

/**
 * The visible card buttons, in order.
 * @returns {HTMLElement[]}
 */
export function visibleFaces() {
  /** @type {NodeListOf<HTMLElement>} */
  const faces = list.querySelectorAll("li:not([hidden]) .face");
  return [...faces];
}

function makeReachable(face) {
  /** @type {NodeListOf<HTMLElement>} */
  const reachable = list.querySelectorAll('.face[tabindex="0"]');
  for (const reached of reachable) reached.tabIndex = -1;
  face.tabIndex = 0;
}

function startSearch(event) {
  const typing = event.target.matches("input, select, textarea");
  if (event.key !== "/" || typing || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  search.focus();
  search.select();
}

/** If nothing has the focus, go to the card that Tab reaches. */
function startCards(event) {
  if (event.key !== "ArrowRight" || event.target !== document.body) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  visibleFaces().find((face) => face.tabIndex === 0)?.focus();
}

function leaveSearch(event) {
  const first = visibleFaces()[0];
  if (event.key !== "Enter" && event.key !== "ArrowDown") return;
  event.preventDefault();
  first?.focus();
}

function move(event) {
  const findTarget = TARGETS[event.key];
  if (!findTarget || !event.target.matches(".face") || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const faces = visibleFaces();
  findTarget(faces, faces.indexOf(event.target))?.focus();
}
