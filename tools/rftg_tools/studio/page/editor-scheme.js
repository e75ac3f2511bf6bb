// The scheme of the editors: dark where the page is, which may change at any time.

import { Compartment, EditorView, ViewPlugin } from "./codemirror.js";

const root = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");
const part = new Compartment();
const views = new Set();
const known = ViewPlugin.define((view) => {
  views.add(view);
  return { destroy: () => views.delete(view) };
});

/** What has an editor be dark or light, as the page is. */
export function schemed() {
  return [known, part.of(theme())];
}

function theme() {
  const { scheme } = root.dataset;
  return EditorView.darkTheme.of(scheme ? scheme === "dark" : night.matches);
}

function follow() {
  for (const view of views) view.dispatch({ effects: part.reconfigure(theme()) });
}

night.addEventListener("change", follow);
new MutationObserver(follow).observe(root, { attributeFilter: ["data-scheme"] });
