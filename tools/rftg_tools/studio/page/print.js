// The dialog "Print and export": its kinds, options and preview, and the file that it makes.

import { askData, capitalized } from "./common.js";
import { problemNote, segmented, toast } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { editedFiles, textOf } from "./files.js";
import { marked } from "./findings.js";
import { icon } from "./icons.js";
import { allCards, openCard, opened } from "./opened.js";
import { createOptions } from "./print-options.js";
import { createPreview } from "./print-preview.js";
import { PRINT } from "./print-words.js";
import { showProblem } from "./saving.js";
import { post, watchNews } from "./server.js";
import { afterPause, latest } from "./timing.js";

const REMEMBERED = "studio.print"; // options in the browser
const PAUSE = 150; // ms after a change until a preview is asked for
const DEFAULTS = {
  kind: "sheets", selection: "all", titles: [], each_once: false, paper: "a4", backs: "", gutter: 0, bleed: 3,
  has_crop_marks: true, is_dated: false, format: "poker", own_size: [63, 88, 3, 3], dpi: 300, with_bleed: false, svg: false, url: "",
};
let dialog = null;
let view = null; // the parts of the dialog
let options = null;
let news = null; // of the current or last export
let running = ""; // the id of the export that this page has started
const updateSoon = afterPause(updatePreview, PAUSE);
const askPreview = latest(() => post("api/print/preview", request()));

/** Follow exports, also while the dialog is closed. */
export function setUpPrint() {
  watchNews("export", (_name, data) => {
    news = data;
    if (data.id === running) showExport();
  });
}

/** Open the dialog for the open set. */
export async function openPrint() {
  const name = opened()?.file.name;
  const choices = name && await askData(`api/print?${new URLSearchParams({ name })}`);
  if (!choices) return showProblem(PRINT.offline);
  options = { ...DEFAULTS, theme: choices.themes[0].name, ...remembered(), selection: "all", titles: [] };
  if (!choices.themes.some((theme) => theme.name === options.theme)) options.theme = choices.themes[0].name;
  build(choices);
  view.kinds.querySelector("[aria-checked=true]").focus();
  showExport();
  updatePreview();
}

function remembered() {
  try {
    const stored = JSON.parse(localStorage.getItem(REMEMBERED)) ?? {};
    return Object.fromEntries(Object.entries(stored).filter(([name]) => name in DEFAULTS || name === "theme"));
  } catch {
    return {};
  }
}

function build(choices) {
  const preview = createPreview();
  const { form, show } = createOptions(options, choices, changed);
  const kinds = segmented({
    label: PRINT.kind, value: options.kind, class: "kinds picks",
    choices: Object.entries(PRINT.kinds).map(([name, [symbol, title, note]]) => [name, [icon(symbol), make("span", {}, title, make("small", {}, note))]]),
    onChange: (kind) => {
      options.kind = kind;
      view.plan = {};
      show({});
      changed();
    },
  });
  const start = make("button", { class: "primary" }, icon("download"), make("span"));
  const cancel = make("button", { type: "button", onclick: () => dialog.close() }, PRINT.cancel);
  const stop = make("button", { type: "button", hidden: true, onclick: () => post("api/export/stop", { id: running }) }, PRINT.stop);
  const status = make("p", { class: "grow", role: "status" });
  const bar = make("progress", { hidden: true, "aria-label": PRINT.started });
  const problems = make("ul", { class: "problems" });
  view = { preview, show, kinds, start, cancel, stop, status, bar, problems, plan: {} };
  dialog = openDialog({
    title: PRINT.title, name: "print", onSubmit: save,
    body: [kinds, form, make("div", { class: "result" }, preview.element, problems)],
    footer: [status, bar, stop, cancel, start],
  });
  dialog.dataset.kind = options.kind;
  show({});
  preview.say(PRINT.drawing);
}

/** Ask for another preview soon. */
function changed() {
  localStorage.setItem(REMEMBERED, JSON.stringify(options));
  view.start.querySelector("span").textContent = PRINT.saves[options.kind];
  dialog.dataset.kind = options.kind;
  view.preview.wait();
  updateSoon();
}

function request() {
  const edited = Object.fromEntries(editedFiles().map((file) => [file.name, textOf(file)]));
  return { ...options, name: opened().file.name, edited };
}

async function updatePreview() {
  view.start.querySelector("span").textContent = PRINT.saves[options.kind];
  const answer = await askPreview();
  if (!answer || answer.status === 204 || !dialog.open) return;
  const { status, data } = answer;
  view.preview.ready();
  view.plan = status === 200 ? data : { problem: data.problem ?? PRINT.offline };
  view.show(view.plan);
  if (view.plan.problem) view.preview.say(sentence(view.plan.problem));
  else view.preview.show({ pages: [], ...view.plan });
  showPlan();
}

function sentence(text) {
  return `${capitalized(text)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** Show what the plan says about the set: how much is printed, and what is wrong. */
function showPlan() {
  const { plan, start, problems } = view;
  start.disabled = Boolean(plan.problem) || isRunning();
  if (!isRunning()) say(plan.problem ? "" : PRINT.summary[options.kind](plan));
  const leftOut = (plan.left_out ?? []).map(({ title, message }) => problemRow("error", title, PRINT.leftOut(title), message, PRINT.fix));
  const others = (plan.problems ?? []).map(({ title, message }) => problemRow("warning", title, title, message, PRINT.open));
  problems.replaceChildren(...leftOut, ...others);
}

function problemRow(symbol, title, head, message, action) {
  const card = [...allCards().values()].find((candidate) => candidate.file === opened().file.name && candidate.title === title);
  const open = () => {
    dialog.close();
    openCard(card);
  };
  return make("li", {}, problemNote(symbol, [make("b", {}, head), head && ": ", marked(message)], card && make("button", { type: "button", class: "sm", onclick: open }, action)));
}

function say(...content) {
  view.status.replaceChildren(...content);
}

// --- the file

function isRunning() {
  return running !== "" && (news?.id !== running || news.stage === "running");
}

async function save() {
  if (view.start.disabled) return;
  if (options.kind === "tabletop" && !/^(https?|file):\/\//.test(options.url)) {
    say(PRINT.noAddress);
    document.getElementById("print-address").focus();
    return;
  }
  const { status, data } = await post("api/export", request());
  if (status !== 202) {
    say(data.problem ?? PRINT.failed);
    return;
  }
  running = data.id;
  showExport();
}

/** Show the progress of the export that this page has started, or its file. */
function showExport() {
  const isDone = running && news?.id === running && news.stage === "done";
  if (isDone) showFile();
  if (isDone || !dialog?.open) return;
  const { bar, stop, cancel, start } = view;
  const hadFocus = [stop, start].includes(document.activeElement);
  bar.hidden = stop.hidden = !isRunning();
  cancel.hidden = isRunning();
  start.disabled = isRunning() || Boolean(view.plan.problem);
  if (hadFocus) (isRunning() ? stop : start).focus();
  if (isRunning()) {
    const { done = 0, total = null } = news?.id === running ? news : {};
    if (total) Object.assign(bar, { max: total, value: done });
    else bar.removeAttribute("value");
    if (!done) say(PRINT.started);
    else say(done === total ? PRINT.writing : PRINT.progress(news));
  } else if (news?.id === running && running) {
    say(news.problem || PRINT.stopped);
  }
}

/** Save the file that was made; offer it again. */
function showFile() {
  const { id, name, bytes, notes } = news;
  running = "";
  const link = () => make("a", { href: `api/export/${id}/file`, download: name, class: "button sm" }, PRINT.again);
  const text = PRINT.done(name, bytes);
  link().click();
  if (!dialog?.open) {
    toast(text, PRINT.again, () => link().click());
    return;
  }
  showExport();
  say(make("b", {}, text), " ", link());
  view.problems.append(...notes.map((note) => problemRow("warning", "", "", note, "")));
}
