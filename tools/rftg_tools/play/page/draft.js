// Draft of a new game: the form's values, and which of them fit the chosen sets.

import { SEATS, SETUP } from "./start-words.js";

const FEWEST = 2;
export const RACE = "race"; // the only game with options, opening hands and a robot
const KEPT = "setup"; // storage key of the last game's setup

/** Return the initial draft: the last game's setup as far as it still fits, or else the user's own
 * sets or base, and a person against an expert bot.
 */
export function newDraft(setup) {
  const draft = firstDraft(setup);
  const kept = keptSetup();
  if (!kept) return draft;
  const isKnown = (id) => setup.sets.some((set) => set.id === id && set.playable !== false && (set.game ?? RACE) === kept.game);
  const isChosen = setup.chosen?.length > 0;
  if (!isChosen && kept.sets.every(isKnown)) Object.assign(draft, { game: kept.game, sets: new Set(kept.sets) });
  if (draft.game !== kept.game) return draft;
  const levels = levelsOf(setup, draft.game);
  const fits = kept.seats.every((seat) => seat.kind !== "bot" || levels.includes(seat.level));
  const robotFits = !kept.seats.some((seat) => seat.kind === "robot") || setup.robot.includes(kept.robot);
  if (fits && robotFits && kept.seats.length <= maxPlayers(setup, draft)) Object.assign(draft, { seats: kept.seats, robot: kept.robot ?? draft.robot });
  draft.options = kept.options;
  return draft;
}

/** The setup of the last game in this browser, or null. */
function keptSetup() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return Array.isArray(kept?.sets) && Array.isArray(kept.seats) && kept.seats.length >= FEWEST ? kept : null;
  } catch {
    return null;
  }
}

function firstDraft(setup) {
  const ownSets = setup.sets.filter((set) => set.own && set.playable !== false).map((set) => set.id);
  const chosen = setup.chosen?.length ? setup.chosen : ownSets.length ? ownSets : ["base"];
  const gameOf = (id) => setup.sets.find((set) => set.id === id)?.game ?? RACE;
  const game = gameOf(chosen[0]);
  const level = firstLevel(setup, game);
  return {
    game,
    sets: new Set(chosen.filter((id) => gameOf(id) === game)),
    seats: [
      { kind: "human", name: SEATS.player(1) },
      { kind: "bot", level, name: "" },
    ],
    options: {},
    robot: "medium",
    seed: "",
    opening: [],
  };
}

/** The first bot's level: expert if the game has it, or else the best. */
export function firstLevel(setup, game) {
  const levels = levelsOf(setup, game);
  return levels.includes("expert") ? "expert" : levels.at(0);
}

/** The levels of a game's bots. */
export function levelsOf(setup, game) {
  return setup.games?.find((candidate) => candidate.id === game)?.levels ?? setup.levels;
}

/** Switch to another game, with its first set and its bots. */
export function changeGame(setup, draft, game) {
  draft.game = game;
  const first = setup.sets.find((set) => set.game === game && set.id === (game === RACE ? "base" : game));
  draft.sets = new Set(first ? [first.id] : []);
  draft.seats = draft.seats.filter((seat) => seat.kind !== "robot").map((seat) => (seat.kind === "bot" ? { ...seat, level: firstLevel(setup, game) } : seat));
  if (draft.seats.length < FEWEST) draft.seats.push({ kind: "bot", level: firstLevel(setup, game), name: "" });
  draft.opening = [];
  draft.options = {};
}

/** The sets in use: the chosen sets and the sets they require. */
function setsInUse(setup, draft) {
  const setsById = new Map(setup.sets.map((set) => [set.id, set]));
  const usedIds = new Set();
  const add = (id) => {
    if (usedIds.has(id) || !setsById.has(id)) return;
    usedIds.add(id);
    (setsById.get(id).requires ?? []).forEach(add);
  };
  draft.sets.forEach(add);
  return [...usedIds].map((id) => setsById.get(id));
}

/** The titles of the chosen sets that require a given set. */
export function neededBy(setup, draft, id) {
  const requiresSet = (chosenId) => chosenId !== id && setsInUse(setup, { sets: new Set([chosenId]) }).some((set) => set.id === id);
  return setup.sets.filter((set) => draft.sets.has(set.id) && requiresSet(set.id)).map((set) => set.title);
}

/** The maximum number of players for the sets in use. */
export function maxPlayers(setup, draft) {
  const maximum = Math.max(...setsInUse(setup, draft).map((set) => set.players), 0);
  return maximum || FEWEST;
}

/** The reason why an option is unavailable; "" if it is available. */
export function whyNot(option, setup, draft) {
  const sets = setsInUse(setup, draft);
  if (option.needs && !sets.some((set) => set.modules.includes(option.needs))) {
    const providers = setup.sets.filter((set) => set.modules.includes(option.needs));
    return SETUP.needs(providers.map((set) => set.title));
  }
  if (option.players && draft.seats.length !== option.players) {
    return SETUP.forPlayers(option.players);
  }
  if (hasRobot(draft) && option.robot === false) return SETUP.notRobot;
  return "";
}

/** Whether an option is on: the player's choice, or else the default of the sets in use. */
export function isOn(option, setup, draft) {
  const usual = () => setsInUse(setup, draft).some((set) => set.switches_on?.includes(option.name));
  return !whyNot(option, setup, draft) && Boolean(draft.options[option.name] ?? usual());
}

export function hasRobot(draft) {
  return draft.seats.some((seat) => seat.kind === "robot");
}

/** The request that starts the game. */
export function gameRequest(setup, draft) {
  const options = {};
  for (const option of setup.options) {
    if (isOn(option, setup, draft)) options[option.name] = true;
  }
  const { game, sets, seats, robot } = draft;
  localStorage.setItem(KEPT, JSON.stringify({ game, sets: [...sets], seats, robot, options: draft.options }));
  const cards = {
    robot: hasRobot(draft) ? draft.robot : null,
    opening: draft.seats.map((_seat, index) => draft.opening[index] ?? []),
  };
  return {
    ...(draft.game === RACE ? cards : { game: draft.game }),
    sets: [...draft.sets],
    seats: draft.seats.map(seatRequest),
    options,
    seed: draft.seed.trim(),
  };
}

function seatRequest(seat) {
  if (seat.kind === "robot") return { kind: "robot" };
  if (seat.kind === "bot") return { kind: "bot", level: seat.level, name: seat.name ?? "" };
  return { kind: "human", name: seat.name.trim() };
}

/** A sentence that describes the game. */
export function sentence(setup, draft) {
  const [first, ...opponents] = draft.seats.map(
    (seat) => (seat.kind === "human" ? seat.name || SETUP.somebody : seat.kind === "bot" ? SETUP.aBot(seat.level) : SETUP.theRobot(draft.robot)),
  );
  return SETUP.sentence(first, opponents, setsInUse(setup, draft).map((set) => set.title));
}
