// The tests of the open card, as they came out for the text that is being edited.

import { goToLine } from "./editor.js";
import { isGoal, openCardNow, watchHistory } from "./history.js";
import { opened } from "./opened.js";
import { refill } from "./common.js";
import { showMarked } from "./findings.js";
import { watchFiles } from "./files.js";
import { watchNews } from "./news.js";
import { TESTS } from "./words.js";

const section = document.getElementById("tests");
const files = new Map(); // what came out, by the name of the file

/** Show the tests of the open card from now on. */
export function showTests() {
  watchNews("tests", (name, data) => {
    files.set(name, data);
    if (name !== opened()?.file.name) return;
    section.removeAttribute("aria-busy");
    show();
  });
  watchFiles((file, update) => {
    if (update?.docChanged && file === opened()?.file) section.setAttribute("aria-busy", "true");
  });
  watchHistory((_history, card) => {
    section.hidden = isGoal(card);
    if (card) show();
  });
}

function show() {
  const data = files.get(opened()?.file.name);
  const card = openCardNow();
  if (!data || !card) {
    write(TESTS.playing, [], []);
    return;
  }
  const { done, broken, problem, stuck } = data;
  const titles = [card.title, card.facts.other];
  const own = done.filter((test) => test.cards.some((title) => titles.includes(title)));
  const rest = done.filter((test) => !own.includes(test));
  if (stuck) {
    const text = stuck.seconds ? TESTS.stuck(stuck.test, stuck.seconds) : TESTS.ended;
    write(text, stuck.line ? [toLine(stuck.line)] : [], []);
  } else if (broken) {
    write(problem || TESTS.errors, [], []);
  } else {
    const bad = own.filter(failed);
    const text = bad.length ? TESTS.failed(bad.length, own.length) : own.length ? TESTS.passed(own.length) : TESTS.none;
    write(text, bad.map(element), rest, bad.length > 0);
  }
}

function failed(test) {
  return test.found.length > 0;
}

function write(text, failures, rest, bad = false) {
  const status = section.querySelector(".status");
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle("bad", bad);
  refill(section.querySelector(".failed"), failures);
  const others = section.querySelector("details");
  const wrong = rest.filter(failed);
  others.hidden = wrong.length === 0;
  others.querySelector("summary").textContent = TESTS.others(wrong.length, rest.length);
  refill(others.querySelector("div"), wrong.map(element));
  const fine = /** @type {HTMLElement} */ (section.querySelector(".fine"));
  fine.hidden = !rest.length || wrong.length > 0;
  fine.textContent = TESTS.others(0, rest.length);
}

function element({ name, found }) {
  const made = document.createElement("article");
  made.className = "finding error";
  const title = document.createElement("h4");
  title.textContent = name;
  made.append(title);
  for (const { message, notes, help, line } of found) {
    const text = document.createElement("p");
    showMarked(text, [message, ...notes].join("; "));
    const advice = document.createElement("p");
    advice.className = "help";
    showMarked(advice, help);
    made.append(text, advice, toLine(line));
  }
  return made;
}

function toLine(line) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "to-line";
  button.textContent = TESTS.line(line);
  button.addEventListener("click", () => {
    const { view } = opened().file;
    goToLine(view, line);
    view.focus();
  });
  return button;
}
