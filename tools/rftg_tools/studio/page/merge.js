// Merging: what the disk has beside what is here; what stands at the right is saved.

import { basicSetup, EditorState, EditorView, MergeView, yaml } from "./codemirror.js";
import { replaceText } from "./editor.js";
import { saveFile, textOf } from "./files.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("merge"));
const root = document.getElementById("merging").attachShadow({ mode: "open" });
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("editor.css", import.meta.url).href;
root.append(style);
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
  replaceText(file.view, text, "input.merge");
  const problem = await saveFile(file, text, version);
  if (problem && file.other) show();
  else dialog.close();
});

/** Show a file as the disk has it beside what is here. */
export function merge(chosen) {
  if (chosen.other === null) return;
  file = chosen;
  show();
  dialog.showModal();
}

function show() {
  view?.destroy();
  const plain = [basicSetup, yaml()];
  view = new MergeView({
    root,
    parent: root,
    a: { doc: file.other.text, extensions: [...plain, EditorState.readOnly.of(true), EditorView.editable.of(false)] },
    b: { doc: textOf(file), extensions: plain },
    revertControls: "a-to-b",
    collapseUnchanged: { margin: 3, minSize: 6 },
  });
}
