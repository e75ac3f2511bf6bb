// Merging: what the disk has beside what is here; what is on the right is saved.

import { basicSetup, EditorState, EditorView, MergeView, yaml } from "./codemirror.js";
import { schemed } from "./editor-scheme.js";
import { plain, putText, saveFile } from "./files.js";
import { tellProblem } from "./opened.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("merge"));
const root = document.getElementById("merging").attachShadow({ mode: "open" });
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("editor.css", import.meta.url).href;
root.append(style);
const state = document.getElementById("merge-state");
let view = null;
let file = null;

dialog.addEventListener("close", () => {
  view?.destroy();
  view = null;
});
dialog.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-do]");
  if (!(button instanceof HTMLElement)) return;
  const text = button.dataset.do === "take" ? file.other.text : view.b.state.doc.toString();
  const { version } = file.other;
  putText(file, text, "input.merge");
  const problem = await saveFile(file, null, version);
  state.textContent = problem;
  if (problem && file.other) show(); // the disk has yet another text
  else if (!problem) dialog.close();
});

/** Show a file as the disk has it beside what is here. */
export function merge(chosen) {
  if (chosen.other === null) return;
  file = chosen;
  state.textContent = "";
  show();
  dialog.showModal();
}

/** Put a file on the disk that was deleted there. */
export async function writeAnew(gone) {
  tellProblem(await saveFile(gone, null, gone.other.version));
}

function show() {
  view?.destroy();
  const both = [basicSetup, schemed(), yaml()];
  view = new MergeView({
    root,
    parent: root,
    a: { doc: plain(file.other.text), extensions: [...both, EditorState.readOnly.of(true), EditorView.editable.of(false)] },
    b: { doc: file.view.state.doc, extensions: both },
    revertControls: "a-to-b",
    collapseUnchanged: { margin: 3, minSize: 6 },
  });
}
