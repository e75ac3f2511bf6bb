// Verdicts on the balance of cards, as badges, sentences and intervals.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { BALANCE } from "./outcome-words.js";

const STRONG = ["too strong", "stronger"];
const WEAK = ["too weak", "weaker"];
const SELDOM = ["seldom played", "hardly played"];
const OPEN = ["not known yet", "too few games"];
const RANGE = 20; // wins in 100 games at both ends of the scale

/** Return the group that a card belongs to: change, open or fine. */
export function groupOf(figures) {
  if (!figures || OPEN.includes(figures.brief) || isMisjudged(figures)) return figures?.found?.length ? "change" : "open";
  return figures.found.length || SELDOM.includes(figures.brief) || figures.brief.startsWith("too") ? "change" : "fine";
}

/** Return whether bots misjudge a card, so that its wins do not show its strength. */
export function isMisjudged({ brief }) {
  return brief.startsWith("bots");
}

/** Return whether bots seldom play a card. */
export function isSeldomPlayed({ brief }) {
  return SELDOM.includes(brief);
}

/** Create the badge of a verdict: a symbol and words; null figures are not known. */
export function verdictBadge(figures) {
  const { brief } = figures ?? { brief: "" };
  const label = BALANCE.labels[brief] ?? BALANCE.notMeasured;
  const kind = brief.startsWith("too s") || brief.startsWith("too w") ? "danger" : isSeldomPlayed({ brief }) ? "warn" : brief === "average" ? "ok" : "";
  const symbol = STRONG.includes(brief) ? "▲" : WEAK.includes(brief) ? "▼" : isSeldomPlayed({ brief }) ? "◌" : brief === "average" ? icon("check") : "?";
  return make("span", { class: `badge ${kind}` }, make("span", { "aria-hidden": "true" }, symbol), label);
}

/** The extra wins with a card in words: "7 more wins in 100, give or take 2". */
export function winsInWords(effect) {
  if (typeof effect?.half !== "number") return BALANCE.tooFew;
  const count = Math.round(Math.abs(effect.mean));
  const half = Math.max(1, Math.round(effect.half));
  return count ? BALANCE.moreWins(count, effect.mean > 0, half) : BALANCE.asMany(half);
}

/** The main result of a card in words. */
export function resultInWords(figures) {
  const { effect, brief, played } = figures;
  if (isSeldomPlayed(figures) && typeof played === "number") return BALANCE.playedShare(Math.round(100 * played));
  if (brief !== "not known yet" || typeof effect.half !== "number") return winsInWords(effect);
  const ends = [effect.mean - effect.half, effect.mean + effect.half].map((end) => BALANCE.side(Math.round(end)));
  return BALANCE.between(ends[0], ends[1]);
}

/** Create the interval of a card's extra wins, with the range of official cards as a band. */
export function createScale(figures) {
  const isKnown = typeof figures?.effect?.half === "number";
  const label = isKnown ? BALANCE.scale(winsInWords(figures.effect)) : BALANCE.tooFew;
  const scale = make("span", { class: "scale", role: "img", "aria-label": label });
  const [low, high] = figures?.usual?.length ? figures.usual : [-5, 5];
  scale.append(createBar("band", low, high));
  if (!isKnown) return scale;
  const { mean, half } = figures.effect;
  if (figures.brief.startsWith("too")) scale.classList.add("off");
  const dot = make("b");
  dot.style.left = `${placeOf(mean)}%`;
  scale.append(createBar("interval", mean - half, mean + half), dot);
  return scale;
}

function createBar(kind, low, high) {
  const bar = make("i", { class: kind });
  bar.style.left = `${placeOf(low)}%`;
  bar.style.width = `${placeOf(high) - placeOf(low)}%`;
  return bar;
}

function placeOf(wins) {
  return 50 + (50 * Math.max(-RANGE, Math.min(RANGE, wins))) / RANGE;
}
