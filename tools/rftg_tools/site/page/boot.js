// Start of the studio, and what the page around it does: one tab at a time, a watchdog, storage, backups.

import { BOOT as WORDS } from "./boot-words.js";
import { startBar } from "./bar.js";
import { announce, fail, finish, offerUpdate, progress } from "./first-look.js";
import { connect, keep } from "./install.js";
import { Python } from "./python.js";
import { Turn } from "./turn.js";

const BASE = new URL("..", import.meta.url).href;
const APP = `${BASE}app/`;
const STEPS = 3; // of the start of Python

const frame = document.createElement("iframe");
const restarts = new BroadcastChannel(`rftg-dsl ${new URL(APP).pathname.replace(/\/$/, "")}`);
const turn = new Turn(`rftg-dsl ${BASE}`, { leave, onLeft });
const python = new Python({ disk: new URL(BASE).pathname }, { onStep, onReady, onFailed, onRestart, onMissing });
const bar = startBar(python);

/** Return the address that the frame shows first: the studio, with the set of a link, or another page below app/. */
function firstAddress() {
  if (location.hash.startsWith("#set=")) return `${APP}bench/${location.hash}`;
  const at = new URLSearchParams(location.hash.slice(1)).get("at") ?? "bench/";
  const address = new URL(at, APP).href;
  return address.startsWith(APP) ? address : `${APP}bench/`;
}

function onStep(step) {
  progress("start", step, STEPS);
}

function onReady() {
  navigator.serviceWorker.controller?.postMessage({ runsPython: true });
  progress("start", STEPS, STEPS);
  if (!frame.isConnected) showFrame();
}

function showFrame() {
  frame.id = "studio";
  frame.title = WORDS.title;
  frame.src = firstAddress();
  frame.addEventListener("load", () => {
    document.title = frame.contentDocument?.title || WORDS.title;
    finish();
  });
  document.body.append(frame);
  bar.show();
}

function onFailed(problem) {
  fail("start", problem, () => python.start());
}

/** Python was ended because it did not answer; once it runs again, pages connect again. */
function onRestart(isDone) {
  announce(isDone ? WORDS.restarted : WORDS.restarting);
  if (!isDone) return;
  navigator.serviceWorker.controller?.postMessage({ restarted: true });
  restarts.postMessage("restarted");
}

function onMissing(why) {
  announce(WORDS.noTypesetter(why), WORDS.tryAgain, async () => {
    await python.ask("typst");
    frame.contentWindow?.location.reload();
  });
}

/** Store everything and stop, because another tab takes over; return why that is not possible, or "". */
async function leave() {
  const problem = await python.ask("flush").catch((error) => error.message);
  if (problem) return problem;
  python.stop();
  frame.remove();
  bar.hide();
  return "";
}

function onLeft() {
  document.getElementById("loading").hidden = true;
  document.getElementById("first-look").hidden = false;
  announce(WORDS.moved, WORDS.useHere, takeOver);
}

/** Use the studio in this tab instead of another. */
async function takeOver() {
  const problem = await turn.takeOver();
  if (problem) return WORDS.notMoved(problem);
  document.getElementById("notice").hidden = true;
  document.getElementById("loading").hidden = false;
  python.start();
  return "";
}

/** Answer the service worker, which looks for the page that runs Python, and passes requests on. */
function listen() {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data?.runsPython) ports[0].postMessage(python.isReady);
    if (data?.kind) python.pass(data, ports[0]);
  });
  navigator.serviceWorker.startMessages();
}

async function boot() {
  listen();
  await connect({ onUpdate: offerUpdate, beforeReload: async () => void (await python.ask("flush")) });
  if (await turn.take()) python.start();
  else {
    document.getElementById("loading").hidden = true;
    announce(WORDS.otherTab, WORDS.useHere, takeOver);
  }
  await python.ready;
  await keep().catch(() => {}); // what is missing is fetched when it is needed
}

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#set=") && frame.isConnected) frame.src = firstAddress();
});
addEventListener("pagehide", () => python.isReady && python.ask("flush").catch(() => {}));
document.addEventListener("visibilitychange", () => document.hidden && python.isReady && python.ask("flush").catch(() => {}));
boot().catch((problem) => fail("", problem));
