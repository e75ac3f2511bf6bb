/* The first look: what there is to see until the studio has started, and notices after that. */

import { CannotInstall } from "./install.js";
import { FIRST_LOOK as WORDS } from "./first-look-words.js";

const NEEDED = ["python", "libraries", "studio", "engine"]; // parts that are loaded before the start
const MEGABYTE = 1e6;
const SPEED_TIME = 2000; // ms over which the speed is measured

const byId = (id) => document.getElementById(id);
const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(bytes < 9.95 * MEGABYTE ? 1 : 0);
const state = {}; // [bytes loaded, bytes of all files] by part
const samples = []; // [ms, bytes loaded] of the needed parts

/** Show how much of a part is loaded; both in bytes, or in steps for the part "start". */
export function progress(part, loaded, total) {
  state[part] = [Math.min(loaded, total), total];
  showPart(part);
  showAll();
}

function showPart(part) {
  const row = byId(`part-${part}`);
  if (!row) return;
  const [loaded, total] = state[part];
  row.hidden = false;
  row.classList.toggle("done", loaded === total);
  const amount = row.querySelector(".amount");
  if (amount) amount.textContent = loaded === total ? WORDS.done(megabytes(total)) : WORDS.amount(megabytes(loaded), megabytes(total));
}

function showAll() {
  const shown = NEEDED.map((part) => state[part]).filter(Boolean);
  const loaded = shown.reduce((sum, [bytes]) => sum + bytes, 0);
  const total = shown.reduce((sum, [, bytes]) => sum + bytes, 0);
  const share = total ? Math.floor((100 * loaded) / total) : 0;
  /** @type {HTMLProgressElement} */ (byId("progress")).value = share;
  const left = total === loaded ? WORDS.starting : [WORDS.loading(share), timeLeft(loaded, total)].filter(Boolean).join(", ");
  byId("status").textContent = left;
}

/** Return a text for the time left, or "" while it is unknown. */
function timeLeft(loaded, total) {
  const now = performance.now();
  samples.push([now, loaded]);
  while (samples.length > 2 && now - samples[0][0] > SPEED_TIME) samples.shift();
  const [start, before] = samples[0];
  if (now - start < SPEED_TIME / 4 || loaded === before) return "";
  const seconds = ((total - loaded) * (now - start)) / (loaded - before) / 1000;
  return WORDS.secondsLeft(Math.max(1, Math.round(seconds)));
}

/** Return whether the start needs a file: the page's pictures and fonts can be missing. */
const isNeeded = ({ part, name }) => NEEDED.includes(part) || (part === "page" && name.endsWith(".js"));

/** Return whether a part is known to be incomplete. */
export const isLoading = (part) => state[part]?.[0] < state[part]?.[1];

/** Return what to say of a problem, and the rest of it for a report.
    problem: a key of the problems, an error, or a text; what is no sentence is for a report. */
export function explain(problem) {
  const report = String(problem?.message ?? problem).trim();
  if (Object.hasOwn(WORDS.problems, report)) return { text: WORDS.problems[report], report: "" };
  if (/^(?!\w*(Error|Exception)\b)\w.*[.!]$/.test(report)) return { text: report, report: "" };
  return { text: WORDS.problems.unknown, report };
}

/** Show why the studio can't start, with a button that tries again.
    part: name of a part, or ""; problem: see `explain`. */
export function fail(part, problem, retry = () => location.reload()) {
  const { text, report } = explain(problem);
  const failure = byId("failure");
  if (!failure.hidden && (failure.dataset.part || !part)) return; // the first one, but with the name of a part if known
  failure.dataset.part = part;
  const title = Object.hasOwn(WORDS.parts, part) ? WORDS.parts[part] : "";
  const message = part === "start" ? WORDS.failedStart(text) : WORDS.failed(title, text);
  byId("failure-text").textContent = `${message} ${WORDS.nothingLost}`;
  byId("failure-details").hidden = !report;
  byId("failure-report").textContent = report;
  failure.hidden = false;
  byId("loading").hidden = true;
  byId("first-look").hidden = false;
  /** @type {HTMLButtonElement} */ (byId("try-again")).onclick = () => {
    failure.hidden = true;
    byId("loading").hidden = false;
    retry();
  };
}

/** Hide the first look, because the studio is there. */
export function finish() {
  byId("first-look").hidden = true;
  byId("failure").hidden = true;
}

/** Show a notice above the studio, with a button if there is an action; an action returns a text to show next, and is not
    started again while it runs. Return a function that hides the notice if it is still shown. */
export function announce(text, label = "", action = undefined) {
  const button = /** @type {HTMLButtonElement} */ (byId("notice-action"));
  byId("notice-text").textContent = text;
  button.textContent = label;
  button.hidden = !action;
  let isBusy = false;
  const isShown = () => button.onclick === run;
  const run = async () => {
    if (isBusy) return;
    isBusy = true;
    const next = await action().catch((problem) => explain(problem).text);
    isBusy = false;
    if (next && isShown()) byId("notice-text").textContent = next;
  };
  button.onclick = run;
  byId("notice").hidden = false;
  return () => isShown() && (byId("notice").hidden = true);
}

/** Offer a new version; for `onUpdate` of install.js. */
export function offerUpdate(update) {
  announce(WORDS.updateReady, WORDS.update, async () => {
    const { problem, others } = await update();
    if (problem) return WORDS.notUpdated(problem);
    return others ? WORDS.otherTabs(others) : "";
  });
}

/** Return whether a page of another site shows this page in a frame, where it could lure people to click. */
function isFramed() {
  try {
    return window.top.location.origin !== location.origin;
  } catch {
    return true;
  }
}

if (isFramed()) {
  fail("", new CannotInstall("framed"), () => window.open(location.href, "_blank", "noopener"));
  throw new CannotInstall("framed"); // boot.js imports this file, so nothing starts
}
byId("notice-dismiss").onclick = () => (byId("notice").hidden = true);

/** Say that the set of a link opens later; only that it is a link is used. */
function promiseSet() {
  if (!location.hash.startsWith("#set=")) return;
  byId("opening").hidden = false;
  scrollTo(0, 0);
}
promiseSet();
addEventListener("hashchange", promiseSet);

for (const part of NEEDED) byId(`part-${part}`)?.querySelector(".amount")?.replaceChildren();

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  const { progress: parts, failed, full } = data?.files ?? {};
  for (const [part, [loaded, total]] of Object.entries(parts ?? {})) progress(part, loaded, total);
  if (failed && isNeeded(failed) && !byId("first-look").hidden) fail(failed.part, failed.reason);
  if (full) announce(WORDS.full);
});
navigator.serviceWorker?.startMessages();
