// Every text that the studio's scripts show, in one place for translation. Fixed texts are in index.html.

import { counted } from "./common.js";
import { labelOf } from "./form-words.js";

// --- the open card and its file

export const WORDS = {
  saved: "Saved",
  saving: "Saving…",
  offline: "Connection lost. Your changes are kept here.",
  notSaved: (problem) => `Not saved: ${problem}`,
  changedOnDisk: (name) => `${name} was changed by another program.`,
  deletedOnDisk: (name) => `${name} was deleted. Save it again to keep your text.`,
  merge: "Compare and merge",
  saveAgain: "Save it again",
  conflict: "Not saved: changed elsewhere",
  cannotSave: "Couldn't save the file.",
  cannotRead: (name) => `Couldn't read ${name}.`,
  noCards: "This set has no cards yet. Add the first one.",
  noCard: "The cursor isn't on a card. Choose a card, or move the cursor to one.",
  cannotPlay: "Couldn't start the game.",
  fixErrors: "Fix this set's errors before you play it.",
  isSkipped: "This card can't be read. Fix it in the text.",
  isGone: "The card no longer exists, so it wasn't changed.",
  noFile: "There is no file for a new card.",
  face: (title) => `Face of ${title}`,
  otherFace: (title) => `Other face: ${title}. Open it`,
  editor: "Text of the card file. Press Escape, then Tab, to leave it",
  position: (place, count) => `${place} of ${count}`,
  noTitle: "A card needs a title.",
  rename: {
    title: "Rename",
    help: "The new name applies in all files of the studio.",
    name: "New name",
    nothing: "Nothing to rename here. Put the cursor on a title, keyword or token.",
    noServer: "Couldn't reach the language server, so nothing was renamed.",
    titleOnly: "Couldn't reach the language server, so only the title itself was changed.",
    outside: (file) => `${file} also uses this name, but the studio does not show that file.`,
  },
  crop: "Visible part of the picture, in percent from its top or left",
};

// --- the frame: commands, the list of cards, panes and views

export const COMMANDS = {
  find: "Find a card or command",
  play: "Play with this card",
  add: "New card",
  "add-goal": "New goal",
  duplicate: "Duplicate the card",
  delete: "Delete the card",
  previous: "Previous card",
  next: "Next card",
  filter: "Filter cards",
  undo: "Undo",
  redo: "Redo",
  save: "Save and tidy the text",
  form: "Layout: form",
  text: "Layout: text",
  both: "Layout: form and text side by side",
  panel: "Show or hide the panel",
  "next-pane": "Next pane",
  "previous-pane": "Previous pane",
  rename: "Rename everywhere",
  settings: "Set settings",
  list: "All cards",
  merge: "Compare and merge",
  print: "Print and export",
  "make-mine": "Make it mine",
  "close-link": "Close the set from a link",
  games: "Games",
  keys: "All keys",
  fix: "Apply the fix of the problem",
  "next-problem": "Next problem",
  "previous-problem": "Previous problem",
  tests: "Tests",
  "run-tests": "Run the tests",
  "new-test": "New test",
  balance: "Balance",
  "name-version": "Name this version",
};

export const KEYS = {
  title: "Keys",
  /** Commands by what they are for. */
  groups: {
    "Go to": ["find", "filter", "previous", "next", "next-problem", "previous-problem", "next-pane", "previous-pane"],
    Edit: ["add", "duplicate", "rename", "fix", "undo", "redo", "save"],
    Run: ["play", "run-tests"],
    View: ["form", "text", "both", "panel", "keys"],
  },
  list: "In the list",
  inList: [
    ["Move the card up or down", "Alt ↑ ↓"],
    ["Select several cards", "Shift ↑ ↓"],
    ["Select one more card", "Space"],
    ["Delete the selected cards", "Delete"],
  ],
};

export const PALETTE = {
  title: "Find a card or command",
  help: "Begin with > for commands only, with # for text in powers.",
  nothing: "Nothing found",
};

export const UNDO = {
  typing: "typing",
  events: {
    "input.disk": "change by another program",
    "input.merge": "merge",
    "input.fix": "fix",
    "input.format": "tidy the text",
  },
  rename: (old, name) => `rename ${old} to ${name}`,
  undo: (step) => (step ? `Undo: ${step}` : "Undo"),
  redo: (step) => (step ? `Redo: ${step}` : "Redo"),
  put: (key, title) => `${labelOf(key).toLowerCase()} of ${title || "the set"}`,
  add: () => "new card",
  duplicate: (title) => `duplicate ${title}`,
  delete: (title) => `delete ${title}`,
  several: { duplicate: (count) => `duplicate ${counted(count, "card")}`, delete: (count) => `delete ${counted(count, "card")}` },
  move: (title) => `move ${title}`,
  replace: (title) => `bring back a version of ${title}`,
};

export const LIST = {
  sections: { cards: "Cards", goals: "Goals" },
  kinds: {
    all: (count) => `All ${count}`,
    worlds: () => "Worlds",
    developments: () => "Developments",
  },
  problems: (count) => `${count} with problems`,
  copies: (count) => `×${count}`,
  none: "No cards yet. Add the first one.",
  noMatch: "No card matches.",
  selected: (count) => `${count} cards selected`,
  duplicateAll: "Duplicate the selected cards",
  deleteAll: "Delete the selected cards",
  clear: "Select none",
  moved: (title, place) => `${title} is now card ${place}`,
  deleted: (titles) => (titles.length === 1 ? `Deleted ${titles[0]}` : `Deleted ${counted(titles.length, "card")}`),
};

export const LAYOUT = {
  list: "Width of the list",
  face: "Width of the face",
  panel: "Height of the panel",
  closePanel: "Hide the panel",
  view: "Edit as",
  views: { face: "Face", form: "Form", text: "Text", both: "Both" },
  size: "Size of the face",
  sizes: { large: "Large", print: "Print size" },
  tabs: { problems: "Problems", tests: "Tests", balance: "Balance", versions: "History", notes: "Notes" },
  panes: { list: "Cards", settings: "Set", problems: "Problems", play: "Play" },
};

export const SETS = {
  schemes: { "": "Theme: System", light: "Theme: Light", dark: "Theme: Dark" },
};

