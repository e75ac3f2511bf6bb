// The column beside the settings of a set: what the set makes, its problems, and the faces of its goals.

import { capitalized } from "./common.js";
import { problemNote } from "./controls.js";
import { make } from "./dom.js";
import { goToLine } from "./editor.js";
import { putText } from "./files.js";
import { setView } from "./layout.js";
import { allCards } from "./opened.js";
import { SETTINGS } from "./set-words.js";
import { settingLabel } from "./setting-controls.js";
import { asStep } from "./undo.js";

/**
 * Show what a set makes.
 * @param {Element} list
 * @param {any} settings as the server read them
 * @param {any} file
 * @param {(key: string, name: string) => void} removeName removes a keyword or token that nothing uses
 */
export function showMakes(list, settings, file, removeName) {
  const goals = [...allCards().values()].filter((card) => card.file === file?.name && card.facts.type === "goal" && card.image);
  const images = new Map([...list.querySelectorAll("img")].map((image) => [image.getAttribute("src"), image]));
  list.replaceChildren(
    ...createProblems(settings, file, removeName),
    make("ul", { class: "sum" }, createSums(settings.makes)),
    ...goals.map(({ image, title }) => images.get(image) ?? make("img", { class: "goal-face", src: image, alt: title })),
  );
}

function createSums(makes) {
  const count = (label, number) => make("li", { class: "row" }, make("span", { class: "grow" }, label), make("b", {}, String(number)));
  const hasCards = makes.face === "card";
  const isTold = (key) => makes[key] && (key === "copies" ? hasCards : key !== "cards" || !hasCards || makes.cards !== makes.copies);
  const labelOf = (key, label) => (key === "cards" && !hasCards ? settingLabel(`${makes.face}s`) : label);
  return [
    ...Object.entries(SETTINGS.sum).filter(([key]) => isTold(key)).map(([key, label]) => count(labelOf(key, label), makes[key])),
    ...Object.entries(makes.types).filter(([, number]) => number).map(([key, number]) => count(SETTINGS.types[key] ?? settingLabel(key), number)),
    makes.players > 0 && makes.with.length > 0 && count(SETTINGS.players(makes.with), SETTINGS.upTo(makes.players)),
  ];
}

/** Create the problems of the set itself, and names that nothing uses, with what mends them. */
function createProblems({ uses, problems }, file, removeName) {
  const unused = Object.entries(uses).flatMap(([key, names]) => Object.entries(names)
    .filter(([, { named, bearers }]) => !named && !bearers)
    .map(([name]) => ({ key, name })));
  const known = new Set();
  const found = problems.map((problem) => {
    const { severity, message, fixed } = problem;
    const about = unused.find(({ name }) => !fixed && severity === "warning" && message.includes(`\`${name}\``));
    if (!about) return createFinding(problem, file);
    known.add(about.name);
    return createProblem(severity, sentence(message), SETTINGS.removeIt, () => removeName(about.key, about.name));
  });
  const others = unused.filter(({ name }) => !known.has(name));
  return [...found, ...others.map(({ key, name }) => createProblem(
    "warning", [`${SETTINGS.unused(key)} `, make("b", {}, name)], SETTINGS.removeIt, () => removeName(key, name)))];
}

/** Create a problem with the button that applies its fix or goes to its line. */
export function createFinding({ severity, message, help, line, fixed }, file) {
  const [action, run] = fixed ? [SETTINGS.fix, () => asStep(SETTINGS.fix, () => putText(file, fixed, "input.form"))] : [SETTINGS.goTo(line), () => goTo(file, line)];
  return createProblem(severity, sentence(message), action, run, fixed ? "" : help);
}

function createProblem(severity, text, action, run, help = "") {
  return problemNote(severity, [text, help && make("small", { class: "muted" }, sentence(help))], make("button", { type: "button", class: "sm", onclick: run }, action));
}

function sentence(text) {
  return capitalized(text).replaceAll("`", "");
}

function goTo(file, line) {
  setView("text");
  goToLine(file.view, line);
  file.view.focus();
}
