// Every text of the form of a card or goal, and of its problems.

import { counted } from "./common.js";

export const FORM = {
  none: "None",
  no: "No",
  yes: "Yes",
  or: " or ",
  power: (phase) => `${phase} power`,
  noPhase: "Choose a phase",
  addPower: "Add power",
  powersHelp: "Drag to reorder. Enter starts the next power.",
  morePower: "More for this power",
  movePower: "Move this power",
  moveUp: "Move up",
  moveDown: "Move down",
  duplicatePower: "Duplicate",
  removePower: "Remove",
  discardedPower: "Discarded the empty power.",
  part: (label, name) => `${label}: ${name}`,
  suggestions: (number) => counted(number, "suggestion"),
  suggestionList: "What can come next",
  suggestionKeys: [["↑ ↓", "choose"], ["Enter", "take"], ["Esc", "close"]],
};

export const ORDER = {
  lifted: (name, place, count) => `Lifted ${name}, ${place} of ${count}. Arrow keys move it, Space drops it, Escape puts it back.`,
  moved: (name, place, count) => `${name}, ${place} of ${count}`,
  dropped: (name, place, count) => `Dropped ${name}, ${place} of ${count}.`,
  returned: (name, place, count) => `Put back ${name}, ${place} of ${count}.`,
};

export const PROBLEMS = {
  help: "help: ",
  error: "Error: ",
  warning: "Warning: ",
  show: "Show",
  fix: "Apply fix",
  fixKey: "Ctrl .",
  fixed: "Fixed. Undo takes it back.",
  notFixed: "The text has changed, so the fix was not applied. Try again.",
  heading: "In the whole set",
  none: "No problems.",
  checking: "Checking the set…",
  fixAll: "Fix all",
  noFix: "No problem that can be fixed for you.",
};

const LABELS = {
  vp: "Victory points",
  produces: "Production",
  windfall: "Windfall",
  holds: "Holds",
  start: "Start world",
  drawing: "Picture",
  art: "Picture file",
  "art keeps": "Part of the picture to keep",
  beside: "Placed next to",
  first: "First player with",
  most: "Player with the most",
  least: "At least",
  after: "Checked after",
  needs: "Played only with",
  home: "Home world",
  colour: "Color",
};
const GROUPS = { development: "Type", windfall: "Goods", first: "Goal", beside: "Other face" }; // by first key
const VALUES = { development: "Cost", world: "Cost", "military world": "Defense", windfall: "Kind of good", produces: "Kind of good", holds: "Kind of good" };
const CHOICES = { any: "Any", variable: "From its powers" };

/** The label of a key, a phase or a value to choose. */
export function labelOf(key) {
  return LABELS[key] ?? CHOICES[key] ?? key.slice(0, 1).toUpperCase() + key.slice(1);
}

/** The label of the choice between several keys. */
export function groupLabel(keys) {
  return GROUPS[keys[0]] ?? keys.map(labelOf).join(FORM.or);
}

/** The label of the value of a key that is chosen from several. */
export function valueLabel(key) {
  return VALUES[key] ?? labelOf(key);
}
