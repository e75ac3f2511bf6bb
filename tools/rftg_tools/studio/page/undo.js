// Undo and redo of everything in the studio, over all files, one gesture a step.

import { redo, undo, undoDepth } from "./codemirror.js";
import { toast } from "./controls.js";
import { watchFiles } from "./files.js";
import { UNDO } from "./words.js";

/**
 * A step, and the files it changed, one for each change. Or none, and what undoes and redoes it.
 * @typedef {{label: string, files: any[], actions?: {undo: () => Promise<boolean>, redo: () => Promise<boolean>}}} Step
 */

const done = /** @type {Step[]} */ ([]); // the latest last
const undone = /** @type {Step[]} */ ([]);
const listeners = [];
const offers = new Map(); // by step: closes the message that offers to undo it
const changed = new Map(); // while a step is undone or redone: the changed lines of each file
let current = /** @type {Step | null} */ (null); // the step in progress
let named = /** @type {Step | null} */ (null); // the last step with a name, null if it changed nothing
let isTaking = false; // a step is being undone or redone
let showChanges = null; // shows the changed lines

/** Call a listener when what can be undone has changed. */
export function watchUndo(listener) {
  listeners.push(listener);
}

/** Set how to show lines that were changed by undo or redo, by file. */
export function showChangesWith(show) {
  showChanges = show;
}

/** Make changes as one step, and name it. */
export function asStep(label, makeChanges) {
  current = label ? { label, files: [] } : null;
  makeChanges();
  named = current?.files.length ? current : null;
  current = null;
}

/**
 * Record a step that is more than changes of texts.
 * @param {string} label
 * @param {() => Promise<boolean>} undoIt returns whether it was undone
 * @param {() => Promise<boolean>} redoIt makes it again, and records the step anew
 */
export function recordStep(label, undoIt, redoIt) {
  named = { label, files: [], actions: { undo: undoIt, redo: redoIt } };
  done.push(named);
  undone.length = 0;
  notify();
}

/** Return what undo and redo would do, "" for nothing. */
export function nextSteps() {
  return { undo: done.at(-1)?.label ?? "", redo: undone.at(-1)?.label ?? "" };
}

/** Undo the latest step. */
export function undoLast() {
  return take(done, undone, undo);
}

/** Say what the last step with a name did, and offer to undo it until another one is made. */
export function offerUndo(text) {
  if (named && named === done.at(-1)) offers.set(named, toast(text, UNDO.undo(""), undoLast));
  else toast(text);
}

/** Redo the step that was undone last. */
export function redoLast() {
  return take(undone, done, redo);
}

async function take(steps, others, command) {
  if (steps.at(-1)?.actions) return takeActions(steps);
  changed.clear();
  isTaking = true;
  while (steps.length && !changed.size && !steps.at(-1).actions) {
    const step = steps.pop();
    for (const { view } of step.files) command(view);
    others.push({ ...step, files: step.files.reverse() });
  }
  isTaking = false;
  notify();
  return showChanges(new Map(changed));
}

/** Undo or redo a step that is more than changes of texts; what was undone before it can't be redone then. */
async function takeActions(steps) {
  const [step] = steps.splice(-1);
  const isUndo = steps === done;
  if (!(await (isUndo ? step.actions.undo() : step.actions.redo()))) steps.push(step);
  else if (isUndo) undone.splice(0, undone.length, step);
  notify();
}

function notify() {
  for (const [step, close] of offers) {
    if (step === done.at(-1)) continue;
    close();
    offers.delete(step);
  }
  for (const listener of listeners) listener();
}

watchFiles((file, update) => {
  if (!update?.docChanged) return;
  if (isTaking) {
    // A step may change nothing: what was typed and deleted again.
    if (!update.startState.doc.eq(update.state.doc)) changed.set(file, changedLines(update));
    return;
  }
  const is = (event) => update.transactions.some((transaction) => transaction.isUserEvent(event));
  if (is("undo")) move(file, done, undone); // by the editor itself, such as from the browser's menu
  else if (is("redo")) move(file, undone, done);
  else {
    undone.length = 0;
    if (undoDepth(update.state) !== undoDepth(update.startState)) record(file, Object.keys(UNDO.events).find(is));
    forget(file, undoDepth(update.state));
  }
  notify();
});

function record(file, event) {
  const step = current ?? { label: UNDO.events[event] ?? UNDO.typing, files: [] };
  step.files.push(file);
  if (done.at(-1) !== step) done.push(step);
}

/** Forget the steps that are too old for the editor of a file. */
function forget(file, depth) {
  const steps = done.filter(({ files }) => files.includes(file));
  for (const step of steps.slice(0, Math.max(0, steps.length - depth))) step.files = step.files.filter((other) => other !== file);
  done.splice(0, done.length, ...done.filter(({ files, actions }) => files.length || actions));
}

function move(file, from, to) {
  const index = from.findLastIndex(({ files }) => files.includes(file));
  if (index >= 0) to.push(...from.splice(index, 1));
}

/** Return the lines that a change is about, where most was inserted first. */
function changedLines({ changes, state }) {
  const places = [];
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => places.push({ at: Math.floor((fromB + toB) / 2), size: toB - fromB }));
  return places.sort((first, second) => second.size - first.size).map(({ at }) => state.doc.lineAt(at).number);
}
