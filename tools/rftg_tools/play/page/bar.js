// The bar: where the round stands, what is left in the supply, and the buttons of the table.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { figure } from "./players.js";
import { stepName } from "./words.js";

const PHASES = ["explore", "develop", "settle", "consume", "produce"];
const SECOND = " 2";
export const NO_UNDO =
  "Nothing can be taken back: you have not answered yet, or a card or another player's answer has been revealed since.";

export function bar(shown) {
  const { frame, handlers } = shown;
  const chosen = [...frame.sets, ...frame.options].join(", ");
  return make(
    "header",
    { class: "bar", "data-key": "bar" },
    handlers.home && make("a", { class: "home", href: handlers.home, title: "all games" }, icon("settle", "All games")),
    make(
      "p",
      { class: "round" },
      make("h1", {}, frame.round ? `Round ${frame.round}` : "Set-up"),
      make("span", { class: "sets", title: chosen }, chosen),
    ),
    phases(frame),
    make(
      "p",
      { class: "supply" },
      figure("chips", Math.max(frame.pool, 0), "points left in the pool", "pool"),
      figure("cards", frame.deck, "cards in the deck", "deck"),
      figure("discard", frame.discard, "cards discarded", "discard"),
    ),
    buttons(shown),
  );
}

function phases(frame) {
  const chosen = new Set([...frame.steps_done, ...frame.steps, frame.step]);
  const special = ["search"].filter((step) => chosen.has(step));
  return make(
    "ol",
    { class: "phases", "aria-label": "Phases of this round" },
    [...special, ...PHASES].map((phase) => pill(phase, frame, chosen)),
  );
}

function pill(phase, frame, chosen) {
  const twice = chosen.has(phase + SECOND);
  const now = frame.step === phase || frame.step === phase + SECOND;
  const done = frame.steps_done.includes(phase) && !now;
  const state = now ? "now" : done ? "done" : chosen.has(phase) ? "next" : "off";
  const said = { now: "now", done: "done", next: "to come", off: "not chosen" }[state];
  return make(
    "li",
    { class: state, "data-phase": phase, "aria-current": now ? "step" : null },
    icon(phase),
    make("span", { class: "title" }, stepName(phase), twice && " ×2"),
    make("span", { class: "sign", "aria-hidden": "true" }, { now: "▶", done: "✓" }[state]),
    make("span", { class: "unseen" }, `, ${said}`),
  );
}

function buttons({ frame, handlers, connected, showLog }) {
  const undo = frame.undo && handlers.undo && connected;
  return make(
    "p",
    { class: "buttons" },
    handlers.undo &&
      make(
        "button",
        { type: "button", id: "undo", "data-do": "undo", disabled: !undo, title: undo ? `take back: ${frame.undo.to}` : NO_UNDO },
        "Undo",
        make("kbd", { "aria-hidden": "true" }, "U"),
      ),
    make(
      "button",
      { type: "button", id: "log-button", "data-do": "log", "aria-expanded": String(showLog), "aria-controls": "log" },
      "Log",
      make("kbd", { "aria-hidden": "true" }, "L"),
    ),
    handlers.people &&
      make("button", { type: "button", id: "people-button", "data-do": "people", "aria-label": handlers.people.label, title: handlers.people.label }, icon("people"), handlers.people.text),
    handlers.help &&
      make("button", { type: "button", id: "help-button", "data-do": "help", "aria-label": "Help and keys" }, "?"),
    handlers.connection &&
      make(
        "span",
        { id: "connection", class: handlers.connection.state },
        handlers.connection.text,
      ),
  );
}
