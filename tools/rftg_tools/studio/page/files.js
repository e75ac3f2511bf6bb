// Card files: loaded, edited, and saved only over the version that was loaded.

import { askData } from "./common.js";
import { createEditor, replaceText } from "./editor.js";
import { changeLater } from "./read-only.js";
import { post } from "./server.js";
import { WORDS } from "./words.js";

const files = new Map(); // by name: the editor, and the text and version last known to be on the disk
const listeners = [];
const NOT_STORED = 507; // status of a response if the server has no room for the file

/** Call a listener when the text, cursor or saved state of a file changes. */
export function watchFiles(listener) {
  listeners.push(listener);
}

/**
 * Return a file with its editor; load it on first use.
 * @param {string} name
 * @param {(file: any) => void} save called when the user saves in its editor
 * @returns {Promise<any>} with a `problem` instead of an editor if the file cannot be read
 */
export async function loadFile(name, save) {
  if (files.has(name)) return files.get(name);
  const response = await readFile(name);
  if (files.has(name)) return files.get(name);
  if (response.problem || response.text === null) return { name, problem: response.problem ?? WORDS.cannotRead(name) };
  const file = {
    name, uri: response.uri, view: null,
    isReadOnly: response.readonly, mine: null, asking: null, // a set from a link, what it has become, and a question on its way
    deleted: null, // text and version before the file was deleted
    conflict: null, // text and version on the disk, if they differ from what was loaded
    saveProblem: "", // why the last save failed
    unstored: null, // text that the server has taken but could not store
    isOffline: false, isSaveDue: false, saving: Promise.resolve(""), comparison: null,
  };
  setSaved(file, response);
  const initial = { uri: response.uri, text: normalizeLineEnds(response.text) };
  const refuse = file.isReadOnly ? (changes, event) => changeLater(file, changes, event) : null;
  file.view = createEditor(initial, (update) => notify(file, update), () => save(file), refuse);
  files.set(name, file);
  return file;
}

/** Forget a file, which no longer exists. */
export function dropFile(name) {
  clearTimeout(files.get(name)?.autosaveTimer);
  files.get(name)?.view.destroy();
  files.delete(name);
}

/** Load the files of the studio that may contain a text; return all loaded files by URI. */
export async function loadFilesContaining(text, save) {
  const unquoted = (quoted) => quoted.replace(/['"\\]/g, "").toLowerCase(); // YAML may quote it
  const listing = await askData("api/files");
  for (const name of listing?.files ?? []) {
    const response = files.has(name) ? null : await readFile(name);
    if (response?.text && unquoted(response.text).includes(unquoted(text))) await loadFile(name, save);
  }
  return new Map([...files.values()].map((file) => [file.uri, file]));
}

async function readFile(name, version = "") {
  const query = new URLSearchParams({ name, not: version });
  const response = await fetch(`api/files?${query}`).catch(() => null);
  if (response === null) return { problem: WORDS.offline };
  return response.status === 204 ? { version } : response.json().catch(() => ({ problem: WORDS.cannotRead(name) }));
}

/** Record the saved text and version. */
function setSaved(file, { text, version }) {
  file.lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  Object.assign(file, { saved: normalizeLineEnds(text), version, conflict: null, unstored: null });
}

/** Return a text with the line ends that editors use. */
export function normalizeLineEnds(text) {
  return text.replace(/\r\n?/g, "\n");
}

function notify(file, update) {
  for (const listener of listeners) listener(file, update);
}

/** Return the edited text of a file, with its own line ends. */
export function textOf(file) {
  return file.view.state.doc.toString().replaceAll("\n", file.lineEnd);
}

/** Replace the text of a file. */
export function putText(file, text, event) {
  replaceText(file.view, normalizeLineEnds(text), event);
}

/** Return whether a file has unsaved changes; cached, as each key press asks several times. */
export function isEdited(file) {
  if (file.unstored !== null) return true;
  const { doc } = file.view.state;
  if (file.comparison?.doc !== doc || file.comparison.saved !== file.saved) {
    file.comparison = { doc, saved: file.saved, isEqual: doc.toString() === file.saved };
  }
  return !file.comparison.isEqual;
}

/** Return all files that were loaded. */
export function loadedFiles() {
  return [...files.values()];
}

/** Return all files with unsaved changes. */
export function editedFiles() {
  return loadedFiles().filter(isEdited);
}

/** Save a file over the version it was loaded from; return "" or the problem. */
export function saveFile(file, text = null, version = null) {
  file.saving = file.saving.catch(() => "").then(() => sendFile(file, text ?? textOf(file), version ?? file.version));
  return file.saving;
}

async function sendFile(file, text, version) {
  const { status, data } = await post("api/save", { name: file.name, text, version });
  if (status === 409 && isUnstored(file, data)) return sendFile(file, text, data.version); // the other text is from here
  const problem = { 200: "", 409: WORDS.conflict }[status] ?? data.problem ?? WORDS.cannotSave;
  file.isOffline = file.isSaveDue = status === 0;
  file.saveProblem = [0, 409].includes(status) ? "" : problem;
  if (status === NOT_STORED) file.unstored = text;
  if (status === 200) setSaved(file, data);
  else if (status === 409) setConflict(file, data);
  notify(file, null);
  return problem;
}

/** Return whether what the server has is a text from here that it could not store. */
function isUnstored(file, { text }) {
  return file.unstored !== null && text === file.unstored;
}

/** Record a different text on the disk. text: null if the file was deleted. */
function setConflict(file, { text, version }) {
  file.conflict = { text: text ?? "", version, isDeleted: text === null };
  if (text !== null || file.saved === null) return;
  file.deleted = { saved: file.saved, version: file.version };
  Object.assign(file, { saved: null, version: "" }); // so that any new file is read
}

/**
 * Take over what another program saved, unless there are unsaved changes here.
 * @returns {Promise<void>}
 */
async function refreshFile(file) {
  await file.saving;
  const { version } = file;
  const response = await readFile(file.name, version);
  if (response.problem) return;
  if (file.version !== version) return refreshFile(file); // saved in the meantime
  const wasOffline = file.isOffline;
  file.isOffline = false;
  if (response.text === null && file.conflict?.isDeleted) return; // still away
  const isBack = file.conflict?.isDeleted && response.version === file.deleted?.version; // as it was
  if (isBack) Object.assign(file, file.deleted);
  if (isUnstored(file, response)) file.version = response.version;
  if (response.version === file.version) {
    file.conflict = null;
  } else if (response.text === null || (isEdited(file) && normalizeLineEnds(response.text) !== file.view.state.doc.toString())) {
    setConflict(file, response);
  } else {
    setSaved(file, response);
    putText(file, response.text, "input.disk");
  }
  notify(file, null);
  if (((wasOffline && file.isSaveDue) || (isBack && isEdited(file))) && file.conflict === null) await saveFile(file);
}

const AWAY = 2_000; // ms between two looks for a deleted file
let isRefreshing = false;
let isRefreshDue = false;

/** Check the disk for new versions of all loaded files, one run at a time. */
export async function refreshFiles() {
  isRefreshDue = true;
  if (isRefreshing) return;
  isRefreshing = true;
  try {
    while (isRefreshDue) {
      isRefreshDue = false;
      for (const file of files.values()) await refreshFile(file);
    }
  } finally {
    isRefreshing = false;
  }
  if (loadedFiles().some(({ conflict }) => conflict?.isDeleted)) setTimeout(refreshFiles, AWAY); // it may be back before anybody has noticed
}
