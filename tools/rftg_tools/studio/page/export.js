// The dialog "Print and export": what is made of a set, how far it is, saving it; and a table in.

import { editedFiles, textOf } from "./files.js";
import { EXPORT, filled } from "./words.js";
import { element, labelled, select } from "./elements.js";
import { importPart } from "./import.js";
import { opened, tellProblem } from "./opened.js";
import { post } from "./server.js";

const PACE = 300; // ms between two questions how far it is
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("export"));
let running = ""; // the export that is being made

/** Listen to the button that opens the dialog. */
export function watchExport() {
  const button = document.getElementById("open-export");
  button.textContent = EXPORT.open;
  button.addEventListener("click", show);
}

async function show() {
  const answer = await fetch("api/export").catch(() => null);
  if (!answer?.ok) {
    tellProblem(EXPORT.gone);
    return;
  }
  const choices = await answer.json();
  if (!running) build(choices);
  dialog.showModal();
}

function build({ files, formats, papers }) {
  const close = element("form", { method: "dialog" }, element("button", { ariaLabel: EXPORT.close }, "✕"));
  const set = select(files.map((name) => [name, name]), opened()?.file.name ?? files[0]);
  const help = element("p", { className: "hint", id: "export-hint" });
  const kind = select(Object.entries(EXPORT.kinds).map(([name, [title]]) => [name, title]), "sheets");
  kind.setAttribute("aria-describedby", "export-hint");
  const parts = options(formats, papers);
  const state = element("p", { role: "status", className: "told" });
  const bar = element("progress", { hidden: true, ariaLabel: EXPORT.begun });
  const make = element("button", { type: "submit", className: "main" }, EXPORT.make);
  const stop = element("button", { type: "button", hidden: true }, EXPORT.stop);
  const result = element("div", { className: "result" });
  const form = element("form", { className: "choices" },
    labelled(EXPORT.set, set), labelled(EXPORT.what, kind), help, ...parts.fields,
    element("div", { className: "act" }, make, stop), bar, state, result);
  kind.addEventListener("input", () => chosen(kind.value, help, parts));
  set.addEventListener("input", () => chosen(kind.value, help, parts));
  chosen(kind.value, help, parts);
  const seen = { state, bar, make, stop, result };
  stop.addEventListener("click", () => post("api/export/stop", { id: running }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin({ name: set.value, kind: kind.value, ...parts.values() }, seen);
  });
  dialog.replaceChildren(close, element("h2", { id: "export-title" }, EXPORT.open), form, importPart(set));
}

/** The choices that only some kinds have. */
function options(formats, papers) {
  const format = select(formats.map((one) => [one.name, `${one.name}: ${one.says}`]), "poker");
  const paper = select(papers.map((name) => [name, EXPORT.papers[name] ?? name]), papers[0]);
  const backs = select(Object.entries(EXPORT.backsAre), "");
  const once = element("input", { type: "checkbox" });
  const url = element("input", { type: "url", placeholder: EXPORT.urlHelp, autocomplete: "off" });
  const of = {
    format: ["format"], paper: ["sheets", "aids"], backs: ["sheets", "aids"],
    once: ["sheets", "format", "tabletop"], url: ["tabletop"],
  };
  const fields = {
    format: labelled(EXPORT.format, format), paper: labelled(EXPORT.paper, paper), backs: labelled(EXPORT.backs, backs),
    once: element("label", { className: "box" }, once, ` ${EXPORT.once}`), url: labelled(EXPORT.url, url),
  };
  return {
    fields: Object.values(fields),
    show: (kind) => Object.entries(fields).forEach(([name, one]) => (one.hidden = !of[name].includes(kind))),
    values: () => ({
      format: format.value, paper: paper.value, backs: backs.value, each_once: once.checked, url: url.value.trim(),
    }),
  };
}

function chosen(kind, help, parts) {
  help.textContent = `${EXPORT.kinds[kind][1]} ${editedFiles().length ? EXPORT.edited : ""}`;
  parts.show(kind);
}

async function begin(wish, seen) {
  if (running) return;
  seen.result.replaceChildren();
  if (wish.kind === "tabletop" && !/^(https?|file):\/\//.test(wish.url)) {
    seen.state.textContent = EXPORT.noUrl;
    return;
  }
  const edited = Object.fromEntries(editedFiles().map((file) => [file.name, textOf(file)]));
  const { status, data } = await post("api/export", { ...wish, edited });
  if (status !== 202) {
    seen.state.textContent = data.problem;
    return;
  }
  running = data.id;
  seen.state.textContent = EXPORT.begun;
  seen.make.disabled = true;
  seen.stop.hidden = seen.bar.hidden = false;
  seen.bar.removeAttribute("value");
  await follow(seen);
  running = "";
  seen.make.disabled = false;
  seen.stop.hidden = seen.bar.hidden = true;
}

/** Show how far the running export is until it ends. */
async function follow(seen) {
  for (;;) {
    const answer = await fetch(`api/export/${running}`).catch(() => null);
    const told = answer?.ok ? await answer.json() : { state: "failed", problem: EXPORT.gone };
    if (told.state !== "working") {
      end(told, seen);
      return;
    }
    if (told.done) {
      seen.state.textContent = filled(told.total ? EXPORT.progress : EXPORT.some, told);
      if (told.total) Object.assign(seen.bar, { max: told.total, value: told.done });
    }
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
}

function end(told, seen) {
  if (told.state === "failed") {
    seen.state.textContent = told.problem;
    return;
  }
  seen.state.textContent = filled(EXPORT.made, { name: told.name, size: sizeOf(told.bytes) });
  const href = `api/export/${running}/file`;
  const link = element("a", { href, download: told.name, className: "button" }, filled(EXPORT.save, told));
  seen.result.replaceChildren(link, ...told.notes.map((note) => element("p", {}, note)));
  link.focus();
}

function sizeOf(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
