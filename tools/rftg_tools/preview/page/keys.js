// Keys: arrows move between cards, Enter opens a card, / starts a search.

const list = document.getElementById("cards");
const form = /** @type {HTMLFormElement} */ (document.getElementById("filters"));
const search = /** @type {HTMLInputElement} */ (form.elements.namedItem("search"));
const SAME_ROW = 2; // maximum px between the tops of faces in the same row

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
  if (!event.target.matches(".face") || event.altKey || event.ctrlKey || event.metaKey) return;
  const faces = visibleFaces();
  const next = target(event.key, faces, faces.indexOf(event.target));
  if (next === undefined) return;
  event.preventDefault();
  next?.focus();
}

/** The face that a key leads to; null at the edge, undefined for other keys. */
function target(key, faces, index) {
  switch (key) {
    case "ArrowRight":
      return faces[index + 1] ?? null;
    case "ArrowLeft":
      return faces[index - 1] ?? null;
    case "ArrowDown":
      return nearest(faces[index], faces, 1);
    case "ArrowUp":
      return nearest(faces[index], faces, -1);
    case "Home":
      return faces[0];
    case "End":
      return faces.at(-1);
    default:
      return undefined;
  }
}

/** The nearest face in the next row below (direction 1) or above (direction -1). */
function nearest(face, faces, direction) {
  const from = face.getBoundingClientRect();
  const places = faces.map((candidate) => ({ candidate, place: candidate.getBoundingClientRect() }));
  const beyond = places.filter(({ place }) => direction * (place.top - from.top) > SAME_ROW);
  const row = Math.min(...beyond.map(({ place }) => direction * place.top));
  const inRow = beyond.filter(({ place }) => direction * place.top - row <= SAME_ROW);
  inRow.sort((first, second) => distance(first.place, from) - distance(second.place, from));
  return inRow[0]?.candidate ?? null;
}

function distance(first, second) {
  return Math.abs(first.left - second.left);
}
