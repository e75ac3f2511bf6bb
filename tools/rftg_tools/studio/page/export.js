// The dialog "Print and export": options, progress and download of an export.

import { askData } from "./common.js";
import { make, select } from "./dom.js";
import { editedFiles, textOf } from "./files.js";
import { opened, showProblem } from "./opened.js";
import { post } from "./server.js";
import { EXPORT } from "./words.js";

const POLL_INTERVAL = 300; // ms
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("export"));
let running = ""; // the id of the export in progress

/** Open the dialog. */
export async function openExport() {
  const choices = await askData("api/export");
  if (choices === null) {
    showProblem(EXPORT.offline);
    return;
  }
  if (!running) buildDialog(choices);
  dialog.showModal();
}

function buildDialog({ files, formats, papers }) {
  const close = make("form", { method: "dialog" }, make("button", { "aria-label": EXPORT.close }, "✕"));
  const set = select(files.map((name) => [name, name]));
  set.value = opened()?.file.name ?? files[0];
  const help = make("p", { class: "note", id: "export-hint" });
  const kind = select(Object.entries(EXPORT.kinds).map(([name, [title]]) => [name, title]), { "aria-describedby": "export-hint" });
  const options = createOptions(formats, papers);
  const status = make("p", { role: "status", class: "status" });
  const bar = make("progress", { hidden: true, "aria-label": EXPORT.started });
  const start = make("button", { type: "submit", class: "primary" }, EXPORT.start);
  const stop = make("button", { type: "button", hidden: true }, EXPORT.stop);
  const result = make("div", { class: "result" });
  const form = make("form", { class: "choices" },
    labelled(EXPORT.set, set), labelled(EXPORT.what, kind), help, ...options.fields,
    make("div", { class: "actions" }, start, stop), bar, status, result);
  for (const field of [kind, set]) field.addEventListener("input", () => showKind(kind.value, help, options));
  showKind(kind.value, help, options);
  const view = { status, bar, start, stop, result };
  stop.addEventListener("click", () => post("api/export/stop", { id: running }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    runExport({ name: set.value, kind: kind.value, ...options.values() }, view);
  });
  dialog.replaceChildren(close, make("h2", { id: "export-title" }, EXPORT.open), form);
}

/** Create the options that only some kinds have. */
function createOptions(formats, papers) {
  const format = select(formats.map(({ name, says }) => [name, `${name}: ${says}`]));
  const paper = select(papers.map((name) => [name, EXPORT.papers[name] ?? name]));
  const backs = select(Object.entries(EXPORT.backChoices));
  format.value = "poker";
  const once = make("input", { type: "checkbox" });
  const url = make("input", { type: "url", placeholder: EXPORT.urlHelp, autocomplete: "off" });
  const kindsWith = {
    format: ["format"], paper: ["sheets", "aids"], backs: ["sheets", "aids"],
    once: ["sheets", "format", "tabletop"], url: ["tabletop"],
  };
  const fields = {
    format: labelled(EXPORT.format, format), paper: labelled(EXPORT.paper, paper), backs: labelled(EXPORT.backs, backs),
    once: make("label", { class: "box" }, once, ` ${EXPORT.once}`), url: labelled(EXPORT.url, url),
  };
  return {
    fields: Object.values(fields),
    show: (kind) => Object.entries(fields).forEach(([name, field]) => (field.hidden = !kindsWith[name].includes(kind))),
    values: () => ({
      format: format.value, paper: paper.value, backs: backs.value, each_once: once.checked, url: url.value.trim(),
    }),
  };
}

function showKind(kind, help, options) {
  help.textContent = `${EXPORT.kinds[kind][1]} ${editedFiles().length ? EXPORT.unsaved : ""}`;
  options.show(kind);
}

/** Create a control with a label. */
function labelled(label, control) {
  return make("label", { class: "choice" }, make("span", {}, label), control);
}

async function runExport(request, view) {
  if (running) return;
  view.result.replaceChildren();
  if (request.kind === "tabletop" && !/^(https?|file):\/\//.test(request.url)) {
    view.status.textContent = EXPORT.noUrl;
    return;
  }
  const edited = Object.fromEntries(editedFiles().map((file) => [file.name, textOf(file)]));
  const { status, data } = await post("api/export", { ...request, edited });
  if (status !== 202) {
    view.status.textContent = data.problem;
    return;
  }
  running = data.id;
  view.status.textContent = EXPORT.started;
  view.start.disabled = true;
  view.stop.hidden = view.bar.hidden = false;
  view.bar.removeAttribute("value");
  await followExport(view);
  running = "";
  view.start.disabled = false;
  view.stop.hidden = view.bar.hidden = true;
}

/** Show the progress of the running export until it ends. */
async function followExport(view) {
  for (;;) {
    const progress = await askData(`api/export/${running}`) ?? { state: "failed", problem: EXPORT.offline };
    if (progress.state !== "working") {
      showResult(progress, view);
      return;
    }
    if (progress.done) {
      view.status.textContent = EXPORT.progress(progress);
      if (progress.total) Object.assign(view.bar, { max: progress.total, value: progress.done });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
}

function showResult({ state, problem, name, bytes, notes }, view) {
  if (state === "failed") {
    view.status.textContent = problem;
    return;
  }
  view.status.textContent = EXPORT.done(name, formatSize(bytes));
  const href = `api/export/${running}/file`;
  const link = make("a", { href, download: name, class: "button primary" }, EXPORT.save(name));
  view.result.replaceChildren(link, ...notes.map((note) => make("p", {}, note)));
  link.focus();
}

function formatSize(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
