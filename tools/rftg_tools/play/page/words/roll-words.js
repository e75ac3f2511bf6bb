// Texts of the Roll table that table-words.js doesn't have.

import { counted } from "./common.js";
import { KINDS, SIGNS, stepName } from "./words.js";

export const ROLL = {
  colours: { home: "Home", military: "Military", consumption: "Consumption", ...KINDS },
  letters: { home: "H", military: "M", consumption: "C", ...SIGNS }, // by colour
  stacks: { developments: "Developments", worlds: "Worlds" },
  tasks: { scout: "Scout", stock: "Stock" },
  close: "Close",
  vp: (points) => `${points} VP`,
  chips: (count) => counted(count, "chip"),
  credits: (count) => counted(count, "credit"),
  sizeOfTableau: (tiles) => `${tiles}/12 tiles`,
};

/** The bar. */
export const ROLL_BAR = {
  steps: { assign: "Assigning workers", reveal: "Revealing workers", manage: "Managing empires" }, // while they last
  states: { off: "does not occur", unknown: "not known yet" },
  pool: (points) => `${points} VP left`,
  bag: (tiles) => `${tiles} tiles in the bag`,
  noUndo: "Nothing to undo: you haven't answered yet, or something has been revealed since.",
};

/** The round summary. */
export const ROLL_PAUSE = {
  built: "built",
  credits: (count) => `+${counted(count, "credit")}`,
  dice: (count) => `+${count} ${count === 1 ? "die" : "dice"}`,
  tiles: (count) => `drew ${counted(count, "tile")}`,
};

/** The question, and its answers. */
export const ROLL_ASK = {
  back: "Back",
  none: "none",
  advice: (answer) => `a bot's choice: ${answer}`,
  choose: (amount) => `Choose ${amount}`,
  more: (count) => `${count} more`,
  confirm: (count) => `Confirm ${count || "none"}`,
  less: (item) => `Remove one ${item}`,
  marked: (item, count, limit, isFull) => `${item}: ${count} of ${limit}${isFull ? "" : ", add one"}`,
};

const TYPES = { world: "world", development: "development" };

/** A tile, and a die. */
export const TILE = {
  cost: (facts) => `${TYPES[facts.type]}, cost ${facts.cost}`,
  kind: (kind) => `${ROLL.colours[kind]} world`,
  spoken: (facts) => {
    const kind = facts.kind ? `${ROLL.colours[facts.kind]} ` : facts.type === "world" ? "gray " : "";
    return `${facts.title}, ${facts.home ? "home " : ""}${kind}${TILE.cost(facts)}`;
  },
  printed: (title, isOther) => (isOther ? `Printed other face of ${title}` : `Printed face of ${title}`),
  goods: (count) => `${counted(count, "good")} on it`,
  building: (workers) => `being built, workers ${workers}`,
  workers: (count, cost) => `${count} of ${cost} workers`,
  wild: "wild",
  rolled: "rolled",
};

/** The players' boards. */
export const BOARD = {
  own: "Your board",
  strip: "Your phases and workers",
  youSelected: "you selected it",
  selectedByYou: "selected by you",
  occurs: "occurs",
  workers: (phase) => `${stepName(phase)} workers`,
  wild: "Wild",
  wildWorkers: "Wild workers",
  cup: "Cup",
  citizenry: "Citizenry",
  dictate: "Dictate",
  credits: "Credits",
  creditsNow: (count) => `${count} credits`,
  screen: "Screen",
  selected: "Selected",
  toPlace: "Tiles to place",
  drawn: "Tiles drawn",
  construction: "Your construction zone",
  toBuild: (stack) => `${stack} to build`,
  none: "none",
  below: (count) => `${count} below`,
  under: (stack) => `Under the ${stack.toLowerCase()}`,
  goods: "goods",
  tableau: "Tableau",
  ownTableau: "Your tableau",
  tableauOf: (name) => `Tableau of ${name}`,
  onTop: (size) => `${size}, on top:`,
  thinking: "is thinking",
};
