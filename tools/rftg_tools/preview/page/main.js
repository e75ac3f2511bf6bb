// The page: what the server tells, shown as tiles, and changed in place when it tells more.

import { openDetails, refreshDetails } from "./details.js";
import { showFiles } from "./findings.js";
import { applyFilters, offerChoices, watchFilters } from "./filters.js";
import { keepOneReachable, watchKeys } from "./keys.js";
import { counted, counts, say } from "./common.js";
import { placeTiles, updateTile } from "./tiles.js";

const cards = new Map(); // by id, in the order of the files
const connection = document.getElementById("connection");
let shown = false; // whether anything was received yet

function receive({ problem, files, order, cards: told }) {
  // After a lost connection everything is told again, so what is the same is left alone.
  const changed = told.filter((card) => !same(card, cards.get(card.id)));
  const known = new Map([...cards, ...told.map((card) => [card.id, card])]);
  cards.clear();
  for (const id of order) cards.set(id, known.get(id));

  placeTiles(order);
  for (const card of changed) updateTile(card, shown);
  showFiles(files, problem);
  offerChoices(cards);
  applyFilters(cards);
  keepOneReachable();
  refreshDetails(cards, changed);
  showCounts(files);
  if (shown) sayChanges(changed);
  shown = true;
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function showCounts(files) {
  const findings = [...files, ...cards.values()].flatMap((one) => one.findings);
  const errors = findings.filter((one) => one.severity === "error").length;
  const text = `${counted(cards.size, "card")}, ${counts(findings)}`;
  document.getElementById("counts").textContent = text;
  document.title = `${errors ? `(${errors}) ` : ""}rftg-dsl preview`;
}

function sayChanges(changed) {
  if (!changed.length) return;
  const what = changed.length === 1 ? changed[0].title : counted(changed.length, "card");
  const findings = changed.flatMap((card) => card.findings);
  const found = findings.slice(0, 3).map((one) => one.message).join("; ");
  say(`${what} changed. ${found || "Nothing found."}`);
}

function showConnection(state, text) {
  connection.className = state;
  connection.textContent = text;
}

watchFilters(() => {
  applyFilters(cards);
  keepOneReachable();
});
watchKeys((id) => openDetails(cards.get(id)));

const events = new EventSource("/events");
events.onerror = () => showConnection("waiting", "Not connected");
events.onmessage = (event) => {
  receive(JSON.parse(event.data));
  showConnection("live", "Live");
};
