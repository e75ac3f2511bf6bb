// The sets of the studio: the switch between them, what the open one holds, and the menu with the rest.

import { enabledCommands, keysOf, labelOfCommand } from "./commands.js";
import { showFiles } from "./findings.js";
import { GALLERY } from "./gallery-words.js";
import { setView } from "./layout.js";
import { LINKED } from "./link-words.js";
import { opensMenu } from "./menus.js";
import { allCards, opened, openFile, watchOpened } from "./opened.js";
import { SETS } from "./words.js";

const NAME = document.title;
const SCHEMES = ["", "light", "dark"];
const MENU = ["new-set", "import", "print", "share", "make-mine", "close-link", "-", "tests", "new-test", "balance", "name-version", "-", "save", "keys"];
const button = document.getElementById("sets");
let files = []; // as the server sends them, in their order

/** Set up the switch between sets and the menu. */
export function setUpSets() {
  opensMenu(button, () => [...files.map(({ name, alone }) => ({
    label: titleOf(name),
    note: alone ? LINKED.note : name,
    isChosen: name === opened()?.file.name,
    run: () => openFile(name, "cards", 0),
  })), "-", ...entriesFor(["new-set", "import"])]);
  opensMenu(document.getElementById("add-more"), () => entriesFor(["add", "add-goal", "-", "new-set"]));
  opensMenu(document.getElementById("more"), () => [...entriesFor(MENU), "-", ...SCHEMES.map((scheme) => ({
    label: SETS.schemes[scheme],
    isChosen: scheme === (document.documentElement.dataset.scheme ?? ""),
    run: () => setScheme(scheme),
  }))]);
  document.getElementById("files").addEventListener("click", ({ target }) => {
    const file = /** @type {HTMLElement} */ (/** @type {Element} */ (target).closest("[data-open]")?.closest("details"));
    if (!file) return;
    openFile(file.dataset.name);
    setView("text");
  });
  watchOpened(show);
}

/** Take over the files and their problems. */
export function updateFiles(received, problem) {
  files = received;
  if (!opened() && !allCards().size && files.length) openFile(files[0].name, "cards", 0);
  showFiles(files.map((file) => (file.alone ? withoutFolder(file) : file)), problem);
  show();
}

/** Return the entries of a menu for some commands. */
function entriesFor(names) {
  const commands = new Map(enabledCommands().map((command) => [command.name, command]));
  return names.filter((name) => name === "-" || commands.has(name)).map((name) => {
    if (name === "-") return name;
    const command = commands.get(name);
    return { label: labelOfCommand(command), keys: keysOf(command), icon: command.icon, run: command.run };
  });
}

function titleOf(name) {
  return [...allCards().values()].find((card) => card.file === name)?.set ?? name;
}

function show() {
  const name = opened()?.file.name ?? files[0]?.name;
  if (name === undefined) return;
  const cards = [...allCards().values()].filter((card) => card.file === name);
  const goals = cards.filter((card) => card.facts.type === "goal").length;
  button.querySelector("b").textContent = titleOf(name);
  button.querySelector("small").textContent = GALLERY.things(cards.length - goals, goals);
  button.title = files.some((file) => file.name === name && file.alone) ? LINKED.note : name;
  const findings = [...files.filter((file) => file.name === name), ...cards].flatMap((holder) => holder.findings);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  document.title = GALLERY.title(errors, titleOf(name), NAME);
}

/** Return a file from a link without its temporary folder, which says nothing. */
function withoutFolder(file) {
  const folder = file.name.slice(0, Math.max(file.name.lastIndexOf("/"), file.name.lastIndexOf("\\")) + 1);
  const findings = file.findings.map((finding) => ({ ...finding, place: finding.place.replace(folder, "") }));
  return { ...file, findings, label: file.name.replace(folder, "") };
}

function setScheme(scheme) {
  dispatchEvent(new CustomEvent("scheme", { detail: scheme }));
}
