// The parts of CodeMirror and DOMPurify that the pages of the studio use.

export { acceptCompletion, completionStatus, startCompletion } from "@codemirror/autocomplete";
export { history, indentWithTab, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
export { yaml } from "@codemirror/lang-yaml";
export { syntaxHighlighting } from "@codemirror/language";
export { forceLinting, forEachDiagnostic, lintGutter, openLintPanel, setDiagnostics } from "@codemirror/lint";
export {
  hoverTooltips, jumpToDefinitionKeymap, LSPClient, LSPPlugin, renameKeymap, serverCompletion,
} from "@codemirror/lsp-client";
export { diff, MergeView, presentableDiff } from "@codemirror/merge";
export { openSearchPanel } from "@codemirror/search";
export { Compartment, EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
export { Decoration, EditorView, keymap, ViewPlugin } from "@codemirror/view";
export { classHighlighter } from "@lezer/highlight";
export { basicSetup } from "codemirror";
export { default as DOMPurify } from "dompurify";
