// The comparison of two versions of a card: faces side by side, and what changed.

import { askData, capitalized } from "./common.js";
import { make } from "./dom.js";
import { marked } from "./findings.js";
import { opensMenu } from "./menus.js";
import { describeChange, VERSIONS } from "./outcome-words.js";
import { showProblem } from "./saving.js";
import { showImage, stateOf } from "./tiles.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("compare"));
const [left, right] = dialog.querySelectorAll("figure");
const sides = [{ figure: left, version: "" }, { figure: right, version: "" }]; // "" is the current card
let card = null;
let versions = []; // of the card, newest first
let bringBack = null; // brings back the text of a version
let oldText = "";

for (const [index, side] of sides.entries()) {
  opensMenu(side.figure.querySelector("button"), () => choicesOf(side, index === 1));
}
dialog.querySelector("[data-do=revert]").addEventListener("click", () => {
  dialog.close();
  bringBack(oldText);
});

/** Compare a version of a card with the current card. */
export function openComparison(compared, itsVersions, version, bringBackText) {
  [card, versions, bringBack] = [compared, itsVersions, bringBackText];
  [sides[0].version, sides[1].version] = [String(version), ""];
  dialog.showModal();
  compare();
}

/** Compare again what is shown, because its card or versions have changed. */
export function updateComparison(changed, itsVersions) {
  if (!dialog.open || changed?.id !== card.id) return;
  [card, versions] = [changed, itsVersions];
  compare();
}

function choicesOf(side, hasCurrent) {
  const choices = versions.map((version) => [String(version.id), VERSIONS.option(version)]);
  if (hasCurrent) choices.unshift(["", VERSIONS.current(stateOf(card))]);
  return choices.map(([version, label]) => ({
    label,
    isChosen: version === side.version,
    run: () => {
      side.version = version;
      compare();
    },
  }));
}

async function compare() {
  const [old, current] = sides.map(({ version }) => version);
  for (const [index, side] of sides.entries()) {
    side.figure.querySelector("button").textContent = choicesOf(side, index === 1).find(({ isChosen }) => isChosen)?.label ?? "";
  }
  const comparison = await askData(`api/versions/${card?.id}/${old}?new=${current}`);
  if (old !== sides[0].version || current !== sides[1].version) return;
  if (comparison === null) {
    showProblem(VERSIONS.gone);
    dialog.close();
    return;
  }
  show(comparison);
}

function show({ old, new: current, changes, english }) {
  oldText = old.text;
  showSide(left, old);
  showSide(right, current);
  const lines = changes.length ? changes.map(describeChange) : [VERSIONS.same];
  dialog.querySelector(".changes").replaceChildren(...lines.map((line) => make("li", { class: "chip plain" }, marked(capitalized(line)))));
  dialog.querySelector(".english").replaceChildren(...english.flatMap(createLines));
  dialog.querySelector("pre").textContent = old.text;
}

function showSide(figure, { title, image, problem, figures }) {
  const face = figure.querySelector("img");
  showImage(face, image);
  face.alt = VERSIONS.face(title);
  const why = problem ? VERSIONS.notDrawn(problem) : VERSIONS.noFace;
  figure.querySelector(".no-face").textContent = image ? "" : why;
  figure.querySelector(".figures").textContent = figures ? VERSIONS.figures(figures) : VERSIONS.notMeasured;
}

/** Create the lines for a line of English on both sides; differences have a label besides their colour. */
function createLines({ before: old, now, same }) {
  if (same) return [createLine("p", now, "")];
  return [createLine("del", old, VERSIONS.removed), createLine("ins", now, VERSIONS.added)].filter(Boolean);
}

function createLine(tag, line, label) {
  return line === null ? null : make(tag, {}, make("span", { class: "mark" }, label && `${label}:`), line);
}
