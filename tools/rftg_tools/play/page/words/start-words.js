// Words: what the start page says: what can be played, and the games there are.

import { allOf, capital, listed, SERVER } from "./words.js";

/** The page, and what its server cannot do. */
export const START = {
  title: "Play",
  form: "New game",
  play: "Play",
  starting: "Starting",
  silent: `${SERVER.silent} Is \`rftg-dsl play\` still running?`,
  noSetup: "The server cannot tell what can be played: no new game can begin.",
  noGames: "The server cannot list the games that are saved.",
  refused: (status) => `The server refused: ${status}`,
};

/** What is to be played. */
export const WISH = {
  game: "Game",
  cards: "Cards",
  tiles: "Tiles",
  ownFile: "your file",
  neededBy: (titles) => `needed by ${allOf(titles)}`,
  upTo: (players) => `up to ${players} players`,
  rules: "Rules",
  needs: (titles) => (titles.length ? `needs ${titles.join(" or ")}` : "no set includes it"),
  forPlayers: (players) => `for ${players} players`,
  notRobot: "not against the robot",
  chance: "Chance",
  seed: "Seed",
  byChance: "by chance",
  sameSeed: "The same seed and the same answers give the same game.",
  somebody: "a person",
  aBot: (level) => `${/^[aeiou]/.test(level) ? "an" : "a"} ${level} bot`,
  theRobot: (level) => `the robot (${level})`,
  sentence: (first, others, titles) => `${first} against ${listed(others)}, with ${listed(titles) || "no cards yet"}.`,
};

/** Who plays. */
export const SEATS = {
  title: "Players",
  player: (number) => `Player ${number}`,
  who: (label) => `${label}: who plays`,
  name: (label) => `${label}: name`,
  person: "A person here",
  bot: (level) => `${capital(level)} bot`,
  robot: (level) => `The robot, ${level}`,
  robotIs: "the booklet's solitaire opponent",
  add: "Add a player",
  remove: (number) => `Remove player ${number}`,
  most: (players) => `These cards are enough for up to ${players} players.`,
};

/** What is certain to be dealt. */
export const OPENING = {
  title: "Opening hand",
  about: "Cards that are certain to be dealt to it, or its start world. The rest is dealt at random.",
  whose: "Whose opening hand",
  find: "Find a card",
  findLabel: "Find a card for the opening hand",
  botAt: (number, level) => `Bot ${number} (${level})`,
  found: "Cards found",
  own: "yours",
  start: "start world",
  more: (count) => `and ${count} more`,
  none: "No card of the chosen sets has these words.",
  chosen: "Cards of opening hands",
  takeOut: (title) => `Take ${title} out`,
};

/** The games that are saved. */
export const SAVED = {
  title: "Games",
  none: "None yet. A game is saved with every answer, and can be resumed at any time.",
  round: (number) => `round ${number}`,
  over: "over",
  overWith: (scores) => `over, with ${scores.map(({ points, name }) => `${points} for ${name}`).join(", ")}`,
  otherVersion: (what) => `Not the game of this version: ${what}. It is shown as far as it goes here.`,
  changed: (time) => time.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }),
  look: "Look",
  lookAt: (id) => `Look at ${id}`,
  resume: "Resume",
  resumeIt: (id) => `Resume ${id}`,
  review: "Review",
  reviewIt: (id) => `Review ${id}`,
};
