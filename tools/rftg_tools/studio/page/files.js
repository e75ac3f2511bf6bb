// The files: read, edited, and saved over what was read; what the disk has meanwhile is never lost.

import { editorOf, replaceText } from "./editor.js";
import { post } from "./server.js";
import { WORDS } from "./words.js";

const files = new Map(); // by name: the editor, the text as it was last on the disk, and its version
const listeners = [];

/** Call something at each change of a file: its text, its place, or what is saved of it. */
export function watchFiles(listener) {
  listeners.push(listener);
}

/**
 * A file with its editor, read when it is first asked for.
 * @param {string} name
 * @param {(file: any) => void} save called when its editor is told to save
 * @returns {Promise<any>} with a `problem` in place of an editor where it cannot be read
 */
export async function fileOf(name, save) {
  if (files.has(name)) return files.get(name);
  const read = await readFile(name);
  if (files.has(name)) return files.get(name);
  if (read.problem || read.text === null) return { name, problem: read.problem ?? WORDS.cannotRead(name) };
  const file = { name, uri: read.uri, other: null, lost: false, wanted: false, saving: Promise.resolve(""), compared: null, view: null };
  take(file, read);
  file.view = editorOf({ uri: read.uri, text: plain(read.text) }, (update) => tell(file, update), () => save(file));
  files.set(name, file);
  return file;
}

/** The files of the studio in which a text may be, and all that are open, by their addresses. */
export async function filesWith(text, save) {
  const unquoted = (any) => any.replace(/['"\\]/g, "").toLowerCase(); // YAML may quote it
  const answer = await fetch("api/files").then((one) => one.json()).catch(() => ({ files: [] }));
  for (const name of answer.files) {
    const read = files.has(name) ? null : await readFile(name);
    if (read?.text && unquoted(read.text).includes(unquoted(text))) await fileOf(name, save);
  }
  return new Map([...files.values()].map((file) => [file.uri, file]));
}

async function readFile(name, version = "") {
  const query = new URLSearchParams({ name, not: version });
  const answer = await fetch(`api/files?${query}`).catch(() => null);
  if (answer === null) return { problem: WORDS.lost };
  return answer.status === 204 ? { version } : answer.json().catch(() => ({ problem: WORDS.cannotRead(name) }));
}

/** Take over what the disk has of a file: its text and version, and how its lines end. */
function take(file, { text, version }) {
  file.end = text.includes("\r\n") ? "\r\n" : "\n";
  Object.assign(file, { disk: plain(text), version, other: null });
}

/** A text as editors have it. */
export function plain(text) {
  return text.replace(/\r\n?/g, "\n");
}

function tell(file, update) {
  for (const listener of listeners) listener(file, update);
}

/** The text of a file as it is being edited, with line ends as on the disk. */
export function textOf(file) {
  return file.view.state.doc.toString().replaceAll("\n", file.end);
}

/** Put another text into the editor of a file. */
export function putText(file, text, event) {
  replaceText(file.view, plain(text), event);
}

/** Whether a file has what is not saved; it is asked for several times at each key. */
export function isEdited(file) {
  const { doc } = file.view.state;
  if (file.compared?.doc !== doc || file.compared.disk !== file.disk) {
    file.compared = { doc, disk: file.disk, isSame: doc.toString() === file.disk };
  }
  return !file.compared.isSame;
}

/** All files that have what is not saved. */
export function editedFiles() {
  return [...files.values()].filter(isEdited);
}

/** Save a file over the version that its text was made from; "" or why it is not saved. */
export function saveFile(file, text = null, version = null) {
  file.saving = file.saving.then(() => put(file, text ?? textOf(file), version ?? file.version));
  return file.saving;
}

async function put(file, text, version) {
  const { status, data } = await post("api/save", { name: file.name, text, version });
  file.lost = file.wanted = status === 0;
  if (status === 200) take(file, data);
  else if (status === 409) setApart(file, data);
  tell(file, null);
  if (status === 200) return "";
  return status === 409 ? WORDS.conflict : data.problem ?? WORDS.cannotSave;
}

/** Note that the disk has another text of a file, null where the file is gone. */
function setApart(file, { text, version }) {
  file.other = { text: text ?? "", version, gone: text === null };
  if (text === null) Object.assign(file, { disk: null, version: "" }); // whatever comes back is read
}

/** Look whether a file was saved elsewhere: taken over where nothing is edited here, else kept apart. */
async function lookAtDisk(file) {
  const read = await readFile(file.name, file.version);
  if (read.problem) return;
  const wasLost = file.lost;
  file.lost = false;
  if (read.version === file.version) {
    file.other = null;
  } else if (read.text === null || (isEdited(file) && plain(read.text) !== file.view.state.doc.toString())) {
    setApart(file, read);
  } else {
    take(file, read);
    putText(file, read.text, "input.disk");
  }
  tell(file, null);
  if (wasLost && file.wanted && file.other === null) await saveFile(file);
}

let looking = false;
let again = false;

/** Look at the disk for all files that were read, after a look that is under way. */
export async function lookAtFiles() {
  again = true;
  if (looking) return;
  looking = true;
  while (again) {
    again = false;
    for (const file of files.values()) await lookAtDisk(file);
  }
  looking = false;
}
