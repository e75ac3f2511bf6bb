// Words: all that the studio says by its scripts, so that it can be translated in one place; what never
// changes is in index.html, and what the gallery of cards says in the preview's gallery-words.js.

import { counted } from "./common.js";

// --- the open card and its file

export const WORDS = {
  saved: "saved",
  notSaved: "not saved",
  lost: "the studio's server is not there: what you write stays here until it is back",
  changedOnDisk: "The file was changed on the disk meanwhile.",
  goneFromDisk: "The file is not on the disk any more. What stands here can be written anew.",
  merge: "Compare and merge",
  writeAnew: "Write it anew",
  conflict: "not saved: the file was changed on the disk meanwhile",
  cannotSave: "it could not be saved",
  cannotRead: (name) => `${name} cannot be read`,
  noCardHere: "The cursor is on no card. Choose one, or put the cursor on one.",
  noGame: "The game could not be started.",
  mendFirst: "It cannot be played yet: mend its errors first.",
  noFile: "There is no file to write a card in.",
  face: (title) => `The face of ${title}`,
  otherFace: (title) => `The other face: ${title}. Open it`,
  unsaved: (number) => `Save ${number} ${number === 1 ? "file" : "files"}`,
  moved: (title, place) => `${title} is card ${place} now`,
  deleted: (title) => `${title} is deleted; Undo brings it back`,
  editor: "Text of the card file. Escape and then Tab leads on",
  newCard: "New card",
  newGoal: "New goal",
  noTitle: "A card needs a title.",
  rename: {
    nothing: "Nothing to rename here. Put the cursor on a title, keyword or token.",
    noServer: "Couldn't reach the language server, so nothing was renamed.",
    titleAlone: "Couldn't reach the language server, so only the title itself was changed.",
    outside: (file) => `${file} also uses this name, but the studio does not show that file.`,
  },
  keeps: "What is kept of the picture, in percent from its top or left",
  form: {
    none: "none",
    which: (keys) => `Which of: ${keys.join(", ")}`,
    words: "word, word",
    addPower: "Add a power in",
    addPowerShown: "+ add a power in …",
    power: (number) => `Power ${number}`,
    removePower: (number) => `Take power ${number} away`,
    part: (key, name) => `${key}: ${name}`,
    either: (keys) => keys.join(" or "),
    offers: (number) => (number === 1 ? "1 proposal" : `${number} proposals`),
  },
};

// --- what stands beside it: its tests, its balance, its versions

const FACTS = {
  title: "title",
  type: "type",
  cost: "cost",
  vp: "VP",
  good: "good",
  copies: "copies",
  prestige: "prestige",
  start: "start world",
  faction: "faction",
  home: "home world",
  other: "other side",
  art: "art",
  keyword: "keyword",
  power: "power",
};
const MINUTE = 60;

export const TESTS = {
  errors: "The file has errors; its tests are played when they are mended.",
  none: "No test names this card.",
  playing: "The tests are being played.",
  passed: (count) => (count === 1 ? "The test of this card passes." : `All ${count} tests of this card pass.`),
  failed: (count, all) => `${count} of ${counted(all, "test")} of this card ${count === 1 ? "fails" : "fail"}.`,
  others: (count, all) => count
    ? `${count} of ${counted(all, "other test")} of the file ${count === 1 ? "fails" : "fail"}`
    : `${counted(all, "other test")} of the file ${all === 1 ? "passes" : "pass"}.`,
  stuck: (name, seconds) => `The test “${name}” was stopped after ${seconds} seconds; the tests after it were not played.`,
  ended: "The tests could not be played: the program that plays them ended. The terminal may say why.",
  line: (line) => `To line ${line}`,
};

export const BALANCE = {
  none: "Not balanced yet.",
  start: "Balance",
  startAbout: "Play some hundred games between bots with the file as it is saved",
  again: "Balance again",
  measured: (games, at) => `${counted(games, "game")}, ${when(at)}`,
  older: (since) => since.length ? `Of an older version. Since then: ${since.map(change).join("; ")}.` : "Of an older version.",
  same: "Of this version.",
  others: "Of this version; other cards of the set have changed since.",
  begins: "It begins; the sets are read.",
  progress: (games, share, left) => [counted(games, "game"), `${Math.round(100 * share)} %`, left].filter(Boolean).join(", "),
  left: (seconds) => seconds === null ? "" : seconds < MINUTE
    ? `about ${Math.max(5, 5 * Math.ceil(seconds / 5))} seconds left`
    : `about ${counted(Math.ceil(seconds / MINUTE), "minute")} left`,
  elsewhere: (file) => `${file} is being balanced:`,
  done: (games, cards) => `Done: ${counted(games, "game")}, ${counted(cards, "card")}.`,
  stopped: "Stopped; the next one goes on from there.",
  failed: (problem) => problem ? `It cannot be balanced: ${problem}` : "The balance ended by itself; the terminal may say why.",
  lost: "The server did not answer.",
};

export const VERSIONS = {
  none: "Not saved yet.",
  first: "as it was first seen",
  layout: "comments or layout alone",
  compare: (at) => `Compare the version of ${at} with the card as it is now`,
  more: (count) => `${count} older`,
  now: (state) => (state ? `Now, ${state}` : "Now"),
  noFace: "No face: it could not be read.",
  notDrawn: (problem) => `No face: ${problem}.`,
  same: "Nothing that a player would notice: comments or layout alone.",
  noFigures: "not balanced",
  figures: (one) => `${one.verdict}, after ${counted(one.games, "game")}`,
  broughtBack: "The version is back in the text, not saved yet; Undo takes it away again.",
  gone: "This version is no longer kept.",
  removed: "before",
  added: "now",
};

/** When something was, for people. at: seconds since 1970. */
export function when(at) {
  const date = new Date(1000 * at);
  const today = date.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const form = today ? { timeStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" };
  return date.toLocaleString("en-GB", form);
}

/** A change of a card in a few words. */
export function change({ what, kind, before, now }) {
  const name = FACTS[what] ?? what;
  if (what === "power") {
    if (kind === "added") return `with \`${now}\``;
    return kind === "removed" ? `without \`${before}\`` : `\`${now}\` instead of \`${before}\``;
  }
  if (kind === "added") return `${name} ${now}, which it had not`;
  if (kind === "removed") return `without ${name} ${before}`;
  return `${name} ${now} instead of ${before}`;
}

/** Changes of a card in a line. */
export function changesInWords(changes, first) {
  if (first) return VERSIONS.first;
  return changes.map(change).join("; ") || VERSIONS.layout;
}

// --- games of people

export const PLAYTESTS = {
  heading: "Games of people",
  none: "Nobody has played with it yet.",
  counting: "Games are being counted.",
  version: (version, now) => (now ? `As it is now (${version})` : `Earlier text (${version})`),
  games: ({ games, ended, seats }) => `${games} ${games === 1 ? "game" : "games"} (${ended} to the end), ${seats} ${seats === 1 ? "seat" : "seats"} of people`,
  unread: "In no game that can be read.",
  drawn: "Drawn",
  kept: "Kept",
  played: "Played",
  round: "First played in round",
  worth: "Points of the card",
  score: "Points of who played it",
  wins: "Wins of who played it",
  bots: "Bots: drawing it brings",
  rounds: ({ mean, least, most }) => `${mean.toFixed(1)} (${least} to ${most})`,
  mean: ({ mean, half }) => (half === null ? `${mean.toFixed(1)} (once)` : `${mean.toFixed(1)} ± ${half.toFixed(1)}`),
  won: ({ won, of, even, low, high }) => `${Number(won.toFixed(2))} of ${of} (${percent(won / of)} %, from ${percent(low)} to ${percent(high)}; even: ${even.toFixed(1)})`,
  effect: ({ effect, half, same_text: same }) => `${effect > 0 ? "+" : ""}${effect.toFixed(1)} ± ${half.toFixed(1)} % of a win${same ? "" : " (with another text)"}`,
  by: ({ name, over, round, game }) => `${name || "somebody who watched"}, ${over ? "after the game" : `round ${round}`}, ${game}`,
};

function percent(share) {
  return Math.round(100 * share);
}

// --- print and export

export const EXPORT = {
  open: "Print and export",
  close: "Close",
  set: "Set",
  what: "What is made",
  edited: "What is not saved yet is included.",
  kinds: {
    sheets: ["Sheets to cut (PDF)", "Cards or tiles on A4 or Letter, with crop marks."],
    aids: ["What lies beside the cards (PDF)", "Action cards, goals, chips and a legend of icons."],
    pictures: ["Single pictures (ZIP)", "A PNG of each card, goal and back, cut to its edges, at 300 dots an inch."],
    format: ["Pictures for a print-on-demand service (ZIP)", "A PNG of each copy with its bleed, in a folder for each deck."],
    tabletop: ["Tabletop Simulator (ZIP)", "Images of decks, and a saved object that loads them from an address."],
    html: ["One page to share (HTML)", "All faces with their text, search and filters, in one file."],
    text: ["A list (plain text)", "What each card and goal says, in English."],
    csv: ["A table for spreadsheets (CSV)", "The cards with their keys; it can be imported again."],
  },
  format: "Format",
  paper: "Paper",
  papers: { a4: "A4", letter: "Letter" },
  backs: "Backs",
  backsAre: { "": "as usual: of tiles, not of cards", none: "none", long: "printed, flipped on the long edge", short: "printed, flipped on the short edge" },
  once: "one copy of each card",
  url: "Address of the images",
  urlHelp: "where you will put them, such as https://example.org/cards or file:///C:/cards",
  make: "Make it",
  stop: "Stop",
  begun: "It is being made…",
  progress: "{done} of {total} {things}",
  some: "{done} {things}",
  made: "{name} is ready ({size}).",
  save: "Save {name}",
  gone: "The studio's server does not answer.",
  noUrl: "Write the address of the images first: it begins with https://, http:// or file://.",
  importTitle: "Import a table",
  importHelp: "A CSV file or a workbook (.xlsx) with a column for each key of a card: Title, Type, Cost, VP, Powers… It becomes a new file beside the chosen set; no file is ever written over.",
  table: "Table",
  id: "Id of the new set",
  idHelp: "small letters, digits and hyphens, such as my-cards",
  import: "Import",
  importing: "It is being read…",
  imported: "{name} is written, with {cards}.",
  errors: "It has {errors}: open it here and mend them.",
  warnings: "It has {warnings}. Open it here to see them.",
  allowLoss: "Import without these cells",
  unseen: "The studio does not show it, since it was begun with single files: begin it with the folder.",
  noTable: "Choose a table first.",
  tooLarge: "The table is too large: at most 10 MB are taken.",
};

/** A sentence with its gaps filled. */
export function filled(text, parts) {
  return text.replace(/\{(\w+)\}/g, (_whole, name) => String(parts[name]));
}
