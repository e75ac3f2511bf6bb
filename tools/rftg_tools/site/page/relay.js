// Requests below app/ in the service worker: they go to the page that runs Python.

import { RELAY } from "./relay-words.js";

const worker = /** @type {any} */ (self);
const SCOPE = worker.registration.scope;
const APP = `${SCOPE}app/`;
const ANSWER_TIME = 4000; // ms in which the page that runs Python answers
const NO_BODY = [204, 205, 304];

const pending = new Set(); // functions that end requests without an answer

let host = ""; // id of the page that runs Python

const isBoot = (address) => address.split(/[?#]/)[0].replace(/index\.html$/, "") === SCOPE;
const isOurs = (address) => address?.startsWith(SCOPE) ?? false;

/** Return the page that runs Python, or undefined. */
async function findHost() {
  const pages = (await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((page) => isBoot(page.url));
  const known = pages.find((page) => page.id === host);
  if (known) return known;
  const asked = pages.map(
    (page) =>
      new Promise((answer) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => data && answer(page);
        page.postMessage({ runsPython: true }, [port2]);
      }),
  );
  const late = new Promise((answer) => setTimeout(answer, ANSWER_TIME));
  const found = await Promise.race([...asked, late]);
  host = found?.id ?? "";
  return found;
}

const refuse = (status, text) =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } });

/** Return whether a request comes from a page of this site, not from a link or form of another. */
async function isOwn(event) {
  if (event.request.mode === "navigate" || !event.clientId) return false;
  const client = await worker.clients.get(event.clientId);
  return client?.type === "window" && isOurs(client.url);
}

/** Answer a request below app/. */
export async function relay(event) {
  const { request } = event;
  const own = await isOwn(event);
  const isNavigation = request.mode === "navigate";
  if (!own && !(isNavigation && request.method === "GET")) return refuse(403, RELAY.foreign);
  const path = request.url.slice(APP.length - 1).split("#")[0];
  const page = await findHost();
  if (!page && isNavigation) return Response.redirect(`${SCOPE}#at=${encodeURIComponent(path.slice(1))}`, 302);
  if (!page) return refuse(503, RELAY.closed);
  const body = ["GET", "HEAD"].includes(request.method) ? undefined : await request.arrayBuffer();
  const head = JSON.stringify({ method: request.method, path, headers: [...request.headers], own });
  return ask(page, { kind: "http", head, body }, request.signal);
}

/** Pass a request on; return the response when it begins. */
function ask(page, message, signal) {
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((answer) => {
    let stream;
    const lose = () => {
      pending.delete(lose);
      answer(refuse(503, RELAY.restarted));
      stream.error(new TypeError(RELAY.restarted));
    };
    pending.add(lose);
    const abort = () => port.postMessage({ abort: true });
    const body = new ReadableStream({ start: (controller) => void (stream = controller), cancel: abort });
    port.onmessage = ({ data }) => {
      const head = JSON.parse(data.head);
      if (head.status) answer(new Response(NO_BODY.includes(head.status) ? null : body, { status: head.status, headers: head.headers }));
      else if (head.body) stream.enqueue(data.body);
      else if (head.lost) lose();
      else if (head.end) {
        pending.delete(lose);
        stream.close();
      }
    };
    signal?.addEventListener("abort", abort);
    page.postMessage(message, message.body ? [port2, message.body] : [port2]);
  });
}

worker.addEventListener("message", (event) => {
  const { data, source, ports } = event;
  if (!isOurs(source?.url)) return;
  if (data?.runsPython && isBoot(source.url)) host = source.id;
  if (data?.restarted && isBoot(source.url)) pending.forEach((lose) => lose());
  if (data?.kind) event.waitUntil(connect(data, ports[0]));
});

/** Connect a socket or stream of a page with Python. */
async function connect({ kind, head }, port) {
  const page = await findHost();
  if (page) page.postMessage({ kind, head }, [port]);
  else port.postMessage({ head: JSON.stringify({ lost: true }) });
}
