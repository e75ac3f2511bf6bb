// Texts of the table, for Race and Roll or for Race alone.

import { counted } from "./common.js";
import { allOf, capital, KINDS, nounOf, SERVER } from "./words.js";

/** Labels of keys on buttons. */
export const KEYS = { enter: "Enter", escape: "Esc" };

/** The game as a whole. */
export const GAME = {
  connecting: "Connecting",
  live: "Live",
  notConnected: "Not connected",
  full: (why) => `Not connected. ${why} Trying again…`,
  lost: "Not connected. Trying again.",
  cannot: "This game can't be shown",
  all: "All games",
  pass: (name) => `Pass to ${name}`,
  here: (name) => `I am ${name}: show my cards`,
  alone: (name) => `This screen is for ${name} only`,
  over: "The game is over",
};

/** The bar. */
export const BAR = {
  home: "All games",
  phases: "Phases of this round",
  states: { now: "now", done: "done", next: "to come", off: "not chosen" },
  pool: (count) => `${nounOf(count, "point")} left in the pool`,
  deck: (count) => `${nounOf(count, "card")} in the deck`,
  discard: (count) => `${nounOf(count, "card")} discarded`,
  undo: "Undo",
  takeBack: (step) => `Undo: ${step}`,
  noUndo: "Nothing to undo: you haven't answered yet, or a card or another player's answer has been revealed since.",
  help: "Help and keys",
};

/** The side panel. */
export const LOG = {
  title: "Log",
  entries: "Entries",
  besideGoals: "Goals and log",
};

/** The question, and its answers. */
export const ASK = {
  title: "What to do now",
  waiting: (names) => (names.length ? `Waiting for ${allOf(names)}.` : "One moment."),
  parted: (difference) => `The game is shown up to its first difference: ${difference}.`,
  silent: `${SERVER.silent} This page continues as soon as it does.`,
  help: "Explanation",
  hint: "Hint",
  options: "Options",
  menu: "Options for this card",
  actions: "Actions",
  prestige: "With prestige",
  botsChoice: "a bot's choice",
  markBotsChoice: "Mark the bot's choice",
  chooseTwo: "Choose two actions",
  noPair: "These two can't be combined",
  choosePair: "Choose these two",
  ways: "Payment",
  clear: "Clear",
  ofNeeded: (minimum, maximum, isAllOrNone) =>
    `of ${isAllOrNone ? `0 or ${maximum}` : minimum === maximum ? maximum : `${minimum} to ${maximum}`} chosen`,
  advice: (verb, count, sign) =>
    `A bot would ${verb} ${count ? `the ${count === 1 ? "card" : `${count} cards`} with this sign: ${sign}` : "none"}.`,
  pay: (count) => (count ? `Pay ${counted(count, "card")}` : "Pay nothing"),
  doIt: (verb, count) => `${capital(verb)} ${count || "nothing"}`,
  allOrNone: (maximum) => `Choose ${maximum} cards, or none.`,
  more: (count) => `Choose ${counted(count, "more card")}.`,
  tooMany: (count) => `Unmark ${counted(count, "card")}.`,
  notAsked: "This card isn't part of the current question.",
};

/** A card on the table. */
export const CARD = {
  notNow: (why) => `Not now: ${why}`,
  used: "used",
  usedUp: "up for this game",
  botTakes: "a bot would take it",
  saved: "saved under it:",
  good: (kind) => `${KINDS[kind]} good`,
};

/** The player's cards. */
export const HAND = {
  choose: "Choose from",
  own: (count) => `Your hand, ${counted(count, "card")}`,
  empty: "Your hand is empty.",
  savedUnder: (title) => `Saved under ${title}`,
};

/** Public information about the players. */
export const PLAYERS = {
  all: "Players",
  others: "Other players",
  you: "you",
  tableau: (name) => `${name}'s tableau`,
  bot: (level) => `${level} bot`,
  yourTurn: "your turn",
  thinking: "thinking",
  ready: "ready",
  prestigeUsed: "the prestige card is used",
  score: "points if the game ended now",
  vp: "VP",
  hand: (count) => `${nounOf(count, "card")} in hand`,
  chips: (count) => `${nounOf(count, "point")} in chips`,
  prestige: "prestige",
  military: "military",
  size: (count) => `${nounOf(count, "card")} in the tableau`,
};

/** The round summary. */
export const PAUSE = {
  label: (round) => `Summary of round ${round}`,
  title: (round) => `Round ${round} is over`,
  goOn: "Continue",
  always: "Show this after each round",
  you: "You",
  placed: "placed",
  tookOver: "took over",
  lost: "lost",
  vp: (points) => `+${points} VP`,
  prestige: (change) => `${change > 0 ? "+" : "−"}${Math.abs(change)} prestige`,
  drew: (count) => `drew ${count}`,
  produced: (count) => `produced ${count}`,
  nothing: "nothing else",
};

/** The end of a game. */
export const SCORES = {
  won: (names) => (names.length === 1 ? `${names[0]} wins` : `${allOf(names)} share the victory`),
  caption: "Points of all players",
  player: "Player",
  total: "Total",
  tieBreak: "Tie-break",
  winner: "winner",
  lines: (name, points) => `${name}: ${counted(points, "point")}, line by line`,
  again: "Play again",
  review: "Review this game",
  another: "Another game",
  recorded: (path) => `Recorded in ${path}`,
  seed: (seed) => `; seed ${seed}`,
};
