// A card, keyword or other name gets another one wherever it is used, in all files of the studio.

import { apply, isInStep, requestAnswer } from "./language.js";
import { filesWith, watchFiles } from "./files.js";
import { redo, undo } from "./codemirror.js";
import { WORDS } from "./words.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("rename"));
const input = dialog.querySelector("input");
const renames = []; // for each: the files it changed, with their texts before and after it

/**
 * Give the name at a place another one.
 * @param {any} file
 * @param {{line: number, character: number}} position
 * @param {string} old
 * @param {string} name
 * @param {(file: any) => void} save called when an editor that is opened for it is told to save
 * @returns {Promise<string | null>} why not, "" if it is done; null if there is no language server
 */
export async function rename(file, position, old, name, save) {
  const files = await filesWith(old, save);
  const texts = new Map([...files.values()].map((one) => [one, one.view.state.doc]));
  const asked = { textDocument: { uri: file.uri }, position, newName: name };
  const { answer, problem } = await requestAnswer("textDocument/rename", asked);
  if (!answer) return problem;
  const changes = Object.entries(answer.changes).map(([uri, edits]) => [files.get(uri), edits, uri]);
  const outside = changes.find(([changed]) => !changed);
  if (outside) return WORDS.rename.outside(decodeURIComponent(outside[2].split("/").at(-1)));
  const isStale = (one) => !isInStep(one.view) || !one.view.state.doc.eq(texts.get(one));
  if (changes.some(([changed]) => isStale(changed))) return rename(file, position, old, name, save); // somebody wrote meanwhile
  for (const [changed, edits] of changes) apply(changed.view, edits, "input.rename");
  renames.push(changes.map(([one]) => ({ file: one, before: texts.get(one), after: one.view.state.doc })));
  return "";
}

/**
 * Ask for another name for what is at the cursor in the text of a file, and give it that name.
 * @returns {Promise<string>} why not, "" if it is done or not wanted
 */
export async function askForName(file, save) {
  const { doc, selection } = file.view.state;
  const line = doc.lineAt(selection.main.head);
  const position = { line: line.number - 1, character: selection.main.head - line.from };
  const asked = { textDocument: { uri: file.uri }, position };
  const { answer, problem } = await requestAnswer("textDocument/prepareRename", asked);
  if (!answer) return problem ?? WORDS.rename.nothing;
  const { start, end } = answer;
  const old = line.text.slice(start.character, end.character);
  input.value = line.text[start.character - 1] === "'" ? old.replaceAll("''", "'") : old;
  dialog.returnValue = "";
  dialog.showModal();
  input.select();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  file.view.focus();
  if (dialog.returnValue !== "rename") return "";
  return await rename(file, position, old, input.value.trim(), save) ?? WORDS.rename.noServer;
}

// What was renamed in several files is undone in all of them in which nothing was written since.
watchFiles((file, update) => {
  if (!update?.docChanged) return;
  const event = ["undo", "redo"].find((name) => update.transactions.some((one) => one.isUserEvent(name)));
  const [go, from, to] = event === "undo" ? [undo, "after", "before"] : [redo, "before", "after"];
  const isStep = (one) => one.file === file && update.startState.doc.eq(one[from]) && update.state.doc.eq(one[to]);
  const together = event && renames.find((changes) => changes.some(isStep));
  if (!together) return;
  queueMicrotask(() => {
    for (const { file: other, ...texts } of together) if (other.view.state.doc.eq(texts[from])) go(other.view);
  });
});
