// What people did with the open card and thought of it, beside its figures; told anew after a game.

import { element } from "./elements.js";
import { refill } from "./common.js";
import { watchOpened } from "./opened.js";
import { PLAYTESTS } from "./words.js";

const QUIET = 1000; // ms without a change of the card until it is asked for
const AGAIN = 3_000; // ms until it is asked for again while a card is open
const place = document.getElementById("playtests");
const SOON = 500; // the same while games are being counted
let open = null; // the number of the open card on the page
let shown = ""; // what is shown, as JSON
let waiting = 0;

/** Show it whenever a card is open. */
export function watchPlaytests() {
  watchOpened((card) => {
    const number = card && card.facts.type !== "goal" ? card.id : null;
    const isOther = number !== open;
    if (isOther) clear();
    open = number;
    clearTimeout(waiting);
    waiting = setTimeout(ask, isOther ? 0 : QUIET);
  });
  document.addEventListener("visibilitychange", ask);
}

function clear() {
  shown = "";
  place.replaceChildren();
}

async function ask() {
  clearTimeout(waiting);
  const number = open;
  if (number === null || document.hidden || document.getElementById("bench").hidden) return;
  const answer = await fetch(`api/playtests/${number}`).catch(() => null);
  const data = answer?.ok ? await answer.json().catch(() => null) : null;
  clearTimeout(waiting);
  if (number === open && data) show(data);
  waiting = setTimeout(ask, data?.counting ? SOON : AGAIN);
}

function show(data) {
  const now = JSON.stringify(data);
  if (now === shown) return;
  shown = now;
  const before = new Map([...place.querySelectorAll("details")].map((one) => [one.dataset.version, one.open]));
  const versions = [...data.versions].sort((one, other) => Number(other.version === data.version) - Number(one.version === data.version));
  const state = data.problem || (data.counting ? PLAYTESTS.counting : versions.length ? "" : PLAYTESTS.none);
  refill(place, [
    element("h3", {}, PLAYTESTS.heading),
    ...(state ? [element("p", {}, state)] : []),
    ...versions.map((one, at) => versionOf(one, data.version, before.get(one.version) ?? at === 0)),
  ]);
}

function versionOf(version, now, isOpen) {
  const details = document.createElement("details");
  details.dataset.version = version.version;
  details.open = isOpen;
  const isNow = version.version === now;
  details.append(element("summary", {}, PLAYTESTS.version(version.version, isNow)));
  if (!isNow && version.says.length) details.append(element("p", {}, version.says.join("; ").replaceAll("`", "")));
  details.append(element("p", {}, version.games ? PLAYTESTS.games(version) : PLAYTESTS.unread));
  const table = document.createElement("table");
  table.append(...rows(version).map(([name, value]) => row(name, value)));
  if (table.rows.length) details.append(table);
  const notes = document.createElement("ul");
  notes.append(...version.notes.map(noteOf));
  if (version.notes.length) details.append(notes);
  return details;
}

/** Name and value of each figure that is known. */
function rows(version) {
  const counts = version.games ? [[PLAYTESTS.drawn, version.drawn], [PLAYTESTS.kept, version.kept], [PLAYTESTS.played, version.played]] : [];
  const marks = Object.entries(version.marks).filter(([, count]) => count);
  const more = [
    [PLAYTESTS.round, version.rounds && PLAYTESTS.rounds(version.rounds)],
    [PLAYTESTS.worth, version.worth && PLAYTESTS.mean(version.worth)],
    [PLAYTESTS.score, version.score && PLAYTESTS.mean(version.score)],
    [PLAYTESTS.wins, version.wins && PLAYTESTS.won(version.wins)],
    [PLAYTESTS.bots, version.bots && PLAYTESTS.effect(version.bots)],
    ...marks.map(([kind, count]) => [`“${kind}”`, count]),
  ];
  return [...counts, ...more.filter(([, value]) => value)];
}

function row(name, value) {
  const line = document.createElement("tr");
  const head = element("th", {}, name);
  head.setAttribute("scope", "row");
  line.append(head, element("td", {}, String(value)));
  return line;
}

function noteOf(note) {
  const item = element("li", {}, `${note.kinds.join(", ")}${note.kinds.length && note.text ? ": " : ""}`);
  if (note.text) item.append(element("q", {}, note.text));
  item.append(element("small", {}, ` ${PLAYTESTS.by(note)}`));
  return item;
}
