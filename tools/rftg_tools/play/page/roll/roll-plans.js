// Plans: one click that answers several questions, or one for which dice are counted.
//
// Each plan is something that players often do with all of their dice. It offers nothing that its
// single steps don't.

import { coloursOf, COLOURS, PHASES, sumCounts, WILD } from "./roll-dice.js";
import { ROLL_ASK, ROLL_PLANS } from "./roll-words.js";

/** answer: null if the player gives it. @typedef {{kind: string, answer: number[] | null}} Step */
/** dice: those that the plan shows, each with its colour and its side, or -1. Others as in an Entry (see roll-picking.js).
 * @typedef {{label: string, steps: Step[], dice?: number[][], group?: string, phase?: number, lead?: string, die?: number[], to?: number}} Plan */

const MOST_LISTED = 8; // maximum number of plans to list
const MOST_DICTATED = 24; // maximum number of ways to dictate to list
const MOST_SHIPPERS = 6; // maximum number of shippers whose goods are compared
const [SCOUT, STOCK] = [0, 1]; // tasks of explorers
const CONSUME = 4; // task of shippers
const DICTATE = [-1]; // number instead of a power
const PRODUCE = 3; // number of the phase
const SHIP = 4;

/** The plans of a question. @returns {Plan[]} */
export function plansOf({ ask, frame }) {
  const make = { select: selectWithWild, "assign wild": allWild, reassign: dictate, explorer: useExplorers, producer: produceAll, shipper: consumeAll }[ask.kind];
  return make && frame.own ? make(ask, frame) : [];
}

// --- workers behind the screen

/** Select a phase, and send all wild workers there. */
function selectWithWild({ options }, { own }) {
  return PHASES.flatMap((_phase, phase) => {
    const ofPhase = options.filter(({ answer }) => answer[0] === phase);
    const option = [phase, WILD].map((side) => ofPhase.find(({ answer }) => answer[1] === side)).find(Boolean) ?? (ofPhase.length === 1 ? ofPhase[0] : null);
    if (!option) return [];
    const [, side, colour] = option.answer;
    const wild = wildOf(own);
    if (side === WILD) wild.splice(wild.indexOf(colour), 1);
    if (!wild.length) return [];
    const steps = [{ kind: "select", answer: option.answer }, ...wild.map(() => ({ kind: "assign wild", answer: [phase] }))];
    return [{ label: ROLL_PLANS.withWild(option.label, wild.length), steps, dice: wild.map((one) => [one, WILD]), group: String(phase) }];
  });
}

/** Send all wild workers to the same phase. */
function allWild({ options }, { own }) {
  const wild = wildOf(own);
  if (wild.length < 2) return [];
  return options.map(({ answer, label }) => ({ label: ROLL_PLANS.allWild(wild.length, label), steps: wild.map(() => ({ kind: "assign wild", answer })), group: "wild", phase: answer[0] }));
}

/** Return a worker and move another one, if there are few ways. */
function dictate({ options }, { own }) {
  if (!options.some(({ answer }) => isDictate(answer))) return [];
  const workers = own.workers.flatMap((counts, phase) => counts.flatMap((count, colour) => (count ? [{ colour, phase, count }] : [])));
  const ways = workers.flatMap((returned) => {
    const others = workers.filter((worker) => worker !== returned || worker.count > 1);
    return others.flatMap((moved) => PHASES.map((_phase, to) => ({ returned, moved, to })).filter(({ to }) => to !== moved.phase));
  });
  if (ways.length > MOST_DICTATED) return [];
  return ways.map(({ returned, moved, to }) => ({
    label: ROLL_PLANS.dictate(nameOf(returned), nameOf(moved), to),
    lead: ROLL_PLANS.returning(nameOf(returned)),
    group: `return ${returned.colour} ${returned.phase}`,
    die: [moved.colour, moved.phase],
    to,
    steps: [
      { kind: "reassign", answer: DICTATE },
      { kind: "dictate", answer: [returned.colour, returned.phase] },
      { kind: "reassign worker", answer: [moved.colour, moved.phase, to] },
    ],
  }));
}

function nameOf({ colour, phase }) {
  return ROLL_PLANS.worker(COLOURS[colour], phase);
}

/** Whether an answer is Dictate instead of a power. */
export function isDictate(answer) {
  return answer[0] === DICTATE[0];
}

function wildOf({ rolled }) {
  return coloursOf(rolled.slice(WILD * COLOURS.length, (WILD + 1) * COLOURS.length));
}

// --- phases

/** Let all explorers stock, all scout, or one scout and the others stock. The player places the tiles. */
function useExplorers({ moves, options }, { own }) {
  const colours = coloursOf(own.workers[0]);
  const canUse = [SCOUT, STOCK].every((task) => options.some(({ answer }) => answer[0] === task));
  if (!canUse || colours.length < 2) return [];
  const stock = (colour) => [{ kind: "explorer", answer: [STOCK, colour] }];
  const abandonNone = moves.length ? [{ kind: "abandon", answer: [] }] : [];
  const scout = (colour) => [{ kind: "explorer", answer: [SCOUT, colour] }, ...abandonNone, { kind: "place tile", answer: null }];
  const others = [...new Set(colours)].map((first) => [first, colours.toSpliced(colours.indexOf(first), 1)]);
  return [
    { label: ROLL_ASK.stockAll(colours.length), steps: colours.flatMap(stock) },
    { label: ROLL_PLANS.scoutAll(colours.length), steps: colours.flatMap(scout) },
    ...others.map(([first, rest]) => ({
      label: ROLL_PLANS.scoutFirst(others.length > 1 ? COLOURS[first] : "", rest.length),
      steps: [...scout(first), ...rest.flatMap(stock)],
    })),
  ];
}

/** The ways to put all producers on different worlds, or on each world one, if they are few. */
function produceAll({ options }, { own, cards }) {
  const worlds = [...new Set(options.map(({ answer }) => answer[1]))];
  const producers = coloursOf(own.workers[PRODUCE]);
  if (Math.min(producers.length, worlds.length) < 2) return [];
  const found = placements(own.workers[PRODUCE], worlds);
  if (!found || found.length > MOST_LISTED) return [];
  return found.map((pairs) => ({
    label: ROLL_PLANS.produce(pairs.map(([colour, world]) => [COLOURS[colour], cards[world].title])),
    steps: pairs.map((answer) => ({ kind: "producer", answer })),
  }));
}

/** The different ways to put dice on worlds, as many as there is room for: pairs of colour and world. */
function placements(counts, worlds) {
  let left = sumCounts(counts);
  if (!worlds.length || !left) return [[]];
  const [world, ...rest] = worlds;
  const placed = counts.flatMap((count, colour) => {
    if (!count) return [];
    const others = counts.map((one, index) => one - Number(index === colour));
    return placements(others, rest).map((pairs) => [[colour, world], ...pairs]);
  });
  const skipped = left <= rest.length ? placements(counts, rest) : [];
  return [...placed, ...skipped];
}

/** Consume all goods with all shippers, in the pairs that give most points. */
function consumeAll({ options }, { own, players, seat }) {
  const consuming = options.filter(({ answer }) => answer[0] === CONSUME);
  const { tableau } = players.find((player) => player.seat === seat);
  const goods = tableau.flatMap(({ face, goods: colours }) => colours.map((colour) => [face, colour]));
  const shippers = coloursOf(own.workers[SHIP]);
  const isKnown = new Set(consuming.map(({ answer }) => answer[1])).size === new Set(shippers).size; // no workers without dice
  if (!isKnown || goods.length !== shippers.length || goods.length < 2 || goods.length > MOST_SHIPPERS) return [];
  const worth = (shipper, [face, colour]) => consuming.find(({ answer }) => answer[1] === shipper && answer[2] === face && answer[3] === colour)?.worth ?? 0;
  const [points, pairs] = bestPairs(shippers, goods, worth);
  return [{ label: ROLL_PLANS.consumeAll(goods.length, points), steps: pairs.map(([shipper, good]) => ({ kind: "shipper", answer: [CONSUME, shipper, ...good] })) }];
}

/** The greatest total of pairs of shippers and goods, and those pairs. @returns {[number, Array]} */
function bestPairs(shippers, goods, worth) {
  if (!shippers.length) return [0, []];
  const [shipper, ...rest] = shippers;
  let best = /** @type {[number, Array]} */ ([-1, []]);
  goods.forEach((good, index) => {
    const [total, pairs] = bestPairs(rest, goods.toSpliced(index, 1), worth);
    const sum = total + worth(shipper, good);
    if (sum > best[0]) best = [sum, [[shipper, good], ...pairs]];
  });
  return best;
}

// --- counted dice

/** The answers of a question for which dice are counted, if they are few; null if they are marked one by one. */
export function listedAmounts(ask) {
  if (ask.form !== "amounts") return null;
  const found = amounts(ask.things.map(({ limit }) => limit), ask.least, ask.most).filter((counts) => sumCounts(counts) > 0);
  return found.length <= MOST_LISTED ? found : null;
}

/** Numbers of items within the limits whose sum lies in a range: all, or more than are listed. */
function amounts(limits, least, most) {
  if (!limits.length) return least ? [] : [[]];
  const [limit, ...rest] = limits;
  const others = sumCounts(rest);
  const found = [];
  for (let count = Math.min(limit, most); count >= Math.max(0, least - others) && found.length <= MOST_LISTED + 1; count -= 1) {
    found.push(...amounts(rest, Math.max(0, least - count), most - count).map((counts) => [count, ...counts]));
  }
  return found;
}
