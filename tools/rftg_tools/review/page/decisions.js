// The decisions at a moment: each option, how often it would have won, and the rank of the choice.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { CHART, DECISION } from "./review-words.js";
import { NARROW } from "./settings.js";
import { GAME, MOMENTS } from "./table-words.js";
import { textElements } from "./words.js";

const BEST = 5; // maximum number of options to show at first on large screens

/** The panels of all decisions at a moment. hasTests: whether they can become tests. */
export function decisionsOf(moment, review, players, cards, hasTests) {
  const panels = moment.decisions.map((decision) => {
    const rated = review.decisions.find((candidate) => candidate.number === decision.number);
    return panel(decision, rated, review, players, cards, hasTests);
  });
  const none = moment.over ? `${GAME.over}.` : DECISION.none;
  return [make("h2", {}, moment.title), ...(panels.length ? panels : [make("p", {}, none)])];
}

function panel(decision, rated, review, players, cards, hasTests) {
  const name = players[decision.seat];
  return make(
    "section",
    { class: "decision", "aria-label": DECISION.label(name) },
    make("h3", {}, make("span", { class: `who seat-${decision.seat}` }, name), ` ${DECISION.asked}`, textElements(decision.prompt, cards), "”"),
    rated ? [verdict(rated, cards), options(rated, review.level, cards), notes(rated)] : unrated(decision, review, cards),
    hasTests && make("p", {}, make("button", { type: "button", class: "sm", "data-test": decision.number }, icon("test"), MOMENTS.make)),
  );
}

function unrated(decision, review, cards) {
  const unratedEntry = review.not_rated.find((candidate) => candidate.number === decision.number);
  return [
    make("p", { class: "verdict" }, make("b", {}, `${DECISION.done} `), textElements(decision.label, cards)),
    make("p", { class: "small muted" }, unratedEntry ? DECISION.notRated(unratedEntry.reason) : DECISION.notRatedYet),
  ];
}

/** A sentence that rates the choice. */
function verdict(rated, cards) {
  const { behind } = rated;
  if (!behind) return make("p", { class: "verdict best" }, `✓ ${DECISION.best}`);
  if (behind.half >= 1) return make("p", { class: "verdict" }, DECISION.tooFew);
  if (behind.mean - behind.half <= 0) return make("p", { class: "verdict" }, DECISION.noneBetter);
  return make(
    "p",
    { class: "verdict lost" },
    "▼ “",
    textElements(rated.options[0].label, cards),
    `” ${DECISION.wonMore(Math.round(behind.mean * 100), Math.round(behind.half * 100))}`,
  );
}

/** The best options, the choice and the bot's choice; the others are collapsed. */
function options(rated, level, cards) {
  const best = NARROW.matches ? 1 : BEST;
  const isShown = (option, index) => index < best || option.taken || option.bot;
  const otherOptions = rated.options.filter((option, index) => !isShown(option, index));
  const maxGames = Math.max(...rated.options.map((option) => option.games));
  const list = (chosen) => optionList(chosen, maxGames, level, cards);
  return [
    list(rated.options.filter(isShown)),
    otherOptions.length > 0 && make("details", {}, make("summary", {}, DECISION.others(otherOptions.length)), list(otherOptions)),
  ];
}

/** A list of options. maxGames: games of the fully compared options; the others got fewer. */
function optionList(options, maxGames, level, cards) {
  return make(
    "ol",
    { class: "rated" },
    options.map((option) =>
      make(
        "li",
        { class: [option.taken && "taken", option.bot && "bot"].filter(Boolean).join(" ") },
        make(
          "p",
          { class: "label" },
          textElements(option.label, cards),
          option.taken && make("span", { class: "badge" }, DECISION.chosen),
          option.bot && make("span", { class: "badge" }, DECISION.bots(level)),
        ),
        option.games < maxGames ? make("p", { class: "small muted" }, DECISION.glance) : [bar(option), figures(option)],
      ),
    ),
  );
}

function figures({ win, low, high, games }) {
  return make("p", { class: "small muted" }, make("b", {}, CHART.percent(win)), ` ${CHART.between(low, high)}, ${DECISION.games(games)}`);
}

/** The winning chance as a bar, with its margin of error. */
function bar({ win, low, high }) {
  const place = (name, value) => `${name}:${(value * 100).toFixed(1)}%`;
  const full = make("span", { class: "full" });
  const interval = make("span", { class: "interval" });
  full.style.cssText = place("width", win);
  interval.style.cssText = `${place("left", low)};${place("width", high - low)}`;
  return make("span", { class: "bar-of", "aria-hidden": "true" }, full, interval);
}

function notes(rated) {
  const unratedCount = rated.legal - rated.options.length;
  const parts = [
    rated.behind && DECISION.luck,
    unratedCount > 0 && DECISION.left(unratedCount),
    rated.true_cards > 0 && DECISION.trueCards(rated.true_cards),
  ].filter(Boolean);
  return parts.length > 0 && make("p", { class: "small muted" }, parts.join(" "));
}
