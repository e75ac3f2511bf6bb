// A generic table for games without their own page: players, question and log.

import { waitingFor } from "./ask.js";
import { make } from "./dom.js";
import { GameTable, showFrame } from "./game-table.js";
import { log } from "./log.js";
import { ASK, BAR, GAME, LOG } from "./table-words.js";
import { roundName, textElements } from "./words.js";

/** Show a frame in an element. handlers: see `renderTable`. */
export function renderPlain(root, frame, handlers = {}) {
  showFrame(PlainTable, root, frame, handlers);
}

class PlainTable extends GameTable {
  content(view) {
    const { frame } = view;
    return [
      make("header", { class: "bar" }, make("h1", {}, roundName(frame.round)), make("button", { type: "button", "data-do": "undo", disabled: !frame.undo }, BAR.undo)),
      make("aside", { class: "side", "aria-label": LOG.title }, log(view)),
      make("main", { class: "board" }, frame.players.map(player), frame.hand.length > 0 && make("p", { class: "hand" }, frame.hand.join(", "))),
      make("footer", { class: "dock" }, question(view)),
    ];
  }

  click(event) {
    const button = event.target.closest("[data-do]");
    if (button) this.perform(button.dataset.do, button);
  }

  actions(button) {
    return { answer: () => this.answer(this.ask.options[Number(button.value)].answer) };
  }
}

function player(entry) {
  return make("section", { class: "player", "data-seat": entry.seat }, make("h2", {}, `${entry.name}: ${entry.score}`), make("p", {}, entry.facts.join(", ")));
}

function question({ frame, ask, refusal }) {
  const text = frame.over ? `${GAME.over}: ${frame.over.winners.join(", ")}` : ask ? textElements(ask.prompt, frame.cards) : waitingFor(frame);
  return make(
    "section",
    { id: "ask", class: ask ? "open" : "", "aria-label": ASK.title, tabindex: "-1" },
    make("p", { class: "prompt" }, text),
    refusal && make("p", { class: "refusal" }, refusal.why),
    ask && make("p", { class: "options" }, ask.options.map((option, index) => make("button", { type: "button", "data-do": "answer", value: index }, option.label))),
  );
}
