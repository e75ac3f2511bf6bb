// The bar: the current round and phase, the supply, and the table's buttons. Below it, a banner.

import { address } from "./common.js";
import { icon, iconButton } from "./icons.js";
import { make } from "./dom.js";
import { figure } from "./players.js";
import { BAR, GAME, LOG } from "./table-words.js";
import { roundName, stepName } from "./words.js";

const NUMERALS = { search: "S", explore: "I", develop: "II", settle: "III", consume: "IV", produce: "V" };
const PHASES = ["explore", "develop", "settle", "consume", "produce"];
const SECOND = " 2";
const LOW = 10; // chips in the pool or cards in the deck that are pointed out

export function bar(view) {
  const { frame, handlers } = view;
  const chosen = [...frame.sets, ...frame.options].join(", ");
  const pool = Math.max(frame.pool, 0);
  return make(
    "header",
    { class: "bar", "data-key": "bar" },
    homeLink(handlers),
    make("p", { class: "round", title: chosen }, make("h1", {}, roundName(frame.round)), make("span", { class: "sets ellipsis" }, chosen)),
    phases(frame),
    make(
      "p",
      { class: "supply" },
      make("span", { class: pool < LOW ? "low" : null }, figure("chips", pool, BAR.pool(pool), "pool")),
      figure("cards", frame.deck, BAR.deck(frame.deck), "deck"),
      figure("discard", frame.discard, BAR.discard(frame.discard), "discard"),
    ),
    barButtons(view, BAR.noUndo),
  );
}

/** One line below the bar, if the connection is lost, this is the last round or the empire is shaken. */
export function banner({ frame, connected, handlers }) {
  if (!connected) return offline(handlers);
  const isLast = frame.ending?.length > 0 && !frame.over;
  const notes = isLast ? [] : Object.values(frame.parts).map((part) => part?.alarm).filter(Boolean);
  if (!isLast && !notes.length) return null;
  return make(
    "p",
    { class: "banner", role: "alert", "data-key": "banner" },
    icon(isLast ? "flag" : "warning"),
    make("span", {}, make("b", {}, isLast ? BAR.lastRound : BAR.alarm), ` ${isLast ? BAR.ends(frame.ending) : notes.join(" ")}`),
  );
}

function offline({ retry }) {
  return make(
    "p",
    { class: "banner lost", role: "alert", "data-key": "lost" },
    icon("offline"),
    make("span", {}, make("b", {}, BAR.lost), ` ${BAR.kept}`),
    retry && make("button", { type: "button", class: "sm", "data-do": "retry" }, BAR.retry),
  );
}

/** The link to all games. */
export function homeLink({ home }) {
  return home && make("a", { class: "home", href: home, title: BAR.home, "aria-label": GAME.all }, make("img", { src: address("icon.svg"), alt: "", width: 28, height: 28 }));
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
  const isGiven = frame.given?.includes(phase);
  const state = isNow ? "now" : isDone ? "done" : chosen.has(phase) || isGiven ? "next" : "off";
  const badge = phaseBadge(phase);
  return phasePill(phase, state, badge, [stepName(phase), isRepeated && " ×2", isGiven && make("small", {}, ` ${BAR.given}`)], BAR.states);
}

/** The badge of a phase, as on printed faces. */
export function phaseBadge(phase) {
  return NUMERALS[phase] && make("span", { class: "phase", "aria-hidden": "true" }, NUMERALS[phase]);
}

/** A phase of the round. state: "now", "done" or a key of the texts `states`. */
export function phasePill(phase, state, symbol, title, states) {
  return make(
    "li",
    { class: state, "data-phase": phase, "aria-current": state === "now" ? "step" : null },
    symbol,
    make("span", { class: "title" }, title),
    state === "done" && make("span", { class: "sign", "aria-hidden": "true" }, "✓"),
    make("span", { class: "unseen" }, `, ${states[state]}`),
  );
}

/** The buttons of the bar. noUndo: the reason if undo is impossible. */
export function barButtons({ frame, handlers, connected, showLog }, noUndo) {
  const undo = frame.undo && handlers.undo && connected;
  const round = frame.undo_round ?? null;
  return make(
    "p",
    { class: "buttons" },
    handlers.undo &&
      make(
        "button",
        { type: "button", id: "undo", class: "quiet sm", "data-do": "undo", disabled: !undo, title: undo ? BAR.takeBack(frame.undo.to) : noUndo },
        icon("undo"),
        make("span", { class: "label" }, BAR.undo),
        make("kbd", { "aria-hidden": "true" }, "U"),
      ),
    handlers.undoRound && round !== null && !frame.over && iconButton("reset", BAR.undoRound(round), { id: "undo-round", class: "sm", "data-do": "undo-round", disabled: !connected }),
    make(
      "button",
      { type: "button", id: "log-button", class: "quiet sm", "data-do": "log", "aria-expanded": String(showLog), "aria-controls": "log" },
      icon("list"),
      make("span", { class: "label" }, LOG.title),
      make("kbd", { "aria-hidden": "true" }, "L"),
    ),
    handlers.people &&
      make("button", { type: "button", id: "people-button", class: "quiet sm", "data-do": "people", "aria-label": handlers.people.label, title: handlers.people.label }, icon("people"), handlers.people.text),
    handlers.help && iconButton("help", BAR.help, { id: "help-button", class: "sm", "data-do": "help" }),
    handlers.connection &&
      make(
        "span",
        { id: "connection", class: handlers.connection.state },
        handlers.connection.text,
      ),
  );
}
