// Texts of the table, for Race and Roll or for Race alone.

import { counted } from "./common.js";
import { allOf, capital, KINDS, listed, nounOf } from "./words.js";

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
  undoRound: (round) => (round ? `Return to the start of round ${round} (Shift U)` : "Return to the set-up (Shift U)"),
  lost: "Connection lost.",
  kept: "What you have marked is kept. Trying again…",
  retry: "Try now",
  lastRound: "Last round.",
  ends: (reasons) => `${reasons.join("; ")}. The game ends when this round is over.`,
  alarm: "Careful.",
  given: "given",
  takeBack: (step) => `Undo: ${step}`,
  noUndo: "Nothing to undo: you haven't answered yet, or a card or another player's answer has been revealed since.",
  help: "Help and keys",
};

/** The side panel. */
export const LOG = {
  title: "Log",
  makeTest: "Make this a test…",
  entries: "Entries",
  besideGoals: "Goals and log",
  chat: "Chat",
};

/** The tabs of narrow screens. */
export const TABS = { label: "Parts of the table", table: "Table", goals: "Goals", log: "Log", chat: "Chat" };

/** Settings that speak outside of the help. */
export const SETTINGS = { yourTurn: "It's your turn" };

/** The question, and its answers. */
export const ASK = {
  again: "Again",
  againLabel: "Pairs that you chose before",
  title: "What to do now",
  choosing: "choosing",
  areReady: (names) => `${listed(names)} ${names.length === 1 ? "is" : "are"} ready`,
  secret: "Only you can see it until all are ready",
  youChose: (label) => `You chose ${label}`,
  youDo: (verb, titles) => `You ${verb} ${listed(titles)}`,
  answered: "You have answered",
  takeBack: "Take back",
  waiting: (names) => (names.length ? `Waiting for ${allOf(names)}.` : "One moment."),
  parted: (difference) => `The game is shown up to its first difference: ${difference}.`,
  help: "Explanation",
  hint: "Hint",
  options: "Options",
  menu: "Options for this card",
  spendGood: (title) => `Spend the good of ${title} on it`,
  actions: "Actions",
  prestige: "With prestige",
  botsChoice: "a bot's choice",
  markBotsChoice: "Mark the bot's choice",
  chooseTwo: "Choose two actions",
  noPair: "These two can't be combined",
  choosePair: "Choose these two",
  ways: "Payment",
  clear: "Clear",
  chosen: "chosen",
  kept: "kept",
  keepRest: (count, isPayment) =>
    count ? `Mark the ${count === 1 ? "card" : `${count} cards`} you keep${isPayment ? "; the others pay" : ""}.` : "This takes all your cards.",
  ofNeeded: (minimum, maximum, isAllOrNone) =>
    `of ${isAllOrNone ? `0 or ${maximum}` : minimum === maximum ? maximum : `${minimum} to ${maximum}`} chosen`,
  advice: (verb, count, sign) =>
    `A bot would ${verb} ${count ? `the ${count === 1 ? "card" : `${count} cards`} with this sign: ${sign}` : "none"}.`,
  pay: (count) => (count ? `Pay ${counted(count, "card")}` : "Pay nothing"),
  doIt: (verb, what) => `${capital(verb)} ${what || "nothing"}`,
  allOrNone: (maximum) => `Choose ${maximum} cards, or none.`,
  missing: (verb, count) => `${capital(verb)} ${count} more`,
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
  isNew: "new",
  tested: "under test",
  saved: "saved under it:",
  good: (kind) => `${KINDS[kind]} good`,
};

/** The player's cards. */
export const HAND = {
  choose: "Choose from",
  drawn: (count) => `Drawn now, ${counted(count, "card")}`,
  sort: "Order of the hand",
  sortBy: (order) => `Order of the hand: change to ${order.toLowerCase()}`,
  orders: { dealt: "Dealt", cost: "Cost", type: "Type" },
  overLimit: (excess, limit) => `Over the limit of ${limit}: you discard ${excess} at the end of the round`,
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
  places: ["first", "second", "third", "fourth", "fifth", "sixth"],
  order: (index) => (index ? `plays ${["", "2nd", "3rd"][index] ?? `${index + 1}th`}` : "plays first"),
  yourTurn: "your turn",
  thinking: "choosing",
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

/** The chart of points. */
export const POINTS = { title: "Points after each round", round: "Round" };

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

/** Card tests of moments. */
export const MOMENTS = {
  make: "Make this a test",
  when: (round, step) => (round ? `Round ${round}, ${step}` : step),
  nothing: "nothing chosen",
  none: "Finish a phase in which you decide something",
  failed: "The server didn't answer. Try again.",
  cannot: "This moment can't be a test",
  title: "A test of this moment",
  below: (title) => `It passes. Put it below \u201ctests:\u201d in the file of ${title}.`,
  blocked: (title) => `It passes. Your browser didn't let the studio open by itself; it adds the test to ${title}.`,
  copy: "Copy",
  copied: "Copied",
  open: "Add in the studio",
  close: "Close",
};
