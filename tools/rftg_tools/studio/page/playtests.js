// Playtests of the open card: statistics and opinions from games with people, updated after each game.

import { askData, refill } from "./common.js";
import { make } from "./dom.js";
import { watchOpened } from "./opened.js";
import { PLAYTESTS } from "./words.js";

const PAUSE = 1000; // ms after a change to the card until its playtests are loaded
const INTERVAL = 3_000; // ms between updates while a card is open
const COUNTING_INTERVAL = 500; // the same while games are being read
const section = document.getElementById("playtests");
let open = null; // the id of the open card
let displayed = ""; // what is shown, as JSON
let timer = 0;

/** Set up the panel, which follows the open card. */
export function setUpPlaytests() {
  watchOpened((card) => {
    const id = card && card.facts.type !== "goal" ? card.id : null;
    const isOther = id !== open;
    if (isOther) clear();
    open = id;
    clearTimeout(timer);
    timer = setTimeout(load, isOther ? 0 : PAUSE);
  });
  document.addEventListener("visibilitychange", load);
}

function clear() {
  displayed = "";
  section.replaceChildren();
}

async function load() {
  clearTimeout(timer);
  const id = open;
  if (id === null || document.hidden) return;
  const data = await askData(`api/playtests/${id}`);
  clearTimeout(timer);
  if (id === open && data) show(data);
  timer = setTimeout(load, data?.counting ? COUNTING_INTERVAL : INTERVAL);
}

function show(data) {
  const current = JSON.stringify(data);
  if (current === displayed) return;
  displayed = current;
  const wasOpen = new Map([...section.querySelectorAll("details")].map((details) => [details.dataset.version, details.open]));
  const isCurrent = ({ version }) => version === data.version;
  const versions = [...data.versions].sort((first, second) => Number(isCurrent(second)) - Number(isCurrent(first)));
  const state = data.problem || (data.counting ? PLAYTESTS.counting : versions.length ? "" : PLAYTESTS.none);
  refill(section, [
    make("h3", {}, PLAYTESTS.heading),
    ...(state ? [make("p", {}, state)] : []),
    ...versions.map((version, index) => createVersion(version, isCurrent(version), wasOpen.get(version.version) ?? index === 0)),
  ]);
}

function createVersion(version, isCurrent, isOpen) {
  const rows = listFigures(version);
  return make(
    "details",
    { open: isOpen, "data-version": version.version },
    make("summary", {}, PLAYTESTS.version(version.version, isCurrent)),
    !isCurrent && version.says.length > 0 && make("p", {}, version.says.join("; ").replaceAll("`", "")),
    make("p", {}, version.games ? PLAYTESTS.games(version) : PLAYTESTS.unreadable),
    rows.length > 0 && make("table", {}, rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)))),
    version.notes.length > 0 && make("ul", {}, version.notes.map(createNote)),
  );
}

/** Return name and value of each figure that is known. */
function listFigures(version) {
  const counts = version.games ? [[PLAYTESTS.drawn, version.drawn], [PLAYTESTS.kept, version.kept], [PLAYTESTS.played, version.played]] : [];
  const marks = Object.entries(version.marks).filter(([, count]) => count);
  const otherFigures = [
    [PLAYTESTS.round, version.rounds && PLAYTESTS.rounds(version.rounds)],
    [PLAYTESTS.worth, version.worth && PLAYTESTS.mean(version.worth)],
    [PLAYTESTS.score, version.score && PLAYTESTS.mean(version.score)],
    [PLAYTESTS.wins, version.wins && PLAYTESTS.won(version.wins)],
    [PLAYTESTS.bots, version.bots && PLAYTESTS.effect(version.bots)],
    ...marks.map(([kind, count]) => [`“${kind}”`, count]),
  ];
  return [...counts, ...otherFigures.filter(([, value]) => value)];
}

function createNote(note) {
  return make(
    "li",
    {},
    `${note.kinds.join(", ")}${note.kinds.length && note.text ? ": " : ""}`,
    note.text && make("q", {}, note.text),
    make("small", {}, ` ${PLAYTESTS.by(note)}`),
  );
}
