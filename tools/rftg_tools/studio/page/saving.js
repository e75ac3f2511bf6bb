// Saving of card files, and what the page says about it.

import { commitForm, isChanging } from "./changes.js";
import { say } from "./common.js";
import { make } from "./dom.js";
import { editedFiles, isEdited, loadedFiles, saveFile, watchFiles } from "./files.js";
import { icon } from "./icons.js";
import { format } from "./language.js";
import { LINKED } from "./link-words.js";
import { opened } from "./opened.js";
import { writable } from "./read-only.js";
import { sleep } from "./timing.js";
import { WORDS } from "./words.js";

const AUTOSAVE_PAUSE = 800; // ms after a change until it is saved
const RETRY_PAUSE = 15_000; // ms until a file that could not be saved is saved again
const COMMIT_TIME = 5_000; // ms in which what is typed in the form gets into the text
const status = document.getElementById("saved");
let storageProblem = ""; // why the page around the studio can't store files, or ""

/** Show why something was not done; "" hides the last problem. */
export function showProblem(problem) {
  const notice = document.getElementById("problem");
  notice.hidden = !problem;
  notice.querySelector("p").textContent = problem;
}

/** Save a file soon after a change. */
export function saveSoon(file) {
  clearTimeout(file.autosaveTimer);
  file.autosaveTimer = setTimeout(() => writeFile(file), AUTOSAVE_PAUSE);
}

/** Save a file in canonical form. */
export async function save(file = opened()?.file) {
  if (!file) return;
  if (file.isReadOnly) return void await writable(file);
  await commitForm();
  await format(file.view);
  await writeFile(file);
}

/** Save a file if it is edited. isRetry: the user has not asked for it, so the same problem is not shown again. */
async function writeFile(file, isRetry = false) {
  if (file.conflict !== null || !isEdited(file)) return;
  const before = file.saveProblem;
  const problem = await saveFile(file);
  if (file.conflict || file.isOffline) say(problem); // the page already shows this problem
  else if (problem ? !isRetry || problem !== before : before) showProblem(problem);
  showSaveState();
}

watchFiles((file, update) => {
  if (update || !file.saveProblem) return;
  clearTimeout(file.autosaveTimer);
  file.autosaveTimer = setTimeout(() => writeFile(file, true), RETRY_PAUSE);
});

/** Save everything that was typed, as it is; return why something is not saved, or "". */
async function saveAsItIs() {
  await Promise.race([commitForm(), sleep(COMMIT_TIME)]); // without a server the form waits
  for (const file of editedFiles()) await writeFile(file, true);
  if (!isChanging() && !editedFiles().length) return "";
  const [name, text] = saveState();
  return name === "refresh" ? WORDS.cannotSave : text;
}

// The page around the studio asks this before it closes the studio, and when there is room for files again.
addEventListener("saveall", (event) => /** @type {CustomEvent} */ (event).detail.push(saveAsItIs()));

// The page around the studio tells this when it can't store files, or can again.
addEventListener("storage-problem", (event) => {
  storageProblem = /** @type {CustomEvent} */ (event).detail;
  showSaveState();
});

/** Save all files with unsaved changes. */
export async function saveAll() {
  for (const file of editedFiles()) await save(file);
}

/** Return the files of the studio that are open, the one that is shown first. */
function filesInOrder() {
  return loadedFiles().sort((first, second) => Number(second === opened()?.file) - Number(first === opened()?.file));
}

/** Return the file that cannot be saved because it was changed elsewhere, if there is one. */
export function conflictingFile() {
  return filesInOrder().find((file) => file.conflict);
}

/** Show whether everything is saved. */
export function showSaveState() {
  showConflict(conflictingFile());
  const [name, text] = saveState();
  if (status.textContent === text) return;
  status.dataset.state = name;
  status.replaceChildren(icon(name), make("span", {}, text));
}

function showConflict(file) {
  const notice = document.getElementById("conflict");
  notice.hidden = !file;
  if (!file) return;
  const { isDeleted } = file.conflict;
  notice.querySelector("p").textContent = isDeleted ? WORDS.deletedOnDisk(file.name) : WORDS.changedOnDisk(file.name);
  notice.querySelector("button").textContent = isDeleted ? WORDS.saveAgain : WORDS.merge;
}

/** Return the icon and the words for what is not saved. */
function saveState() {
  const files = filesInOrder();
  if (files.some((file) => file.conflict)) return ["warning", WORDS.conflict];
  if (files.some((file) => file.isOffline)) return ["offline", WORDS.offline];
  const problem = files.find((file) => file.saveProblem)?.saveProblem || storageProblem;
  if (problem) return ["warning", WORDS.notSaved(problem)];
  if (opened()?.file.isReadOnly && !files.some(isEdited)) return ["lock", LINKED.state];
  return isChanging() || files.some(isEdited) ? ["refresh", WORDS.saving] : ["check", WORDS.saved];
}
