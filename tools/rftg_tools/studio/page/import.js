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
  const loss = element("input", { type: "checkbox" });
  const allow = element("label", { className: "box", hidden: true }, loss, ` ${EXPORT.allowLoss}`);
  const button = element("button", { type: "submit" }, EXPORT.import);
  const form = element("form", { className: "choices", id: "import" },
    element("h3", {}, EXPORT.importTitle), element("p", { className: "hint" }, EXPORT.importHelp),
    labelled(EXPORT.table, table), labelled(EXPORT.id, id), allow, element("div", { className: "act" }, button), state, cells);
  table.addEventListener("change", () => {
    allow.hidden = true;
    loss.checked = false;
    if (!id.value && table.files[0]) id.value = idOf(table.files[0].name);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    cells.replaceChildren();
    button.disabled = true;
    state.textContent = EXPORT.importing;
    const wish = { set: id.value.trim(), beside: beside.value, loss: loss.checked };
    const { says, lines, canLeaveOut } = await sent(table.files[0], wish);
    allow.hidden = !canLeaveOut;
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

/** Send a table; the result in a sentence and in lines, and whether the rest can be imported without those cells. */
async function sent(file, wish) {
  if (!file) return { says: EXPORT.noTable, lines: [] };
  if (file.size > MOST) return { says: EXPORT.tooLarge, lines: [] };
  const table = base64(new Uint8Array(await file.arrayBuffer()));
  const { status, data } = await post("api/import", { table, ...wish });
  if (status !== 201) return { says: data.problem, lines: data.cells ?? [], canLeaveOut: data.canLeaveOut };
  const errors = data.errors ? [filled(EXPORT.errors, { errors: counted(data.errors, "error") })] : [];
  if (data.warnings) errors.push(filled(EXPORT.warnings, { warnings: counted(data.warnings, "warning") }));
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
