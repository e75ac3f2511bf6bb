/* Files of the site in the service worker: fetched once, checked, kept, and answered offline.

   Kept files are named by their SHA-256, so versions share what did not change and never mix. Messages to and
   from pages have the key `files`. */

import { drawPicture } from "./pictures.js";

const worker = /** @type {any} */ (self);
const SCOPE = worker.registration.scope;
const FOLDER = new URL(SCOPE).pathname;
const CACHE = `rftg-dsl ${SCOPE}`; // two copies of the site on one host have two caches
const AT_ONCE = 4; // downloads
const ORDER = ["page", "python", "libraries", "studio", "typst"]; // parts: Python starts while the next are loaded
const STALL_TIME = 30_000; // ms without a byte after which a download has failed
const REPORT_TIME = 150; // ms between two reports of progress
const TYPES = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  mjs: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
};
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

/** A file that can't be fetched ("network"), or that the host serves wrongly ("changed"). */
class Unavailable extends Error {}

const reasonOf = (problem) => (problem instanceof Unavailable ? problem.message : String(problem));

/** Answer requests for the files of a version and for pictures, and requests below app/ with `relay`.
    files: [SHA-256, bytes, part, is packed] by path; the hash and bytes of a packed file are those of NAME.pack. */
export function serve({ version, files, relay }) {
  const store = new Store(files);
  worker.addEventListener("install", (event) => {
    // The first visit starts at once and keeps what it loads; an update is complete before it takes over.
    if (worker.registration.active) event.waitUntil(store.keepAll());
  });
  worker.addEventListener("activate", (event) => event.waitUntil(store.removeOthers()));
  worker.addEventListener("fetch", (event) => {
    const { origin, pathname } = new URL(event.request.url);
    if (origin !== new URL(SCOPE).origin || !pathname.startsWith(FOLDER)) return;
    const path = pathname.slice(FOLDER.length);
    if (path.startsWith("app/")) event.respondWith(relay(event));
    else if (path === "draw" && event.request.mode !== "navigate") event.respondWith(drawPicture(event.request));
    else if (event.request.method === "GET" && Object.hasOwn(files, path || "index.html"))
      event.respondWith(store.answer(path || "index.html", event.request));
  });
  const requests = {
    version: () => version,
    claim: (wanted) => wanted === version && worker.clients.claim().then(() => void store.begin()),
    others: countOthers,
    activate: takeOver,
    keep: () => store.keepAll(),
    leave: () => store.leave(),
  };
  worker.addEventListener("message", (event) => {
    const { files: request, value } = event.data ?? {};
    if (!Object.hasOwn(requests, request ?? "") || !event.source?.url?.startsWith(SCOPE)) return;
    const done = Promise.resolve(requests[request](value)).then(
      (answer) => ({ answer }),
      (problem) => ({ problem: reasonOf(problem) }),
    );
    event.waitUntil(done.then((answer) => event.ports[0]?.postMessage(answer)));
  });
}

/** Return how many other tabs use this site. */
async function countOthers() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tabs = windows.filter(({ frameType, url }) => frameType !== "nested" && url.startsWith(SCOPE));
  return Math.max(0, tabs.length - 1);
}

/** Replace the older version, unless other tabs use it; return how many do. It takes as long as requests of pages. */
async function takeOver() {
  const others = await countOthers();
  if (!others) await worker.skipWaiting();
  return others;
}

/** Post a message to all pages of this site, also to those that another version controls. */
async function tell(message) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of windows) if (page.url.startsWith(SCOPE)) page.postMessage({ files: message });
}

class Store {
  #files;
  #loading = new Map(); // promises of responses, by name
  #parts = new Map(); // promises of complete parts
  #progress = {}; // [bytes loaded, bytes of all files] by part
  #isReportDue = false;
  #isFull = false;
  #downloads = new Set(); // what ends each of them
  #leaves = 0; // how often all have been ended

  constructor(files) {
    this.#files = files;
    for (const [, bytes, part] of Object.values(files)) {
      const progress = (this.#progress[part] ??= [0, 0]);
      progress[1] += bytes;
    }
  }

  /** Return the response for a file. If it is not available, that is an error 502 or 503; for a page, the host's own response. */
  async answer(name, request) {
    try {
      return this.#unpack(name, (await this.#kept(name)) ?? (await this.#load(name)));
    } catch (problem) {
      const reason = reasonOf(problem);
      await tell({ failed: { part: this.#files[name][2], name, reason } });
      if (request.mode === "navigate") return fetch(request);
      return new Response(reason, { status: reason === "changed" ? 502 : 503 });
    }
  }

  /** Fetch and keep all files. Rejects if one is not available, after having tried all. */
  async keepAll() {
    const names = Object.keys(this.#files);
    const problems = [];
    const leaves = this.#leaves;
    const next = async () => {
      for (let name = names.shift(); name !== undefined && leaves === this.#leaves; name = names.shift())
        if (!(await this.#isKept(name))) await this.#load(name).catch((problem) => problems.push(problem));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (problems.length) throw problems[0];
    return !this.#isFull;
  }

  /** End all downloads: a newer version takes over, and would wait for them. */
  leave() {
    this.#leaves += 1;
    for (const download of this.#downloads) download.abort();
  }

  /** Begin to load what the first start needs, before anybody asks for it. */
  begin() {
    this.#earlier("typst");
  }

  /** Wait until the parts before a part have been loaded, or can't be. */
  async #earlier(part) {
    for (const earlier of ORDER.slice(1, ORDER.indexOf(part))) await this.#loadPart(earlier);
  }

  #loadPart(part) {
    let loading = this.#parts.get(part);
    if (!loading) {
      const names = Object.keys(this.#files).filter((name) => this.#files[name][2] === part);
      const load = async (name) => (await this.#isKept(name)) || this.#load(name);
      loading = Promise.allSettled(names.map(load));
      this.#parts.set(part, loading);
    }
    return loading;
  }

  /** Remove what only older versions of this copy of the site used. */
  async removeOthers() {
    const cache = await open();
    const own = new Set(Object.keys(this.#files).map((name) => this.#key(name)));
    for (const { url } of (await cache?.keys()) ?? []) if (!own.has(url)) await cache.delete(url);
  }

  #key(name) {
    return `${SCOPE}sha256/${this.#files[name][0]}`;
  }

  async #kept(name) {
    const response = await (await open())?.match(this.#key(name)).catch(() => undefined);
    if (response) this.#count(name, this.#files[name][1]);
    return response;
  }

  async #isKept(name) {
    return Boolean(await (await open())?.match(this.#key(name)).catch(() => undefined));
  }

  /** Fetch a file, check it, and keep it; requests for the same file share a download. */
  async #load(name) {
    let loading = this.#loading.get(name);
    if (!loading) {
      loading = this.#fetchChecked(name).finally(() => this.#loading.delete(name));
      this.#loading.set(name, loading);
    }
    return (await loading).clone();
  }

  async #fetchChecked(name) {
    const [hash, , part, isPacked] = this.#files[name];
    const leaves = this.#leaves;
    await this.#earlier(part);
    if (leaves !== this.#leaves) throw new Unavailable("network");
    const address = `${SCOPE}${name}${isPacked ? ".pack" : ""}`;
    for (const cache of ["default", "reload"]) {
      const data = await this.#fetchBytes(name, address, cache);
      if (data && (await sha256(data)) === hash) {
        const response = new Response(data);
        await this.#keep(name, response.clone());
        return response;
      }
    }
    throw new Unavailable("changed");
  }

  /** Return the bytes at an address, or undefined if the host has no such file. */
  async #fetchBytes(name, address, cache) {
    const stop = new AbortController();
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), STALL_TIME);
    };
    this.#downloads.add(stop);
    try {
      wait();
      const response = await fetch(address, { cache, credentials: "same-origin", signal: stop.signal });
      if (!response.ok) {
        if (response.status >= 500) throw new Unavailable("network");
        return undefined;
      }
      const pieces = [];
      let size = 0;
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) return await new Blob(pieces).arrayBuffer();
        wait();
        pieces.push(value);
        this.#count(name, (size += value.length));
      }
    } catch (problem) {
      throw problem instanceof Unavailable ? problem : new Unavailable("network");
    } finally {
      clearTimeout(timer);
      this.#downloads.delete(stop);
    }
  }

  /** Keep a file; if the browser has no room or allows no storage, say so once and go on. */
  async #keep(name, response) {
    if (this.#isFull) return;
    try {
      const cache = await open();
      if (!cache) throw new Error("denied");
      await cache.put(this.#key(name), response);
    } catch {
      this.#isFull = true;
      tell({ full: true });
    }
  }

  #unpack(name, response) {
    const isPacked = this.#files[name][3];
    const body = isPacked ? response.body.pipeThrough(new DecompressionStream("gzip")) : response.body;
    const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
    const headers = { "Content-Type": type, "X-Content-Type-Options": "nosniff" };
    if (name.endsWith(".html")) headers["Content-Security-Policy"] = "frame-ancestors 'self'";
    if (/\.m?js$/.test(name)) headers["Content-Security-Policy"] = WORKER_POLICY;
    return new Response(body, { headers });
  }

  #loaded = {}; // bytes by name

  #count(name, bytes) {
    const progress = this.#progress[this.#files[name][2]];
    progress[0] += bytes - (this.#loaded[name] ?? 0);
    this.#loaded[name] = bytes;
    if (this.#isReportDue) return;
    this.#isReportDue = true;
    setTimeout(() => {
      this.#isReportDue = false;
      tell({ progress: this.#progress });
    }, REPORT_TIME);
  }
}

/** Open the cache; undefined if the browser allows no storage. */
const open = () => Promise.resolve().then(() => worker.caches.open(CACHE)).catch(() => undefined);

async function sha256(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
