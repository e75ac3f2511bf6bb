// Texts of the pages for sets: new set, settings, and import of tables.

import { counted } from "./common.js";

// --- new set

export const NEW_SET = {
  open: "New set",
  none: "No sets yet",
  noneHelp: "A set is a file of cards. Start from a template, or bring a spreadsheet.",
  title: "Title",
  example: "Nomad Fleets",
  game: "For",
  shortName: "Short name",
  needs: "Played with",
  addSet: "Add a set",
  folder: "Folder",
  start: "Start from",
  saved: (file, folder) => `Saved as ${file} in ${folder}. The title can be changed later.`,
  noTitle: "Its file gets its name from the title. The title can be changed later.",
  source: "Set to copy",
  chooseSource: "Choose a set",
  noSource: "Choose the set to copy.",
  mine: "Yours",
  official: "Official",
  makes: ({ cards, goals, tests }, face) => [
    counted(cards, face), goals && counted(goals, "goal"), tests && counted(tests, "test"),
  ].filter(Boolean).join(", "),
  cancel: "Cancel",
  make: "Make the set",
  next: "Choose a table",
  made: (title) => `${title} is ready.`,
};

/** Title and help of the templates; those of a game come first. */
const TEMPLATES = {
  "roll cards": ["Two tiles to change", "Both sides of each, with a test"],
  "roll blank": ["Blank", "One tile, with its keys explained"],
  blank: ["Blank", "One card, with its keys explained"],
  cards: ["Five cards to change", "One of each type, each with a test"],
  "start-worlds": ["Start worlds", "Two start worlds with their hands"],
  goals: ["Goals and a token", "Two goals, a token and three cards"],
  copy: ["Copy of a set", "Yours, or an official one"],
  table: ["Spreadsheet", "A row for each card: CSV or Excel"],
};

/** @returns {string[]} */
export function templateWords(game, name) {
  return TEMPLATES[`${game} ${name}`] ?? TEMPLATES[name] ?? [name, ""];
}

/** The title of a game without the words that all of them have. */
export function shortTitle(title) {
  return title.replace(" for the Galaxy", "");
}

// --- cards that move to another set

export const MOVE = {
  label: "Move to another set",
  step: (title) => `move to ${title}`,
  done: (titles, target) => `Moved ${titles.length === 1 ? titles[0] : counted(titles.length, "card")} to ${target}.`,
  changed: "A file has changed. Try again.",
};

// --- settings of a set

export const SETTINGS = {
  title: "Set settings",
  makes: "What it makes",
  about: "About",
  more: "More settings",
  moreHelp: "Few sets need these.",
  helps: {
    set: "For commands and other sets",
    keywords: "Words of your own, printed below the title.",
    tokens: "Things players collect and spend.",
    modules: "Only what your cards use.",
    goals: "Tiles that players race for.",
    replaces: "Cards of other sets that are taken out.",
    copies: "More copies of cards of other sets.",
    "preset hands": "Numbered hands for a first game.",
    search: "What a player can search the deck for.",
    scenario: "Two sides that start with their own cards.",
    scenes: "What is drawn on cards with a keyword.",
    invasion: "Invaders that come in waves.",
  },
  placeholders: {
    requires: "Add a set whose cards it needs",
    keywords: "Add a keyword",
    replaces: "Add a card",
  },
  labels: {
    set: "Short name",
    requires: "Played with",
    players: "Most players",
    modules: "Rules it adds",
    replaces: "Takes the place of",
    copies: "Extra copies",
    "preset hands": "First hands",
    search: "Search categories",
    scenes: "Drawn scenes",
    first: "First player with",
    most: "Player with the most",
    least: "At least",
    after: "Checked after",
    by: "Keyword of the invaders",
    "first round": "First round",
    repulse: "Military that repulses them",
    rewards: "Points for defenders",
    bunker: "Defense of a bunker card",
    award: "Points of the awards",
  },
  choices: { first: "First, 3 VP", most: "Most, 5 VP" },
  add: {
    tokens: "Add token", goals: "Add goal", search: "Add category", scenario: "Add side",
    "preset hands": "Add hand", copies: "Add card",
  },
  addOther: (label) => `Add to ${label}`,
  count: (label) => `Number of ${label}`,
  named: "Name",
  table: "Such as 2: 22, 3: 28",
  showRules: (hidden) => `Show ${counted(hidden, "more rule")}`,
  used: ({ bearers, cards, named }) => {
    if (bearers) return `on ${counted(bearers, "card")}`;
    return cards || named ? "named in powers" : "not used";
  },
  tokenUse: ({ cards }) => (cards ? `on ${counted(cards, "card")}` : "not used"),
  inUse: (word, bearers) => `${counted(bearers, "card")} ${bearers === 1 ? "has" : "have"} the keyword ${word}.`,
  removeToo: "Remove it there, too",
  keep: "Keep it",
  removeIt: "Remove it",
  unused: (key) => `No card uses the ${key.replace(/s$/, "")}`,
  text: "Text",
  remove: (title) => `Remove ${title}`,
  moveUp: "Move up",
  moveDown: "Move down",
  duplicate: "Duplicate",
  actions: (title) => `Actions for ${title}`,
  sum: {
    copies: "Cards in the box",
    cards: "Different cards",
    goals: "Goal tiles",
    tokens: "Tokens",
    starts: "Start worlds",
    tests: "Tests",
  },
  types: { development: "Developments", world: "Worlds", "military world": "Military worlds" },
  players: (titles) => `Players with ${titles.length > 1 ? "the sets it needs" : titles[0]}`,
  upTo: (players) => `2 to ${players}`,
  fix: "Apply fix",
  goTo: (line) => `Line ${line}`,
  unreadable: "The settings can't be read. Fix the text first.",
};

/** What each rule module adds. @type {Record<string, string[]>} */
const MODULES = {
  goals: ["Goals", "Tiles for the first player and for the most"],
  takeovers: ["Takeovers", "Players may take worlds of others"],
  prestige: ["Prestige", "Its leader tile, and the search action"],
  "start world choice": ["Choice of start world", "Each player gets two and keeps one"],
  draft: ["Draft", "Hands are drafted at the start"],
  scenario: ["Scenario", "Two sides with cards of their own"],
  invasion: ["Invasion", "Invaders come in waves"],
  "mixed explore": ["Mixed Explore", "Drawn cards are mixed with the hand"],
};

/** @returns {string[]} */
export function moduleWords(name) {
  return MODULES[name] ?? [name[0].toUpperCase() + name.slice(1), ""];
}

// --- import of a table

export const IMPORT = {
  open: "Import a table",
  step: "import",
  drop: "Drop a table here, or choose a file",
  dropHelp: "CSV or Excel (.xlsx), up to 10 MB. The first row says what each column holds, such as Title, Type, Cost, VP and Powers.",
  choose: "Choose a file",
  other: "Choose another file",
  tooLarge: "The table is too large. The limit is 10 MB.",
  reading: "Reading the table…",
  into: "Import into",
  newSet: "A new set",
  sheet: "Sheet",
  firstSheet: "First sheet",
  columns: "Columns",
  columnsHelp: "What each column becomes.",
  becomes: (header) => `What ${header} becomes`,
  leftOut: "Left out",
  noHeader: "no header",
  cards: "Cards",
  cardsHelp: (face) => `Each row is one ${face}.`,
  row: (number) => `Row ${number}`,
  noTitle: "No title",
  keepsTitle: "changes the card of this title",
  cell: ({ cell, text }) => (text ? `${cell}: “${text}”` : cell),
  lost: "This cell is left out.",
  skipped: "This row is left out.",
  summary: ({ added, changed, skipped }) => [
    added && `${added} new`, changed && `${changed} changed`, skipped && `${skipped} left out`,
  ].filter(Boolean).join(", ") || "Nothing to import yet",
  findings: (errors, warnings) => [
    errors && counted(errors, "error"), warnings && counted(warnings, "warning"),
  ].filter(Boolean).join(" and "),
  toMend: (findings) => `The set then has ${findings}`,
  value: (key, value) => (key === "keywords" ? value : `${key === "vp" ? "VP" : key} ${value}`),
  keywords: (words) => `New keywords: ${words.join(", ")}`,
  cancel: "Cancel",
  run: (count, face) => `Import ${counted(count, face)}`,
  done: ({ added, changed }) => `Imported: ${[added && `${added} new`, changed && `${changed} changed`].filter(Boolean).join(", ")}.`,
  offline: "The studio's server does not respond.",
};
