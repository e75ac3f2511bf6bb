// Commands for whole sets: make one, and import a table.

import { addCommands } from "./commands.js";
import { toast } from "./controls.js";
import { make } from "./dom.js";
import { loadFile, putText, textOf } from "./files.js";
import { icon } from "./icons.js";
import { openImport } from "./import.js";
import { addPage, showPage } from "./layout.js";
import { openNewSet } from "./new-set.js";
import { CARDS, openFile, opened, save } from "./opened.js";
import { IMPORT, NEW_SET } from "./set-words.js";

const START = "start";

/** Add the commands to the studio. */
export function addSetCommands() {
  addPage(START, showStart);
  addCommands({
    "new-set": { run: newSet, icon: "layers", label: () => NEW_SET.open },
    import: { run: () => importTable(), icon: "table", label: () => IMPORT.open },
  });
}

/** Show what to do first, if the studio has no set. */
export function welcome(hasSets) {
  const isShown = document.body.dataset.page === START;
  if (!hasSets && !isShown) showPage(START);
  if (hasSets && isShown) showPage("card");
}

function showStart(page, outcome) {
  outcome.replaceChildren();
  const button = (command, text) => make("button", { type: "button", class: command === "new-set" ? "primary" : "", "data-command": command }, text);
  page.replaceChildren(make("div", { class: "empty start" }, icon("layers"), make("h2", {}, NEW_SET.none), make("p", {}, NEW_SET.noneHelp),
    make("p", { class: "row" }, button("new-set", NEW_SET.open), button("import", IMPORT.open))));
}

/** Ask for a new set, and open it. */
function newSet() {
  return openNewSet({
    onMade: async ({ file, title }) => {
      showPage("card");
      await openFile(file, CARDS, 0);
      toast(NEW_SET.made(title));
    },
    onTable: importTable,
  });
}

/** Ask for a table, and open the set that gets its cards. title: of a new set, or "" for the open one. */
function importTable(title = "") {
  return openImport({
    title,
    name: opened()?.file.name ?? "",
    textOf: async (name) => textOf(await loadFile(name, save)),
    onDone: async ({ file, text, words }) => {
      if (text) putText(await loadFile(file, save), text, "input.form");
      showPage("card");
      await openFile(file, CARDS, 0);
      toast(words);
    },
  });
}
