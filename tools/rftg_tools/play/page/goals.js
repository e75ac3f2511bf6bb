// Goals and the robot's mat: what lies beside the tableaus.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { action, figure, NARROW } from "./players.js";
import { capital } from "./words.js";

export function goals(shown) {
  const { frame } = shown;
  if (!frame.goals?.length) return null;
  return make(
    "section",
    { class: "goals", "data-key": "goals", "aria-label": "Goals" },
    frame.goals.map((goal) => tile(goal, frame)),
  );
}

function tile(goal, frame) {
  const holders = goal.held_by.map((seat) => nameOf(seat, frame));
  const amounts = goal.amounts?.map((count, seat) => `${nameOf(seat, frame)} ${count}`);
  return make(
    "details",
    { class: holders.length ? "goal held" : "goal", "data-key": `goal ${goal.name}` },
    make(
      "summary",
      {},
      icon("goal"),
      make("b", {}, goal.name),
      make("span", { class: "worth" }, goal.most ? "most" : "first"),
      make("span", { class: holders.length ? "holder" : "unseen" }, holders.length ? `held by ${holders.join(" and ")}` : "not yet claimed"),
    ),
    make("p", {}, [goal.says, amounts && `So far: ${amounts.join(", ")}.`].filter(Boolean).join(" ")),
  );
}

function nameOf(seat, frame) {
  return frame.players.find((player) => player.seat === seat)?.name ?? "";
}

/** The robot's mat: its tracks, its dice, and what it placed. */
export function robot({ frame }) {
  const { robot: mat } = frame;
  if (!mat) return null;
  return make(
    "details",
    { class: "robot", "data-key": "robot", "aria-label": "The robot's mat", open: !NARROW.matches },
    make(
      "summary",
      {},
      make("h2", {}, `Robot, ${mat.level}`),
      mat.face && make("span", { class: "dice" }, make("span", { class: "unseen" }, "Robot face: "), action(mat.face)),
    ),
    make(
      "p",
      { class: "facts" },
      figure("cards", mat.stack, "cards in its stack"),
      track("credit", mat.credit),
      track("economy", mat.economy),
      track("counters left", mat.counters_left),
      track("counters placed", mat.counters_placed),
    ),
    mat.dice.length > 0 &&
      make("p", { class: "dice" }, "Dice: ", mat.dice.map((face) => make("span", { class: "die" }, capital(face)))),
    mat.placed.length > 0 && make("p", { class: "dice" }, "It does: ", mat.placed.map((name) => action(name))),
    mat.notes.length > 0 && make("ul", {}, mat.notes.map((note) => make("li", {}, note))),
  );
}

function track(name, value) {
  return make("span", { class: "figure" }, make("span", {}, `${name} `), make("b", {}, value));
}
