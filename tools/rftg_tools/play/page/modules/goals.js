// Goals: the value of each, and every player's progress.

import { make } from "./dom.js";
import { symbol } from "./symbols.js";
import { addPart } from "./parts.js";
import { shortName } from "./players.js";
import { allOf, nounOf } from "./words.js";

const TIED = 3; // points of a tie (arc 1 booklet, Goals)
const WORDS = {
  title: "Goals",
  open: (left, all) => `${left} of ${all} left`,
  held: (names) => `${nounOf(names.length, "goal")}: ${names.join(", ")}`,
  most: "most",
  first: "first",
  worth: (points, isMost) => `${points} VP, ${isMost ? "most" : "first"}`,
  heldBy: (names) => `held by ${allOf(names)}`,
  unclaimed: "not yet claimed",
  tied: `Players who tie for the most without holding the goal get ${TIED} VP.`,
};

addPart("goals", { side: goals, figures: heldGoals });

function goals({ tiles }, frame) {
  return make(
    "section",
    { class: "goals", "data-key": "goals", "aria-label": WORDS.title },
    make("p", { class: "title" }, make("span", {}, WORDS.title), make("span", {}, WORDS.open(tiles.filter((goal) => !goal.held_by.length).length, tiles.length))),
    tiles.map((goal) => tile(goal, frame)),
  );
}

/** The number and names of the goals that a player holds. */
function heldGoals({ held: titles }, { seat }) {
  const ownGoals = titles[seat];
  if (!ownGoals.length) return null;
  return make("span", { class: "figure", title: ownGoals.join(", ") }, symbol("goal"), make("b", {}, ownGoals.length), make("span", { class: "unseen" }, ` ${WORDS.held(ownGoals)}`));
}

function tile(goal, frame) {
  const holders = goal.held_by.map((seat) => shortName(seat, frame));
  return make(
    "details",
    { class: holders.length ? "goal held" : "goal", "data-key": `goal ${goal.name}` },
    make(
      "summary",
      { title: goal.says },
      make("span", { class: "hex", "aria-hidden": "true" }, goal.points),
      make("b", {}, goal.name),
      make("span", { class: "worth" }, make("span", { class: "unseen" }, WORDS.worth(goal.points, goal.most)), make("span", { "aria-hidden": "true" }, goal.most ? WORDS.most : WORDS.first)),
      make("span", { class: "unseen" }, `, ${holders.length ? WORDS.heldBy(holders) : WORDS.unclaimed}`),
      standings(goal, frame),
    ),
    make("p", {}, goal.says, goal.most && ` ${WORDS.tied}`),
  );
}

/** Each player's progress, or the holders. */
function standings({ amounts, held_by: holders }, frame) {
  const ranked = frame.players.filter((player) => amounts || holders.includes(player.seat));
  if (amounts) ranked.sort((first, second) => amounts[second.seat] - amounts[first.seat]);
  return make(
    "span",
    { class: "standings" },
    ranked.map((player) => {
      const has = holders.includes(player.seat);
      return make("span", { class: has ? "has" : null }, has && "★ ", shortName(player.seat, frame), amounts && make("b", {}, ` ${amounts[player.seat]}`));
    }),
    !ranked.length && WORDS.unclaimed,
  );
}
