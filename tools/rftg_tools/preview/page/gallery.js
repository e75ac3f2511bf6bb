// The gallery: shows the server's cards as tiles, and updates them in place.

import { formatCounts, showFiles } from "./findings.js";
import { applyFilters, offerChoices, watchFilters } from "./filters.js";
import { keepOneReachable, watchKeys } from "./keys.js";
import { followStream, say } from "./common.js";
import { GALLERY } from "./gallery-words.js";
import { placeTiles, updateTile } from "./tiles.js";

const cards = new Map(); // by id, in file order
const connection = document.getElementById("connection");
let follow = null; // called when cards have changed
const NAME = document.title;
const MAX_ANNOUNCED = 3; // maximum number of names and problems in an announcement
let previousFiles = null; // the last received files; null at first

function receive({ problem, files, order, cards: received }) {
  // After a lost connection the server sends everything again; skip unchanged cards.
  const changed = received.filter((card) => !isEqual(card, cards.get(card.id)));
  const byId = new Map([...cards, ...received.map((card) => [card.id, card])]);
  cards.clear();
  for (const id of order) cards.set(id, byId.get(id));

  placeTiles(order);
  for (const card of changed) updateTile(card, previousFiles !== null);
  showFiles(files, problem);
  offerChoices(cards);
  applyFilters(cards);
  keepOneReachable();
  follow(cards, changed);
  showCounts(files);
  if (previousFiles) announceChanges(changed, files.filter((file, index) => !isEqual(file, previousFiles[index])));
  previousFiles = files;
}

function isEqual(first, second) {
  return JSON.stringify(first) === JSON.stringify(second);
}

function showCounts(files) {
  const problems = files.filter((file) => file.problem).map(() => ({ severity: "error" }));
  const findings = [...files, ...cards.values()].flatMap((holder) => holder.findings).concat(problems);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const goals = [...cards.values()].filter((card) => card.facts.type === "goal").length;
  const text = `${GALLERY.things(cards.size - goals, goals)}, ${formatCounts(findings)}`;
  document.getElementById("counts").textContent = text;
  const [first] = cards.values();
  document.title = GALLERY.title(errors, first?.set, NAME);
}

function announceChanges(changed, files) {
  const holders = [...files, ...changed];
  if (!holders.length) return;
  const names = [...files.map((file) => file.name), ...changed.map((card) => card.title)];
  const findings = holders.flatMap((holder) => holder.findings).map((finding) => finding.message);
  const problems = files.map((file) => file.problem).filter(Boolean);
  const summary = [...problems, ...findings].slice(0, MAX_ANNOUNCED).join("; ");
  say(GALLERY.changed(names.slice(0, MAX_ANNOUNCED), names.length - MAX_ANNOUNCED, summary));
}

function showConnection(state, text) {
  if (state === "waiting" && state !== connection.className) say(text);
  connection.className = state;
  connection.textContent = text;
}

/**
 * Start to show the cards.
 * @param {(card: any) => void} open called with the card to open
 * @param {(cards: Map<number, any>, changed: any[]) => void} onChange called when cards have changed
 */
export function showCards(open, onChange) {
  follow = onChange;
  watchFilters(() => {
    applyFilters(cards);
    keepOneReachable();
  });
  watchKeys((id) => open(cards.get(id)));
  const update = (data) => {
    receive(data);
    showConnection("live", GALLERY.connected);
  };
  followStream("events", update, () => showConnection("waiting", GALLERY.notConnected));
}
