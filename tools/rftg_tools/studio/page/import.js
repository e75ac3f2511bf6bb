// A table of cards in: a new file beside the chosen set, or by cell why not.

import { EXPORT, filled } from "./words.js";
import { element, labelled } from "./elements.js";
import { counted } from "./common.js";
import { post } from "./server.js";

const MOST = 10_000_000; // bytes, as the server takes them
const CHUNK = 0x8000; // bytes that become letters at a time

/** The part of the dialog that imports. beside: the choice of the set in whose folder it writes. */
export function importPart(beside) {
  const table = element("input", { type: "file", accept: ".csv,.tsv,.txt,.xlsx" });
  const id = element("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: EXPORT.idHelp });
  const state = element("p", { role: "status", className: "told" });
  const cells = element("ul", { className: "cells" });
  const button = element("button", { type: "submit" }, EXPORT.import);
  const form = element("form", { className: "choices", id: "import" },
    element("h3", {}, EXPORT.importTitle), element("p", { className: "hint" }, EXPORT.importHelp),
    labelled(EXPORT.table, table), labelled(EXPORT.id, id), element("div", { className: "act" }, button), state, cells);
  table.addEventListener("change", () => {
    if (!id.value && table.files[0]) id.value = idOf(table.files[0].name);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    cells.replaceChildren();
    button.disabled = true;
    state.textContent = EXPORT.importing;
    const { says, lines } = await sent(table.files[0], id.value.trim(), beside.value);
    state.textContent = says;
    cells.replaceChildren(...lines.map((line) => element("li", {}, line)));
    button.disabled = false;
  });
  return form;
}

/** The id that the name of a file suggests. */
function idOf(name) {
  return name.replace(/\.[^.]*$/, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "").slice(0, 40);
}

/** Send a table; what came of it, in a sentence and in lines. */
async function sent(file, set, beside) {
  if (!file) return { says: EXPORT.noTable, lines: [] };
  if (file.size > MOST) return { says: EXPORT.tooLarge, lines: [] };
  const table = base64(new Uint8Array(await file.arrayBuffer()));
  const { status, data } = await post("api/import", { table, set, beside });
  if (status !== 201) return { says: data.problem, lines: data.cells ?? [] };
  const errors = data.errors ? [filled(EXPORT.errors, { errors: counted(data.errors, "error") })] : [];
  const unseen = data.shown ? [] : [EXPORT.unseen];
  const says = filled(EXPORT.imported, { name: data.name, cards: counted(data.cards, "card") });
  return { says, lines: [...errors, ...unseen, ...data.notes] };
}

function base64(bytes) {
  let letters = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    letters += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(letters);
}
