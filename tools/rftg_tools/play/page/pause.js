// The pause after a round: what happened in it, until somebody goes on. It asks for nothing.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { action } from "./players.js";
import { isOn } from "./settings.js";
import { KEYS, PAUSE } from "./table-words.js";
import { titleOf } from "./words.js";

/** What happened in a round. ended: of the frame. */
export function pause({ round, players }, shown) {
  return make(
    "section",
    { class: "pause", "data-key": "pause", "aria-label": PAUSE.label(round) },
    make("h2", {}, PAUSE.title(round)),
    make("div", { class: "rows" }, players.map((one) => row(one, shown.frame))),
    make(
      "p",
      { class: "options" },
      make("button", { type: "button", class: "main", "data-do": "go-on" }, PAUSE.goOn, make("kbd", { "aria-hidden": "true" }, KEYS.enter)),
      make("label", {}, make("input", { type: "checkbox", name: "pauses", checked: isOn("pauses") }), ` ${PAUSE.always}`),
    ),
  );
}

function row(sum, frame) {
  const player = frame.players.find((one) => one.seat === sum.seat);
  return [
    make("p", { class: "who" }, make("b", {}, sum.seat === frame.seat ? PAUSE.you : player.name)),
    make("p", { class: "actions" }, sum.actions.map((name) => action(name))),
    make("p", { class: "what" }, happened(sum, frame)),
  ];
}

/** What a player did, part by part. */
function happened(sum, { cards }) {
  const parts = [
    sum.placed.length && [part(`${PAUSE.placed} `), names(sum.placed, cards)],
    sum.took.length && [part(`${PAUSE.tookOver} `), names(sum.took, cards)],
    sum.lost.length && [part(`${PAUSE.lost} `), names(sum.lost, cards)],
    sum.vp > 0 && part(icon("chips"), PAUSE.vp(sum.vp)),
    sum.prestige !== 0 && part(icon("prestige"), PAUSE.prestige(sum.prestige)),
    sum.cards > 0 && part(icon("cards"), PAUSE.drew(sum.cards)),
    sum.goods > 0 && part(icon("produce"), PAUSE.produced(sum.goods)),
    sum.goals.length && part(icon("goal"), sum.goals.join(", ")),
    sum.notes.length && part(sum.notes.join(", ")),
  ];
  const there = parts.filter(Boolean);
  return there.length ? there.map((one) => make("span", { class: "part" }, one)) : PAUSE.nothing;
}

function part(...children) {
  return make("span", { class: "sum" }, ...children);
}

function names(some, cards) {
  return some.map((card, at) => [at > 0 && ", ", name(card, cards)]);
}

function name(card, cards) {
  return make("button", { type: "button", class: "named", "data-look": card }, titleOf(card, cards));
}
