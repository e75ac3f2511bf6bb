// A generic table for games without their own page: players, question and log.

import { waitingFor } from "./ask.js";
import { updateElement, make } from "./dom.js";
import { log } from "./log.js";
import { ASK, BAR, GAME, LOG } from "./table-words.js";
import { roundName, textElements } from "./words.js";

const tables = new WeakMap();

/** Show a frame in an element. handlers: see `renderTable`. */
export function renderPlain(root, frame, handlers = {}) {
  if (!tables.has(root)) root.addEventListener("click", (event) => press(root, event));
  tables.set(root, { frame, handlers, refusal: "", heard: frame.log.length, showLog: true });
  render(root);
}

/** Show why an answer was refused. */
export function showPlainRefusal(root, refusal) {
  const table = tables.get(root);
  if (!table) return;
  table.refusal = refusal.why;
  render(root);
}

function render(root) {
  const table = tables.get(root);
  const { frame } = table;
  const fresh = make(
    "div",
    { class: "table with-log" },
    make("header", { class: "bar" }, make("h1", {}, roundName(frame.round)), make("button", { type: "button", "data-do": "undo", disabled: !frame.undo }, BAR.undo)),
    make("aside", { class: "side", "aria-label": LOG.title }, log(table)),
    make("main", { class: "board" }, frame.players.map(player), frame.hand.length > 0 && make("p", { class: "hand" }, frame.hand.join(", "))),
    make("footer", { class: "dock" }, question(table)),
  );
  fresh.id = root.id;
  updateElement(fresh, root);
}

function player(entry) {
  return make("section", { class: "player", "data-seat": entry.seat }, make("h2", {}, `${entry.name}: ${entry.score}`), make("p", {}, entry.facts.join(", ")));
}

function question({ frame, refusal }) {
  const ask = frame.asks[0];
  const text = frame.over ? `${GAME.over}: ${frame.over.winners.join(", ")}` : ask ? textElements(ask.prompt, frame.cards) : waitingFor(frame);
  return make(
    "section",
    { id: "ask", class: ask ? "open" : "", "aria-label": ASK.title },
    make("p", { class: "prompt" }, text),
    refusal && make("p", { class: "refusal" }, refusal),
    ask && make("p", { class: "options" }, ask.options.map((option, index) => make("button", { type: "button", "data-do": "answer", value: index }, option.label))),
  );
}

function press(root, event) {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("[data-do]"));
  const { frame, handlers } = tables.get(root);
  if (button?.dataset.do === "undo") handlers.undo?.();
  const ask = frame.asks[0];
  if (button?.dataset.do === "answer" && ask) handlers.answer?.(ask, ask.options[Number(button.value)].answer);
}
