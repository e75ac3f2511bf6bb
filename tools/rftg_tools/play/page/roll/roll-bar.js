// The bar above: round, phases, what is left, and the buttons of the table.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { capital, PHASES, ROMAN } from "./roll-dice.js";

const NO_UNDO = "Nothing can be taken back: you have not answered yet, or something has been revealed since.";
const BEFORE = { setup: "Set-up", roll: "Rolling", assign: "Assigning workers", reveal: "Revealing workers", manage: "Managing empires" };

export function rollBar(shown) {
  const { frame, handlers } = shown;
  return make(
    "header",
    { class: "bar", "data-key": "bar" },
    handlers.home && make("a", { class: "home", href: handlers.home, title: "all games" }, icon("settle", "All games")),
    make("p", { class: "round" }, make("h1", {}, frame.round ? `Round ${frame.round}` : "Set-up"), make("span", { class: "sets" }, BEFORE[frame.step] ?? (frame.step ? capital(frame.step) : "The game is over"))),
    make("ol", { class: "phases", "aria-label": "Phases of this round" }, PHASES.map((phase, number) => pill(phase, number, frame))),
    make("p", { class: "supply" }, make("span", { "data-counts": "pool", "data-count": Math.max(frame.pool, 0) }, `${Math.max(frame.pool, 0)} VP left`), `${frame.bag} tiles in the bag`),
    buttons(shown),
  );
}

function pill(phase, number, frame) {
  const known = frame.occurring.length > 0;
  const occurs = frame.occurring.includes(phase);
  const now = frame.step === phase;
  const done = occurs && !now && !frame.steps.includes(phase);
  const state = now ? "now" : done ? "done" : occurs ? "next" : known ? "off" : "unknown";
  const said = { now: "now", done: "done", next: "to come", off: "does not occur", unknown: "not known yet" }[state];
  return make(
    "li",
    { class: state, "data-phase": phase, "aria-current": now ? "step" : null },
    make("span", { class: "roman" }, ROMAN[number]), make("span", { class: "title" }, capital(phase)),
    make("span", { class: "sign", "aria-hidden": "true" }, { now: "▶", done: "✓" }[state]),
    make("span", { class: "unseen" }, `, ${said}`),
  );
}

function buttons({ frame, handlers, connected, showLog }) {
  const undo = frame.undo && handlers.undo && connected;
  return make(
    "p",
    { class: "buttons" },
    handlers.undo && make("button", { type: "button", id: "undo", "data-do": "undo", disabled: !undo, title: undo ? `take back: ${frame.undo.to}` : NO_UNDO }, "Undo", make("kbd", { "aria-hidden": "true" }, "U")),
    make("button", { type: "button", id: "log-button", "data-do": "log", "aria-expanded": String(showLog), "aria-controls": "log" }, "Log", make("kbd", { "aria-hidden": "true" }, "L")),
    handlers.people &&
      make("button", { type: "button", id: "people-button", "data-do": "people", "aria-label": handlers.people.label, title: handlers.people.label }, icon("people"), handlers.people.text),
    handlers.help && make("button", { type: "button", id: "help-button", "data-do": "help", "aria-label": "Help and keys" }, "?"),
    handlers.connection && make("span", { id: "connection", class: handlers.connection.state }, handlers.connection.text),
  );
}
