// Verdicts on the balance of cards, as badges, sentences and intervals.

import { make } from "./dom.js";
import { BALANCE, VERDICTS } from "./outcome-words.js";

const RANGE = 20; // wins in 100 games at both ends of the scale
const UNKNOWN = [BALANCE.notMeasured, "", "?", "open"];

function verdictOf(figures) {
  return VERDICTS[figures?.brief] ?? UNKNOWN;
}

/** Return the group that a card belongs to: change, open or fine. */
export function groupOf(figures) {
  if (figures?.found.length) return "change";
  return isMisjudged(figures) ? "open" : verdictOf(figures)[3];
}

/** Return whether bots misjudge a card, so that its wins do not show its strength. */
export function isMisjudged(figures) {
  return verdictOf(figures)[3] === "misjudged";
}

/** Return whether bots seldom play a card. */
export function isSeldomPlayed(figures) {
  return verdictOf(figures)[1] === "warn";
}

/** Create the badge of a verdict: a symbol and words; null figures are not known. */
export function verdictBadge(figures) {
  const [label, kind, symbol] = verdictOf(figures);
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
  const { effect, played } = figures;
  if (isSeldomPlayed(figures) && typeof played === "number") return BALANCE.playedShare(Math.round(100 * played));
  if (verdictOf(figures)[3] !== "open" || typeof effect.half !== "number") return winsInWords(effect);
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
  if (verdictOf(figures)[1] === "danger") scale.classList.add("off");
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
