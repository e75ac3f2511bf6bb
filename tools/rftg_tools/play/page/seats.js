// The players of a new game: people at this screen, bots, or the robot.

import { make } from "./dom.js";
import { SEATS } from "./start-words.js";
import { hasRobot, levelsOf, mostPlayers, RACE } from "./wish.js";

const LEAST = 2;

export function seatRows(page, problems) {
  const { setup, wish } = page;
  const most = mostPlayers(setup, wish);
  const many = wish.seats.length;
  return make(
    "fieldset",
    { class: "seats" },
    make("legend", {}, SEATS.title),
    problems,
    make("ol", {}, wish.seats.map((seat, at) => row(seat, at, page))),
    !hasRobot(wish) &&
      make(
        "p",
        { class: "options" },
        make("button", { type: "button", "data-do": "add", disabled: many >= most }, SEATS.add),
        many >= most && make("span", { class: "note" }, SEATS.most(most)),
      ),
  );
}

function row(seat, at, { setup, wish }) {
  const label = SEATS.player(at + 1);
  return make(
    "li",
    { "data-key": `seat ${at} ${seat.kind}` },
    make(
      "select",
      { name: "kind", "data-at": at, "aria-label": SEATS.who(label) },
      choice("human", SEATS.person, valueOf(seat, wish)),
      levelsOf(setup, wish.game).map((level) => choice(`bot ${level}`, SEATS.bot(level), valueOf(seat, wish))),
      at > 0 && wish.game === RACE && setup.robot.map((level) => choice(`robot ${level}`, SEATS.robot(level), valueOf(seat, wish))),
    ),
    seat.kind === "human"
      ? make("input", { type: "text", name: "name", "data-at": at, value: seat.name, maxlength: 40, "aria-label": SEATS.name(label), autocomplete: "off" })
      : make("span", { class: "note" }, seat.kind === "robot" ? SEATS.robotIs : ""),
    wish.seats.length > LEAST &&
      make("button", { type: "button", class: "quiet", "data-do": "remove", "data-at": at, "aria-label": SEATS.remove(at + 1) }, "✕"),
  );
}

function valueOf(seat, wish) {
  if (seat.kind === "bot") return `bot ${seat.level}`;
  return seat.kind === "robot" ? `robot ${wish.robot}` : "human";
}

function choice(value, text, chosen) {
  return make("option", { value, selected: value === chosen }, text);
}

/** Change the players as a field or button says; whether it is one of theirs. */
export function changeSeat(field, { setup, wish }) {
  const at = Number(field.dataset.at);
  if (field.name === "kind") become(wish, at, field.value);
  else if (field.name === "name") wish.seats[at].name = field.value;
  else if (field.dataset.do === "add") add(setup, wish);
  else if (field.dataset.do === "remove") {
    wish.seats.splice(at, 1);
    wish.opening.splice(at, 1);
  } else return false;
  return true;
}

function add(setup, wish) {
  const last = wish.seats.at(-1);
  wish.seats.push(last.kind === "bot" ? { ...last, name: "" } : { kind: "bot", level: bestLevel(setup, wish), name: "" });
}

function become(wish, at, value) {
  const [kind, level] = value.split(" ");
  if (kind === "robot") {
    // arc 1 booklet: the robot is the one opponent.
    wish.robot = level;
    wish.seats = [at === 0 ? { kind: "human", name: SEATS.player(1) } : wish.seats[0], { kind: "robot" }];
    return;
  }
  wish.seats[at] = kind === "bot" ? { kind, level, name: "" } : { kind, name: SEATS.player(at + 1) };
}

function bestLevel(setup, wish) {
  const levels = levelsOf(setup, wish.game);
  return levels.includes("expert") ? "expert" : levels.at(0);
}
