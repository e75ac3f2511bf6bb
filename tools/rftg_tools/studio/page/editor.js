// The editors: one for each file, kept while the page is, so that its text can always be undone.

import { basicSetup, diff, EditorState, EditorView, keymap, syntaxHighlighting, classHighlighter, yaml } from "./codemirror.js";
import { schemed } from "./editor-scheme.js";
import { spoken } from "./language.js";
import { WORDS } from "./words.js";

const host = document.getElementById("text");
const root = host.attachShadow({ mode: "open" });
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("editor.css", import.meta.url).href;
root.append(style);

/**
 * An editor of a file.
 * @param {{uri: string, text: string}} file as it was read
 * @param {(update: any) => void} changed called at each change of text or place
 * @param {() => void} save called when it is to be saved
 */
export function editorOf(file, changed, save) {
  const state = EditorState.create({
    doc: file.text,
    extensions: [
      keymap.of([{ key: "Mod-s", run: () => (save(), true), preventDefault: true }]),
      basicSetup,
      schemed(),
      yaml(),
      syntaxHighlighting(classHighlighter),
      EditorView.contentAttributes.of({ "aria-label": WORDS.editor }),
      EditorView.updateListener.of(changed),
      spoken(file.uri),
    ],
  });
  const view = new EditorView({ state, root });
  view.dom.hidden = true;
  root.append(view.dom);
  return view;
}

/** Have one editor be seen, and no other. */
export function showEditor(view) {
  for (const other of root.querySelectorAll(".cm-editor")) other.toggleAttribute("hidden", other !== view.dom);
}

/** Put another text into an editor by the fewest changes, so that the place in it stays. */
export function replaceText(view, text, event) {
  const before = view.state.doc.toString();
  if (before === text) return;
  const changes = diff(before, text).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: text.slice(fromB, toB),
  }));
  view.dispatch({ changes, userEvent: event });
}

/** Go to a line, from 1, and have it seen at the top. */
export function goToLine(view, line) {
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "start", yMargin: 8 }) });
}
