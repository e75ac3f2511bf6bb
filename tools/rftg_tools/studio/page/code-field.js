// A text field that grows with its text and colors the words of the card language.
//
// The words are drawn in an element behind the transparent text of a textarea, which wraps the same way.

import { make } from "./dom.js";

/** @typedef {{from: number, to: number, class: string}} Mark */

const END = "\u200b"; // gives an empty last line its height

/**
 * Create a field. `setText` replaces its text, and `setMarks` colors it.
 * @param {import("./dom.js").Attributes} attributes of the textarea
 */
export function createCodeField(attributes) {
  const input = make("textarea", { rows: 1, spellcheck: "false", autocapitalize: "off", autocomplete: "off", ...attributes });
  const shown = make("div", { class: "words", "aria-hidden": "true" }, END);
  let text = "";
  let marks = [];
  const draw = () => shown.replaceChildren(...colored(text, marks), END);
  const follow = () => {
    marks = moveMarks(marks, text, input.value);
    text = input.value;
    draw();
  };
  input.addEventListener("input", follow);
  return {
    element: make("div", { class: "code-field" }, shown, input),
    input,
    setText(value) {
      input.value = value;
      follow();
    },
    /** Color a text, if the field still has it. */
    setMarks(markedText, fresh) {
      if (markedText !== text || JSON.stringify(fresh) === JSON.stringify(marks)) return;
      marks = fresh;
      draw();
    },
    /** The place of a character on the screen. */
    placeOf(index) {
      return rectangleAt(shown, index);
    },
  };
}

/** The parts of a text, colored by marks that may overlap. */
function colored(text, marks) {
  const cuts = [...new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])];
  cuts.sort((first, second) => first - second);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index];
    const classes = marks.filter(({ from, to }) => from <= start && end <= to).map((mark) => mark.class);
    const part = text.slice(start, end);
    return classes.length ? make("span", { class: classes.join(" ") }, part) : part;
  });
}

/** Move marks along with a change of the text. */
function moveMarks(marks, before, after) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const move = (index) => (index <= head ? index : Math.max(head, index + after.length - before.length));
  return marks.map((mark) => ({ ...mark, from: move(mark.from), to: move(mark.to) })).filter(({ from, to }) => from < to);
}

function rectangleAt(element, index) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let rest = index;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = /** @type {Text} */ (node);
    if (rest <= length) {
      const range = document.createRange();
      range.setStart(node, rest);
      range.collapse(true);
      return range.getClientRects()[0] ?? element.getBoundingClientRect();
    }
    rest -= length;
  }
  return element.getBoundingClientRect();
}
