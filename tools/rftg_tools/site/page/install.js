/* The service worker of this page: registered, of the same version as the page, and replaced when the user wants. */

const HERE = new URL(".", import.meta.url).href; // the folder of this version
const BASE = new URL("..", HERE).href;
const VERSION = HERE.split("/").at(-2);
const UPDATE_TIME = 3_600_000; // ms between two looks for a new version
const ANSWER_TIME = 30_000; // ms in which a service worker answers
const RELOADED = `reloaded for ${BASE}`;

/** Raised if this page can't run; the message is a key of the problems in first-look-words.js. */
export class CannotInstall extends Error {}

const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("site", {
  createScriptURL(address) {
    if (!new URL(address, BASE).href.startsWith(BASE)) throw new TypeError(address);
    return address;
  },
});

/** Return the address of one of this site's scripts, as workers need it. */
export const scriptUrl = (address) => policy?.createScriptURL(address) ?? address;

/** Ask a service worker; return its answer. Rejects with what it reports, and if it takes longer than `time` ms. */
function ask(worker, files, value = undefined, time = ANSWER_TIME) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const timer = time && setTimeout(() => reject(new CannotInstall("slow")), time);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      if ("problem" in data) reject(new CannotInstall(data.problem));
      else resolve(data.answer);
    };
    worker.postMessage({ files, value }, [port2]);
  });
}

/** Wait until a service worker has reached one of some states. */
const reach = (worker, ...states) =>
  new Promise((resolve) => {
    const look = () => states.includes(worker.state) && resolve(worker.state);
    worker.addEventListener("statechange", look);
    look();
  });

/** Register the service worker; return once it controls this page and is of the same version.
    onUpdate(update): called when a new version is ready. update() loads the page again, or returns {problem} if
    beforeReload() has one, or {others}: how many other tabs still use this version. onStay(): called if the page stays
    after beforeReload(). onLeave(): called before it is loaded again; it ends all requests, which would delay that. */
export async function connect({ onUpdate, beforeReload = async () => "", onStay = () => {}, onLeave = () => {} }) {
  const container = navigator.serviceWorker;
  if (!container || !window.isSecureContext) throw new CannotInstall("unsupported");
  const registration = await container
    .register(scriptUrl(`${BASE}sw.js`), { scope: BASE, type: "module", updateViaCache: "none" })
    .catch((problem) => {
      throw new CannotInstall(problem.name === "SecurityError" ? "denied" : "network");
    });
  const isOther = await becomeControlled(registration);
  if (isOther) throw new CannotInstall(isOther);
  sessionStorage.removeItem(RELOADED);
  const reload = async () => {
    const problem = await beforeReload();
    if (!problem) location.reload();
    return { problem };
  };
  container.addEventListener("controllerchange", async () => {
    // A new version took over late. It doesn't serve the files of this one.
    if ((await reload()).problem) onUpdate(reload);
  });
  watchForUpdates(registration, onUpdate, async (next) => {
    const problem = await beforeReload();
    if (problem) return { problem };
    let isLeaving = false;
    try {
      const others = await ask(next, "others");
      isLeaving = !others;
      if (others) return { others };
    } finally {
      if (!isLeaving) onStay();
    }
    onLeave();
    ask(registration.active, "leave").catch(() => {});
    await ask(next, "activate").catch(() => {});
    location.reload();
    return {};
  });
}

/** Return the reason why another version controls this page, or undefined. */
async function becomeControlled(registration) {
  const started = registration.active ?? registration.waiting ?? registration.installing;
  if ((await reach(started, "activated", "redundant", "installed")) === "redundant") return "network";
  if (!registration.active) await reach(started, "activated");
  if ((await ask(registration.active, "version")) !== VERSION) return await replace(registration);
  if (!navigator.serviceWorker.controller) {
    const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    await ask(registration.active, "claim", VERSION);
    await controlled;
  }
  return undefined;
}

/** This page is of another version than its service worker: replace the older of the two. */
async function replace(registration) {
  await registration.update().catch(() => {});
  const next = registration.installing ?? registration.waiting;
  if (next && (await reach(next, "installed", "activating", "activated", "redundant")) !== "redundant") {
    if (next.state === "installed" && (await ask(next, "activate"))) return "tabs";
    await reach(next, "activated");
  }
  if (sessionStorage.getItem(RELOADED)) return "versions";
  sessionStorage.setItem(RELOADED, VERSION);
  location.reload();
  return await new Promise(() => {});
}

function watchForUpdates(registration, onUpdate, replaceWith) {
  const offer = async (next) => {
    if (!next || (await reach(next, "installed", "redundant")) === "redundant") return;
    onUpdate(() => replaceWith(next));
  };
  offer(registration.waiting ?? registration.installing);
  registration.addEventListener("updatefound", () => offer(registration.installing));
  setInterval(() => registration.update().catch(() => {}), UPDATE_TIME);
}

/** Load all files for use without a network; return whether the browser has stored them. */
export const keep = () => ask(navigator.serviceWorker.controller, "keep", undefined, 0);
