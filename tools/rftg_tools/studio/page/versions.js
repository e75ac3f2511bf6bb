// The versions of the open card: a list, two of them side by side, and one brought back.

import { change as make, opened, tellProblem } from "./opened.js";
import { ask, refill, say } from "./common.js";
import { isGoal, openCardNow, watchHistory } from "./history.js";
import { showMarked } from "./findings.js";
import { stateOf } from "./tiles.js";
import { watchNews } from "./news.js";
import { change, changesInWords, VERSIONS, when, WORDS } from "./words.js";

const FEW = 6; // versions that are shown at first
const section = document.getElementById("versions");
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("compare"));
const [before, after] = dialog.querySelectorAll("select");
let known = []; // the versions of the open card, the newest first
let text = ""; // of the version that can be brought back

/** Show the versions of the open card from now on. */
export function showVersions() {
  watchHistory((history, card) => {
    section.hidden = isGoal(card);
    if (!card) return;
    known = history?.versions ?? [];
    showList();
  });
  watchNews("versions", (name, problem) => {
    if (name === "") section.querySelector(".problem").textContent = problem;
  });
  for (const choice of [before, after]) choice.addEventListener("change", compare);
  dialog.querySelector("[data-do=back]").addEventListener("click", bringBack);
}

function showList() {
  const [few, rest] = [known.slice(0, FEW), known.slice(FEW)];
  section.querySelector(".none").textContent = known.length ? "" : VERSIONS.none;
  refill(section.querySelector("ol"), few.map(entry));
  const older = section.querySelector("details");
  older.hidden = rest.length === 0;
  older.querySelector("summary").textContent = VERSIONS.more(rest.length);
  refill(older.querySelector("ol"), rest.map(entry));
}

function entry({ id, saved, changes, first, figures }) {
  const made = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.value = String(id); // so that it is another one where only that differs
  button.textContent = when(saved);
  button.setAttribute("aria-label", VERSIONS.compare(when(saved)));
  button.addEventListener("click", () => open(id));
  const what = document.createElement("span");
  showMarked(what, ` ${changesInWords(changes, first)}`);
  made.append(button, what);
  if (figures) {
    const verdict = document.createElement("em");
    verdict.textContent = figures.verdict;
    made.append(" ", verdict);
  }
  return made;
}

// --- two of them

function open(id) {
  const choices = () => known.map((one) => new Option(`${when(one.saved)}: ${one.title}`, String(one.id)));
  before.replaceChildren(...choices());
  after.replaceChildren(new Option(VERSIONS.now(stateOf(openCardNow())), ""), ...choices());
  before.value = String(id);
  after.value = "";
  dialog.showModal();
  compare();
}

async function compare() {
  const chosen = before.value;
  const answer = await ask(`api/versions/${openCardNow()?.id}/${chosen}?new=${after.value}`);
  if (chosen !== before.value) return;
  if (answer === null) {
    tellProblem(VERSIONS.gone);
    dialog.close();
    return;
  }
  fill(await answer.json());
}

function fill({ old, new: now, changes, english }) {
  text = old.text;
  const [left, right] = dialog.querySelectorAll("figure");
  showSide(left, old);
  showSide(right, now);
  const lines = changes.length ? changes.map(change) : [VERSIONS.same];
  dialog.querySelector(".changes").replaceChildren(...lines.map((line) => {
    const made = document.createElement("li");
    showMarked(made, line);
    return made;
  }));
  dialog.querySelector(".english").replaceChildren(...english.flatMap(lineOf));
  dialog.querySelector("pre").textContent = old.text;
}

function showSide(figure, { title, image, problem, figures }) {
  const face = figure.querySelector("img");
  face.hidden = !image;
  if (image) face.src = image;
  else face.removeAttribute("src");
  face.alt = WORDS.face(title);
  const why = problem ? VERSIONS.notDrawn(problem) : VERSIONS.noFace;
  figure.querySelector(".no-face").textContent = image ? "" : why;
  figure.querySelector(".figures").textContent = figures ? VERSIONS.figures(figures) : VERSIONS.noFigures;
}

/** The English of both, a line each; what is only at one side is marked, by more than a colour. */
function lineOf({ before: was, now, same }) {
  if (same) return [paragraph("p", now, "")];
  return [paragraph("del", was, VERSIONS.removed), paragraph("ins", now, VERSIONS.added)].filter(Boolean);
}

function paragraph(tag, line, mark) {
  if (line === null) return null;
  const made = document.createElement(tag);
  const label = document.createElement("span");
  label.className = "mark";
  label.textContent = mark && `${mark}:`;
  made.append(label, line);
  return made;
}

async function bringBack() {
  if (!opened()) return;
  const { index } = opened();
  dialog.close();
  if (await make({ do: "replace", card: index, text })) say(VERSIONS.broughtBack);
}
