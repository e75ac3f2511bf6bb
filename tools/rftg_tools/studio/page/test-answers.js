// The answers of a player in a test: lines, and a menu of what could be answered when it was played.

import { make } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { openMenu } from "./menus.js";
import { TESTS } from "./outcome-words.js";

/**
 * Create the fields for the answers of a player.
 * @param {string[]} lines
 * @param {(lines: string[] | null) => void} put changes the lines; null removes them
 * @param {{seat: number, trace: () => Promise<any>}} player trace: plays the test, and returns what happened, or null
 */
export function answersField(lines, put, { seat, trace }) {
  const id = `add-answer-${seat}`;
  const label = (number) => TESTS.answer(number, seat);
  const putLines = (next) => put(next.length ? next : null);
  const createInput = (number, value, onChange) => {
    const input = make("input", { type: "text", value, "aria-label": label(number), autocomplete: "off", spellcheck: "false" });
    input.addEventListener("change", () => onChange(input.value.trim()));
    return input;
  };
  const write = () => {
    const input = createInput(lines.length + 1, "", (line) => line && putLines([...lines, line]));
    document.getElementById(id).parentElement.before(make("div", { class: "answer" }, input));
    input.focus();
  };
  const button = make("button", { type: "button", class: "sm quiet", id, "aria-haspopup": "menu", "aria-expanded": "false" }, icon("plus"), TESTS.addAnswer);
  button.addEventListener("click", async () => {
    const entries = entriesFor(lines, await trace(), seat, putLines, write);
    openMenu(document.getElementById(id) ?? button, entries); // the form may be new by now
  });
  return make(
    "div", { class: "answers" },
    lines.map((line, index) => make(
      "div", { class: "answer" },
      createInput(index + 1, line, (next) => putLines(lines.map((old, place) => (place === index ? next : old)).filter(Boolean))),
      removeButton(TESTS.removeAnswer(index + 1, seat), () => putLines(lines.filter((_line, place) => place !== index))),
    )),
    make("div", { class: "row wrap" }, button, seat ? null : make("span", { class: "help" }, TESTS.noAnswer)),
  );
}

/** @returns {(import("./menus.js").Entry | "-")[]} */
function entriesFor(lines, trace, seat, putLines, write) {
  const open = (trace?.decisions ?? []).filter((decision) => decision.seat === seat && !decision.answered);
  const entries = /** @type {(import("./menus.js").Entry | "-")[]} */ ([]);
  const offered = new Set();
  for (const { choices, at } of open) {
    const fresh = choices.filter((choice) => !offered.has(choice));
    if (fresh.length && entries.length) entries.push("-");
    for (const choice of fresh) {
      offered.add(choice);
      entries.push({ label: choice, run: () => putLines([...lines.slice(0, at), choice, ...lines.slice(at)]) });
    }
  }
  if (trace && !entries.length) entries.push({ label: TESTS.nothingToAnswer, isDisabled: true, run: () => {} });
  return [...entries, ...(entries.length ? [/** @type {"-"} */ ("-")] : []), { label: TESTS.ownAnswer, icon: "edit", run: write }];
}

export function removeButton(label, run) {
  return iconButton("close", label, { class: "sm", onclick: run });
}
