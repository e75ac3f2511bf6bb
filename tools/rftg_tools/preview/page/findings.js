// Problems: the compiler's diagnostics, and explanations of their codes.

import { ask, refill } from "./common.js";
import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { GALLERY } from "./gallery-words.js";

const section = document.getElementById("files");
const unfolded = new Map(); // by file name, whether its problems are open

/** "2 errors, 1 warning". */
export function formatCounts(findings) {
  const errors = findings.filter((finding) => finding.severity === "error").length;
  return GALLERY.found(errors, findings.length - errors);
}

/** The elements for the problems of a card or file. */
export function findingsOf(holder) {
  return holder.findings.map(createFinding);
}

/** A button with the code of a problem, which explains it. */
export function codeButton(code) {
  return make("button", { type: "button", class: "code", "aria-label": GALLERY.explain(code), onclick: () => explain(code) }, code);
}

function createFinding({ code, severity, message, place, notes, help }) {
  return make(
    "article",
    { class: `finding ${severity}` },
    make("h2", {}, severity, " ", codeButton(code)),
    make("p", { class: "message" }, marked([message, ...notes].join("; "))),
    help && make("p", { class: "help" }, marked(help)),
    make("p", { class: "place" }, place),
  );
}

/** The parts of a text with code in backquotes. */
export function marked(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
}

/** Show the problems that belong to no card above the gallery. */
export function showFiles(files, problem) {
  const page = { name: document.querySelector("h1").textContent, problem, findings: [] };
  const holders = [page, ...files].filter((holder) => holder.problem || holder.findings.length);
  for (const element of section.querySelectorAll("details")) {
    unfolded.set(element.dataset.name, element.open);
  }
  refill(section, holders.map(createFile));
}

function createFile({ name, label = name, problem, findings }) {
  const hasError = findings.some((finding) => finding.severity === "error");
  const { openText } = section.dataset;
  return make(
    "details",
    { class: problem ? "file failed" : "file", "data-name": name, open: unfolded.get(name) || problem || hasError },
    make("summary", {}, make("code", {}, label), make("span", {}, problem || formatCounts(findings))),
    openText && make("p", {}, make("button", { type: "button", "data-open": true }, openText)),
    make("div", {}, findingsOf({ findings })),
  );
}

async function explain(code) {
  const answer = await ask(`explain/${code}`);
  if (answer === null) return;
  const [title, ...rest] = (await answer.text()).split("\n");
  openDialog({ title, name: "explanation", body: make("pre", { tabindex: 0 }, rest.join("\n").trim()) });
}
