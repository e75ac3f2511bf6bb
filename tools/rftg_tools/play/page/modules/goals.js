// Goals: what each is worth, and how far everybody is.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { addPart } from "./parts.js";

addPart("goals", { side: goals, figures: held });

function goals({ tiles }, frame) {
  return make(
    "section",
    { class: "goals", "data-key": "goals", "aria-label": "Goals" },
    tiles.map((goal) => tile(goal, frame)),
  );
}

/** The goals that a player holds: how many, and which. */
function held({ held: titles }, { seat }) {
  const mine = titles[seat];
  if (!mine.length) return null;
  const names = mine.join(", ");
  return make("span", { class: "figure", title: names }, icon("goal"), make("b", {}, mine.length), make("span", { class: "unseen" }, ` ${mine.length === 1 ? "goal" : "goals"}: ${names}`));
}

function tile(goal, frame) {
  const holders = goal.held_by.map((seat) => nameOf(seat, frame));
  return make(
    "details",
    { class: holders.length ? "goal held" : "goal", "data-key": `goal ${goal.name}` },
    make(
      "summary",
      { title: goal.says },
      icon("goal"),
      make("b", {}, goal.name),
      make("span", { class: "worth" }, `${goal.points} VP, ${goal.most ? "most" : "first"}`),
      make("span", { class: "unseen" }, holders.length ? `, held by ${holders.join(" and ")}` : ", not yet claimed"),
      standings(goal, frame),
    ),
    make("p", {}, goal.says, goal.most && ` Who ties for the most without holding it has ${TIED} VP.`),
  );
}

const TIED = 3; // points of a tie (arc 1 booklet, Goals)

/** How far each player is, or who has it. */
function standings({ amounts, held_by: held }, frame) {
  const ranked = frame.players.filter((player) => amounts || held.includes(player.seat));
  if (amounts) ranked.sort((one, other) => amounts[other.seat] - amounts[one.seat]);
  return make(
    "span",
    { class: "standings" },
    ranked.map((player) => {
      const has = held.includes(player.seat);
      return make("span", { class: has ? "has" : null }, has && "★ ", nameOf(player.seat, frame), amounts && make("b", {}, ` ${amounts[player.seat]}`));
    }),
    !ranked.length && "not yet claimed",
  );
}

function nameOf(seat, frame) {
  if (seat === frame.seat && !frame.recorded) return "you";
  return frame.players.find((player) => player.seat === seat)?.name.replace(/ \(.*\)$/, "") ?? "";
}
