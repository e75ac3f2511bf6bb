// Words: texts that name cards, actions and steps by the names that players use.

import { make } from "./dom.js";

const STEPS = {
  setup: "Set-up",
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
};
export const KINDS = {
  novelty: "Novelty",
  rare: "Rare",
  genes: "Genes",
  alien: "Alien",
  any: "any kind",
};
export const SIGNS = { novelty: "N", rare: "R", genes: "G", alien: "A", any: "?" }; // of kinds, as on goods
export const SCHEME = { title: "Colours", choices: { "": "as the system", light: "light", dark: "dark" } };
const MARK = /^[,.;:!?)”’]*/; // what stays on the line of the word before it

export function stepName(step) {
  return STEPS[step] ?? capital(step);
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Elements of a text of the server: its cards can be looked at. */
export function written(text, cards) {
  const made = [];
  for (const part of text ?? []) {
    const [mark] = typeof part === "string" ? part.match(MARK) : [""];
    if (mark && made.length) made.push(make("span", { class: "kept" }, made.pop(), mark));
    made.push(typeof part === "string" ? part.slice(made.length ? mark.length : 0) : named(part.card, cards));
  }
  return made.filter((part) => part !== "");
}

/** The same text without elements. */
export function plain(text, cards) {
  return (text ?? [])
    .map((part) => (typeof part === "string" ? part : titleOf(part.card, cards)))
    .join("");
}

export function titleOf(card, cards) {
  return cards[card]?.title ?? "a card";
}

function named(card, cards) {
  return make(
    "button",
    { type: "button", class: "named", "data-look": card, "data-item": true },
    titleOf(card, cards),
  );
}

/** An action's phase, and what stands beside it on its action card. */
export function actionParts(name) {
  const prestige = name.startsWith("prestige ");
  const bare = prestige ? name.slice("prestige ".length) : name;
  const second = bare.startsWith("second ");
  const [phase, ...rest] = (second ? bare.slice("second ".length) : bare).split(/:? /);
  const bonus = { trade: "$", x2: "×2", "+5": "+5", "+1,+1": "+1 +1" }[rest.join(" ")] ?? "";
  return { phase, bonus: second ? "2nd" : bonus, prestige };
}

/** "1 card", "2 cards", "1 to 3 cards". */
export function howMany(least, most, noun) {
  const many = `${noun}${most === 1 ? "" : "s"}`;
  if (least === most) return `${most} ${many}`;
  return least === 0 ? `up to ${most} ${many}` : `${least} to ${most} ${many}`;
}

/** What the page says where people say what they think of cards. */
export const THINKING = {
  button: "What I think of it",
  title: (title) => `What do you think of ${title}?`,
  legend: "The card is",
  kinds: [
    { name: "too strong", label: "too strong" },
    { name: "never a reason to play", label: "never a reason to play" },
    { name: "unclear", label: "unclear" },
  ],
  text: "In your own words",
  when: "Others see it when the game is over.",
  keep: "Keep it",
  cancel: "Cancel",
  keeping: "Is being kept",
  unheard: "Not connected: try again when the page is",
  kept: (title) => `Kept what you think of ${title}.`,
  heading: "What was thought of cards",
  none: "Nobody has said anything yet.",
  more: "Say what you think of a card",
  by: (one) => `${one.mine ? "you" : one.name || "somebody who watched"}, ${one.over ? "after the game" : `round ${one.round}`}`,
};
