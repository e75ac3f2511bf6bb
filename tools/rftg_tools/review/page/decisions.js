// What was decided at a moment: each option, how often it would have won, and where the choice stood.

import { make } from "./dom.js";
import { NARROW } from "./players.js";
import { CHART, DECISION } from "./review-words.js";
import { GAME } from "./table-words.js";
import { written } from "./words.js";

const BEST = 5; // options that are shown at once, where there is room

/** The panels of all decisions that were made at a moment. */
export function decisionsOf(moment, found, players, cards) {
  const panels = moment.decisions.map((one) => {
    const rated = found.decisions.find((other) => other.number === one.number);
    return panel(one, rated, found, players, cards);
  });
  const none = moment.over ? `${GAME.over}.` : DECISION.none;
  return [make("h2", {}, moment.title), ...(panels.length ? panels : [make("p", {}, none)])];
}

function panel(one, rated, found, players, cards) {
  const name = players[one.seat];
  return make(
    "section",
    { class: "decision", "aria-label": DECISION.label(name) },
    make("h3", {}, make("span", { class: `who of-${one.seat}` }, name), ` ${DECISION.asked}`, written(one.prompt, cards), "”"),
    rated ? [verdict(rated, cards), options(rated, found.level, cards), beside(rated)] : unrated(one, found, cards),
  );
}

function unrated(one, found, cards) {
  const known = found.not_rated.find((other) => other.number === one.number);
  return [
    make("p", { class: "verdict" }, make("b", {}, `${DECISION.done} `), written(one.label, cards)),
    make("p", { class: "aside" }, known ? DECISION.notRated(known.reason) : DECISION.notRatedYet),
  ];
}

/** Where the choice stood, in a sentence. */
function verdict(rated, cards) {
  const { behind } = rated;
  if (!behind) return make("p", { class: "verdict best" }, `✓ ${DECISION.best}`);
  if (behind.half >= 1) return make("p", { class: "verdict" }, DECISION.tooFew);
  if (behind.mean - behind.half <= 0) return make("p", { class: "verdict" }, DECISION.noneBetter);
  return make(
    "p",
    { class: "verdict lost" },
    "▼ “",
    written(rated.options[0].label, cards),
    `” ${DECISION.wonMore(Math.round(behind.mean * 100), Math.round(behind.half * 100))}`,
  );
}

/** The best options, the one chosen and the bot's; the others can be unfolded. */
function options(rated, level, cards) {
  const best = NARROW.matches ? 1 : BEST;
  const first = (option, at) => at < best || option.taken || option.bot;
  const others = rated.options.filter((option, at) => !first(option, at));
  const most = Math.max(...rated.options.map((option) => option.games));
  const list = (shown) => listed(shown, most, level, cards);
  return [
    list(rated.options.filter(first)),
    others.length > 0 && make("details", {}, make("summary", {}, DECISION.others(others.length)), list(others)),
  ];
}

/** Options, one below the other. most: games of those that were compared; the others had a glance. */
function listed(shown, most, level, cards) {
  return make(
    "ol",
    { class: "rated" },
    shown.map((option) =>
      make(
        "li",
        { class: [option.taken && "taken", option.bot && "bot"].filter(Boolean).join(" ") },
        make(
          "p",
          { class: "label" },
          written(option.label, cards),
          option.taken && make("span", { class: "tag" }, DECISION.chosen),
          option.bot && make("span", { class: "tag" }, DECISION.bots(level)),
        ),
        option.games < most ? make("p", { class: "figures" }, DECISION.glance) : [bar(option), figures(option)],
      ),
    ),
  );
}

function figures({ win, low, high, games }) {
  return make("p", { class: "figures" }, make("b", {}, CHART.percent(win)), ` ${CHART.between(low, high)}, ${DECISION.games(games)}`);
}

/** The chance as a bar, and its interval upon it. */
function bar({ win, low, high }) {
  const place = (name, value) => `${name}:${(value * 100).toFixed(1)}%`;
  const full = make("span", { class: "full" });
  const interval = make("span", { class: "interval" });
  full.style.cssText = place("width", win);
  interval.style.cssText = `${place("left", low)};${place("width", high - low)}`;
  return make("span", { class: "bar-of", "aria-hidden": "true" }, full, interval);
}

function beside(rated) {
  const left = rated.legal - rated.options.length;
  const said = [
    rated.behind && DECISION.luck,
    left > 0 && DECISION.left(left),
    rated.true_cards > 0 && DECISION.trueCards(rated.true_cards),
  ].filter(Boolean);
  return said.length > 0 && make("p", { class: "aside" }, said.join(" "));
}
