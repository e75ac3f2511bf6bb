// Start of the studio, and what the page around it does: one tab at a time, a watchdog, storage, backups.

import { BOOT as WORDS } from "./boot-words.js";
import { startBar } from "./bar.js";
import { announce, explain, fail, finish, isLoading, offerUpdate, progress } from "./first-look.js";
import { connect, keep } from "./install.js";
import { NoAnswer, Python } from "./python.js";
import { Turn } from "./turn.js";

const BASE = new URL("..", import.meta.url).href;
const APP = `${BASE}app/`;
const CARDS = `${APP}bench/`;
const STEPS = 3; // of the start of Python
const PARTS = [["python"], ["libraries", "studio", "engine"], []]; // that each step waits for
const START_TIME = 60_000; // ms without any progress after which the start has failed
const SAVE_TIME = 15_000; // ms in which the page in the frame saves what was typed
const TYPESETTER_TIME = 600_000; // ms in which the typesetter is loaded
const FLUSH_TIME = 20_000; // ms in which Python stores all files

const frame = document.createElement("iframe");
const restarts = new BroadcastChannel(`rftg-dsl ${new URL(APP).pathname.replace(/\/$/, "")}`);
const turn = new Turn(`rftg-dsl ${BASE}`, { leave, onLeft, onStolen });
const engine = document.getElementById("part-engine") !== null; // whether the site has the compiled engine
const python = new Python({ disk: new URL(BASE).pathname, engine }, { onStep, onReady, onFailed, onRestart, onMissing, onPlain });
const bar = startBar(python, { showProblem: onStorage, showCards: () => void (frame.src = CARDS) });
let startTimer = 0; // runs as long as something is expected of the start
let step = -1; // of the start of Python; -1 before it
let isPlain = false; // whether the designer knows that games run in plain Python
let storageProblem = ""; // why files are not stored, or ""

/** Return the address that the frame shows first: the studio, with the set of a link, or another page below app/. */
function firstAddress() {
  if (location.hash.startsWith("#set=")) return `${CARDS}${location.hash}`;
  const at = new URLSearchParams(location.hash.slice(1)).get("at") ?? "bench/";
  const address = new URL(at, APP).href;
  return address.startsWith(APP) ? address : CARDS;
}

/** Wait for the next sign of progress, for a while. */
function expectProgress() {
  clearTimeout(startTimer);
  startTimer = setTimeout(giveUp, START_TIME);
}

function expectNothing() {
  clearTimeout(startTimer);
  startTimer = 0;
}

/** Say what the start waits for, in vain. */
function giveUp() {
  startTimer = 0;
  if (step < 0) return fail("", "slow");
  python.stop();
  const part = PARTS[step].find(isLoading) ?? "start";
  return showFailure(part, part === "start" ? "stuck" : "slow");
}

/** Show why Python doesn't run, in the place of the studio, whose text is kept. */
function showFailure(part, problem) {
  frame.hidden = true;
  bar.hide();
  fail(part, problem, startPython);
}

function startPython() {
  step = 0;
  expectProgress();
  python.start();
}

function onStep(done) {
  step = done;
  expectProgress();
  progress("start", step, STEPS);
}

function onReady() {
  expectNothing();
  navigator.serviceWorker.controller?.postMessage({ runsPython: true });
  progress("start", STEPS, STEPS);
  if (!frame.isConnected) showFrame();
  else {
    frame.hidden = false;
    finish();
    bar.show();
  }
  restarts.postMessage("restarted"); // pages that are open already connect again
}

function showFrame() {
  frame.id = "studio";
  frame.title = WORDS.title;
  frame.src = firstAddress();
  frame.addEventListener("load", () => {
    document.title = frame.contentDocument?.title || WORDS.title;
    finish();
    bar.offerCards(!frame.contentDocument?.URL.startsWith(CARDS));
    tellFrame("storage-problem", storageProblem);
  });
  document.body.append(frame);
  bar.show();
}

function onFailed(problem) {
  expectNothing();
  loseRequests();
  showFailure("start", problem);
}

/** Python was ended because it did not answer, or runs again. */
function onRestart(isDone) {
  announce(isDone ? WORDS.restarted : WORDS.restarting);
  if (isDone) return;
  loseRequests();
  onStep(0);
}

/** End all requests that Python did not answer before it was ended. */
function loseRequests() {
  navigator.serviceWorker.controller?.postMessage({ restarted: true });
}

function onMissing(why) {
  announce(WORDS.noTypesetter(explain(why).text), WORDS.tryAgain, async () => {
    await python.ask("typst", undefined, TYPESETTER_TIME);
    frame.contentWindow?.location.reload();
  });
}

/** Games run in plain Python; each worker that plays them tells so. */
function onPlain() {
  if (!isPlain) announce(WORDS.plainEngine);
  isPlain = true;
}

/** Tell the page in the frame why files are not stored; once they can be again, let it save what is not saved yet. */
function onStorage(problem) {
  const isMended = storageProblem && !problem;
  storageProblem = problem;
  tellFrame("storage-problem", problem);
  if (isMended && python.isReady) saveFrame();
}

/** Dispatch an event in the page in the frame. */
function tellFrame(type, detail) {
  try {
    frame.contentWindow?.dispatchEvent(new CustomEvent(type, { detail }));
  } catch {
    // an error page of the browser
  }
}

/** Let the page in the frame save what was typed; return why something is not saved, "", or undefined without an answer. */
async function saveFrame() {
  const answers = [];
  tellFrame("saveall", answers);
  const all = Promise.all(answers).then((problems) => problems.find(Boolean) ?? "", (error) => error.message);
  return Promise.race([all, new Promise((resolve) => setTimeout(resolve, SAVE_TIME))]);
}

/** Save and store everything; nothing can be typed meanwhile. Return why that is not possible, or "". */
async function storeAll() {
  frame.inert = true;
  const unsaved = await saveFrame();
  const flush = () => (python.isReady ? python.ask("flush", undefined, FLUSH_TIME).catch((error) => error.message) : "");
  const problem = unsaved === "" ? await flush() : (unsaved ?? WORDS.noAnswer);
  frame.inert = problem === "";
  return problem;
}

/** Store everything and stop, because another tab takes over; return why that is not possible, or "". */
async function leave() {
  frame.inert = true;
  const unsaved = await saveFrame();
  let problem = python.isReady ? unsaved : ""; // if Python doesn't run, the other tab is needed to save the rest
  if (python.isReady && unsaved === "") {
    problem = await python.ask("flush", undefined, FLUSH_TIME).catch((error) => (error instanceof NoAnswer ? "" : error.message));
  }
  frame.inert = false;
  if (problem) return problem;
  stop(unsaved !== "");
  return "";
}

/** End Python and close the studio, but for what could not be saved: the Python of another tab can save it. */
function stop(isUnsaved) {
  expectNothing();
  python.stop();
  loseRequests();
  bar.hide();
  if (!isUnsaved) frame.remove();
}

function onLeft() {
  showMoved(WORDS.moved);
}

/** Another tab has taken over without an answer of this one, so its Python may have changed files already. */
async function onStolen() {
  python.stop();
  stop((await saveFrame()) !== "");
  showMoved(WORDS.stolen);
}

function showMoved(text) {
  document.getElementById("loading").hidden = true;
  document.getElementById("failure").hidden = true;
  document.getElementById("first-look").hidden = frame.isConnected;
  frame.hidden = false;
  announce(frame.isConnected ? WORDS.movedUnsaved : text, WORDS.useHere, takeOver);
}

/** Use the studio in this tab instead of another. */
async function takeOver() {
  document.getElementById("notice-text").textContent = WORDS.waiting;
  const problem = await turn.takeOver();
  if (problem) return WORDS.notMoved(problem);
  document.getElementById("notice").hidden = true;
  document.getElementById("loading").hidden = false;
  startPython();
  return "";
}

/** Answer the service worker, which looks for the page that runs Python, and passes requests on. */
function listen() {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data?.runsPython) ports[0].postMessage(python.isReady);
    if (data?.kind) python.pass(data, ports[0]);
    if (data?.files?.progress && startTimer) expectProgress();
  });
  navigator.serviceWorker.startMessages();
}

async function boot() {
  listen();
  expectProgress();
  await connect({ onUpdate: offerUpdate, beforeReload: storeAll, onStay: () => void (frame.inert = false), onLeave: () => stop(true) });
  if (await turn.take()) startPython();
  else {
    expectNothing();
    document.getElementById("loading").hidden = true;
    announce(WORDS.otherTab, WORDS.useHere, takeOver);
  }
  await python.ready;
  await keep().catch(() => {}); // what is missing is fetched when it is needed
}

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#set=") && frame.isConnected) frame.src = firstAddress();
});
addEventListener("beforeunload", (event) => storageProblem && python.isReady && event.preventDefault()); // what isn't stored is lost
addEventListener("pagehide", () => python.isReady && python.ask("flush").catch(() => {}));
document.addEventListener("visibilitychange", () => document.hidden && python.isReady && python.ask("flush").catch(() => {}));
boot().catch((problem) => {
  expectNothing();
  fail("", problem);
});
