// Keys: arrows go from card to card, Enter opens one, / goes to the search.

const list = document.getElementById("cards");
const form = /** @type {HTMLFormElement} */ (document.getElementById("filters"));
const search = /** @type {HTMLInputElement} */ (form.elements.namedItem("search"));
const SAME_ROW = 2; // px between the tops of two faces that still stand in one row

/** Listen to keys and clicks. open: called with the id of a card that is to be opened. */
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

/** See to it that Tab leads to one of the cards that are seen: the one last visited, if it is. */
export function keepOneReachable() {
  const faces = seenFaces();
  if (faces.length && !faces.some((face) => face.tabIndex === 0)) makeReachable(faces[0]);
}

/**
 * The buttons of the cards that are seen, in order.
 * @returns {HTMLElement[]}
 */
export function seenFaces() {
  /** @type {NodeListOf<HTMLElement>} */
  const faces = list.querySelectorAll("li:not([hidden]) .face");
  return [...faces];
}

function makeReachable(face) {
  /** @type {NodeListOf<HTMLElement>} */
  const reachable = list.querySelectorAll('.face[tabindex="0"]');
  for (const other of reachable) other.tabIndex = -1;
  face.tabIndex = 0;
}

function startSearch(event) {
  const typing = event.target.matches("input, select, textarea");
  if (event.key !== "/" || typing || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  search.focus();
  search.select();
}

/** With nothing focused, go to the card that Tab would lead to: at first the first one. */
function startCards(event) {
  if (event.key !== "ArrowRight" || event.target !== document.body) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  seenFaces().find((face) => face.tabIndex === 0)?.focus();
}

function leaveSearch(event) {
  const first = seenFaces()[0];
  if (event.key !== "Enter" && event.key !== "ArrowDown") return;
  event.preventDefault();
  first?.focus();
}

function move(event) {
  if (!event.target.matches(".face") || event.altKey || event.ctrlKey || event.metaKey) return;
  const faces = seenFaces();
  const next = target(event.key, faces, faces.indexOf(event.target));
  if (next === undefined) return;
  event.preventDefault();
  next?.focus();
}

/** The face that a key leads to; null for none there, undefined for a key that leads nowhere. */
function target(key, faces, at) {
  switch (key) {
    case "ArrowRight":
      return faces[at + 1] ?? null;
    case "ArrowLeft":
      return faces[at - 1] ?? null;
    case "ArrowDown":
      return nearest(faces[at], faces, 1);
    case "ArrowUp":
      return nearest(faces[at], faces, -1);
    case "Home":
      return faces[0];
    case "End":
      return faces.at(-1);
    default:
      return undefined;
  }
}

/** Of the faces below (way 1) or above (way -1) one, that in the next row which is nearest. */
function nearest(face, faces, way) {
  const from = face.getBoundingClientRect();
  const places = faces.map((other) => ({ other, place: other.getBoundingClientRect() }));
  const beyond = places.filter(({ place }) => way * (place.top - from.top) > SAME_ROW);
  const row = Math.min(...beyond.map(({ place }) => way * place.top));
  const inRow = beyond.filter(({ place }) => way * place.top - row <= SAME_ROW);
  inRow.sort((one, two) => distance(one.place, from) - distance(two.place, from));
  return inRow[0]?.other ?? null;
}

function distance(one, other) {
  return Math.abs(one.left - other.left);
}
