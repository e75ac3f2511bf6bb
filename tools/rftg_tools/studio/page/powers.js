// The powers of a card in its form: a row for each, with its phase, its text and the problems in it.

import { createCodeField } from "./code-field.js";
import { say } from "./common.js";
import { make } from "./dom.js";
import { FORM, labelOf } from "./form-words.js";
import { icon, iconButton } from "./icons.js";
import { opensMenu } from "./menus.js";
import { enableReorder } from "./reorder.js";
import { enableSuggestions, showSuggestions } from "./suggestions.js";
import { watchInput } from "./typing.js";

/**
 * @typedef {{key: string, badge: string}} Phase badge: its label on faces, "" if it has none
 * @typedef {{prefix: string, phases: Phase[], text: string}} Power a line, split after its phase
 */

/**
 * Create the powers of a card.
 * @param {string} id
 * @param {Phase[]} phases in the order of a round
 * @param {object} options
 * @param {(lines: string[]) => void} options.put called with all lines after a change
 * @param {() => void} options.show called when a row is left, to show the powers in the text
 * @param {(before: string) => Promise<any[]>} options.find returns suggestions
 */
export function createPowers(id, phases, options) {
  const rows = new WeakMap(); // the code field and prefix of each row, also of one that is gone but still has the focus
  const list = make("div", { class: "power-list stack" });
  const add = make("button", { type: "button", class: "sm soft", "aria-haspopup": "menu", "aria-expanded": "false" }, icon("plus"), FORM.addPower);
  const element = make(
    "section",
    { id, class: "powers stack", "aria-label": labelOf("powers") },
    make("div", { class: "powers-head row" }, make("h3", {}, labelOf("powers")), make("span", { class: "help grow" }, FORM.powersHelp), add),
    list,
  );
  opensMenu(add, () => phaseItems((phase) => startPower(`${phase.key}: `)));
  enableReorder(list, {
    nameOf: (row) => row.querySelector(".phase-pick > :last-child").textContent,
    move: joinPhase,
    drop: (row) => {
      delete row.dataset.prefix;
      put();
    },
  });

  // --- rows

  function createRow(line, isNew = false) {
    const code = createCodeField({});
    const { input } = code;
    const pick = make("button", { type: "button", class: "phase-pick", "aria-haspopup": "menu", "aria-expanded": "false" });
    const more = iconButton("more", FORM.morePower, { "aria-haspopup": "menu", "aria-expanded": "false" });
    const grip = make("button", { type: "button", class: "grip", "aria-label": FORM.movePower });
    const box = make("div", { class: "power-box" }, pick, code.element, more);
    const row = make("div", { class: "power-row", role: "group" }, grip, box, make("div", { class: "problems" }));
    rows.set(row, { code, prefix: "", isNew, isTouched: isNew });
    setLine(row, line);
    opensMenu(pick, () => phaseItems((phase) => changePhase(row, phase)));
    opensMenu(more, () => rowItems(row));
    enableSuggestions(input, sourceOf(row));
    input.addEventListener("input", () => {
      rows.get(row).isTouched = true;
      takePhase(row);
      splitLines(row);
    });
    watchInput(input, () => {
      if (!isEmpty(row)) rows.get(row).isNew = false;
      return put();
    });
    input.addEventListener("keydown", (event) => handleKey(event, row));
    row.addEventListener("focusout", ({ relatedTarget }) => {
      const next = /** @type {Element} */ (relatedTarget);
      if (!row.contains(next) && !next?.closest(".menu") && document.hasFocus()) leaveRow(row);
    });
    return row;
  }

  function sourceOf(row) {
    const { code } = rows.get(row);
    return { find: (before) => options.find(rows.get(row).prefix + before), placeOf: code.placeOf };
  }

  function setLine(row, line) {
    const { prefix, text } = splitLine(line);
    setPrefix(row, prefix);
    rows.get(row).code.setText(text);
    rows.get(row).inText = line;
  }

  function lineOf(row) {
    const { code, prefix } = rows.get(row);
    return (prefix + code.input.value.replaceAll("\n", " ")).trim();
  }

  function isEmpty(row) {
    return !rows.get(row).code.input.value.trim();
  }

  /** @returns {Power} */
  function splitLine(line) {
    const [prefix, names] = /^([a-z ]+?) *: */i.exec(line) ?? ["", ""];
    const keys = names.toLowerCase().split(" or ");
    const found = phases.filter(({ key }) => keys.includes(key));
    return found.length === keys.length ? { prefix, phases: found, text: line.slice(prefix.length) } : { prefix: "", phases: [], text: line };
  }

  function setPrefix(row, prefix) {
    const pick = row.querySelector(".phase-pick");
    const own = splitLine(prefix).phases;
    rows.get(row).prefix = prefix;
    const name = own.length ? own.map(({ key }) => labelOf(key)).join(FORM.or) : FORM.noPhase;
    pick.replaceChildren(...(own.length ? own : [{ key: "", badge: "?" }]).map(badge), make("span", {}, name));
    pick.dataset.prefix = prefix;
    rows.get(row).code.input.setAttribute("aria-label", FORM.power(name));
  }

  // --- changes

  /** Commit all lines, without those that are empty so far. */
  function put() {
    const filled = [...list.children].filter((row) => !(isEmpty(row) && rows.get(row).isTouched));
    for (const row of filled) rows.get(row).inText = lineOf(row);
    return options.put(filled.map(lineOf));
  }

  function changePhase(row, { key }) {
    setPrefix(row, `${key}: `);
    put();
    rows.get(row).code.input.focus();
  }

  /** Take a phase that is typed or pasted before a power as the phase of the row. */
  function takePhase(row) {
    const { input, setText } = rows.get(row).code;
    const { prefix, text } = splitLine(input.value);
    if (!prefix || (!text && !prefix.endsWith(" "))) return; // or the phase is still being typed
    const cursor = Math.max(0, (input.selectionStart ?? 0) - prefix.length);
    setPrefix(row, prefix);
    setText(text);
    input.setSelectionRange(cursor, cursor);
  }

  /** Make a row of each pasted line. */
  function splitLines(row) {
    const { code, prefix } = rows.get(row);
    const [first, ...others] = code.input.value.split(/\s*\n\s*/);
    if (!others.length) return;
    code.setText(first);
    const lines = others.filter(Boolean).map((line) => (splitLine(line).prefix ? line : prefix + line));
    row.after(...lines.map((line) => createRow(line)));
  }

  function startPower(line, after = list.lastElementChild) {
    const row = createRow(line, true);
    if (after) after.after(row);
    else list.append(row);
    const { code } = rows.get(row);
    code.input.focus();
    showSuggestions(code.input, sourceOf(row));
  }

  /** Remove an empty row when the focus leaves it. */
  function leaveRow(row) {
    if (!row.isConnected || row.matches(".lifted")) return;
    if (isEmpty(row) && rows.get(row).isTouched) {
      if (rows.get(row).isNew) say(FORM.discardedPower);
      removeRow(row);
    }
    options.show();
  }

  function removeRow(row) {
    row.remove();
    put();
  }

  function handleKey(event, row) {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (isEmpty(row)) return;
      put();
      startPower(rows.get(row).prefix, row);
    } else if (event.key === "Escape" && rows.get(row).isNew) {
      event.preventDefault(); // Escape discards the new power, and does not close the card
      add.focus();
    }
  }

  /** Give a moved power the phase of the powers that it has passed. */
  function joinPhase(row, step) {
    row.dataset.prefix ??= rows.get(row).prefix;
    const own = row.dataset.prefix;
    const [above, below] = [row.previousElementSibling, row.nextElementSibling].map((other) => rows.get(other)?.prefix);
    const isAmongOwn = !step || above === own || below === own;
    setPrefix(row, isAmongOwn ? own : (step > 0 ? above : below) || own);
    if (!step) delete row.dataset.prefix;
  }

  // --- menus

  function phaseItems(run) {
    return phases.map((phase) => ({ label: labelOf(phase.key), before: badge(phase), run: () => run(phase) }));
  }

  function rowItems(row) {
    const moveRow = (other, step) => {
      if (step < 0) other.before(row);
      else other.after(row);
      joinPhase(row, step);
      delete row.dataset.prefix;
      put();
      /** @type {HTMLElement} */ (row.querySelector(".grip")).focus();
    };
    const [above, below] = [row.previousElementSibling, row.nextElementSibling];
    return [
      { label: FORM.moveUp, icon: "up", isDisabled: !above, run: () => moveRow(above, -1) },
      { label: FORM.moveDown, icon: "down", isDisabled: !below, run: () => moveRow(below, 1) },
      { label: FORM.duplicatePower, icon: "duplicate", run: () => {
        row.after(createRow(lineOf(row)));
        put();
      } },
      { label: FORM.removePower, icon: "delete", run: () => {
        const next = row.nextElementSibling?.querySelector("textarea") ?? add;
        removeRow(row);
        next.focus();
      } },
    ];
  }

  // --- showing

  /** Show the powers in the text. isForced: also in the focused row. */
  function fill(lines, isForced) {
    if (list.querySelector(".lifted")) return;
    const isBegun = (row) => isEmpty(row) && rows.get(row).isNew;
    const current = /** @type {HTMLElement[]} */ ([...list.children]).filter((row) => !isBegun(row));
    const { activeElement } = document;
    const focused = current.findIndex((row) => row.contains(activeElement));
    const isWriting = activeElement instanceof HTMLTextAreaElement && list.contains(activeElement) && !isForced;
    if (current.length === lines.length) {
      current.forEach((row, index) => {
        if ((index === focused && isWriting) || lineOf(row) === lines[index]) return;
        setLine(row, lines[index]);
        Object.assign(rows.get(row), { isNew: false, isTouched: false });
      });
    } else if (isWriting) {
      fillAround(activeElement.closest(".power-row"), lines);
    } else {
      list.replaceChildren(...lines.map((line) => createRow(line)));
      const control = activeElement?.className ? `.${activeElement.className.split(" ")[0]}` : "textarea";
      const row = list.children[Math.min(focused, lines.length - 1)];
      if (focused >= 0) /** @type {HTMLElement} */ (row?.querySelector(control) ?? add).focus();
    }
  }

  /** Show the powers in the text, but what is typed in a row: its power may have another place, or be gone. */
  function fillAround(row, lines) {
    const others = [...list.children].filter((other) => other !== row);
    const takeRow = (line) => {
      const index = others.findIndex((other) => lineOf(other) === line);
      return index < 0 ? createRow(line) : others.splice(index, 1)[0];
    };
    const place = lines.indexOf(rows.get(row).inText);
    const index = place < 0 ? [...list.children].indexOf(row) : place;
    const before = lines.slice(0, index).map(takeRow);
    const after = lines.slice(place < 0 ? index : index + 1).map(takeRow);
    const isSame = [...before, row, ...after].every((each, position) => each === list.children[position]);
    if (isSame && !others.length) return;
    for (const other of others) other.remove();
    row.before(...before);
    row.after(...after);
  }

  /**
   * Color a power.
   * @param {Element} row
   * @param {string} line the power in the text that the marks are for
   * @param {import("./code-field.js").Mark[]} marks
   */
  function color(row, line, marks) {
    const { code, prefix } = rows.get(row);
    if (!line.startsWith(prefix)) return;
    const moved = marks.map((mark) => ({ ...mark, from: Math.max(mark.from - prefix.length, 0), to: mark.to - prefix.length }));
    code.setMarks(line.slice(prefix.length), moved.filter(({ from, to }) => from < to));
  }

  return { element, fill, color, rows: () => [...list.children] };
}

/** @param {Phase} phase */
function badge({ key, badge: label }) {
  return make("span", { class: "phase", "aria-hidden": "true", "data-phase": key }, label || icon("clock"));
}
