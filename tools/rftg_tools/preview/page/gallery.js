// The gallery: shows the server's cards as tiles, and updates them in place.

import { formatCounts, showFiles } from "./findings.js";
import { applyFilters, offerChoices, watchFilters } from "./filters.js";
import { keepOneReachable, watchKeys } from "./keys.js";
import { followCards } from "./card-stream.js";
import { say } from "./common.js";
import { GALLERY } from "./gallery-words.js";
import { placeTiles, updateTile } from "./tiles.js";

const connection = document.getElementById("connection");
let follow = null; // called when cards have changed
const NAME = document.title;
let isShown = false; // cards have been shown before

function show({ cards, changed, files, problem }) {
  placeTiles([...cards.keys()]);
  for (const card of changed) updateTile(card, isShown);
  showFiles(files, problem);
  offerChoices(cards);
  applyFilters(cards);
  keepOneReachable();
  follow(cards, changed);
  showCounts(cards, files);
  isShown = true;
}

function showCounts(cards, files) {
  const problems = files.filter((file) => file.problem).map(() => ({ severity: "error" }));
  const findings = [...files, ...cards.values()].flatMap((holder) => holder.findings).concat(problems);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const goals = [...cards.values()].filter((card) => card.facts.type === "goal").length;
  const text = `${GALLERY.things(cards.size - goals, goals)}, ${formatCounts(findings)}`;
  document.getElementById("counts").textContent = text;
  const [first] = cards.values();
  document.title = GALLERY.title(errors, first?.set, NAME);
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
  let cards = new Map();
  watchFilters(() => {
    applyFilters(cards);
    keepOneReachable();
  });
  watchKeys((id) => open(cards.get(id)));
  const update = (news) => {
    cards = news.cards;
    show(news);
    showConnection("live", GALLERY.connected);
  };
  followCards(update, () => showConnection("waiting", GALLERY.notConnected));
}
