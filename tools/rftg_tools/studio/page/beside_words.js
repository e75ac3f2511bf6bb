// The words of what stands beside the open card: its tests, its balance, its versions.

import { counted } from "./common.js";

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
  playing: "Being played",
  passed: (count) => (count === 1 ? "The test of this card passes." : `All ${count} tests of this card pass.`),
  failed: (count, all) => `${count} of ${counted(all, "test")} of this card ${count === 1 ? "fails" : "fail"}.`,
  others: (count, all) => count
    ? `${count} of ${counted(all, "other test")} of the file ${count === 1 ? "fails" : "fail"}`
    : `${counted(all, "other test")} of the file ${all === 1 ? "passes" : "pass"}.`,
  stuck: (name, seconds) => `The test “${name}” was broken off after ${seconds} seconds; tests behind it were not played.`,
  ended: "The tests could not be played: the program that plays them ended. The terminal may say why.",
  line: (line) => `To line ${line}`,
};

export const BALANCE = {
  none: "It was not balanced yet.",
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
  none: "It was not saved yet.",
  first: "as it was first seen",
  layout: "comments or layout alone",
  compare: (at) => `Compare the version of ${at} with the card as it is now`,
  more: (count) => `${count} older`,
  now: "Now",
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
