// The question of Roll, at its fixed place: what is asked, and every answer by a button and a key.

import { waitingFor } from "./ask.js";
import { make } from "./dom.js";
import { advice, amiss, listed, sum } from "./roll-picking.js";
import { ROLL_ASK } from "./roll-words.js";
import { ASK, GAME, KEYS } from "./table-words.js";
import { written } from "./words.js";

const SIGNS = "123456789abcdefgijkmnopqrstvwxyz"; // without those of undo, log and hint

/** The number of the entry that a key takes, -1 for none. */
export function entryOf(key) {
  return key.length === 1 ? SIGNS.indexOf(key) : -1;
}

export function askBar(shown) {
  const { frame, ask } = shown;
  return make(
    "section",
    { id: "ask", class: ask ? "open" : "", "aria-label": ASK.title, "data-kind": ask?.kind, "data-form": ask?.form, "data-seat": ask?.seat, "data-turn": frame.turn, tabindex: "-1" },
    ask ? asked(shown) : waiting(shown),
  );
}

function waiting(shown) {
  const { frame, handlers } = shown;
  const others = frame.can_see.filter((one) => one.seat !== frame.seat);
  const waits = new Set(frame.players.filter((one) => one.waiting).map((one) => one.seat));
  return [
    make("div", { class: "words" }, make("p", { class: "prompt" }, waitingFor(frame)), stopped(shown)),
    frame.seat !== null && handlers.pass && others.length > 0 &&
      make("p", { class: "options" }, others.map((one) => make("button", { type: "button", class: waits.has(one.seat) ? "main" : null, "data-do": "pass", value: one.seat }, GAME.pass(one.name)))),
  ];
}

function asked(shown) {
  const { ask, frame } = shown;
  return [
    make("div", { class: "words" }, make("p", { class: "prompt" }, written(ask.prompt, frame.cards)), stopped(shown) ?? help(shown)),
    make("div", { class: "controls", "data-group": "ask" }, ask.form === "choice" ? choices(shown) : counting(shown)),
  ];
}

/** The rule, and what a bot would answer where that is asked for. */
function help({ ask, marks, ready }) {
  const text = advice(ask);
  return make(
    "p",
    { class: "help" },
    make("cite", {}, ask.rule),
    text && make("button", { type: "button", class: "quiet", id: "hint", "data-do": "hint", "aria-pressed": String(Boolean(marks.hint)), disabled: !ready }, ASK.hint, make("kbd", { "aria-hidden": "true" }, "H")),
    text && marks.hint && make("span", { class: "hint" }, ROLL_ASK.advice(text)),
  );
}

function stopped({ refusal, connected }) {
  if (!connected) return make("p", { class: "refusal" }, ASK.silent);
  return refusal && make("p", { class: "refusal" }, refusal);
}

function choices({ ask, marks, ready }) {
  const entries = listed(ask, marks);
  const chosen = marks.pick || marks.drop;
  return [
    make(
      "ul",
      { class: "entries-of-ask" },
      entries.map((entry, at) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "option", "data-do": "entry", "data-at": at, "data-item": true, disabled: !ready, "data-option": entry.option ? JSON.stringify(entry.option.answer) : null },
            SIGNS[at] && make("kbd", { "aria-hidden": "true" }, SIGNS[at]),
            entry.label,
            entry.end && make("span", { "aria-hidden": "true" }, " …"),
          ),
        ),
      ),
    ),
    chosen && make("button", { type: "button", class: "quiet", "data-do": "clear" }, ROLL_ASK.back, make("kbd", { "aria-hidden": "true" }, KEYS.escape)),
  ];
}

function counting({ ask, marks, ready }) {
  const wrong = amiss(ask, marks);
  const many = sum(marks);
  return [
    make("ul", { class: "entries-of-ask" }, ask.things.map((thing, at) => (ask.form === "amounts" ? stepper(thing, at, { ask, marks, ready }) : toggle(thing, at, { marks, ready })))),
    make(
      "p",
      { class: "options" },
      make("button", { type: "button", id: "confirm", class: "main", "data-do": "confirm", "aria-disabled": wrong ? "true" : null, disabled: !ready }, wrong ? ROLL_ASK.choose(wrong) : ROLL_ASK.confirm(many), make("kbd", { "aria-hidden": "true" }, "↵")),
    ),
  ];
}

function stepper(thing, at, { ask, marks, ready }) {
  const count = marks.amounts.get(thing.key) ?? 0;
  const full = count >= thing.limit || (sum(marks) >= ask.most && ask.most > 1);
  return make(
    "li",
    { class: "stepper", "data-key": thing.key },
    make("button", { type: "button", class: "less", "data-do": "less", "data-at": at, disabled: !ready || !count, "aria-label": ROLL_ASK.less(thing.label) }, "−"),
    make(
      "button",
      { type: "button", class: count ? "option picked" : "option", "data-do": "more", "data-at": at, "data-item": true, disabled: !ready, "aria-label": ROLL_ASK.marked(thing.label, count, thing.limit, full) },
      SIGNS[at] && make("kbd", { "aria-hidden": "true" }, SIGNS[at]),
      `${thing.label} `,
      make("b", {}, `${count}/${thing.limit}`),
    ),
  );
}

function toggle(thing, at, { marks, ready }) {
  const on = Boolean(marks.amounts.get(thing.key));
  return make(
    "li",
    { "data-key": thing.key },
    make("button", { type: "button", class: on ? "option picked" : "option", "data-do": "more", "data-at": at, "data-item": true, disabled: !ready, "aria-pressed": String(on) }, SIGNS[at] && make("kbd", { "aria-hidden": "true" }, SIGNS[at]), thing.label),
  );
}
