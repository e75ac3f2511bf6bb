// Texts: names of cards, actions and steps, and functions that compose texts.
//
// All texts of the page's scripts are in this folder, for translation; fixed texts are in index.html.
// The script of a rule module contains its own texts.

import { counted } from "./common.js";
import { make } from "./dom.js";

const STEPS = {
  setup: "Setup",
  "round start": "Start of round",
  choose: "Choose actions",
  search: "Search",
  explore: "Explore",
  develop: "Develop",
  "develop 2": "Develop again",
  settle: "Settle",
  "settle 2": "Settle again",
  consume: "Consume",
  produce: "Produce",
  "round end": "End of round",
  "roll workers": "Roll workers",
  assign: "Assign",
  reveal: "Reveal",
  ship: "Ship",
  manage: "Manage",
};
export const KINDS = {
  novelty: "Novelty",
  rare: "Rare",
  genes: "Genes",
  alien: "Alien",
  any: "any kind",
};
export const SIGNS = { novelty: "N", rare: "R", genes: "G", alien: "A", any: "?" }; // by kind, as printed on goods
export const UNKNOWN_CARD = "a card";
export const SERVER = { silent: "The server does not answer." };
const MARK = /^[,.;:!?)”’]*/; // punctuation that must stay on the line of the word before it

/** The name of a round; round 0 is the set-up. */
export function roundName(round) {
  return round ? `Round ${round}` : STEPS.setup;
}

export function stepName(step) {
  return STEPS[step] ?? capital(step);
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Elements for a text from the server; its card names open the cards. */
export function textElements(text, cards) {
  const made = [];
  for (const part of text ?? []) {
    const [mark] = typeof part === "string" ? part.match(MARK) : [""];
    if (mark && made.length) made.push(make("span", { class: "kept" }, made.pop(), mark));
    made.push(typeof part === "string" ? part.slice(made.length ? mark.length : 0) : part.cards ? foldedCards(part.cards, cards) : nameButton(part.card, cards));
  }
  return made.filter((part) => part !== "");
}

/** The same text as a plain string. */
export function plain(text, cards) {
  return (text ?? [])
    .map((part) => (typeof part === "string" ? part : part.cards ? counted(part.cards.length, "card") : titleOf(part.card, cards)))
    .join("");
}

export function titleOf(card, cards) {
  return cards[card]?.title ?? UNKNOWN_CARD;
}

function nameButton(card, cards) {
  return make(
    "button",
    { type: "button", class: "named", "data-look": card, "data-item": true },
    titleOf(card, cards),
  );
}

/** A long list of cards as its number; their names open below it. */
function foldedCards(ids, cards) {
  return make(
    "details",
    { class: "folded" },
    make("summary", {}, counted(ids.length, "card")),
    make("span", {}, ids.map((id, index) => [index > 0 && ", ", nameButton(id, cards)])),
  );
}

/** A word whose meaning appears on hover, tap or Enter. */
export function term(word, meaning) {
  return make("button", { type: "button", class: "named term", "data-tell": meaning }, word);
}

/** An action's phase, and the bonus on its action card. */
export function actionParts(name) {
  const prestige = name.startsWith("prestige ");
  const bare = prestige ? name.slice("prestige ".length) : name;
  const second = bare.startsWith("second ");
  const [phase, ...rest] = (second ? bare.slice("second ".length) : bare).split(/:? /);
  const bonus = { trade: "$", x2: "×2", "+5": "+5", "+1,+1": "+1 +1" }[rest.join(" ")] ?? "";
  return { phase, bonus: second ? "2nd" : bonus, prestige };
}

/** Singular or plural of a noun, without the number. */
export function nounOf(count, noun) {
  return `${noun}${count === 1 ? "" : "s"}`;
}

/** "Ann", "Ann and Ben", "Ann and Ben and Cleo". */
export function allOf(names) {
  return names.join(" and ");
}

/** "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
