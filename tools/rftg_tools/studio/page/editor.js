// Text editors: one per file, kept as long as the page, so that undo always works.

import {
  basicSetup, classHighlighter, Compartment, diff, EditorState, EditorView, keymap, syntaxHighlighting, ViewPlugin, yaml,
} from "./codemirror.js";
import { runCommand } from "./commands.js";
import { languageSupport } from "./language.js";
import { WORDS } from "./words.js";

const page = document.documentElement;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const theme = new Compartment();
const views = new Set();
const UNDO_KEYS = Object.entries({ "Mod-z": "undo", "Mod-y": "redo", "Mod-Shift-z": "redo" })
  .map(([key, name]) => ({ key, run: () => (runCommand(name), true) })); // over all files
const trackViews = ViewPlugin.define((view) => {
  views.add(view);
  return { destroy: () => views.delete(view) };
});
// The content security policy blocks CodeMirror's images, and editor.css may be loaded later than findings.
const noImages = EditorView.theme({ ".cm-content .cm-lintRange": { backgroundImage: "none" } });
const root = createRoot(document.getElementById("text"));

/** Attach a shadow root with the editors' styles to an element. */
export function createRoot(host) {
  const shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("editor.css", import.meta.url).href;
  shadow.append(style);
  return shadow;
}

/** Extension that applies the page's theme, which may change at any time. */
export function followTheme() {
  return [trackViews, theme.of(currentTheme())];
}

function currentTheme() {
  const { scheme } = page.dataset;
  return EditorView.darkTheme.of(scheme ? scheme === "dark" : prefersDark.matches);
}

function updateTheme() {
  for (const view of views) view.dispatch({ effects: theme.reconfigure(currentTheme()) });
}

prefersDark.addEventListener("change", updateTheme);
new MutationObserver(updateTheme).observe(page, { attributeFilter: ["data-scheme"] });

/**
 * Create an editor for a file.
 * @param {{uri: string, text: string}} file
 * @param {(update: any) => void} onUpdate called when the text or the cursor changes
 * @param {() => void} onSave called when the user saves
 * @param {((changes: any, event: string) => void) | null} onRefuse for a read-only text: called with changes, which are not made
 */
export function createEditor(file, onUpdate, onSave, onRefuse = null) {
  const state = EditorState.create({
    doc: file.text,
    extensions: [
      keymap.of([{ key: "Mod-s", run: () => (onSave(), true), preventDefault: true }, ...UNDO_KEYS]),
      basicSetup,
      followTheme(),
      noImages,
      yaml(),
      syntaxHighlighting(classHighlighter),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": WORDS.editor, tabindex: "0" }),
      EditorView.updateListener.of(onUpdate),
      languageSupport(file.uri),
      onRefuse ? refuseChanges(onRefuse) : [],
    ],
  });
  const view = new EditorView({ state, root });
  view.dom.hidden = true;
  root.append(view.dom);
  return view;
}

/** Extension that makes a text read-only, and passes on what would have changed it. */
function refuseChanges(onRefuse) {
  return [
    EditorView.contentAttributes.of({ "aria-readonly": "true" }),
    EditorState.transactionFilter.of((transaction) => {
      if (!transaction.docChanged) return transaction;
      const event = ["input.fix", "input.rename", "input.format"].find((name) => transaction.isUserEvent(name)) ?? "input.type";
      setTimeout(onRefuse, 0, transaction.changes, event); // an editor must not be changed while it changes
      return [];
    }),
  ];
}

/** Show an editor and hide all others. */
export function showEditor(view) {
  for (const editor of root.querySelectorAll(".cm-editor")) editor.toggleAttribute("hidden", editor !== view.dom);
}

/** Replace the text of an editor with the fewest changes, so that the cursor stays in place. */
export function replaceText(view, text, event) {
  const currentText = view.state.doc.toString();
  if (currentText === text) return;
  const changes = diff(currentText, text).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: text.slice(fromB, toB),
  }));
  view.dispatch({ changes, userEvent: event });
}

/** Move the cursor to a line, counted from 1, and scroll it to the top. */
export function goToLine(view, line) {
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "start", yMargin: 8 }) });
}
