// The round summary of Roll.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { names, part, pause } from "./pause.js";
import { ROLL_PAUSE } from "./roll-words.js";
import { PAUSE } from "./table-words.js";
import { stepName } from "./words.js";

/** The summary of a round, from the frame's `last_round`. */
export function rollPause(summary, view) {
  return pause(summary, view, describe);
}

/** A player's part of the summary. */
function describe({ selected, built, vp, credits, dice, goods, tiles }, { cards }) {
  return {
    actions: selected.map((phase) => make("span", { class: "action" }, stepName(phase))),
    parts: [
      built.length > 0 && [part(`${ROLL_PAUSE.built} `), names(built, cards)],
      vp > 0 && part(icon("chips"), PAUSE.vp(vp)),
      credits > 0 && part(ROLL_PAUSE.credits(credits)),
      dice > 0 && part(ROLL_PAUSE.dice(dice)),
      goods > 0 && part(icon("produce"), PAUSE.produced(goods)),
      tiles > 0 && part(ROLL_PAUSE.tiles(tiles)),
    ],
  };
}
