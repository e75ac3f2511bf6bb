// Texts of the start page.

import { allOf, capital, listed, SERVER } from "./words.js";

/** The page, and its server errors. */
export const START = {
  title: "Play",
  form: "New game",
  play: "Play",
  starting: "Starting",
  silent: `${SERVER.silent} Is \`rftg-dsl play\` still running?`,
  noSetup: "Couldn't load the card sets, so you can't start a new game.",
  noGames: "Couldn't load the saved games.",
  refused: (status) => `The server refused: ${status}`,
};

/** The form for a new game. */
export const SETUP = {
  game: "Game",
  cards: "Cards",
  tiles: "Tiles",
  ownFile: "your file",
  neededBy: (titles) => `needed by ${allOf(titles)}`,
  upTo: (players) => `up to ${players} players`,
  rules: "Rules",
  needs: (titles) => (titles.length ? `needs ${titles.join(" or ")}` : "no set includes it"),
  forPlayers: (players) => `for ${players} players`,
  otherRules: (count) => `${count} more rules, which these cards and players do not allow`,
  notRobot: "not against the robot",
  chance: "Randomness",
  seed: "Seed",
  byChance: "random",
  sameSeed: "The same seed and answers always give the same game.",
  somebody: "a person",
  aBot: (level) => `${/^[aeiou]/.test(level) ? "an" : "a"} ${level} bot`,
  theRobot: (level) => `the robot (${level})`,
  sentence: (first, opponents, titles) => `${first} against ${listed(opponents)}, with ${listed(titles) || "no cards yet"}.`,
};

/** The players. */
export const SEATS = {
  title: "Players",
  player: (position) => `Player ${position}`,
  who: (label) => `${label}: who plays`,
  name: (label) => `${label}: name`,
  person: "A person here",
  bot: (level) => `${capital(level)} bot`,
  robot: (level) => `The robot, ${level}`,
  robotIs: "the booklet's solitaire opponent",
  add: "Add a player",
  remove: (position) => `Remove player ${position}`,
  here: "People take turns at this screen.",
  linkAdvice: {
    open: "", // the page offers links for these seats
    closed: "To give seats to people on other devices, start the server with --share.",
    none: "To give seats to people on other devices, you need the installed program.",
  },
  install: "How to get it",
  most: (players) => `These sets support up to ${players} players.`,
};

/** The opening hand. */
export const OPENING = {
  title: "Opening hand",
  about: "Cards that are certain to be dealt, or the start world. All other cards are random.",
  whose: "Player of the opening hand",
  find: "Find a card",
  findLabel: "Find a card for the opening hand",
  botAt: (number, level) => `Bot ${number} (${level})`,
  found: "Matching cards",
  own: "yours",
  start: "start world",
  more: (count) => `and ${count} more`,
  none: "No card of the chosen sets contains these words.",
  chosen: "Cards of opening hands",
  takeOut: (title) => `Remove ${title}`,
};

/** The saved games. */
export const SAVED = {
  title: "Games",
  none: "No games yet. A game is saved after every answer, so you can resume it at any time.",
  round: (number) => `round ${number}`,
  over: "over",
  overWith: (scores) => `over, with ${scores.map(({ points, name }) => `${points} for ${name}`).join(", ")}`,
  otherVersion: (difference) => `Saved by another version: ${difference}. Shown as far as this version can play it.`,
  changed: (time) => time.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }),
  look: "View",
  lookAt: (id) => `View ${id}`,
  resume: "Resume",
  resumeIt: (id) => `Resume ${id}`,
  review: "Review",
  reviewIt: (id) => `Review ${id}`,
};
