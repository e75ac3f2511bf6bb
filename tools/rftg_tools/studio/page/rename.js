// Renaming of cards, keywords and other names in all files of the studio.

import { field } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { loadFilesContaining } from "./files.js";
import { applyEdits, isInSync, requestWithProblem } from "./language.js";
import { asStep } from "./undo.js";
import { UNDO, WORDS } from "./words.js";

/**
 * Rename the symbol at a position.
 * @param {any} file
 * @param {{line: number, character: number}} position
 * @param {string} old
 * @param {string} name
 * @param {(file: any) => void} save called when the user saves in an editor opened for this
 * @returns {Promise<string | null>} "" or the problem; null without a language server
 */
export async function rename(file, position, old, name, save) {
  const files = await loadFilesContaining(old, save);
  const texts = new Map([...files.values()].map((loaded) => [loaded, loaded.view.state.doc]));
  const params = { textDocument: { uri: file.uri }, position, newName: name };
  const { answer, problem } = await requestWithProblem("textDocument/rename", params);
  if (!answer) return problem;
  const changes = Object.entries(answer.changes).map(([uri, edits]) => [files.get(uri), edits, uri]);
  const outside = changes.find(([changed]) => !changed);
  if (outside) return WORDS.rename.outside(decodeURIComponent(outside[2].split("/").at(-1)));
  const isStale = ({ view }, text) => !isInSync(view) || !view.state.doc.eq(text);
  if (changes.some(([changed]) => isStale(changed, texts.get(changed)))) return rename(file, position, old, name, save);
  asStep(UNDO.rename(old, name), () => changes.forEach(([changed, edits]) => applyEdits(changed.view, edits, "input.rename")));
  return "";
}

/**
 * Ask for a new name for the symbol at the cursor, and rename it.
 * @returns {Promise<string>} the problem, "" if it was renamed or cancelled
 */
export async function renameAtCursor(file, save) {
  const { doc, selection } = file.view.state;
  const line = doc.lineAt(selection.main.head);
  const position = { line: line.number - 1, character: selection.main.head - line.from };
  const params = { textDocument: { uri: file.uri }, position };
  const { answer, problem } = await requestWithProblem("textDocument/prepareRename", params);
  if (!answer) return problem ?? WORDS.rename.nothing;
  const { start, end } = answer;
  const old = line.text.slice(start.character, end.character);
  const name = await askForName(line.text[start.character - 1] === "'" ? old.replaceAll("''", "'") : old);
  file.view.focus();
  if (!name) return "";
  return await rename(file, position, old, name, save) ?? WORDS.rename.noServer;
}

/**
 * Ask for a name; return "" if the dialog is closed.
 * @returns {Promise<string>}
 */
function askForName(old) {
  const input = /** @type {HTMLInputElement} */ (make("input", { id: "new-name", value: old, required: true, maxlength: 60, autocomplete: "off" }));
  return new Promise((resolve) => {
    const dialog = openDialog({
      title: WORDS.rename.title,
      body: [make("p", {}, WORDS.rename.help), field(WORDS.rename.name, input, { id: input.id })],
      footer: make("button", { class: "primary" }, WORDS.rename.title),
      onSubmit: () => dialog.close(input.value.trim()),
    });
    dialog.addEventListener("close", () => resolve(dialog.returnValue));
    input.select();
  });
}
