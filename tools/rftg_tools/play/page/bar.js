// The bar: the current round and phase, the supply, and the table's buttons.

import { make } from "./dom.js";
import { symbol } from "./symbols.js";
import { figure } from "./players.js";
import { BAR, GAME, LOG } from "./table-words.js";
import { roundName, stepName } from "./words.js";

const PHASES = ["explore", "develop", "settle", "consume", "produce"];
const SECOND = " 2";

export function bar(view) {
  const { frame, handlers } = view;
  const chosen = [...frame.sets, ...frame.options].join(", ");
  const pool = Math.max(frame.pool, 0);
  return make(
    "header",
    { class: "bar", "data-key": "bar" },
    homeLink(handlers),
    make(
      "p",
      { class: "round" },
      make("h1", {}, roundName(frame.round)),
      make("span", { class: "sets", title: chosen }, chosen),
    ),
    phases(frame),
    make(
      "p",
      { class: "supply" },
      figure("chips", pool, BAR.pool(pool), "pool"),
      figure("cards", frame.deck, BAR.deck(frame.deck), "deck"),
      figure("discard", frame.discard, BAR.discard(frame.discard), "discard"),
    ),
    barButtons(view, BAR.noUndo),
  );
}

/** The link to all games. */
export function homeLink({ home }) {
  return home && make("a", { class: "home", href: home, title: BAR.home }, symbol("settle", GAME.all));
}

function phases(frame) {
  const chosen = new Set([...frame.steps_done, ...frame.steps, frame.step]);
  const special = ["search"].filter((step) => chosen.has(step));
  return make(
    "ol",
    { class: "phases", "aria-label": BAR.phases },
    [...special, ...PHASES].map((phase) => pill(phase, frame, chosen)),
  );
}

function pill(phase, frame, chosen) {
  const isRepeated = chosen.has(phase + SECOND);
  const isNow = frame.step === phase || frame.step === phase + SECOND;
  const isDone = frame.steps_done.includes(phase) && !isNow;
  const state = isNow ? "now" : isDone ? "done" : chosen.has(phase) ? "next" : "off";
  return phasePill(phase, state, symbol(phase), [stepName(phase), isRepeated && " ×2"], BAR.states);
}

/** A phase of the round. state: "now", "done" or a key of the texts `states`. */
export function phasePill(phase, state, symbol, title, states) {
  return make(
    "li",
    { class: state, "data-phase": phase, "aria-current": state === "now" ? "step" : null },
    symbol,
    make("span", { class: "title" }, title),
    make("span", { class: "sign", "aria-hidden": "true" }, { now: "▶", done: "✓" }[state]),
    make("span", { class: "unseen" }, `, ${states[state]}`),
  );
}

/** The buttons of the bar. noUndo: the reason if undo is impossible. */
export function barButtons({ frame, handlers, connected, showLog }, noUndo) {
  const undo = frame.undo && handlers.undo && connected;
  return make(
    "p",
    { class: "buttons" },
    handlers.undo &&
      make(
        "button",
        { type: "button", id: "undo", "data-do": "undo", disabled: !undo, title: undo ? BAR.takeBack(frame.undo.to) : noUndo },
        BAR.undo,
        make("kbd", { "aria-hidden": "true" }, "U"),
      ),
    make(
      "button",
      { type: "button", id: "log-button", "data-do": "log", "aria-expanded": String(showLog), "aria-controls": "log" },
      LOG.title,
      make("kbd", { "aria-hidden": "true" }, "L"),
    ),
    handlers.people &&
      make("button", { type: "button", id: "people-button", "data-do": "people", "aria-label": handlers.people.label, title: handlers.people.label }, symbol("people"), handlers.people.text),
    handlers.help &&
      make("button", { type: "button", id: "help-button", "data-do": "help", "aria-label": BAR.help }, "?"),
    handlers.connection &&
      make(
        "span",
        { id: "connection", class: handlers.connection.state },
        handlers.connection.text,
      ),
  );
}
