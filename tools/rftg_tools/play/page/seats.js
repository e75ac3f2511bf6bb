// The players of a new game: people at this screen, bots, or the robot.

import { address } from "./common.js";
import { make } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { openMenu } from "./menus.js";
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
    draft.seats.filter(({ kind }) => kind === "human").length > 1 && elsewhere(setup.links),
    !hasRobot(draft) &&
      make(
        "p",
        { class: "options" },
        make("button", { type: "button", class: "soft", "data-do": "add", disabled: count >= maximum }, icon("plus"), SEATS.add),
        count >= maximum && make("span", { class: "note" }, SEATS.most(maximum)),
      ),
  );
}

/** What people need who don't all sit at this screen. links: "open", "closed" or "none", without a server. */
function elsewhere(links) {
  const text = SEATS.linkAdvice[links];
  return text && make(
    "p",
    { class: "note" },
    `${SEATS.here} ${text} `,
    links === "none" && make("a", { href: address("../installed.html"), target: "_blank" }, SEATS.install),
  );
}

function row(seat, index, { draft }) {
  const label = SEATS.player(index + 1);
  return make(
    "li",
    { "data-key": `seat ${index} ${seat.kind}` },
    make("button", { type: "button", class: "select", "data-do": "kind", "data-at": index, "aria-haspopup": "menu", "aria-label": `${SEATS.who(label)}: ${kindText(seat, draft)}` }, kindText(seat, draft)),
    seat.kind === "human"
      ? make("input", { type: "text", name: "name", "data-at": index, value: seat.name, maxlength: 40, "aria-label": SEATS.name(label), autocomplete: "off" })
      : make("span", { class: "note" }, seat.kind === "robot" ? SEATS.robotIs : ""),
    draft.seats.length > LEAST &&
      iconButton("close", SEATS.remove(index + 1), { "data-do": "remove", "data-at": index }),
  );
}

function kindText(seat, draft) {
  if (seat.kind === "bot") return SEATS.bot(seat.level);
  return seat.kind === "robot" ? SEATS.robot(draft.robot) : SEATS.person;
}

/** Open the menu of who can play at a seat. */
export function openSeat(button, { setup, draft }, onChange) {
  const index = Number(button.dataset.at);
  const robots = index > 0 && draft.game === RACE ? setup.robot : [];
  const kinds = ["human", ...levelsOf(setup, draft.game).map((level) => `bot ${level}`), ...robots.map((level) => `robot ${level}`)];
  const entries = kinds.map((value) => {
    const [kind, level] = value.split(" ");
    const label = kindText({ kind, level }, { robot: level });
    return { label, isChosen: label === kindText(draft.seats[index], draft), run: () => { changeKind(draft, index, value); onChange(); } };
  });
  openMenu(button, entries);
}

/** Apply a change to the players; return whether the field is about a player. */
export function changeSeat(field, { setup, draft }) {
  const index = Number(field.dataset.at);
  if (field.name === "name") draft.seats[index].name = field.value;
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
