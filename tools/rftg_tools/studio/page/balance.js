// The balance of the open card: what was measured last, and the games that are being played.

import { opened } from "./opened.js";
import { post } from "./server.js";
import { showMarked } from "./findings.js";
import { isGoal, watchHistory } from "./history.js";
import { watchNews } from "./news.js";
import { BALANCE } from "./words.js";

const section = document.getElementById("figures");
const automatic = /** @type {HTMLInputElement} */ (document.getElementById("balance-automatic"));
const begin = /** @type {HTMLButtonElement} */ (section.querySelector("[data-balance=start]"));
const stop = /** @type {HTMLButtonElement} */ (section.querySelector("[data-balance=stop]"));
const bar = section.querySelector("progress");
const status = section.querySelector(".status");
let run = null; // the last balance, of any file
let measured = false;

/** Show the figures of the open card from now on, and listen to the buttons. */
export function showBalance() {
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
  begin.title = BALANCE.startAbout;
  begin.addEventListener("click", () => send({ start: opened().file.name }));
  stop.addEventListener("click", () => send({ stop: true }));
  automatic.addEventListener("change", () => send({ automatic: automatic.checked }));
}

async function send(wish) {
  const { status: code, data } = await post("api/balance", wish);
  if (code !== 200) status.textContent = data.problem ?? BALANCE.lost;
}

function showFigures(figures) {
  measured = figures !== null;
  section.classList.toggle("old", figures?.old ?? false);
  section.querySelector(".verdict").textContent = figures?.verdict ?? BALANCE.none;
  const of = section.querySelector(".of");
  const which = figures && (figures.old ? BALANCE.older(figures.since) : figures.others ? BALANCE.others : BALANCE.same);
  of.replaceChildren();
  showMarked(of, which ?? "");
  const wrong = (figures?.found ?? []).map((text) => paragraph(`! ${figures.faces[0]} ${text}.`, "found"));
  const said = (figures?.said ?? []).map((text) => paragraph(text, ""));
  const games = figures ? [paragraph(BALANCE.measured(figures.games, figures.measured), "games")] : [];
  section.querySelector(".said").replaceChildren(...wrong, ...said, ...games);
}

function paragraph(text, name) {
  const made = document.createElement("p");
  made.className = name;
  made.textContent = text;
  return made;
}

function showRun() {
  const running = run?.stage === "running";
  const here = run && run.file === opened()?.file.name;
  begin.hidden = running;
  begin.textContent = measured ? BALANCE.again : BALANCE.start;
  if (stop.hidden === running) {
    const focused = document.activeElement === stop || document.activeElement === begin;
    stop.hidden = !running;
    if (focused) (running ? stop : begin).focus();
  }
  bar.hidden = !running;
  if (running && run.games > 0) bar.value = run.share;
  else bar.removeAttribute("value");
  const text = !run || (!running && !here) ? "" : inWords();
  const whole = running && !here ? `${BALANCE.elsewhere(run.file)} ${text}` : text;
  if (status.textContent !== whole) status.textContent = whole;
}

function inWords() {
  switch (run.stage) {
    case "running":
      return run.games === 0 ? BALANCE.begins : BALANCE.progress(run.games, run.share, BALANCE.left(run.seconds));
    case "done":
      return BALANCE.done(run.games, run.cards);
    case "stopped":
      return BALANCE.stopped;
    default:
      return BALANCE.failed(run.problem);
  }
}
