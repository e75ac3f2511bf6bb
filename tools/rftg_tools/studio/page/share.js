// The dialog that shares a set: its link, what is in it, and the file to send instead.

import { commitForm } from "./changes.js";
import { addCommands } from "./commands.js";
import { field, problemNote } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { textOf } from "./files.js";
import { textButton } from "./icons.js";
import { SHARE } from "./link-words.js";
import { opened } from "./opened.js";
import { showProblem } from "./saving.js";
import { post } from "./server.js";

/** Add the command to the studio. */
export function setUpShare() {
  addCommands({ share: { run: share, icon: "share", label: () => SHARE.open, isEnabled: () => opened() !== null } });
}

/** Show the link of the open set. */
async function share() {
  await commitForm();
  const { file } = opened();
  const { status, data } = await post("api/share", { name: file.name, text: textOf(file) });
  if (status !== 200) return showProblem(data.problem);
  const [name] = Object.keys(data.files);
  openDialog({ title: SHARE.title(name), name: "share", body: [linkPart(data), contentsPart(data), filePart(data)] });
  /** @type {HTMLElement} */ (document.querySelector("dialog.share .primary"))?.focus();
  return undefined;
}

function linkPart({ link, limit, address, errors }) {
  const excess = link.length - limit;
  const warning = errors ? problemNote("warning", SHARE.errors(errors)) : null;
  if (excess > 0) return [problemNote("warning", SHARE.tooLong(excess)), warning];
  const here = new URL(address || location.pathname, location.href);
  const input = /** @type {HTMLInputElement} */ (make("input", { id: "share-link", class: "grow", readonly: true, value: here.href + link, onfocus: () => input.select() }));
  const result = make("b", { class: "small", role: "status" });
  const button = textButton("copy", SHARE.copy, { class: "primary", onclick: () => copy(input, result) });
  return [
    field(SHARE.link, make("div", { class: "row" }, input, button, result), { id: input.id, help: SHARE.length(link.length, limit), kind: "fill" }),
    !address && make("p", { class: "help" }, SHARE.noAddress),
    warning,
  ];
}

async function copy(input, result) {
  input.select();
  const isCopied = await navigator.clipboard?.writeText(input.value).then(() => true, () => false);
  result.textContent = isCopied || document.execCommand("copy") ? SHARE.copied : SHARE.copyFailed;
}

function contentsPart({ files }) {
  const [name, ...needed] = Object.keys(files);
  const list = (title, entries) => make("div", { class: "grow" }, make("h3", {}, title), make("ul", { class: "plain" }, entries.map((entry) => make("li", {}, entry))));
  return make("div", { class: "fields-row" }, list(SHARE.inside, [SHARE.own(name), ...needed.map(SHARE.needed)]), list(SHARE.outside, SHARE.left));
}

function filePart({ files }) {
  const buttons = Object.entries(files).map(([name, text]) => textButton("download", SHARE.save(name), { onclick: () => download(name, text) }));
  return make("div", { class: "stack" }, make("h3", {}, SHARE.send), make("p", { class: "help" }, SHARE.sendHelp), make("p", { class: "row wrap" }, buttons));
}

function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // the browser has begun to read it
}
