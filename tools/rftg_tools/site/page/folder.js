/* A folder of this computer that gets the studio's card files and pictures, in browsers that can (Chromium).

   A file there is only replaced while it is as this page last read or wrote it: what other programs change is never
   overwritten. Files are compared by their SHA-256. The folder itself is forgotten when the page is closed. */

import { BOOT as WORDS } from "./boot-words.js";
import { announce } from "./first-look.js";

const KEY = `folder of ${new URL("..", import.meta.url).href}`;
const ENDINGS = /\.(yaml|yml|png|jpe?g|webp)$/i;
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
  const label = () => {
    const last = remembered().folder;
    button.textContent = folder ? WORDS.savingTo(folder.name) : last ? WORDS.folderAgain(last) : WORDS.folder;
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
      const opened = new Folder(handle, python);
      const names = await opened.read();
      folder = opened;
      announce(WORDS.folderOpened(handle.name, names));
      await folder.save();
    });
  };
  label();
  return { button, save: () => void (folder && inTurn(() => folder.save())) };
}

class Folder {
  #handle;
  #python;
  #onDisk = {}; // hashes by name, of what the folder had when it was last read or written
  #inStudio = {}; // hashes by name, of what the studio had then
  #told = new Set(); // names of files that others have changed

  constructor(handle, python) {
    this.#handle = handle;
    this.#python = python;
    const { folder, onDisk, inStudio } = remembered();
    if (folder === handle.name) [this.#onDisk, this.#inStudio] = [onDisk, inStudio];
  }

  get name() {
    return this.#handle.name;
  }

  /** Add the folder's files to the studio; return the names of those that the studio didn't have. */
  async read() {
    const before = await this.#python.ask("hashes");
    const isFirst = Object.keys(this.#onDisk).length === 0;
    const found = {}; // hashes by name
    const added = [];
    for await (const file of files(this.#handle)) {
      const data = await file.arrayBuffer();
      const hash = (found[file.name] = await sha256(data));
      if (before[file.name] === hash || this.#onDisk[file.name] === hash) continue;
      added.push(...(await this.#python.ask("add", [file.name, data, this.#onDisk[file.name]])).added);
    }
    const after = await this.#python.ask("hashes");
    for (const name of Object.keys(this.#onDisk)) if (!(name in found)) delete this.#onDisk[name];
    for (const [name, hash] of Object.entries(found)) {
      if (after[name] === hash) this.#inStudio[name] = this.#onDisk[name] = hash;
      else if (this.#onDisk[name] !== hash) delete this.#onDisk[name];
    }
    if (isFirst) this.#inStudio = after;
    this.#remember();
    return added.sort();
  }

  /** Save what has changed in the studio, and tell what others have changed. */
  async save() {
    const others = [];
    for (const [name, hash] of Object.entries(await this.#python.ask("hashes"))) {
      if (this.#inStudio[name] === hash) continue;
      const there = await this.#hashOf(name);
      if (there !== hash && there !== this.#onDisk[name]) {
        others.push(name);
        continue;
      }
      if (there !== hash) await this.#write(name, await this.#python.ask("read", name));
      this.#inStudio[name] = this.#onDisk[name] = hash;
      this.#told.delete(name);
    }
    this.#remember();
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

  #remember() {
    const state = { folder: this.name, onDisk: this.#onDisk, inStudio: this.#inStudio };
    try {
      localStorage.setItem(KEY, JSON.stringify(state));
    } catch {
      // full or denied: next time, files that differ get new names
    }
  }
}

/** What is known of the folder that was used last. */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
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
