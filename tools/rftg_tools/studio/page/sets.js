// What the studio does with whole sets: make one, and import a table.

import { toast } from "./controls.js";
import { loadFile, putText, textOf } from "./files.js";
import { openImport } from "./import.js";
import { openNewSet } from "./new-set.js";
import { CARDS, openFile, opened, save } from "./opened.js";
import { NEW_SET } from "./set-words.js";

/** Ask for a new set, and open it. */
export function newSet() {
  return openNewSet({
    onMade: async ({ file, title }) => {
      await openFile(file, CARDS, 0);
      toast(NEW_SET.made(title));
    },
    onTable: importTable,
  });
}

/** Ask for a table, and open the set that gets its cards. title: of a new set, or "" for the open one. */
export function importTable(title = "") {
  return openImport({
    title,
    name: opened()?.file.name ?? "",
    textOf: async (name) => textOf(await loadFile(name, save)),
    onDone: async ({ file, text, words }) => {
      if (text) putText(await loadFile(file, save), text, "input.form");
      await openFile(file, CARDS, 0);
      toast(words);
    },
  });
}
