// Helpers that all pages share.

const SAME_ROW = 8; // maximum px between the tops of elements in the same row

/** @type {(number: number, noun: string) => string} */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A text with a capital letter at its start. */
export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @type {(text: string) => void} */
export function say(text) {
  document.getElementById("news").textContent = text;
}

const ROOT = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"))?.href ?? document.baseURI;

/** The full address of a path relative to the folder of this page's files, wherever that folder is. */
export function address(path) {
  return new URL(path, ROOT).href;
}

/** Cards of a game by id, with the full addresses of their images. */
export function withAddresses(cards) {
  const full = (path) => path && address(path);
  return Object.fromEntries(Object.entries(cards).map(([id, card]) => [id, { ...card, face: full(card.face), back: full(card.back) }]));
}

/**
 * Open a page of this program in a tab; within a frame, in that frame. Return whether the browser allows it.
 * @param {string} path see `address`
 * @param {string} [tab] name of a tab to use again
 */
export function openPage(path, tab = "_blank") {
  if (window.parent === window) return window.open(address(path), tab) !== null;
  location.assign(address(path));
  return true;
}

/**
 * Return the server's response, or null if there is none or it is an error.
 * @param {string} path
 */
export async function ask(path) {
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? answer : null;
}

/**
 * Return the data that the server responds with, or null if there is none.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function askData(path) {
  const answer = await ask(path);
  return answer && answer.json().catch(() => null);
}

/**
 * Receive a stream of data while the page is in the foreground: browsers allow only six connections
 * per server.
 * @param {string} path
 * @param {(data: any) => void} receive
 * @param {() => void} [lose] called when the connection is lost
 */
export function followStream(path, receive, lose = null) {
  let events = null;
  const update = () => {
    if (document.hidden) {
      events?.close();
      events = null;
    } else if (events === null) {
      events = new EventSource(path);
      events.onmessage = (event) => receive(JSON.parse(event.data));
      events.onerror = lose;
    }
  };
  document.addEventListener("visibilitychange", update);
  update();
}

/** The nearest element in the next row below (direction 1) or above (direction -1), or null. */
export function nearestInNextRow(element, candidates, direction) {
  const from = element.getBoundingClientRect();
  const places = candidates.map((candidate) => ({ candidate, place: candidate.getBoundingClientRect() }));
  const beyond = places.filter(({ place }) => place.width && direction * (place.top - from.top) > SAME_ROW);
  const row = Math.min(...beyond.map(({ place }) => direction * place.top));
  const inRow = beyond.filter(({ place }) => direction * place.top - row <= SAME_ROW);
  inRow.sort((first, second) => Math.abs(first.place.left - from.left) - Math.abs(second.place.left - from.left));
  return inRow[0]?.candidate ?? null;
}

/**
 * Replace the children of an element if anything differs. The focus moves to the control in the same
 * position.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function refill(parent, children) {
  const current = [...parent.children];
  if (current.length === children.length && children.every((child, index) => child.isEqualNode(current[index]))) return;
  const focusedIndex = controlsOf(parent).indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (focusedIndex >= 0) /** @type {HTMLElement} */ (controlsOf(parent).slice(0, focusedIndex + 1).at(-1))?.focus();
}

function controlsOf(parent) {
  return [...parent.querySelectorAll("button, summary, a")];
}
