// What is typed in the form and not in the text yet.

import { afterPause } from "./timing.js";

const PAUSE = 30; // ms after the last key until a field is committed, unless its last value still is
const uncommitted = new Map(); // by input: a function that commits its value

/**
 * Report the value of an input: shortly after the last key, and when the input is left.
 * @param {any} input
 * @param {(isDone: boolean) => unknown} commit isDone: the input was left. What it returns is awaited, so that keys
 *   on a slow computer are committed together
 */
export function watchInput(input, commit) {
  let isCommitting = false;
  const commitTyped = async () => {
    if (isCommitting) return commitSoon();
    isCommitting = true;
    try {
      await commit(false);
    } finally {
      isCommitting = false;
    }
  };
  const commitSoon = afterPause(commitTyped, PAUSE);
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
