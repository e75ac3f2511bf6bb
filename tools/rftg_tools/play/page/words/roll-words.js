// Texts of the Roll table that table-words.js doesn't have.

import { counted } from "./common.js";
import { KINDS, listed, SIGNS, stepName } from "./words.js";

const SIDES = ["explore", "develop", "settle", "produce", "ship", "wild"];

export const ROLL = {
  colours: { home: "Home", military: "Military", consumption: "Consumption", ...KINDS },
  letters: { home: "H", military: "M", consumption: "C", ...SIGNS }, // by colour
  stacks: { developments: "Developments", worlds: "Worlds" },
  tasks: { scout: "Scout", stock: "Stock" },
  chips: (count) => counted(count, "chip"),
  credits: (count) => counted(count, "credit"),
  sizeOfTableau: (tiles) => `${tiles} of 12 tiles`,
};

/** Dice and their sides. */
export const DICE = {
  die: (colour, side) => `${ROLL.colours[colour]} die, ${sideName(side)}`,
  sides: (sides) => {
    const counts = SIDES.map((_name, side) => [sideName(side), sides.filter((one) => one === side).length]);
    return listed(counts.filter(([, count]) => count).map(([name, count]) => (count > 1 ? `${count} ${name}` : name)));
  },
  pile: (name, counts) => `${name}: ${counts.length ? listed(counts.map(([count, colour]) => `${count} ${ROLL.colours[colour]}`)) : "no dice"}`,
  hidden: (count) => `${count} hidden ${diceWord(count)}`,
  toMark: (item, place, limit) => (limit > 1 ? `${item}, ${place} of ${limit}` : item),
};

function sideName(side) {
  return side === SIDES.length - 1 ? "wild" : stepName(SIDES[side]);
}

function diceWord(count) {
  return count === 1 ? "die" : "dice";
}

/** The bar. */
export const ROLL_BAR = {
  steps: { roll: "Rolling", assign: "Assign workers", reveal: "Reveal workers", manage: "Manage empire" }, // while they last
  states: { off: "does not occur", unknown: "not known yet" },
  pool: (points) => `${points} VP left`,
  bag: (tiles) => `${tiles} tiles in the bag`,
  noUndo: "Nothing to undo: you haven't answered yet, or something has been revealed since.",
};

/** The round summary. */
export const ROLL_PAUSE = {
  built: "built",
  credits: (count) => `+${counted(count, "credit")}`,
  dice: (count) => `+${count} ${diceWord(count)}`,
  tiles: (count) => `drew ${counted(count, "tile")}`,
};

const VERBS = { recruit: "Recruit", recall: "Recall", builders: "Build with", "builders returned": "Move", abandon: "Abandon", "workers to cup": "Return" };

/** The question, and its answers. */
export const ROLL_ASK = {
  back: "Back",
  none: "none",
  done: "Done",
  stockAll: (count) => `All ${count} stock: gain ${2 * count} credits`,
  thenRecall: "Recruit, then recall dice",
  recallToo: "Then recall dice",
  withDie: (die) => `with the ${die}`,
  advice: (answer) => `A bot would choose: ${answer}`,
  choose: (amount) => `Choose ${amount}`,
  more: (count) => `${count} more`,
  staying: (count) => `${count} ${diceWord(count)} that ${count === 1 ? "stays" : "stay"}`,
  markStaying: "Mark the dice that stay: they are fewer.",
  confirm: (kind, count) => `${VERBS[kind] ?? "Confirm"} ${count || "none"}`,
  stepsLabel: "Steps of the assignment",
  steps: { select: "Select a phase", "assign wild": "Place wild workers", reassign: "Move what you can, then Done" },
  help: {
    select: "It is sure to occur, and its die still works. Click a die first to select with that one.",
    "start tiles": "Choose one of the two pairs above.",
    "assign wild": "Drag it to a phase, or press the phase's number.",
    reassign: "Drag a worker that may move, or click it and then its phase.",
    explorer: "Scout for a tile, or stock for 2 credits.",
    abandon: "Click the tiles that you put back, if any.",
    "place tile": "Click the side that you want to build.",
    producer: "Click a world, or drag a die to it.",
    shipper: "Trade a good for credits, or consume it for points.",
    recall: "Dice on your stacks and goods may return to the cup.",
  },
};

/** Plans: one click that answers several questions. */
export const ROLL_PLANS = {
  withWild: (select, count) => `${select}, and send ${count === 1 ? "the wild worker" : `all ${count} wild workers`} there`,
  toAll: "All wild workers",
  allWild: (count, phase) => `All ${count} wild workers to ${phase}`,
  worker: (colour, phase) => `${ROLL.colours[colour]} (${sideName(phase)})`,
  returning: (worker) => `Dictate: return ${worker}, move`,
  dictate: (returned, moved, to) => `Dictate: return ${returned}, move ${moved} to ${sideName(to)}`,
  scoutAll: (count) => `All ${count} scout`,
  scoutFirst: (colour, count) => `${colour ? `${ROLL.colours[colour]} scouts` : "One scouts"}, ${count === 1 ? "the other stocks" : `the other ${count} stock`}`,
  produce: (pairs) => pairs.map(([colour, world]) => `${ROLL.colours[colour]} on ${world}`).join(", "),
  consumeAll: (count, points) => `Consume all ${count} goods for ${points} VP`,
};

const TYPES = { world: "world", development: "development" };

/** A tile. */
export const TILE = {
  as: ["as development", "as world"],
  spoken: (facts) => {
    const kind = facts.kind ? `${ROLL.colours[facts.kind]} ` : facts.type === "world" ? "gray " : "";
    return `${facts.title}, ${facts.home ? "home " : ""}${kind}${TYPES[facts.type]}, cost ${facts.cost}`;
  },
  goods: (count) => `${counted(count, "good")} on it`,
  building: (count, cost) => `being built, ${TILE.workers(count, cost)}`,
  workers: (count, cost) => `${count} of ${counted(cost, "worker")}`,
};

/** The players' boards. */
export const BOARD = {
  own: "Your board",
  strip: "Your phases and workers",
  youSelected: "you selected it",
  selectedByYou: "selected by you",
  selectedByThem: "selected",
  youSelectIt: "You select it.",
  occurs: "occurs",
  doesNotOccur: "Does not occur.",
  count: (count) => `${counted(count, "worker")}.`,
  workers: (phase) => `${stepName(phase)} workers`,
  wild: "Wild",
  wildWorkers: "Wild workers",
  cup: "Cup",
  citizenry: "Citizenry",
  dictate: "Dictate",
  dictateHelp: "a die here moves another",
  credits: "Credits",
  creditsNow: (count) => `${count} credits`,
  hidden: "Hidden",
  round: "Round",
  thisRound: "This round",
  sure: "you select it: sure",
  hiddenChoice: "hidden until all are ready",
  hiddenAndSpare: "hidden, and a die selects one more",
  selectedBy: (names) => (names.length ? `selected by ${listed(names)}` : "selected by the spare die"),
  toPlace: "Tiles to place",
  drawn: "Tiles drawn",
  eitherSide: "Choose the side to build; the tile goes under that stack.",
  eitherWay: "Choose which of them is the development and which is the world.",
  none: "none",
  progress: (count, cost) => `${count} of ${counted(cost, "worker")}.`,
  would: (stack, more, left) => {
    const phase = ["Develop", "Settle"][stack];
    if (left < 0) return `${phase} would add ${more}.`;
    return left ? `${phase} would finish it and leave ${left}.` : `${phase} would finish it.`;
  },
  below: (count) => `${count} below`,
  under: (stack) => `Under the ${stack.toLowerCase()}`,
  inStack: (size) => `${counted(size, "tile")} in the stack`,
  ownTableau: "Your tableau",
  sizeAndScore: (tiles, points) => `${tiles} of 12 tiles, ${points} VP`,
  tableauOf: (name) => `Tableau of ${name}`,
};

/** The help. */
export const HELP = {
  screen: "All players assign their workers at the same time, and nobody sees those of the others. Only selected phases occur. Point at a die to see its six sides, and at a tile to read it.",
  phases: "Symbols of dice, and what their workers do",
  wild: "Wild",
  phase: {
    explore: "each scouts for a tile, or stocks for 2 credits",
    develop: "build the top development",
    settle: "build the top world",
    produce: "each becomes a good on a world",
    ship: "each trades a good for credits, or consumes it for points",
    wild: "you choose the phase",
  },
  dice: "Sides of the dice",
  keys: "Keys",
  keyList: [
    { keys: ["1", "…", "5"], what: "the phase of that number, while you assign workers" },
    { keys: ["1", "…", "9", "a", "…"], what: "go to the answer with that key, or mark its die" },
    { keys: ["Enter"], what: "Done, or take the answer with the focus" },
    { keys: ["←", "→", "↑", "↓"], what: "move between dice, tiles and answers" },
    { keys: ["Esc"], what: "put back what you have picked up" },
    { keys: ["I"], what: "enlarge the tile with the focus" },
    { keys: ["U"], what: "undo, until something is revealed" },
    { keys: ["Shift", "U"], what: "undo the round, in a game against bots" },
    { keys: ["H"], what: "hint: show a bot's choice" },
    { keys: ["L"], what: "log" },
  ],
};
