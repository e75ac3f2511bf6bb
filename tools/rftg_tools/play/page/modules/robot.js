// The robot's mat: its tracks, dice and placed cards, with an explanation of each term.

import { make } from "./dom.js";
import { symbol } from "./symbols.js";
import { addPart } from "./parts.js";
import { action } from "./players.js";
import { NARROW } from "./settings.js";
import { actionParts, capital, term } from "./words.js";

const WORDS = {
  label: "The robot's mat",
  title: (level) => `Robot, ${level}`,
  stack: "stack",
  stackIs: "Cards the robot has drawn, face down, instead of a hand. To place a card it turns them up one by one, and discards those it cannot place.",
  credit: "credit",
  creditIs:
    "The robot's money, from 0 to 4. It gains credit from Explore and Consume: Trade, and pays it for counters, 6-cost developments, and placing in a phase that only you have chosen.",
  economy: "economy",
  economyIs:
    "Replaces goods, from 0 to 5. Produce and Consume: x2 raise it. When the robot consumes, it gains chips for each point of economy.",
  countersLeft: "counters left",
  countersPlaced: "counters placed",
  countersAre:
    "Counters for 6-cost developments. In Develop the robot places one for 2 credit (3 if only you have chosen Develop). Each counts as a card and scores points at the end.",
  face: "robot face",
  faceIs: "The action for a robot face on its dice. The robot's start world sets this action, and when it changes.",
  dice: "dice",
  diceAre:
    "The robot rolls two dice after you have chosen. A die that matches one of your actions repeats it; a robot face counts as the robot's own face.",
  does: "It does:",
  phases: {
    search: "It does nothing.",
    explore: "It draws cards to its stack and gains credit.",
    develop: "It places a counter if it has the credit; otherwise it draws a card and turns up its stack until it finds a development, which it places.",
    settle: "It draws cards and turns up its stack until it finds a world that it can place, which it places.",
    consume: "It gains chips for its economy. Trade also adds credit; x2 doubles the chips and adds economy.",
    produce: "Its economy grows by 1.",
  },
  canChange: "Its start world can change this: see the log.",
};

addPart("robot", { side: robot });

function robot(mat) {
  return make(
    "details",
    { class: "robot", "data-key": "robot", "aria-label": WORDS.label, open: !NARROW.matches },
    make("summary", {}, make("h2", {}, WORDS.title(mat.level))),
    make(
      "p",
      { class: "facts row wrap" },
      track(WORDS.credit, mat.credit, WORDS.creditIs),
      track(WORDS.economy, mat.economy, WORDS.economyIs),
      make("span", { class: "figure" }, symbol("cards"), term(WORDS.stack, WORDS.stackIs), " ", make("b", {}, mat.stack)),
      track(WORDS.countersLeft, mat.counters_left, WORDS.countersAre),
      track(WORDS.countersPlaced, mat.counters_placed, WORDS.countersAre),
    ),
    mat.face && make("p", { class: "dice row wrap" }, term(WORDS.face, WORDS.faceIs), " ", actionButton(mat.face)),
    mat.dice.length > 0 &&
      make("p", { class: "dice row wrap" }, term(WORDS.dice, WORDS.diceAre), mat.dice.map((face) => make("span", { class: "die" }, capital(formatFace(face))))),
    mat.placed.length > 0 && make("p", { class: "dice row wrap" }, WORDS.does, mat.placed.map(actionButton)),
    mat.notes.length > 0 && make("ul", {}, mat.notes.map((note) => make("li", {}, note))),
  );
}

function track(name, value, meaning) {
  return make("span", { class: "figure" }, term(name, meaning), " ", make("b", {}, value));
}

/** A die's face as an action name: "consume: trade". */
function formatFace(face) {
  return face.replace("-", ": ");
}

/** An action of the robot, with its effect on the robot's mat. */
function actionButton(name) {
  const label = formatFace(name);
  const meaning = WORDS.phases[actionParts(label).phase];
  return term(action(label), `${meaning} ${WORDS.canChange}`);
}
