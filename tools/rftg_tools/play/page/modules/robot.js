// The robot's mat: its tracks, its dice and what it placed, each word with what it means.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { addPart } from "./parts.js";
import { action, NARROW } from "./players.js";
import { actionParts, capital } from "./words.js";

const WORDS = {
  label: "The robot's mat",
  title: (level) => `Robot, ${level}`,
  stack: "stack",
  stackIs: "Cards that it has drawn, face down, in place of a hand. It turns them up one by one to find a card to place, and discards the others.",
  credit: "credit",
  creditIs:
    "What it pays with instead of cards, from 0 to 4. Explore and Consume: Trade bring it; counters, 6-cost developments and placing in a phase that only you have chosen take it.",
  economy: "economy",
  economyIs:
    "What it has instead of goods, from 0 to 5. Produce and Consume: x2 raise it; when it consumes it gains chips for each point of it.",
  countersLeft: "counters left",
  countersPlaced: "counters placed",
  countersAre:
    "Counters that stand for 6-cost developments. It places one in Develop for 2 credit (3 where only you have chosen Develop); each then counts as a card and is worth points at the end.",
  face: "robot face",
  faceIs: "How it reads the robot faces of its dice. Its start world says which action that is, and when it changes.",
  dice: "dice",
  diceAre:
    "It rolls two dice after you have chosen. A match is placed below one of your actions and does the same; a robot face is read as its own face.",
  does: "It does:",
  phases: {
    search: "It looks for nothing.",
    explore: "It draws cards to its stack and gains credit.",
    develop: "It places a counter if it has the credit; otherwise it draws a card and turns up its stack until it finds a development, which it places.",
    settle: "It draws cards and turns up its stack until it finds a world that it can place, which it places.",
    consume: "It gains chips for its economy: Trade also brings credit, x2 brings twice the chips and economy.",
    produce: "Its economy grows by 1.",
  },
  canChange: "Its start world can change this: the log says what it does.",
};

addPart("robot", { side: robot });

function robot(mat) {
  return make(
    "details",
    { class: "robot", "data-key": "robot", "aria-label": WORDS.label, open: !NARROW.matches },
    make("summary", {}, make("h2", {}, WORDS.title(mat.level))),
    make(
      "p",
      { class: "facts" },
      track(WORDS.credit, mat.credit, WORDS.creditIs),
      track(WORDS.economy, mat.economy, WORDS.economyIs),
      make("span", { class: "figure" }, icon("cards"), term(WORDS.stack, WORDS.stackIs), " ", make("b", {}, mat.stack)),
      track(WORDS.countersLeft, mat.counters_left, WORDS.countersAre),
      track(WORDS.countersPlaced, mat.counters_placed, WORDS.countersAre),
    ),
    mat.face && make("p", { class: "dice" }, term(WORDS.face, WORDS.faceIs), " ", does(mat.face)),
    mat.dice.length > 0 &&
      make("p", { class: "dice" }, term(WORDS.dice, WORDS.diceAre), mat.dice.map((face) => make("span", { class: "die" }, capital(worded(face))))),
    mat.placed.length > 0 && make("p", { class: "dice" }, WORDS.does, mat.placed.map(does)),
    mat.notes.length > 0 && make("ul", {}, mat.notes.map((note) => make("li", {}, note))),
  );
}

function track(name, value, meaning) {
  return make("span", { class: "figure" }, term(name, meaning), " ", make("b", {}, value));
}

/** The face of a die as actions are named: "consume: trade". */
function worded(face) {
  return face.replace("-", ": ");
}

/** A word that is explained to who points at it, taps it or asks with Enter. */
function term(word, meaning) {
  return make("button", { type: "button", class: "named term", "data-tell": meaning }, word);
}

/** An action of the robot, with what it does by its mat. */
function does(name) {
  const said = worded(name);
  const meaning = WORDS.phases[actionParts(said).phase];
  return make("button", { type: "button", class: "named term", "data-tell": `${meaning} ${WORDS.canChange}` }, action(said));
}
