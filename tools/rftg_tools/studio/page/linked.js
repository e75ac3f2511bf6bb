// Sets from links: opened read-only from the address of the page, and made one's own.

import { addCommands } from "./commands.js";
import { say } from "./common.js";
import { toast } from "./controls.js";
import { openDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { dropFile, isEdited, loadFile, saveFile } from "./files.js";
import { showPage } from "./layout.js";
import { LINKED } from "./link-words.js";
import { allCards, CARDS, closeOpened, openAny, opened, openFile, watchOpened } from "./opened.js";
import { offerWith } from "./read-only.js";
import { save, showProblem } from "./saving.js";
import { post } from "./server.js";
import { offerUndo, recordStep } from "./undo.js";

const PREFIX = "#set=";
const banner = document.getElementById("linked");
const links = new Map(); // by name of the file, as far as this page has opened them

/** Set up the banner and its commands; open the link in the address, now and whenever it changes. */
export function setUpLinked() {
  offerWith(askToKeep);
  const isEnabled = () => isOpen();
  addCommands({
    "make-mine": { run: () => keep(opened().file, true), icon: "save", isEnabled },
    "close-link": { run: () => close(opened().file.name), icon: "close", isEnabled },
  });
  watchOpened(showBanner);
  addEventListener("hashchange", openAddress);
  document.addEventListener("beforeinput", guardField, { capture: true });
  openAddress();
}

function isOpen() {
  return Boolean(opened()?.file.isReadOnly);
}

function showBanner() {
  const isShown = isOpen();
  if (!isShown && banner.contains(document.activeElement)) /** @type {HTMLElement} */ (document.getElementById("filter")).focus();
  banner.hidden = !isShown;
  document.body.classList.toggle("read-only", isShown);
}

// --- open and close

/** Open the link in the page's address, in the place of the last one. */
async function openAddress() {
  const link = location.hash;
  if (!link.startsWith(PREFIX)) return;
  const { status, data } = await post("api/link", { open: link });
  if (location.hash !== link) return; // another one by now
  if (status !== 200) {
    if (status !== 0) clearAddress();
    showProblem(data.problem);
    return;
  }
  for (const name of [...links.keys()]) if (name !== data.file) await forget(name);
  await show(data.file, link);
}

/** Show the set of a link. */
async function show(name, link) {
  links.set(name, link);
  showPage("card");
  if (await openFile(name, CARDS, 0)) say(LINKED.opened([...allCards().values()].find(({ file }) => file === name)?.set ?? ""));
}

/** Close a set from a link, and open another set. */
async function close(name) {
  clearAddress();
  await forget(name);
}

async function forget(name) {
  links.delete(name);
  const wasOpen = opened()?.file.name === name;
  if (wasOpen) closeOpened();
  dropFile(name);
  await post("api/link", { close: name });
  if (wasOpen) openAny(name);
}

/** Take the link out of the address, also out of that of a page around this one. */
function clearAddress() {
  for (const shown of new Set([window, window.parent])) {
    const { hash, pathname, search } = shown.location;
    if (hash.startsWith(PREFIX)) shown.history.replaceState(null, "", pathname + search);
  }
}

// --- make it mine

/**
 * Offer to make a set one's own; return the new file, or null if it stays read-only.
 * @returns {Promise<any>}
 */
function askToKeep(file) {
  if (file.mine) return file.mine;
  file.asking ??= new Promise((resolve) => {
    const keepButton = make("button", { class: "primary" }, LINKED.make);
    const dialog = openDialog({
      title: LINKED.offer,
      body: make("p", {}, LINKED.offerHelp),
      footer: [make("button", { type: "button", onclick: () => dialog.close() }, LINKED.cancel), keepButton],
      onSubmit: () => dialog.close(LINKED.make),
    });
    // Not the button: somebody who is typing would press it.
    const heading = /** @type {HTMLElement} */ (dialog.querySelector("h2"));
    heading.tabIndex = -1;
    heading.focus();
    dialog.addEventListener("close", () => resolve(dialog.returnValue ? keep(file, false) : null));
  }).finally(() => (file.asking = null));
  return file.asking;
}

/**
 * Store a set from a link as a new file and open it; return it, or null if that failed.
 * @param {any} file
 * @param {boolean} isLast whether no change follows, so that undo would delete the new file
 */
async function keep(file, isLast) {
  const link = links.get(file.name) ?? "";
  const { section, index } = opened()?.file === file ? opened() : { section: CARDS, index: 0 };
  const { status, data } = await post("api/link/keep", { keep: file.name });
  if (status !== 200) {
    showProblem(data.problem);
    return null;
  }
  const mine = await loadFile(data.file, save);
  if (mine.problem) {
    showProblem(mine.problem);
    return null;
  }
  file.mine = Promise.resolve(mine);
  showPage("card");
  await openFile(data.file, section, index);
  await close(file.name);
  recordStep(LINKED.step(data.id), () => discard(mine, link), () => keepAgain(link));
  (isLast ? offerUndo : toast)(LINKED.kept(data));
  return mine;
}

/** Delete what was stored, and show the link again; return whether that worked. */
async function discard(mine, link) {
  const problem = isEdited(mine) ? await saveFile(mine) : "";
  const { status, data } = problem ? { status: 0, data: { problem } } : await post("api/link/keep", { discard: mine.name });
  if (status !== 200) {
    showProblem(data.problem);
    return false;
  }
  const wasOpen = opened()?.file === mine;
  if (wasOpen) closeOpened();
  dropFile(mine.name);
  if (!(await reopen(link)) && wasOpen) openAny(mine.name);
  return true;
}

async function keepAgain(link) {
  const file = await reopen(link);
  return Boolean(file && await keep(file, true));
}

/** Open a link again; return its file, or null. */
async function reopen(link) {
  if (!link) return null;
  const { status, data } = await post("api/link", { open: link });
  if (status !== 200) return null;
  await show(data.file, link);
  return opened()?.file ?? null;
}

// --- fields

/** Offer to make the set one's own before anything is typed into a field; then type it. */
async function guardField(event) {
  const { target, data, inputType } = event;
  if (!isOpen() || !event.cancelable || !target.closest(target.form ? "#form, #page" : "#notes")) return;
  event.preventDefault();
  const { id, selectionStart, selectionEnd } = target;
  const isMine = await askToKeep(opened().file);
  const field = /** @type {any} */ ((id && document.getElementById(id)) || target);
  field.blur(); // a closing dialog gives the focus back, but Chromium then lacks the cursor
  field.focus();
  if (!isMine) return field.setSelectionRange(selectionStart, selectionEnd);
  if (!field.isConnected || !data || !inputType.startsWith("insert")) return undefined;
  field.setRangeText(data, selectionStart, selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data, inputType }));
  return undefined;
}
