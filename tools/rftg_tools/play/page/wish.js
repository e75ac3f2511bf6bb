// The wish: what is to be played, as the form has it, and what of it fits the chosen sets.

import { SEATS, WISH } from "./start-words.js";

const FEWEST = 2;
export const RACE = "race"; // the game with options, opening hands and a robot
const NAME = "name"; // what this browser keeps of the person who plays here

/** One click starts it: the own files' sets, else base; you against one expert bot. */
export function firstWish(setup) {
  const own = setup.sets.filter((one) => one.own && one.playable !== false).map((one) => one.id);
  const chosen = setup.chosen?.length ? setup.chosen : own.length ? own : ["base"];
  const game = setup.sets.find((one) => chosen.includes(one.id))?.game ?? RACE;
  const level = firstLevel(setup, game);
  return {
    game,
    sets: new Set(chosen),
    seats: [
      { kind: "human", name: localStorage.getItem(NAME) ?? SEATS.player(1) },
      { kind: "bot", level, name: "" },
    ],
    options: {},
    robot: "medium",
    seed: "",
    opening: [],
  };
}

/** The level of the first bot: expert where there is one, else the best. */
function firstLevel(setup, game) {
  const levels = levelsOf(setup, game);
  return levels.includes("expert") ? "expert" : levels.at(0);
}

/** The levels of a game's bots. */
export function levelsOf(setup, game) {
  return setup.games?.find((one) => one.id === game)?.levels ?? setup.levels;
}

/** Play another game: with its first set, and its bots. */
export function changeGame(setup, wish, game) {
  wish.game = game;
  const first = setup.sets.find((one) => one.game === game && one.id === (game === RACE ? "base" : game));
  wish.sets = new Set(first ? [first.id] : []);
  wish.seats = wish.seats.filter((seat) => seat.kind !== "robot").map((seat) => (seat.kind === "bot" ? { ...seat, level: firstLevel(setup, game) } : seat));
  if (wish.seats.length < FEWEST) wish.seats.push({ kind: "bot", level: firstLevel(setup, game), name: "" });
  wish.opening = [];
  wish.options = {};
}

/** The sets that are in use: the chosen ones and what they require. */
function inUse(setup, wish) {
  const known = new Map(setup.sets.map((one) => [one.id, one]));
  const found = new Set();
  const add = (id) => {
    if (found.has(id) || !known.has(id)) return;
    found.add(id);
    (known.get(id).requires ?? []).forEach(add);
  };
  wish.sets.forEach(add);
  return [...found].map((id) => known.get(id));
}

/** The titles of the chosen sets that bring a set along, though it need not be chosen itself. */
export function neededBy(setup, wish, id) {
  const brings = (one) => one !== id && inUse(setup, { sets: new Set([one]) }).some((set) => set.id === id);
  return setup.sets.filter((one) => wish.sets.has(one.id) && brings(one.id)).map((one) => one.title);
}

/** The most players whom the sets in use serve. */
export function mostPlayers(setup, wish) {
  const most = Math.max(...inUse(setup, wish).map((one) => one.players), 0);
  return most || FEWEST;
}

/** Why an option cannot be had; "" if it can. */
export function whyNot(option, setup, wish) {
  const sets = inUse(setup, wish);
  if (option.needs && !sets.some((one) => one.modules.includes(option.needs))) {
    const bringers = setup.sets.filter((one) => one.modules.includes(option.needs));
    return WISH.needs(bringers.map((one) => one.title));
  }
  if (option.players && wish.seats.length !== option.players) {
    return WISH.forPlayers(option.players);
  }
  if (hasRobot(wish) && option.robot === false) return WISH.notRobot;
  return "";
}

/** Whether an option is on: as it was chosen, or else if a set in use switches it on. */
export function isOn(option, setup, wish) {
  const usual = () => inUse(setup, wish).some((one) => one.switches_on?.includes(option.name));
  return !whyNot(option, setup, wish) && Boolean(wish.options[option.name] ?? usual());
}

export function hasRobot(wish) {
  return wish.seats.some((one) => one.kind === "robot");
}

/** What is sent. */
export function asked(setup, wish) {
  const options = {};
  for (const option of setup.options) {
    if (isOn(option, setup, wish)) options[option.name] = true;
  }
  const person = wish.seats.find((one) => one.kind === "human");
  if (person) localStorage.setItem(NAME, person.name);
  const cards = {
    robot: hasRobot(wish) ? wish.robot : null,
    opening: wish.seats.map((_seat, at) => wish.opening[at] ?? []),
  };
  return {
    ...(wish.game === RACE ? cards : { game: wish.game }),
    sets: [...wish.sets],
    seats: wish.seats.map(seatAsked),
    options,
    seed: wish.seed.trim(),
  };
}

function seatAsked(seat) {
  if (seat.kind === "robot") return { kind: "robot" };
  if (seat.kind === "bot") return { kind: "bot", level: seat.level, name: seat.name ?? "" };
  return { kind: "human", name: seat.name.trim() };
}

/** In a sentence, what Play would begin. */
export function sentence(setup, wish) {
  const [first, ...others] = wish.seats.map(
    (one) => (one.kind === "human" ? one.name || WISH.somebody : one.kind === "bot" ? WISH.aBot(one.level) : WISH.theRobot(wish.robot)),
  );
  return WISH.sentence(first, others, inUse(setup, wish).map((one) => one.title));
}
