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

// --- import of a table

export const IMPORT = {
  open: "Import a table",
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
  toMend: (findings) => `${findings} to mend after the import`,
  keywords: (words) => `New keywords: ${words.join(", ")}`,
  cancel: "Cancel",
  run: (count, face) => `Import ${counted(count, face)}`,
  done: ({ added, changed }) => `Imported: ${[added && `${added} new`, changed && `${changed} changed`].filter(Boolean).join(", ")}.`,
  offline: "The studio's server does not respond.",
};
