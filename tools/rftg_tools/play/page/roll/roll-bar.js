// The bar of a Roll table: round, phases, supply and buttons.

import { barButtons, homeLink, phasePill } from "./bar.js";
import { make } from "./dom.js";
import { PHASES, ROMAN } from "./roll-dice.js";
import { ROLL_BAR } from "./roll-words.js";
import { BAR, GAME } from "./table-words.js";
import { roundName, stepName } from "./words.js";

const STATES = { ...BAR.states, ...ROLL_BAR.states };

export function rollBar(view) {
  const { frame, handlers } = view;
  const pool = Math.max(frame.pool, 0);
  return make(
    "header",
    { class: "bar", "data-key": "bar" },
    homeLink(handlers),
    make("p", { class: "round" }, make("h1", {}, roundName(frame.round)), make("span", { class: "sets" }, ROLL_BAR.steps[frame.step] ?? (frame.step ? stepName(frame.step) : GAME.over))),
    make("ol", { class: "phases", "aria-label": BAR.phases }, PHASES.map((phase, index) => pill(phase, index, frame))),
    make("p", { class: "supply" }, make("span", { "data-counts": "pool", "data-count": pool }, ROLL_BAR.pool(pool)), ROLL_BAR.bag(frame.bag)),
    barButtons(view, ROLL_BAR.noUndo),
  );
}

function pill(phase, index, frame) {
  const isKnown = frame.occurring.length > 0;
  const isOccurring = frame.occurring.includes(phase);
  const isNow = frame.step === phase;
  const isDone = isOccurring && !isNow && !frame.steps.includes(phase);
  const state = isNow ? "now" : isDone ? "done" : isOccurring ? "next" : isKnown ? "off" : "unknown";
  return phasePill(phase, state, make("span", { class: "roman" }, ROMAN[index]), stepName(phase), STATES);
}
