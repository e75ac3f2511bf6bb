// Balance of the open card: the last measurement, and the games in progress.

import { make } from "./dom.js";
import { marked } from "./findings.js";
import { isGoal, watchHistory } from "./history.js";
import { opened } from "./opened.js";
import { post, watchNews } from "./server.js";
import { BALANCE } from "./words.js";

const section = document.getElementById("balance");
const automatic = /** @type {HTMLInputElement} */ (document.getElementById("balance-automatic"));
const start = /** @type {HTMLButtonElement} */ (section.querySelector("[data-balance=start]"));
const stop = /** @type {HTMLButtonElement} */ (section.querySelector("[data-balance=stop]"));
const bar = section.querySelector("progress");
const status = section.querySelector(".status");
let run = null; // the current or last run, of any file
let isMeasured = false;

/** Set up the panel, which follows the open card and the runs. */
export function setUpBalance() {
  watchNews("balance", (name, data) => {
    if (name) run = data;
    else automatic.checked = data.automatic;
    showRun();
  });
  watchHistory((history, card) => {
    section.hidden = isGoal(card);
    if (!card) return;
    showFigures(history?.figures ?? null);
    showRun();
  });
  start.title = BALANCE.about;
  start.addEventListener("click", () => send({ start: opened().file.name }));
  stop.addEventListener("click", () => send({ stop: true }));
  automatic.addEventListener("change", () => send({ automatic: automatic.checked }));
}

async function send(command) {
  const { status: code, data } = await post("api/balance", command);
  if (code !== 200) status.textContent = data.problem ?? BALANCE.offline;
}

function showFigures(figures) {
  isMeasured = figures !== null;
  section.classList.toggle("outdated", figures?.old ?? false);
  section.querySelector(".verdict").textContent = figures?.verdict ?? BALANCE.none;
  section.querySelector(".source").replaceChildren(...marked(figures ? describeSource(figures) : ""));
  const warnings = (figures?.found ?? []).map((text) => make("p", { class: "warning" }, `! ${figures.faces[0]} ${text}.`));
  const lines = (figures?.said ?? []).map((text) => make("p", {}, text));
  const games = figures ? [make("p", { class: "games muted" }, BALANCE.measured(figures.games, figures.measured))] : [];
  section.querySelector(".results").replaceChildren(...warnings, ...lines, ...games);
}

function describeSource(figures) {
  if (figures.old) return BALANCE.outdated(figures.since);
  return figures.others ? BALANCE.othersChanged : BALANCE.current;
}

function showRun() {
  const isRunning = run?.stage === "running";
  const isHere = run && run.file === opened()?.file.name;
  start.hidden = isRunning;
  start.textContent = isMeasured ? BALANCE.again : BALANCE.start;
  if (stop.hidden === isRunning) {
    const hasFocus = document.activeElement === stop || document.activeElement === start;
    stop.hidden = !isRunning;
    if (hasFocus) (isRunning ? stop : start).focus();
  }
  bar.hidden = !isRunning;
  if (isRunning && run.games > 0) bar.value = run.share;
  else bar.removeAttribute("value");
  const progress = !run || (!isRunning && !isHere) ? "" : describeRun();
  const text = isRunning && !isHere ? `${BALANCE.otherFile(run.file)} ${progress}` : progress;
  if (status.textContent !== text) status.textContent = text;
}

function describeRun() {
  switch (run.stage) {
    case "running":
      return run.games === 0 ? BALANCE.starting : BALANCE.progress(run.games, run.share, BALANCE.left(run.seconds));
    case "done":
      return BALANCE.done(run.games, run.cards);
    case "stopped":
      return BALANCE.stopped;
    default:
      return BALANCE.failed(run.problem);
  }
}
