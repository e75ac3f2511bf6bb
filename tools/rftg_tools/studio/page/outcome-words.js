// Texts about tests, balance, history and notes, in one place for translation.

import { capitalized, counted } from "./common.js";

const FACTS = { vp: "VP", home: "home world", start: "start world", other: "other side" };
const MINUTE = 60;
const DAY = 86_400_000; // ms

/** A point in time for people. at: seconds since 1970. */
export function when(at) {
  const date = new Date(1000 * at);
  const time = date.toLocaleTimeString("en-GB", { timeStyle: "short" });
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / DAY);
  if (days === 0) return `Today, ${time}`;
  if (days === 1) return `Yesterday, ${time}`;
  if (days < 7) return `${date.toLocaleDateString("en-GB", { weekday: "long" })}, ${time}`;
  return date.toLocaleDateString("en-GB", { dateStyle: "medium" });
}

/** Describe a change to a card in a few words. */
export function describeChange({ what, kind, before, now }) {
  const [old, current] = what === "power" ? [`\`${before}\``, `\`${now}\``] : [before, now];
  const name = FACTS[what] ?? what;
  if (kind === "added") return `added ${name} ${current}`;
  if (kind === "removed") return `removed ${name} ${old}`;
  return `${name} ${old} to ${current}`;
}

/** Changes of a card in a line. */
export function describeChanges(changes, isFirst) {
  if (isFirst) return VERSIONS.first;
  return capitalized(changes.map(describeChange).join("; ")) || VERSIONS.layout;
}

// --- tests

export const TESTS = {
  title: "Tests",
  heading: "Tests that name this card",
  states: { passes: "Passes", fails: "Fails", old: "Not run since your change", new: "Not run yet" },
  new: "New test",
  runAll: (count) => `Run all ${count}`,
  open: "Open",
  openTest: (name) => `Open the test “${name}”`,
  errors: "Fix the errors of the file to run its tests.",
  none: "No test names this card yet.",
  noneInFile: "No tests yet. A test says what must be true. It runs after each change.",
  others: (failed) => (failed === 1 ? "1 other test of the set fails." : `${failed} other tests of the set fail.`),
  show: "Show",
  stuck: (name, seconds) => `Stopped the test “${name}” after ${seconds} seconds. The tests after it did not run.`,
  crashed: "The test process stopped unexpectedly. The terminal may show why.",
  passed: (count) => `✓ ${count}`,
  failed: (count) => `✕ ${count}`,
  filter: "Filter tests",
  list: "Tests of the set",
  all: (count) => `All ${count}`,
  failing: (count) => `Failing ${count}`,
  allCards: "All cards",
  heading1: "Test",
  close: "Close tests",
  noSet: (title) => `The studio has no file for ${title}, so the test was not added.`,
  run: "Run",
  delete: "Delete the test",
  deleted: (name) => `Deleted the test “${name}”`,
  inText: "Open in the text",
  name: "What must be true",
  given: "Given",
  when: "When",
  answers: "Answers",
  then: "Expect",
  expected: {
    tableau: "Your tableau", hand: "Cards in hand", goods: "Goods", vp: "Points in chips", prestige: "Prestige", tokens: "Tokens",
    paid: "Cards paid", looked: "Cards looked at", military: "Military", score: "Points so far", saved: "Saved cards", used: "Used up",
    strength: "Military against", cost: "Cost of", price: "Price for a good of", points: "Points of", attack: "Attack on", defense: "Defense of",
    game: "The game", goals: "Your goals",
  },
  isExactly: "is exactly",
  is: "is",
  phases: [
    ["explore +5", "I", "Explore +5"], ["explore +1 +1", "I", "Explore +1 +1"], ["develop", "II", "Develop"], ["settle", "III", "Settle"],
    ["trade", "$", "Trade"], ["consume x2", "IV", "Consume ×2"], ["produce", "V", "Produce"],
    ["search", "S", "Search"], ["round start", "", "Round start"], ["round end", "", "Round end"], ["setup", "", "Set-up"],
  ],
  noAction: "Nothing is played. The test checks the position as given.",
  bonus: "You chose it, so you get its bonus",
  noAnswer: "Without an answer, nothing optional is done.",
  addAnswer: "Add answer",
  ownAnswer: "Another answer",
  nothingToAnswer: "Nothing else can be answered here",
  answer: (number, seat) => (seat ? `Opponent ${seat}, answer ${number}` : `Answer ${number}`),
  removeAnswer: (number, seat) => (seat ? `Remove answer ${number} of opponent ${seat}` : `Remove answer ${number}`),
  addExpectation: "Add expectation",
  removeExpectation: (label) => `Remove ${label}`,
  yes: "Yes",
  itIs: (value) => `It is ${value}`,
  no: "No",
  expect: (value) => `Expect ${value}`,
  withoutBonus: "Without the bonus",
  happened: "What happened",
  nothing: "Nothing happened.",
  atEnd: "Your tableau at the end",
  steps: { explore: "I", develop: "II", "develop 2": "II", settle: "III", "settle 2": "III", consume: "IV", produce: "V" },
  written: (value) => (Array.isArray(value) ? value.join(", ") : String(value)),
};

// --- balance

const STRONG = "▲";
const WEAK = "▼";
const RARE = "◌";

/** Verdicts of the server: label, kind of badge, symbol, and the group that such cards belong to. */
export const VERDICTS = {
  "too strong": ["Too strong", "danger", STRONG, "change"],
  "too weak": ["Too weak", "danger", WEAK, "change"],
  stronger: ["Stronger than average", "", STRONG, "fine"],
  weaker: ["Weaker than average", "", WEAK, "fine"],
  "in range": ["Within the official range", "ok", "✓", "fine"],
  average: ["About average", "ok", "✓", "fine"],
  "seldom played": ["Seldom played", "warn", RARE, "change"],
  "not known yet": ["Not known yet", "", "?", "open"],
  "too few games": ["Not known yet", "", "?", "open"],
  "bots misplay it": ["Bots misplay it", "", "?", "misjudged"],
  "bots underrate it": ["Bots underrate it", "", "?", "misjudged"],
  "bots overrate it": ["Bots overrate it", "", "?", "misjudged"],
};

/** The time that work still takes, in words. */
export function timeLeft(seconds) {
  return seconds < MINUTE ? `${Math.max(5, 5 * Math.ceil(seconds / 5))} seconds left` : `${counted(Math.ceil(seconds / MINUTE), "minute")} left`;
}

export const BALANCE = {
  title: "Balance",
  error: "Has an error now",
  leftOut: "Left out",
  leftOutWhy: "Fix its error to measure it",
  notMeasured: "Not measured",
  measuring: "Being played",
  playing: "Bots play games with this card now. You can go on editing.",
  none: "Not measured yet. Bots play several hundred games with the saved set.",
  method: "Bots play several hundred games with the saved set.",
  start: "Measure",
  again: "Measure again",
  go: "Continue",
  pause: "Pause",
  open: "Open balance",
  report: (games, time) => `${games.toLocaleString("en")} games, ${when(time)}.`,
  outdated: (changes) => changes.length
    ? `Changed since: ${changes.map(describeChange).join("; ")}. The figures are for the old card.`
    : "Changed since. The figures are for the old card.",
  othersChanged: "Other cards of the set have changed since.",
  asMany: (half) => `As many wins, give or take ${half}`,
  moreWins: (count, isMore, half) => `${count} ${isMore ? "more" : "fewer"} ${count === 1 ? "win" : "wins"} in 100, give or take ${half}`,
  between: (low, high) => `From ${low} to ${high}; more games help`,
  side: (number) => (number < 0 ? `${-number} fewer` : `${number} more`),
  tooFew: "Too few games so far",
  playedShare: (percent) => `${percent} % of players who draw it play it`,
  who: ({ average }) => `Compared with ${average}.`,
  sure: (half) => `Sure to within ${half} ${half === 1 ? "win" : "wins"}, 19 times out of 20.`,
  groups: { change: "Change these", open: "Not known yet", fine: "In order" },
  axis: "Wins in 100 games, compared with a card of its cost. Gray: the range of official cards.",
  ends: ["20 fewer", "equal", "20 more"],
  scale: (figures) => `${figures}; the band shows official cards`,
  expert: "Expert bots, 2 players",
  starting: "Loading the sets",
  progress: (games, total) => `${games.toLocaleString("en")} of some ${total.toLocaleString("en")} games. You can go on editing.`,
  games: (games) => `${counted(games, "game")}. You can go on editing.`,
  left: (seconds) => {
    if (seconds === undefined) return "Starting";
    if (seconds === null) return "Playing";
    return `About ${timeLeft(seconds)}`;
  },
  otherFile: (file) => `Measuring ${file}`,
  measured: "Measured",
  stopped: "Paused",
  stoppedWhy: "The next games continue from here.",
  done: (games, cards) => `${counted(games, "game")}, ${counted(cards, "card")}.`,
  failed: (problem) => capitalized(problem) || "The process stopped unexpectedly. The terminal may show why.",
  failedTitle: "Not measured",
  offline: "The server did not respond.",
  automatic: "Measure after each save",
  close: "Close balance",
  openCard: "Open card",
  whatToChange: "What to change",
  instead: (change, now) => [change, now === null ? "" : ` instead of ${now}`],
  nearest: "Nearest to average",
  use: "Use it",
  inUse: "In use",
  play: "Play them",
  tryTitle: "One more or less",
  tryHelp: "The same card with its cost or victory points changed by 1. Not played yet.",
  keepFigures: "Each change is one step of undo. The figures stay, marked as those of the old card.",
  used: (change, title) => `${title}: ${change}`,
  canJudge: "Can the bots judge it?",
  judged: "Yes. Bots that always play it win no more often than bots that choose freely.",
  notJudged: "No, so this is not its real strength.",
  seldom: "Hardly, because they seldom play it.",
  beforeAfter: "Before and after",
  beforeChange: (changes) => (changes.length ? changes.join("; ") : "The last version"),
  trends: { stronger: "Clearly stronger", weaker: "Clearly weaker", "": "No clear difference yet" },
};

// --- history

export const VERSIONS = {
  none: "No saved versions yet.",
  heading: "Saved versions of this card",
  now: "Now",
  unsaved: "Not saved yet",
  first: "First version",
  layout: "Only comments or layout changed",
  compare: "Compare",
  compareWith: (time) => `Compare the version of ${time} with the current card`,
  back: "Bring back",
  bringBack: (time) => `Bring back the version of ${time}`,
  older: (count) => `Show ${count} older`,
  name: "Name this version",
  nameField: "Name of this version of the set",
  namePlaceholder: "Printed as version 3",
  keepName: "Keep",
  cancel: "Cancel",
  named: (name) => `This version of the set is now called ${name}.`,
  notThere: "This card did not exist then",
  noFace: "No face. The card could not be read.",
  notDrawn: (problem) => `No face. ${problem}`,
  same: "No differences in play: only comments or layout changed.",
  notMeasured: "Not measured",
  figures: (figures) => `${capitalized(figures.verdict)}, after ${counted(figures.games, "game")}`,
  broughtBack: (title) => `Brought back a version of ${title}`,
  gone: "This version no longer exists.",
  removed: "before",
  added: "now",
  current: (state) => (state ? `Current card (${state})` : "Current card"),
  face: (title) => `Face of ${title}`,
  option: (version) => `${when(version.saved)}: ${version.title}`,
};

// --- notes and playtests

export const NOTES = {
  label: "Your notes about this card",
  placeholder: "What to watch in the next playtest…",
  saved: "Notes stay with the card in this studio; they are not printed.",
  notSaved: "Your note was not saved. The server did not respond.",
};

export const PLAYTESTS = {
  heading: "Playtests",
  none: "No playtests yet. Play a game with this card to see how it does.",
  counting: "Reading games…",
  version: (version, isCurrent) => (isCurrent ? "Current text" : `Earlier text (${version})`),
  games: ({ games, ended, seats }) => `${counted(games, "game")} (${ended} finished), ${counted(seats, "seat")}`,
  unreadable: "None of its games can be read.",
  drawn: "Drawn",
  kept: "Kept",
  played: "Played",
  round: "First played in round",
  worth: "Points of the card",
  score: "Total score of its players",
  wins: "Wins of its players",
  bots: "Extra wins per 100 bot games when drawn",
  rounds: ({ mean, least, most }) => `${mean.toFixed(1)} (${least} to ${most})`,
  mean: ({ mean, half }) => (half === null ? `${mean.toFixed(1)} (once)` : `${mean.toFixed(1)}, give or take ${half.toFixed(1)}`),
  won: ({ won, of, even, low, high }) => `${Number(won.toFixed(2))} of ${of} (from ${percent(low)} to ${percent(high)} %, 19 times out of 20; an even share is ${even.toFixed(1)})`,
  effect: ({ effect, half, same_text: same }) => `${effect > 0 ? "+" : ""}${effect.toFixed(1)}, give or take ${half.toFixed(1)}${same ? "" : " (measured with another text)"}`,
  by: ({ name, over, round, game }) => `${name || "a spectator"}, ${over ? "after the game" : `round ${round}`}, ${game}`,
  mark: (kind, count) => [`“${kind}”`, count],
  list: (kinds, text) => `${kinds.join(", ")}${kinds.length && text ? ": " : ""}`,
};

function percent(share) {
  return Math.round(100 * share);
}
