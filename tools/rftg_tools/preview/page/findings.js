// Problems: the compiler's diagnostics, and explanations of their codes.

import { ask, copyOf, refill } from "./common.js";
import { GALLERY } from "./gallery-words.js";

const explanation = /** @type {HTMLDialogElement} */ (document.getElementById("explanation"));
const section = document.getElementById("files");
const unfolded = new Map(); // by file name, whether its problems are open

/** "2 errors, 1 warning". */
export function formatCounts(findings) {
  const errors = findings.filter((finding) => finding.severity === "error").length;
  return GALLERY.found(errors, findings.length - errors);
}

/** The elements for the problems of a card or file. */
export function findingsOf(holder) {
  return holder.findings.map(element);
}

function element({ code, severity, message, place, notes, help }) {
  const made = copyOf("finding");
  made.classList.add(severity);
  made.querySelector(".severity").textContent = severity;
  const button = made.querySelector(".code");
  button.textContent = code;
  button.setAttribute("aria-label", GALLERY.explain(code));
  button.addEventListener("click", () => explain(code));
  showMarked(made.querySelector(".message"), [message, ...notes].join("; "));
  showMarked(made.querySelector(".help"), help);
  made.querySelector(".place").textContent = place;
  return made;
}

/** Show a text with code in backquotes. */
export function showMarked(paragraph, text) {
  paragraph.hidden = !text;
  text.split("`").forEach((part, index) => {
    const made = document.createElement(index % 2 ? "code" : "span");
    made.textContent = part;
    paragraph.append(made);
  });
}

/** Show the problems that belong to no card above the gallery. */
export function showFiles(files, problem) {
  const page = { name: document.querySelector("h1").textContent, problem, findings: [] };
  const holders = [page, ...files].filter((holder) => holder.problem || holder.findings.length);
  for (const element of section.querySelectorAll("details")) {
    unfolded.set(element.dataset.name, element.open);
  }
  refill(section, holders.map(fileElement));
}

function fileElement({ name, problem, findings }) {
  const made = copyOf("file");
  made.dataset.name = name;
  made.open = unfolded.get(name) || problem || findings.some((finding) => finding.severity === "error");
  made.querySelector("code").textContent = name;
  made.querySelector("span").textContent = problem || formatCounts(findings);
  made.classList.toggle("problem", Boolean(problem));
  made.querySelector("div").append(...findingsOf({ findings }));
  return made;
}

async function explain(code) {
  const answer = await ask(`explain/${code}`);
  if (answer === null) return;
  const [title, ...rest] = (await answer.text()).split("\n");
  explanation.querySelector("h2").textContent = title;
  explanation.querySelector("pre").textContent = rest.join("\n").trim();
  explanation.showModal();
}
