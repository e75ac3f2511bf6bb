// Every text that the studio's scripts show, in one place for translation. Fixed texts are in index.html.

import { counted } from "./common.js";
import { labelOf } from "./form-words.js";

// --- the open card and its file

export const WORDS = {
  saved: "Saved",
  saving: "Saving…",
  offline: "Connection lost. Your changes are kept here.",
  notSaved: (problem) => `Not saved: ${problem}`,
  changedOnDisk: "This file was changed by another program.",
  deletedOnDisk: "This file was deleted. Save it again to keep your text.",
  merge: "Compare and merge",
  saveAgain: "Save it again",
  conflict: "Not saved: changed elsewhere",
  cannotSave: "Couldn't save the file.",
  cannotRead: (name) => `Couldn't read ${name}.`,
  noCard: "The cursor isn't on a card. Choose a card, or move the cursor to one.",
  cannotPlay: "Couldn't start the game.",
  fixErrors: "Fix this set's errors before you play it.",
  noFile: "There is no file for a new card.",
  face: (title) => `Face of ${title}`,
  otherFace: (title) => `Other face: ${title}. Open it`,
  editor: "Text of the card file. Press Escape, then Tab, to leave it",
  position: (place, count) => `${place} of ${count}`,
  noTitle: "A card needs a title.",
  rename: {
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
  rename: "Rename everywhere",
  settings: "Set settings",
  list: "All cards",
  merge: "Compare and merge",
  print: "Print and export",
  games: "Games",
  keys: "All keys",
  fix: "Apply the fix of the problem",
  "next-problem": "Next problem",
  "previous-problem": "Previous problem",
};

export const KEYS = {
  title: "Keys",
  close: "Close",
  others: [
    ["Move the card up or down, in the list", "Alt ↑ ↓"],
    ["Select several cards, in the list", "Shift ↑ ↓"],
    ["Select one more card, in the list", "Space"],
    ["Delete the selected cards, in the list", "Delete"],
  ],
};

export const PALETTE = {
  title: "Find a card or command",
  help: "Begin with > for commands only, with # for text in powers.",
  nothing: "Nothing found",
};

export const UNDO = {
  typing: "typing",
  undo: (step) => (step ? `Undo: ${step}` : "Undo"),
  redo: (step) => (step ? `Redo: ${step}` : "Redo"),
  put: (key, title) => `${labelOf(key).toLowerCase()} of ${title || "the set"}`,
  add: () => "new card",
  duplicate: (title) => `duplicate ${title}`,
  delete: (title) => `delete ${title}`,
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
  undo: "Undo",
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
  tabs: { problems: "Problems", tests: "Tests", balance: "Balance", versions: "History", playtests: "Playtests" },
  panes: { list: "Cards", settings: "Set", problems: "Problems", play: "Play" },
};

export const SETS = {
  schemes: { "": "Colors of the system", light: "Light", dark: "Dark" },
};

// --- tests, balance and versions of the open card

const FACTS = { vp: "VP", home: "home world", start: "start world", other: "other side" };
const MINUTE = 60;

export const TESTS = {
  errors: "Fix the file's errors to run its tests.",
  none: "No tests for this card.",
  running: "Running tests",
  passed: (count) => (count === 1 ? "This card's test passed." : `All ${count} tests of this card passed.`),
  failed: (count, all) => `${count} of ${counted(all, "test")} of this card failed.`,
  others: (count, all) => count
    ? `${count} of ${counted(all, "other test")} in this file failed`
    : `${counted(all, "other test")} in this file passed.`,
  stuck: (name, seconds) => `Stopped the test “${name}” after ${seconds} seconds. The tests after it did not run.`,
  crashed: "The test process stopped unexpectedly. The terminal may show why.",
  line: (line) => `Go to line ${line}`,
};

export const BALANCE = {
  none: "Not measured yet.",
  start: "Measure balance",
  about: "Plays several hundred games between bots with the saved file",
  again: "Measure again",
  measured: (games, time) => `${counted(games, "game")}, ${when(time)}`,
  outdated: (changes) => changes.length ? `For an earlier version. Changes since then: ${changes.map(describeChange).join("; ")}.` : "For an earlier version.",
  current: "For this version.",
  othersChanged: "For this version; other cards of the set have changed since.",
  starting: "Reading the sets",
  progress: (games, share, remaining) => [counted(games, "game"), `${Math.round(100 * share)} %`, remaining].filter(Boolean).join(", "),
  left: (seconds) => seconds === null ? "" : seconds < MINUTE
    ? `about ${Math.max(5, 5 * Math.ceil(seconds / 5))} seconds left`
    : `about ${counted(Math.ceil(seconds / MINUTE), "minute")} left`,
  otherFile: (file) => `Measuring ${file}:`,
  done: (games, cards) => `Done: ${counted(games, "game")}, ${counted(cards, "card")}.`,
  stopped: "Stopped. The next measurement continues from here.",
  failed: (problem) => problem ? `Couldn't measure the balance: ${problem}` : "The balance process stopped unexpectedly. The terminal may show why.",
  offline: "The server did not respond.",
};

export const VERSIONS = {
  none: "No saved versions yet.",
  first: "first version",
  layout: "only comments or layout changed",
  compare: (time) => `Compare the version of ${time} with the current card`,
  older: (count) => `${count} older`,
  now: (state) => (state ? `Current card (${state})` : "Current card"),
  noFace: "No face. The card could not be read.",
  notDrawn: (problem) => `No face. ${problem}`,
  same: "No differences in play: only comments or layout changed.",
  notMeasured: "not measured",
  figures: (figures) => `${figures.verdict}, after ${counted(figures.games, "game")}`,
  reverted: "Restored this version in the text. Save to keep it, or Undo.",
  gone: "This version no longer exists.",
  removed: "before",
  added: "now",
};

/** A point in time for people. at: seconds since 1970. */
export function when(at) {
  const date = new Date(1000 * at);
  const today = date.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const form = today ? { timeStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
  return date.toLocaleString("en-GB", form);
}

/** Describe a change to a card in a few words. */
export function describeChange({ what, kind, before, now }) {
  const [old, current] = what === "power" ? [`\`${before}\``, `\`${now}\``] : [before, now];
  const name = FACTS[what] ?? what;
  if (kind === "added") return `added ${name} ${current}`;
  if (kind === "removed") return `removed ${name} ${old}`;
  return `${name} ${old} → ${current}`;
}

/** Changes of a card in a line. */
export function describeChanges(changes, isFirst) {
  if (isFirst) return VERSIONS.first;
  return changes.map(describeChange).join("; ") || VERSIONS.layout;
}

// --- playtests

export const PLAYTESTS = {
  heading: "Playtests",
  none: "No playtests yet. Play a game with this card to see how it does.",
  counting: "Reading games",
  version: (version, isCurrent) => (isCurrent ? `Current text (${version})` : `Earlier text (${version})`),
  games: ({ games, ended, seats }) => `${counted(games, "game")} (${ended} finished), ${counted(seats, "seat")}`,
  unreadable: "No readable game includes it.",
  drawn: "Drawn",
  kept: "Kept",
  played: "Played",
  round: "First played in round",
  worth: "Points of the card",
  score: "Total score of its players",
  wins: "Wins of its players",
  bots: "Extra wins per 100 bot games when drawn",
  rounds: ({ mean, least, most }) => `${mean.toFixed(1)} (${least} to ${most})`,
  mean: ({ mean, half }) => (half === null ? `${mean.toFixed(1)} (once)` : `${mean.toFixed(1)} ± ${half.toFixed(1)}`),
  won: ({ won, of, even, low, high }) => `${Number(won.toFixed(2))} of ${of} (${percent(won / of)} %, 95 % interval ${percent(low)} to ${percent(high)} %; an even share is ${even.toFixed(1)})`,
  effect: ({ effect, half, same_text: same }) => `${effect > 0 ? "+" : ""}${effect.toFixed(1)} ± ${half.toFixed(1)}${same ? "" : " (measured with another text)"}`,
  by: ({ name, over, round, game }) => `${name || "a spectator"}, ${over ? "after the game" : `round ${round}`}, ${game}`,
};

function percent(share) {
  return Math.round(100 * share);
}

// --- print and export

export const EXPORT = {
  open: "Print and export",
  close: "Close",
  set: "Set",
  what: "Format",
  unsaved: "Unsaved changes are included.",
  kinds: {
    sheets: ["Sheets to cut (PDF)", "Cards or tiles on A4 or Letter, with crop marks."],
    aids: ["Player aids (PDF)", "Action cards, goals, chips and a legend of icons."],
    pictures: ["Images (ZIP)", "A PNG of each card, goal and back, trimmed, at 300 dpi."],
    format: ["Print-on-demand service (ZIP)", "A PNG of each copy with bleed, in a folder for each deck."],
    tabletop: ["Tabletop Simulator (ZIP)", "Images of decks, and a saved object that loads them from an address."],
    html: ["Web page (HTML)", "All cards with their text, search and filters, in a single file."],
    text: ["List (plain text)", "What each card and goal does, in English."],
    csv: ["Spreadsheet (CSV)", "A table of all cards, which can be imported again."],
  },
  format: "Card size",
  paper: "Paper",
  papers: { a4: "A4", letter: "Letter" },
  backs: "Backs",
  backChoices: { "": "Default: for tiles, not for cards", none: "None", long: "Flip on the long edge", short: "Flip on the short edge" },
  once: "One copy of each card",
  url: "Image URL",
  urlHelp: "where you will upload them, such as https://example.org/cards or file:///C:/cards",
  start: "Export",
  stop: "Stop",
  started: "Exporting…",
  progress: ({ done, total, things }) => (total ? `${done} of ${total} ${things}` : `${done} ${things}`),
  done: (name, size) => `${name} is ready (${size}).`,
  save: (name) => `Save ${name}`,
  offline: "The studio's server does not respond.",
  noUrl: "Enter the address of the images. It starts with https://, http:// or file://.",
};
