// The cards: what the server tells, shown as tiles, and changed in place when it tells more.

import { counts, showFiles } from "./findings.js";
import { applyFilters, offerChoices, watchFilters } from "./filters.js";
import { keepOneReachable, watchKeys } from "./keys.js";
import { say } from "./common.js";
import { GALLERY } from "./gallery-words.js";
import { placeTiles, updateTile } from "./tiles.js";

const cards = new Map(); // by id, in the order of the files
const connection = document.getElementById("connection");
const followers = []; // called when cards have changed
const NAME = document.title;
const SAID = 3; // so many names and findings are said at a time
let shown = null; // the files as last received; null before that

function receive({ problem, files, order, cards: told }) {
  // After a lost connection everything is told again, so what is the same is left alone.
  const changed = told.filter((card) => !same(card, cards.get(card.id)));
  const known = new Map([...cards, ...told.map((card) => [card.id, card])]);
  cards.clear();
  for (const id of order) cards.set(id, known.get(id));

  placeTiles(order);
  for (const card of changed) updateTile(card, shown !== null);
  showFiles(files, problem);
  offerChoices(cards);
  applyFilters(cards);
  keepOneReachable();
  for (const follow of followers) follow(cards, changed);
  showCounts(files);
  if (shown) sayChanges(changed, files.filter((file, number) => !same(file, shown[number])));
  shown = files;
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function showCounts(files) {
  const problems = files.filter((file) => file.problem).map(() => ({ severity: "error" }));
  const findings = [...files, ...cards.values()].flatMap((one) => one.findings).concat(problems);
  const errors = findings.filter((one) => one.severity === "error").length;
  const goals = [...cards.values()].filter((card) => card.facts.type === "goal").length;
  const text = `${GALLERY.things(cards.size - goals, goals)}, ${counts(findings)}`;
  document.getElementById("counts").textContent = text;
  const [first] = cards.values();
  document.title = GALLERY.title(errors, first?.set, NAME);
}

function sayChanges(changed, files) {
  const holders = [...files, ...changed];
  if (!holders.length) return;
  const names = [...files.map((file) => file.name), ...changed.map((card) => card.title)];
  const findings = holders.flatMap((one) => one.findings).map((one) => one.message);
  const problems = files.map((file) => file.problem).filter(Boolean);
  const found = [...problems, ...findings].slice(0, SAID).join("; ");
  say(GALLERY.changed(names.slice(0, SAID), names.length - SAID, found));
}

function showConnection(state, text) {
  if (state === "waiting" && state !== connection.className) say(text);
  connection.className = state;
  connection.textContent = text;
}

/**
 * Show the cards from now on.
 * @param {(card: any) => void} open called with the card that is to be opened
 * @param {(cards: Map<number, any>, changed: any[]) => void} follow called when cards have changed
 */
export function showCards(open, follow) {
  followers.push(follow);
  watchFilters(() => {
    applyFilters(cards);
    keepOneReachable();
  });
  watchKeys((id) => open(cards.get(id)));
  document.addEventListener("visibilitychange", listen);
  listen();
}

let events = null; // null while nobody sees the page: a browser asks one server for six things at a time

function listen() {
  if (document.hidden) {
    events?.close();
    events = null;
  } else if (events === null) {
    events = new EventSource("events");
    events.onerror = () => showConnection("waiting", GALLERY.notConnected);
    events.onmessage = (event) => {
      receive(JSON.parse(event.data));
      showConnection("live", GALLERY.connected);
    };
  }
}
