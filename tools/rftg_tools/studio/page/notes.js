// Notes about the open card: the designer's own, and those of playtesters with what their games say.

import { askData, refill } from "./common.js";
import { make } from "./dom.js";
import { isGoal, watchHistory } from "./history.js";
import { markTab } from "./layout.js";
import { watchOpened } from "./opened.js";
import { NOTES, PLAYTESTS } from "./outcome-words.js";
import { post } from "./server.js";
import { afterPause } from "./timing.js";

const PAUSE = 1000; // ms after a change to the card until its playtests are loaded
const NOTE_PAUSE = 600; // ms after a key until the note is saved
const INTERVAL = 3_000; // ms between updates while a card is open
const COUNTING_INTERVAL = 500; // the same while games are being read
const GONE = 404; // status of the response if the card no longer exists
const section = document.getElementById("notes");
const note = /** @type {HTMLTextAreaElement} */ (make("textarea", { rows: 3, maxlength: 20_000, placeholder: NOTES.placeholder, "aria-label": NOTES.label }));
const state = make("p", { class: "help", role: "status" }, NOTES.saved);
const playtests = make("div", { class: "playtests stack" });
let open = null; // the id of the open card
let noted = null; // the id of the card that the note is about
let savedNote = ""; // as the server has it, or as it is in `unsent`
let displayed = ""; // what is shown, as JSON
let marks = 0; // notes of playtesters
const loadSoon = afterPause(load, PAUSE);
const saveSoon = afterPause(saveNote, NOTE_PAUSE);
const unsent = new Map(); // by card: its note, which the server doesn't have yet
let sending = Promise.resolve(""); // why a note is not saved, or ""

/** Set up the panel, which follows the open card. */
export function setUpNotes() {
  section.append(note, state, playtests);
  watchOpened((card) => {
    const id = card && !isGoal(card) ? card.id : null;
    section.hidden = id === null;
    const isOther = id !== open;
    if (isOther) {
      displayed = "";
      marks = 0;
      playtests.replaceChildren();
    }
    open = id;
    note.readOnly = id !== noted; // until its note is here, which would replace what is typed
    loadSoon(isOther ? 0 : PAUSE);
  });
  watchHistory((history, card) => {
    if (!history || isGoal(card)) return;
    if (card.id === noted && (note.value !== savedNote || unsent.has(noted))) return; // it is being written or sent
    saveNote();
    noted = card.id;
    note.readOnly = noted !== open;
    note.value = savedNote = unsent.get(noted) ?? history.note;
    mark();
  });
  note.addEventListener("input", () => saveSoon());
  note.addEventListener("change", saveNote);
  document.addEventListener("visibilitychange", load);
  addEventListener("saveall", (event) => /** @type {CustomEvent} */ (event).detail.push(saveNote()));
}

/** Save the note if it has changed, and those that could not be saved before; return why one is not saved, or "". */
function saveNote() {
  saveSoon.cancel();
  if (noted !== null && note.value !== savedNote) {
    savedNote = note.value;
    unsent.set(noted, savedNote);
    mark();
  }
  sending = sending.then(sendNotes);
  return sending;
}

async function sendNotes() {
  let problem = "";
  for (const [card, text] of [...unsent]) {
    const { status: code, data } = await post("api/note", { card, text });
    if (code !== 200) problem = data.problem ?? NOTES.notSaved;
    if ([200, GONE].includes(code) && unsent.get(card) === text) unsent.delete(card);
  }
  state.textContent = problem || NOTES.saved;
  state.classList.toggle("old", problem !== "");
  return problem;
}

/** Show on the tab how many notes there are. */
function mark() {
  const count = marks + (savedNote.trim() ? 1 : 0);
  markTab("notes", count ? String(count) : "");
}

async function load() {
  loadSoon.cancel();
  const id = open;
  if (id === null || document.hidden) return;
  const data = await askData(`api/playtests/${id}`);
  if (id === open && data) show(data);
  loadSoon(data?.counting ? COUNTING_INTERVAL : INTERVAL);
}

function show(data) {
  const current = JSON.stringify(data);
  if (current === displayed) return;
  displayed = current;
  const wasOpen = new Map([...playtests.querySelectorAll("details")].map((details) => [details.dataset.version, details.open]));
  const isCurrent = ({ version }) => version === data.version;
  const versions = [...data.versions].sort((first, second) => Number(isCurrent(second)) - Number(isCurrent(first)));
  const text = data.problem || (data.counting ? PLAYTESTS.counting : versions.length ? "" : PLAYTESTS.none);
  marks = versions.flatMap((version) => version.notes).length;
  mark();
  refill(playtests, [
    make("h3", {}, PLAYTESTS.heading),
    ...(text ? [make("p", { class: "help" }, text)] : []),
    ...versions.map((version, index) => createVersion(version, isCurrent(version), wasOpen.get(version.version) ?? index === 0)),
  ]);
}

function createVersion(version, isCurrent, isOpen) {
  return make(
    "details",
    { open: isOpen, "data-version": version.version },
    make("summary", {}, make("b", {}, PLAYTESTS.version(version.version, isCurrent)), make("small", { class: "muted" }, ` ${version.games ? PLAYTESTS.games(version) : PLAYTESTS.unreadable}`)),
    !isCurrent && version.says.length > 0 && make("p", { class: "help" }, version.says.join("; ").replaceAll("`", "")),
    version.notes.length > 0 && make("ul", {}, version.notes.map(createNote)),
    make("dl", {}, listFigures(version).map(([name, value]) => make("div", { class: "row" }, make("dt", { class: "grow muted" }, name), make("dd", {}, value)))),
  );
}

/** Return name and value of each figure that is known. */
function listFigures(version) {
  const counts = version.games ? [[PLAYTESTS.drawn, version.drawn], [PLAYTESTS.kept, version.kept], [PLAYTESTS.played, version.played]] : [];
  const kinds = Object.entries(version.marks).filter(([, count]) => count);
  const otherFigures = [
    [PLAYTESTS.round, version.rounds && PLAYTESTS.rounds(version.rounds)],
    [PLAYTESTS.worth, version.worth && PLAYTESTS.mean(version.worth)],
    [PLAYTESTS.score, version.score && PLAYTESTS.mean(version.score)],
    [PLAYTESTS.wins, version.wins && PLAYTESTS.won(version.wins)],
    [PLAYTESTS.bots, version.bots && PLAYTESTS.effect(version.bots)],
    ...kinds.map(([kind, count]) => PLAYTESTS.mark(kind, count)),
  ];
  return [...counts, ...otherFigures.filter(([, value]) => value)];
}

function createNote(written) {
  const { kinds, text } = written;
  return make("li", {}, PLAYTESTS.list(kinds, text), text && make("q", {}, text), make("small", { class: "muted" }, ` ${PLAYTESTS.by(written)}`));
}
