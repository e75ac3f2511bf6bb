// The bar of a Roll table: round, phases, supply and buttons.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { PHASES, ROMAN } from "./roll-dice.js";
import { ROLL_BAR } from "./roll-words.js";
import { BAR, GAME, LOG } from "./table-words.js";
import { roundName, stepName } from "./words.js";

const STATES = { ...BAR.states, ...ROLL_BAR.states };

export function rollBar(view) {
  const { frame, handlers } = view;
  const pool = Math.max(frame.pool, 0);
  return make(
    "header",
    { class: "bar", "data-key": "bar" },
    handlers.home && make("a", { class: "home", href: handlers.home, title: BAR.home }, icon("settle", GAME.all)),
    make("p", { class: "round" }, make("h1", {}, roundName(frame.round)), make("span", { class: "sets" }, ROLL_BAR.steps[frame.step] ?? (frame.step ? stepName(frame.step) : GAME.over))),
    make("ol", { class: "phases", "aria-label": BAR.phases }, PHASES.map((phase, index) => pill(phase, index, frame))),
    make("p", { class: "supply" }, make("span", { "data-counts": "pool", "data-count": pool }, ROLL_BAR.pool(pool)), ROLL_BAR.bag(frame.bag)),
    buttons(view),
  );
}

function pill(phase, index, frame) {
  const isKnown = frame.occurring.length > 0;
  const isOccurring = frame.occurring.includes(phase);
  const isNow = frame.step === phase;
  const isDone = isOccurring && !isNow && !frame.steps.includes(phase);
  const state = isNow ? "now" : isDone ? "done" : isOccurring ? "next" : isKnown ? "off" : "unknown";
  return make(
    "li",
    { class: state, "data-phase": phase, "aria-current": isNow ? "step" : null },
    make("span", { class: "roman" }, ROMAN[index]), make("span", { class: "title" }, stepName(phase)),
    make("span", { class: "sign", "aria-hidden": "true" }, { now: "▶", done: "✓" }[state]),
    make("span", { class: "unseen" }, `, ${STATES[state]}`),
  );
}

function buttons({ frame, handlers, connected, showLog }) {
  const undo = frame.undo && handlers.undo && connected;
  return make(
    "p",
    { class: "buttons" },
    handlers.undo && make("button", { type: "button", id: "undo", "data-do": "undo", disabled: !undo, title: undo ? BAR.takeBack(frame.undo.to) : ROLL_BAR.noUndo }, BAR.undo, make("kbd", { "aria-hidden": "true" }, "U")),
    make("button", { type: "button", id: "log-button", "data-do": "log", "aria-expanded": String(showLog), "aria-controls": "log" }, LOG.title, make("kbd", { "aria-hidden": "true" }, "L")),
    handlers.people &&
      make("button", { type: "button", id: "people-button", "data-do": "people", "aria-label": handlers.people.label, title: handlers.people.label }, icon("people"), handlers.people.text),
    handlers.help && make("button", { type: "button", id: "help-button", "data-do": "help", "aria-label": BAR.help }, "?"),
    handlers.connection && make("span", { id: "connection", class: handlers.connection.state }, handlers.connection.text),
  );
}
