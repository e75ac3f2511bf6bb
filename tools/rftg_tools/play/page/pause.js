// The round summary: the events of the last round, until the player continues.

import { make } from "./dom.js";
import { symbol } from "./symbols.js";
import { action, avatar } from "./players.js";
import { isOn } from "./settings.js";
import { KEYS, PAUSE } from "./table-words.js";
import { titleOf } from "./words.js";

/** The summary of a round, from the frame's `last_round`. describe: a player's actions and parts. */
export function pause({ round, players }, view, describe = describeRace) {
  return make(
    "section",
    { class: "pause", "data-key": "pause", "aria-label": PAUSE.label(round) },
    make("h2", {}, PAUSE.title(round)),
    make("div", { class: "rows" }, players.map((summary) => row(summary, view.frame, describe))),
    make(
      "p",
      { class: "options" },
      make("button", { type: "button", class: "primary", "data-do": "go-on" }, PAUSE.goOn, make("kbd", { "aria-hidden": "true" }, KEYS.enter)),
      make("label", {}, make("input", { type: "checkbox", name: "pauses", checked: isOn("pauses") }), ` ${PAUSE.always}`),
    ),
  );
}

function row(summary, frame, describe) {
  const { actions, parts } = describe(summary, frame);
  const shownParts = parts.filter(Boolean);
  const player = frame.players.find((candidate) => candidate.seat === summary.seat);
  return [
    make("p", { class: "who" }, avatar(player), make("b", {}, summary.seat === frame.seat ? PAUSE.you : player.name)),
    make("p", { class: "actions" }, actions),
    make("p", { class: "what" }, shownParts.length ? shownParts.map((content) => make("span", { class: "part" }, content)) : PAUSE.nothing),
  ];
}

/** A player's part of the summary in Race. */
function describeRace(summary, { cards }) {
  const actions = summary.actions.map((name) => action(name));
  const parts = [
    summary.placed.length && [part(`${PAUSE.placed} `), names(summary.placed, cards)],
    summary.took.length && [part(`${PAUSE.tookOver} `), names(summary.took, cards)],
    summary.lost.length && [part(`${PAUSE.lost} `), names(summary.lost, cards)],
    summary.vp > 0 && part(symbol("chips"), PAUSE.vp(summary.vp)),
    summary.prestige !== 0 && part(symbol("prestige"), PAUSE.prestige(summary.prestige)),
    summary.cards > 0 && part(symbol("cards"), PAUSE.drew(summary.cards)),
    summary.goods > 0 && part(symbol("produce"), PAUSE.produced(summary.goods)),
    summary.goals.length && part(symbol("goal"), summary.goals.join(", ")),
    summary.notes.length && part(summary.notes.join(", ")),
  ];
  return { actions, parts };
}

/** A piece of text, or of an icon and a text. */
export function part(...children) {
  return make("span", { class: "sum" }, ...children);
}

/** The titles of cards, as buttons that show them. */
export function names(cardIds, cards) {
  return cardIds.map((card, index) => [index > 0 && ", ", name(card, cards)]);
}

function name(card, cards) {
  return make("button", { type: "button", class: "named", "data-look": card }, titleOf(card, cards));
}
