// Balance of the open card in the panel, and the games in progress, of any file.

import { refill } from "./common.js";
import { runCommand } from "./commands.js";
import { problemNote } from "./controls.js";
import { make } from "./dom.js";
import { marked } from "./findings.js";
import { isGoal, watchHistory } from "./history.js";
import { textButton } from "./icons.js";
import { opened } from "./opened.js";
import { BALANCE } from "./outcome-words.js";
import { post, watchNews } from "./server.js";
import { groupOf, resultInWords, verdictBadge } from "./verdicts.js";

const section = document.getElementById("balance");
const listeners = [];
let run = null; // the current or last run, of any file
let isAutomatic = false;
let figures = null; // of the open card
let isShown = false; // whether the open card can have figures

/** Call a listener when games in progress, or the setting to measure after each save, have changed. */
export function watchRun(listener) {
  listeners.push(listener);
}

/** Set up the panel, which follows the open card and the runs. */
export function setUpBalance() {
  watchNews("balance", (name, data) => {
    if (name) run = data;
    else isAutomatic = data.automatic;
    show();
    for (const listener of listeners) listener();
  });
  watchHistory((history, card) => {
    isShown = Boolean(card) && !isGoal(card);
    figures = history?.figures ?? null;
    show();
  });
  section.addEventListener("click", ({ target }) => {
    const { value } = /** @type {any} */ (target).closest("button[value]") ?? {};
    if (value === "open") runCommand("balance");
    else if (value) control(value);
  });
}

/** Start or pause the games of the open file, or those of a card's alternatives. */
export async function control(action, title = "") {
  const file = opened()?.file.name;
  const command = { start: { start: file, ...(title && { alternatives: title }) }, stop: { stop: true }, automatic: { automatic: !isAutomatic } }[action];
  const { status: code, data } = await post("api/balance", command);
  if (code === 200) return;
  run = { file, stage: "failed", problem: data.problem ?? BALANCE.offline };
  show();
  for (const listener of listeners) listener();
}

/** Whether games are in progress. */
export function isRunning() {
  return run?.stage === "running";
}

/** Whether each save starts to measure. */
export function measuresAfterSave() {
  return isAutomatic;
}

/**
 * Describe the games in progress, or the last ones of the open file; null without any.
 * @returns {{title: string, text: string, share: number | null} | null}
 */
export function describeRun() {
  if (!run || (run.stage !== "running" && run.file !== opened()?.file.name)) return null;
  const share = run.games > 0 && run.share > 0 ? run.share : null;
  if (run.stage === "running") {
    const isHere = run.file === opened()?.file.name;
    const total = share === null ? 0 : Math.ceil(run.games / share / 20) * 20;
    const text = total ? BALANCE.progress(run.games, total) : run.games ? BALANCE.games(run.games) : BALANCE.starting;
    return { title: isHere ? BALANCE.left(run.games ? run.seconds ?? null : undefined) : BALANCE.otherFile(run.file), text, share: share ?? 0 };
  }
  if (run.stage === "done") return { title: BALANCE.measured, text: BALANCE.done(run.games, run.cards), share: null };
  if (run.stage === "stopped") return { title: BALANCE.stopped, text: BALANCE.stoppedWhy, share: null };
  return { title: BALANCE.failedTitle, text: BALANCE.failed(run.problem), share: null };
}

/** Where figures come from, and what has changed since. */
export function describeSource(measured) {
  const games = BALANCE.report(measured.games, measured.measured);
  if (measured.old) return `${games} ${BALANCE.outdated(measured.since)}`;
  return measured.others ? `${games} ${BALANCE.othersChanged}` : games;
}

/** Create the button that starts or pauses games. */
export function runButton(hasFigures, kind = "") {
  const name = isRunning() ? "stop" : "start";
  const label = isRunning() ? BALANCE.pause : run?.stage === "stopped" ? BALANCE.go : hasFigures ? BALANCE.again : BALANCE.start;
  return textButton(isRunning() ? "pause" : "play", label, { value: name, class: kind });
}

function show() {
  section.hidden = !isShown;
  if (!isShown) return;
  const state = describeRun();
  const isOpenable = figures && figures.brief !== undefined;
  refill(section, [
    make(
      "div", { class: "row head" },
      isOpenable ? verdictBadge(figures) : "",
      make("span", { class: "grow" }, isOpenable ? resultInWords(figures) : figures?.verdict ?? BALANCE.none),
      runButton(figures !== null, "sm"),
      make("button", { type: "button", class: "sm", value: "open" }, BALANCE.open),
    ),
    ...(figures ? [make("p", { class: figures.old ? "help old" : "help" }, marked(describeSource(figures)))] : []),
    ...(state ? [make("p", { class: "small", role: "status" }, make("b", {}, state.title), " ", state.text)] : []),
    ...(state?.share !== null && state ? [make("progress", { max: 1, value: state.share, "aria-label": BALANCE.title })] : []),
    ...(isOpenable && groupOf(figures) === "change" ? figures.found.map((text) => problemNote("warning", `${figures.faces[0]} ${text}.`)) : []),
  ]);
}
