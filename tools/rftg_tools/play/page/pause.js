// The pause after a round: what happened in it, until somebody goes on. It asks for nothing.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { action } from "./players.js";
import { isOn } from "./settings.js";
import { titleOf } from "./words.js";

/** What happened in a round. ended: of the frame. */
export function pause({ round, players }, shown) {
  return make(
    "section",
    { class: "pause", "data-key": "pause", "aria-label": `Round ${round}, what happened` },
    make("h2", {}, `Round ${round} is over`),
    make("div", { class: "rows" }, players.map((one) => row(one, shown.frame))),
    make(
      "p",
      { class: "options" },
      make("button", { type: "button", class: "main", "data-do": "go-on" }, "Go on", make("kbd", { "aria-hidden": "true" }, "Enter")),
      make("label", {}, make("input", { type: "checkbox", name: "pauses", checked: isOn("pauses") }), " Show this after each round"),
    ),
  );
}

function row(sum, frame) {
  const player = frame.players.find((one) => one.seat === sum.seat);
  return [
    make("p", { class: "who" }, make("b", {}, sum.seat === frame.seat ? "You" : player.name)),
    make("p", { class: "actions" }, sum.actions.map((name) => action(name))),
    make("p", { class: "what" }, happened(sum, frame)),
  ];
}

/** What a player did, part by part. */
function happened(sum, { cards }) {
  const parts = [
    sum.placed.length && [part("placed "), sum.placed.map((card, at) => [at > 0 && ", ", name(card, cards)])],
    sum.took.length && [part("took over "), sum.took.map((card, at) => [at > 0 && ", ", name(card, cards)])],
    sum.lost.length && [part("lost "), sum.lost.map((card, at) => [at > 0 && ", ", name(card, cards)])],
    sum.vp > 0 && part(icon("chips"), `+${sum.vp} VP`),
    sum.prestige !== 0 && part(icon("prestige"), `${sum.prestige > 0 ? "+" : "−"}${Math.abs(sum.prestige)} prestige`),
    sum.cards > 0 && part(icon("cards"), `drew ${sum.cards}`),
    sum.goods > 0 && part(icon("produce"), `produced ${sum.goods}`),
    sum.goals.length && part(icon("goal"), sum.goals.join(", ")),
    sum.notes.length && part(sum.notes.join(", ")),
  ];
  const there = parts.filter(Boolean);
  return there.length ? there.map((one) => make("span", { class: "part" }, one)) : "nothing else";
}

function part(...children) {
  return make("span", { class: "sum" }, ...children);
}

function name(card, cards) {
  return make("button", { type: "button", class: "named", "data-look": card }, titleOf(card, cards));
}
