/* A folder of this computer that gets the studio's card files and pictures, in browsers that can (Chromium).

   A file there is only replaced while it is as this page last read or wrote it, so what other programs change is never
   lost: the studio gets it under another name first. Files are compared by their SHA-256. */

import { BOOT as WORDS } from "./boot-words.js";
import { announce } from "./first-look.js";

const STORE = "folder";
const DATABASE = `folder of ${new URL("..", import.meta.url).href}`;
const ENDINGS = /\.(yaml|png|jpe?g|webp|PNG|JPE?G|WEBP)$/; // the studio would give a file with another ending a new name
const MAX_FILE = 100_000_000; // bytes
const MAX_FILES = 2000;
const pick = /** @type {any} */ (window).showDirectoryPicker;

/** Return a button that opens a folder, and a function to call when files have changed; null in other browsers. */
export function offerFolder(python) {
  if (!pick) return null;
  let folder = null;
  let saving = Promise.resolve();
  const button = document.createElement("button");
  button.type = "button";
  const label = async () => {
    const last = folder ? undefined : await remembered();
    button.textContent = folder ? WORDS.savingTo(folder.name) : last ? WORDS.folderAgain(last.handle.name) : WORDS.folder;
  };
  const inTurn = (work) => {
    saving = saving.then(work).catch((problem) => {
      folder = null;
      announce(WORDS.folderFailed(problem.message));
    });
    return saving.then(label);
  };
  button.onclick = async () => {
    const handle = await pick.call(window, { id: "cards", mode: "readwrite" }).catch(() => null); // null: cancelled
    if (!handle) return;
    await inTurn(async () => {
      const last = await remembered();
      const isSame = await last?.handle.isSameEntry(handle);
      const opened = new Folder(handle, python, isSame ? last : undefined);
      const { added, problems } = await opened.read();
      folder = opened;
      announce([WORDS.folderOpened(handle.name, added), ...problems].join(" "));
      await folder.save();
    });
  };
  label();
  return { button, save: () => void (folder && inTurn(() => folder.save())) };
}

class Folder {
  #handle;
  #python;
  #onDisk; // hashes by name, of what the folder had when it was last read or written
  #inStudio; // hashes by name, of what the studio had then
  #told = new Set(); // names of files that others have changed

  /** last: what was remembered of this folder, if it was used before. */
  constructor(handle, python, last = { onDisk: {}, inStudio: {} }) {
    this.#handle = handle;
    this.#python = python;
    this.#onDisk = last.onDisk;
    this.#inStudio = last.inStudio;
  }

  get name() {
    return this.#handle.name;
  }

  /** Add the folder's files to the studio; return the names of those that were `added`, and sentences about `problems`. */
  async read() {
    const before = await this.#python.ask("hashes");
    const isFirst = Object.keys(this.#onDisk).length === 0;
    const found = {}; // hashes by name
    const added = [];
    const problems = [];
    for await (const file of files(this.#handle)) {
      const data = await file.arrayBuffer();
      const hash = (found[file.name] = await sha256(data));
      if (before[file.name] === hash || this.#onDisk[file.name] === hash) continue;
      try {
        added.push(...(await this.#python.ask("add", [file.name, data, this.#onDisk[file.name]])).added);
      } catch (problem) {
        problems.push(WORDS.notAdded(file.name, /** @type {Error} */ (problem).message));
      }
    }
    const after = await this.#python.ask("hashes");
    const kept = new Set(Object.values(after));
    for (const name of Object.keys(this.#onDisk)) if (!(name in found)) delete this.#onDisk[name];
    if (isFirst) this.#inStudio = { ...after };
    for (const [name, hash] of Object.entries(found)) {
      if (kept.has(hash)) this.#onDisk[name] = hash; // the studio has it too, perhaps under another name
      if (after[name] === hash) this.#inStudio[name] = hash;
    }
    for (const name of added) if (!(name in found)) delete this.#inStudio[name]; // a copy, which the folder should have too
    await this.#remember();
    return { added: added.sort(), problems };
  }

  /** Save what has changed in the studio, and tell what others have changed. */
  async save() {
    const others = [];
    try {
      for (const [name, before] of Object.entries(await this.#python.ask("hashes"))) {
        if (this.#inStudio[name] === before) continue;
        const data = await this.#python.ask("read", name);
        if (!data) continue; // it was renamed or deleted meanwhile
        const hash = await sha256(data);
        const there = await this.#hashOf(name);
        if (there !== hash && there !== this.#onDisk[name]) {
          others.push(name);
          continue;
        }
        if (there !== hash) await this.#write(name, data);
        this.#inStudio[name] = this.#onDisk[name] = hash;
        this.#told.delete(name);
      }
    } finally {
      await this.#remember();
    }
    const untold = others.filter((name) => !this.#told.has(name));
    for (const name of untold) this.#told.add(name);
    if (untold.length) announce(WORDS.changedInFolder(untold));
  }

  /** Return the hash of a file in the folder, or undefined if there is none. */
  async #hashOf(name) {
    try {
      const file = await (await this.#handle.getFileHandle(name)).getFile();
      return await sha256(await file.arrayBuffer());
    } catch (problem) {
      if (/** @type {Error} */ (problem).name === "NotFoundError") return undefined;
      throw problem;
    }
  }

  async #write(name, data) {
    const file = await this.#handle.getFileHandle(name, { create: true });
    const writable = await file.createWritable(); // the file changes only when all is written
    await writable.write(data);
    await writable.close();
  }

  /** Remember the state for the next use; where that fails, files that differ get new names then. */
  #remember() {
    const state = { handle: this.#handle, onDisk: this.#onDisk, inStudio: this.#inStudio };
    return inDatabase("readwrite", (store) => store.put(state, STORE));
  }
}

/** Return {handle, onDisk, inStudio} of the folder that was used last, or undefined. */
function remembered() {
  return inDatabase("readonly", (store) => store.get(STORE));
}

/** Return the result of a request to the database of this page, or undefined if the browser allows none. */
function inDatabase(mode, request) {
  return new Promise((resolve) => {
    const opening = indexedDB.open(DATABASE);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => resolve(undefined);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(STORE, mode);
      transaction.onerror = transaction.onabort = () => resolve(undefined);
      const asked = request(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      opening.result.close(); // once the transaction is over
    };
  });
}

/** Yield the card files and pictures of a folder. */
async function* files(folder) {
  let count = 0;
  for await (const entry of folder.values()) {
    if (entry.kind !== "file" || !ENDINGS.test(entry.name)) continue;
    const file = await entry.getFile();
    if (file.size > MAX_FILE || (count += 1) > MAX_FILES) throw new Error(WORDS.folderTooLarge);
    yield file;
  }
}

async function sha256(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
