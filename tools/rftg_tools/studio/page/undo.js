// Undo and redo of everything in the studio, over all files, one gesture a step.

import { redo, redoDepth, undo, undoDepth } from "./codemirror.js";
import { watchFiles } from "./files.js";
import { UNDO } from "./words.js";

const done = []; // steps, the latest last: the file and what was done
const undone = [];
const listeners = [];
let label = ""; // of the change in progress
let showFile = null; // shows a file in which a step was undone

/** Call a listener when what can be undone has changed. */
export function watchUndo(listener) {
  listeners.push(listener);
}

/** Set how to show a file in which a step was undone or redone. */
export function showStepsWith(show) {
  showFile = show;
}

/** Name the steps that are made until the label is cleared with "". */
export function labelSteps(text) {
  label = text;
}

/** Return what undo and redo would do, "" for nothing. */
export function nextSteps() {
  return { undo: done.at(-1)?.label ?? "", redo: undone.at(-1)?.label ?? "" };
}

/** Undo the latest step, or the latest of a file. */
export function undoLast(name = null) {
  return take(done, undo, name);
}

/** Redo the step that was undone last. */
export function redoLast() {
  return take(undone, redo);
}

async function take(steps, command, name = null) {
  const step = steps.findLast(({ file }) => name === null || file.name === name);
  if (!step) return;
  command(step.file.view);
  await showFile(step.file);
}

watchFiles((file, update) => {
  if (!update?.docChanged) return;
  const { startState, state } = update;
  const added = undoDepth(state) - undoDepth(startState);
  const is = (event) => update.transactions.some((transaction) => transaction.isUserEvent(event));
  if (is("undo")) move(file, done, undone);
  else if (is("redo")) move(file, undone, done);
  else {
    if (added > 0) done.push({ file, label: label || UNDO.typing });
    if (redoDepth(state) === 0) undone.splice(0, undone.length, ...undone.filter((step) => step.file !== file));
  }
  for (const listener of listeners) listener();
});

function move(file, from, to) {
  const index = from.findLastIndex((step) => step.file === file);
  if (index >= 0) to.push(...from.splice(index, 1));
}
