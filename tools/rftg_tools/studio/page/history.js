// The history of the open card: its versions and last figures, asked for whenever they may be others.

import { opened, watchOpened } from "./opened.js";
import { watchFiles } from "./files.js";
import { watchNews } from "./news.js";
import { ask } from "./common.js";

const QUIET = 700; // ms without a change until it is asked for: nobody reads it while writing
const listeners = [];
let card = null; // the open one as the gallery has it
let told = ""; // what of it was asked for last
let waiting = 0;
let asked = 0; // so that a late answer does not cover a later one

/**
 * Call something with the history of the open card, null while none is known.
 * @param {(history: any, card: any) => void} listener
 */
export function watchHistory(listener) {
  listeners.push(listener);
}

/** The open card as the gallery has it, null where there is none. */
export function openCardNow() {
  return card;
}

/** Whether it is a goal, which has neither versions nor figures. */
export function isGoal(shown) {
  return shown?.facts.type === "goal";
}

/** Follow the open card from now on. */
export function followHistory() {
  watchOpened((shown) => {
    const other = shown?.id !== card?.id;
    card = shown ?? null;
    if (other) tell(null);
    const state = card && JSON.stringify([card.id, card.image, card.facts]);
    if (state !== told) again(other ? 0 : QUIET);
    told = state;
  });
  watchFiles((file, update) => {
    if (update === null && file === opened()?.file) again(QUIET);
  });
  watchNews("versions", (name) => {
    if (name === opened()?.file.name) again(0);
  });
  watchNews("balance", (name, data) => {
    if (name && data.stage === "done") again(0);
  });
}

function again(pause) {
  clearTimeout(waiting);
  waiting = setTimeout(read, pause);
}

async function read() {
  asked += 1;
  const mine = asked;
  const of = card;
  const answer = of && !isGoal(of) && await ask(`api/versions/${of.id}`);
  if (mine !== asked || of?.id !== card?.id) return;
  tell(answer ? await answer.json() : null);
}

function tell(history) {
  for (const listener of listeners) listener(history, card);
}
