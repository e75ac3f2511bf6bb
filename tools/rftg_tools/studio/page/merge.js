// Merging: the file on the disk next to the user's text, which can be edited and saved.

import { basicSetup, EditorState, EditorView, MergeView, yaml } from "./codemirror.js";
import { createRoot, followTheme } from "./editor.js";
import { normalizeLineEnds, putText, saveFile } from "./files.js";
import { showProblem } from "./saving.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("merge"));
const root = createRoot(document.getElementById("merging"));
const status = document.getElementById("merge-state");
let view = null;
let file = null;
let shown = null; // the conflict as it is shown: the disk may have changed again since

dialog.addEventListener("close", () => {
  view?.destroy();
  view = null;
  const button = /** @type {HTMLElement} */ (document.querySelector("[data-command=undo]"));
  if (!file.conflict) button.focus(); // the button that opened the dialog is gone
});
dialog.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-do]");
  if (!(button instanceof HTMLElement)) return;
  putText(file, button.dataset.do === "take" ? shown.text : view.b.state.doc.toString(), "input.merge");
  const problem = await saveFile(file, null, shown.version);
  status.textContent = problem;
  if (file.conflict) showDifferences(); // the disk has changed again
  else if (!problem) dialog.close();
});

/** Open the dialog for a file that has changed on the disk. */
export function openMerge(conflicting) {
  if (conflicting.conflict === null) return;
  file = conflicting;
  status.textContent = "";
  showDifferences();
  dialog.showModal();
}

/** Save a file that was deleted from the disk. */
export async function saveAgain(deleted) {
  showProblem(await saveFile(deleted, null, deleted.conflict.version));
}

function showDifferences() {
  view?.destroy();
  shown = file.conflict;
  const extensions = [basicSetup, followTheme(), yaml()];
  view = new MergeView({
    root,
    parent: root,
    a: {
      doc: normalizeLineEnds(shown.text),
      extensions: [...extensions, EditorState.readOnly.of(true), EditorView.editable.of(false)],
    },
    b: { doc: file.view.state.doc, extensions },
    revertControls: "a-to-b",
    collapseUnchanged: { margin: 3, minSize: 6 },
  });
}
