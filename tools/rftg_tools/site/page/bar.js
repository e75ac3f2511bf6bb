// The bar below the studio: where files are kept, backups, and files of this device.

import { BOOT as WORDS } from "./boot-words.js";
import { announce, explain } from "./first-look.js";
import { offerFolder } from "./folder.js";

const DAY = 86_400_000; // ms
const REMIND_AFTER = 7 * DAY;
const ENOUGH = 50_000_000; // bytes of storage below which the page warns
const MAX_FILE = 100_000_000; // bytes
const SAVE_TIME = 5_000; // ms between two times that the folder is saved while the browser stores nothing
const LOOK_TIME = 60_000; // ms between two looks at the storage
const BACKED_UP = `backup of ${new URL("..", import.meta.url).href}`;

/** Make the bar; return {show, hide, offerCards}.
    showProblem(problem): called with the reason why files are not stored, or "". showCards(): shows the cards again. */
export function startBar(python, { showProblem, showCards }) {
  const text = element("span", { textContent: WORDS.kept });
  const files = element("input", { type: "file", multiple: true, accept: ".yaml,.yml,.zip,.png,.jpg,.jpeg,.webp", hidden: true });
  const cards = element("button", { type: "button", textContent: WORDS.cards, onclick: showCards, hidden: true });
  const open = element("button", { type: "button", textContent: WORDS.open, onclick: () => files.click() });
  const save = element("button", { type: "button", textContent: WORDS.backup, onclick: () => backUp(python) });
  const bar = element("footer", { id: "bar", hidden: true });
  bar.setAttribute("aria-label", WORDS.bar);
  bar.append(cards, text, files, open, save);
  const folder = offerFolder(python);
  if (folder) open.after(folder.button);
  document.body.append(bar);
  files.onchange = () => addFiles(python, files);
  let lookedAt = 0;
  let savingAnyway = 0;
  let isAsked = false;
  let state = WORDS.kept; // without a problem
  let hideProblem = () => {};

  /** Called after files were stored: ask to keep them, once, and look at the space left. */
  async function onStored() {
    folder?.save();
    if (!isAsked) {
      isAsked = true;
      const isKept = await navigator.storage.persist?.().catch(() => false);
      text.textContent = state = isKept ? WORDS.kept : WORDS.mayBeDeleted;
      remind(python);
    }
    if (Date.now() - lookedAt < LOOK_TIME) return;
    lookedAt = Date.now();
    const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < ENOUGH) announce(WORDS.nearlyFull(Math.floor((quota - usage) / 1e6)), WORDS.backup, () => backUp(python));
  }

  /** Called with the reason why files are not stored, or "" when they are again. */
  function onStorage(problem) {
    bar.classList.toggle("failed", problem !== "");
    text.textContent = problem || state;
    clearInterval(savingAnyway);
    if (problem) savingAnyway = window.setInterval(() => folder?.save(), SAVE_TIME); // the folder may have room
    hideProblem();
    if (problem) hideProblem = announce(problem, WORDS.backup, () => backUp(python));
    showProblem(problem);
  }

  python.listen({ onStored, onStorage, onDamaged: (names) => announce(WORDS.damaged(names)) });
  return {
    show: () => void (bar.hidden = false),
    hide: () => void (bar.hidden = true),
    /** Offer the way back from games to the cards, or not. */
    offerCards: (isOffered) => void (cards.hidden = !isOffered),
  };
}

function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

/** Download all files as an archive; return a text to show. */
async function backUp(python) {
  try {
    const archive = await python.ask("backup");
    const address = URL.createObjectURL(new Blob([archive], { type: "application/zip" }));
    element("a", { href: address, download: WORDS.backupName(new Date().toISOString().slice(0, 10)) }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    noteBackup();
    return "";
  } catch (problem) {
    return WORDS.noBackup(reasonOf(problem));
  }
}

/** Return why something was not done; a traceback is for nobody here. */
function reasonOf(problem) {
  return problem.message.includes("\n") ? explain(problem).text : problem.message;
}

/** Remember when files were last backed up, if the browser allows it. */
function noteBackup() {
  try {
    localStorage.setItem(BACKED_UP, String(Date.now()));
  } catch {
    // full or denied: there is no reminder
  }
}

function lastBackup() {
  try {
    return Number(localStorage.getItem(BACKED_UP));
  } catch {
    return Date.now();
  }
}

/** Remind of a backup a week after the last one, or after the first file. */
function remind(python) {
  const last = lastBackup();
  if (!last) noteBackup();
  else if (Date.now() - last > REMIND_AFTER) announce(WORDS.remind, WORDS.backup, () => backUp(python));
}

/** Add files of this device to those of the studio. */
async function addFiles(python, input) {
  const added = [];
  const leftOut = [];
  for (const file of input.files) {
    try {
      if (file.size > MAX_FILE) throw new Error(WORDS.tooLarge);
      const answer = await python.ask("add", [file.name, await file.arrayBuffer()]);
      added.push(...answer.added);
      leftOut.push(...answer.leftOut);
    } catch (problem) {
      announce(WORDS.notOpened(file.name, reasonOf(problem)));
      return;
    }
  }
  input.value = "";
  announce(WORDS.opened(added, leftOut));
}
