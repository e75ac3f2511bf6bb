// What is typed in the form and not in the text yet.

import { afterPause } from "./timing.js";

const PAUSE = 150; // ms after the last key until a field is committed
const uncommitted = new Map(); // by input: a function that commits its value

/**
 * Report the value of an input: shortly after the last key, and when the input is left.
 * @param {any} input
 * @param {(isDone: boolean) => void} commit isDone: the input was left
 */
export function watchInput(input, commit) {
  const commitSoon = afterPause(() => commit(false), PAUSE);
  const finish = () => {
    commitSoon.cancel();
    uncommitted.delete(input);
    commit(true);
  };
  input.addEventListener("input", () => {
    uncommitted.set(input, finish);
    commitSoon();
  });
  // Browsers send "change" only if the value differs from that at focus.
  for (const event of ["change", "blur"]) input.addEventListener(event, () => uncommitted.get(input)?.());
}

/** Commit what is typed in any field. */
export function commitAll() {
  for (const finish of [...uncommitted.values()]) finish();
}
