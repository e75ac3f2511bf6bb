// The question of a Roll game, with a button and a key for every answer.

import { askSection, hintButton, obstacle, passButtons, waitingFor } from "./ask.js";
import { make } from "./dom.js";
import { advice, listEntries, sum, validationError } from "./roll-picking.js";
import { ROLL_ASK } from "./roll-words.js";
import { KEYS } from "./table-words.js";
import { textElements } from "./words.js";

const SIGNS = "123456789abcdefgijkmnopqrstvwxyz"; // without the keys for undo, log and hint

/** The index of a key's entry; -1 if there is none. */
export function entryOf(key) {
  return key.length === 1 ? SIGNS.indexOf(key) : -1;
}

export function askBar(view) {
  return askSection(view, view.ask ? question(view) : waiting(view));
}

function waiting(view) {
  return [make("div", { class: "words" }, make("p", { class: "prompt" }, waitingFor(view.frame)), obstacle(view)), passButtons(view)];
}

function question(view) {
  const { ask, frame } = view;
  return [
    make("div", { class: "words" }, make("p", { class: "prompt" }, textElements(ask.prompt, frame.cards)), obstacle(view) ?? help(view)),
    make("div", { class: "controls", "data-group": "ask" }, ask.form === "choice" ? choices(view) : counting(view)),
  ];
}

/** The rule, and the bot's suggestion if hints are on. */
function help(view) {
  const { ask, marks } = view;
  const text = advice(ask);
  return make(
    "p",
    { class: "help" },
    make("cite", {}, ask.rule),
    text && hintButton(view),
    text && marks.hint && make("span", { class: "hint" }, ROLL_ASK.advice(text)),
  );
}

function choices({ ask, marks, ready }) {
  const entries = listEntries(ask, marks);
  const chosen = marks.pick || marks.drop;
  return [
    make(
      "ul",
      { class: "entries-of-ask" },
      entries.map((entry, index) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "option", "data-do": "entry", "data-at": index, "data-item": true, disabled: !ready, "data-option": entry.option ? JSON.stringify(entry.option.answer) : null },
            SIGNS[index] && make("kbd", { "aria-hidden": "true" }, SIGNS[index]),
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
  const error = validationError(ask, marks);
  const count = sum(marks);
  return [
    make("ul", { class: "entries-of-ask" }, ask.things.map((item, index) => (ask.form === "amounts" ? stepper(item, index, { ask, marks, ready }) : toggle(item, index, { marks, ready })))),
    make(
      "p",
      { class: "options" },
      make("button", { type: "button", id: "confirm", class: "primary", "data-do": "confirm", "aria-disabled": error ? "true" : null, disabled: !ready }, error ? ROLL_ASK.choose(error) : ROLL_ASK.confirm(count), make("kbd", { "aria-hidden": "true" }, "↵")),
    ),
  ];
}

function stepper(item, index, { ask, marks, ready }) {
  const count = marks.amounts.get(item.key) ?? 0;
  const isFull = count >= item.limit || (sum(marks) >= ask.most && ask.most > 1);
  return make(
    "li",
    { class: "stepper", "data-key": item.key },
    make("button", { type: "button", class: "less", "data-do": "less", "data-at": index, disabled: !ready || !count, "aria-label": ROLL_ASK.less(item.label) }, "−"),
    make(
      "button",
      { type: "button", class: count ? "option picked" : "option", "data-do": "more", "data-at": index, "data-item": true, disabled: !ready, "aria-label": ROLL_ASK.marked(item.label, count, item.limit, isFull) },
      SIGNS[index] && make("kbd", { "aria-hidden": "true" }, SIGNS[index]),
      `${item.label} `,
      make("b", {}, `${count}/${item.limit}`),
    ),
  );
}

function toggle(item, index, { marks, ready }) {
  const isOn = Boolean(marks.amounts.get(item.key));
  return make(
    "li",
    { "data-key": item.key },
    make("button", { type: "button", class: isOn ? "option picked" : "option", "data-do": "more", "data-at": index, "data-item": true, disabled: !ready, "aria-pressed": String(isOn) }, SIGNS[index] && make("kbd", { "aria-hidden": "true" }, SIGNS[index]), item.label),
  );
}
