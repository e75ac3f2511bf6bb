// Card tests of the open card: their results for the text as it is edited.

import { refill } from "./common.js";
import { goToLine } from "./editor.js";
import { make } from "./dom.js";
import { watchFiles } from "./files.js";
import { marked } from "./findings.js";
import { currentCard, isGoal, watchHistory } from "./history.js";
import { opened } from "./opened.js";
import { watchNews } from "./server.js";
import { TESTS } from "./words.js";

const section = document.getElementById("tests");
const results = new Map(); // by the name of the file

/** Set up the panel, which follows the open card and its tests. */
export function setUpTests() {
  watchNews("tests", (name, data) => {
    results.set(name, data);
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
  const data = results.get(opened()?.file.name);
  const card = currentCard();
  if (!data || !card) {
    fill(TESTS.running, [], []);
    return;
  }
  const { done, broken, problem, stuck } = data;
  if (stuck) {
    const text = stuck.seconds ? TESTS.stuck(stuck.test, stuck.seconds) : TESTS.crashed;
    fill(text, stuck.line ? [createLink(stuck.line)] : [], []);
  } else if (broken) {
    fill(problem || TESTS.errors, [], []);
  } else {
    const titles = [card.title, card.facts.other];
    const ownTests = done.filter((test) => test.cards.some((title) => titles.includes(title)));
    const otherTests = done.filter((test) => !ownTests.includes(test));
    const failed = ownTests.filter(hasFailed);
    const passed = ownTests.length ? TESTS.passed(ownTests.length) : TESTS.none;
    fill(failed.length ? TESTS.failed(failed.length, ownTests.length) : passed, failed.map(createResult), otherTests, failed.length > 0);
  }
}

function hasFailed(test) {
  return test.found.length > 0;
}

function fill(text, failures, otherTests, isFailing = false) {
  const status = section.querySelector(".status");
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle("failing", isFailing);
  refill(section.querySelector(".failed"), failures);
  const details = section.querySelector("details");
  const failed = otherTests.filter(hasFailed);
  details.hidden = failed.length === 0;
  details.querySelector("summary").textContent = TESTS.others(failed.length, otherTests.length);
  refill(details.querySelector("div"), failed.map(createResult));
  const passed = /** @type {HTMLElement} */ (section.querySelector(".passed"));
  passed.hidden = !otherTests.length || failed.length > 0;
  passed.textContent = TESTS.others(0, otherTests.length);
}

function createResult({ name, found: findings }) {
  return make(
    "article",
    { class: "finding error" },
    make("h4", {}, name),
    findings.map(({ message, notes, help, line }) => [
      make("p", {}, marked([message, ...notes].join("; "))),
      help && make("p", { class: "help" }, marked(help)),
      createLink(line),
    ]),
  );
}

function createLink(line) {
  const button = make("button", { type: "button", class: "to-line" }, TESTS.line(line));
  button.addEventListener("click", () => {
    const { view } = opened().file;
    goToLine(view, line);
    view.focus();
  });
  return button;
}
