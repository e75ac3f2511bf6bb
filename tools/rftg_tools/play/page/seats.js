// The players of a new game: people at this screen, bots, or the robot.

import { make } from "./dom.js";
import { SEATS } from "./start-words.js";
import { firstLevel, hasRobot, levelsOf, maxPlayers, RACE } from "./draft.js";

const LEAST = 2;

export function seatRows(state, problems) {
  const { setup, draft } = state;
  const maximum = maxPlayers(setup, draft);
  const count = draft.seats.length;
  return make(
    "fieldset",
    { class: "seats" },
    make("legend", {}, SEATS.title),
    problems,
    make("ol", {}, draft.seats.map((seat, index) => row(seat, index, state))),
    !hasRobot(draft) &&
      make(
        "p",
        { class: "options" },
        make("button", { type: "button", "data-do": "add", disabled: count >= maximum }, SEATS.add),
        count >= maximum && make("span", { class: "note" }, SEATS.most(maximum)),
      ),
  );
}

function row(seat, index, { setup, draft }) {
  const label = SEATS.player(index + 1);
  return make(
    "li",
    { "data-key": `seat ${index} ${seat.kind}` },
    make(
      "select",
      { name: "kind", "data-at": index, "aria-label": SEATS.who(label) },
      choice("human", SEATS.person, valueOf(seat, draft)),
      levelsOf(setup, draft.game).map((level) => choice(`bot ${level}`, SEATS.bot(level), valueOf(seat, draft))),
      index > 0 && draft.game === RACE && setup.robot.map((level) => choice(`robot ${level}`, SEATS.robot(level), valueOf(seat, draft))),
    ),
    seat.kind === "human"
      ? make("input", { type: "text", name: "name", "data-at": index, value: seat.name, maxlength: 40, "aria-label": SEATS.name(label), autocomplete: "off" })
      : make("span", { class: "note" }, seat.kind === "robot" ? SEATS.robotIs : ""),
    draft.seats.length > LEAST &&
      make("button", { type: "button", class: "quiet", "data-do": "remove", "data-at": index, "aria-label": SEATS.remove(index + 1) }, "✕"),
  );
}

function valueOf(seat, draft) {
  if (seat.kind === "bot") return `bot ${seat.level}`;
  return seat.kind === "robot" ? `robot ${draft.robot}` : "human";
}

function choice(value, text, chosen) {
  return make("option", { value, selected: value === chosen }, text);
}

/** Apply a change to the players; return whether the field is about a player. */
export function changeSeat(field, { setup, draft }) {
  const index = Number(field.dataset.at);
  if (field.name === "kind") changeKind(draft, index, field.value);
  else if (field.name === "name") draft.seats[index].name = field.value;
  else if (field.dataset.do === "add") add(setup, draft);
  else if (field.dataset.do === "remove") {
    draft.seats.splice(index, 1);
    draft.opening.splice(index, 1);
  } else return false;
  return true;
}

function add(setup, draft) {
  const last = draft.seats.at(-1);
  draft.seats.push(last.kind === "bot" ? { ...last, name: "" } : { kind: "bot", level: firstLevel(setup, draft.game), name: "" });
}

function changeKind(draft, index, value) {
  const [kind, level] = value.split(" ");
  if (kind === "robot") {
    // arc 1 booklet: the robot is the only opponent.
    draft.robot = level;
    draft.seats = [index === 0 ? { kind: "human", name: SEATS.player(1) } : draft.seats[0], { kind: "robot" }];
    return;
  }
  draft.seats[index] = kind === "bot" ? { kind, level, name: "" } : { kind, name: SEATS.player(index + 1) };
}
