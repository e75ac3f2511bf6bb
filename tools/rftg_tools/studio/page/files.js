// The files: read, edited, and saved over what was read; what the disk has meanwhile is never lost.

import { editorOf, replaceText } from "./editor.js";
import { ask } from "./common.js";
import { post } from "./server.js";

const files = new Map(); // by name: the editor, the text as it was last on the disk, and its version
const listeners = [];

/** Call something at each change of a file: its text, its place, or what is saved of it. */
export function watchFiles(listener) {
  listeners.push(listener);
}

/** A file with its editor, read when it is first asked for; null where it cannot be. */
export async function fileOf(name, save) {
  if (files.has(name)) return files.get(name);
  const read = await readFile(name);
  if (read === null) return null;
  if (files.has(name)) return files.get(name);
  const file = { name, disk: read.text, version: read.version, other: null, view: null };
  file.view = editorOf(read, (update) => tell(file, update), () => save(file));
  files.set(name, file);
  return file;
}

async function readFile(name) {
  const answer = await ask(`api/files?name=${encodeURIComponent(name)}`);
  return answer === null ? null : answer.json();
}

function tell(file, update) {
  for (const listener of listeners) listener(file, update);
}

/** The text of a file as it is being edited. */
export function textOf(file) {
  return file.view.state.doc.toString();
}

/** Whether a file has what is not saved. */
export function isEdited(file) {
  return textOf(file) !== file.disk;
}

/** All files that have what is not saved. */
export function editedFiles() {
  return [...files.values()].filter(isEdited);
}

/** Save a file over the version that its text was made from; "" or why it is not saved. */
export async function saveFile(file, text = textOf(file), version = file.version) {
  const { status, data } = await post("api/save", { name: file.name, text, version });
  if (status === 200) {
    Object.assign(file, { disk: data.text, version: data.version, other: null });
    tell(file, null);
    return "";
  }
  if (status === 409) {
    file.other = data;
    tell(file, null);
    return "the file was changed on the disk meanwhile";
  }
  return data.problem ?? "it could not be saved";
}

/** Look whether a file was saved elsewhere: taken over where nothing is edited here, else kept apart. */
export async function lookAtDisk(file) {
  const read = await readFile(file.name);
  if (read === null || read.version === file.version) return;
  if (isEdited(file) && read.text !== textOf(file)) {
    file.other = read;
  } else {
    Object.assign(file, { disk: read.text, version: read.version, other: null });
    replaceText(file.view, read.text, "input.disk");
  }
  tell(file, null);
}

/** All files that were read. */
export function openFiles() {
  return [...files.values()];
}
