// Requests below app/ in the service worker: they go to the page that runs Python.

const SCOPE = self.registration.scope;
const APP = `${SCOPE}app/`;
const ANSWER_TIME = 4000; // ms in which a page that runs Python answers

let host = ""; // id of the page that runs Python

const isBoot = (address) => address.split(/[?#]/)[0].replace(/index\.html$/, "") === SCOPE;
const isOurs = (address) => address.startsWith(SCOPE);

/** Return the page that runs Python, or undefined. */
async function findHost() {
  const pages = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((page) => isBoot(page.url));
  const known = pages.find((page) => page.id === host);
  if (known) return known;
  const asked = pages.map(
    (page) =>
      new Promise((answer) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => answer(page);
        page.postMessage({ hasPython: true }, [port2]);
      }),
  );
  const late = new Promise((answer) => setTimeout(answer, ANSWER_TIME));
  const found = await Promise.race([...asked, late]);
  host = found?.id ?? "";
  return found;
}

const refuse = (status, text) => new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" } });

/** Return whether a request comes from a page of this site, not from a link or form of another. */
async function isOwn(event) {
  if (event.request.mode === "navigate" || !event.clientId) return false;
  const client = await self.clients.get(event.clientId);
  return client?.type === "window" && isOurs(client.url);
}

/** Answer a request below app/. */
export async function relay(event) {
  const { request } = event;
  const own = await isOwn(event);
  const isNavigation = request.mode === "navigate";
  if (!own && !(isNavigation && request.method === "GET")) return refuse(403, "Only this site's own pages can do this.");
  const page = await findHost();
  const path = request.url.slice(APP.length - 1).split("#")[0];
  if (!page) {
    if (isNavigation) return Response.redirect(`${SCOPE}#at=${encodeURIComponent(path.slice(1))}`, 302);
    return refuse(503, "The studio isn't open any more.");
  }
  const body = request.method === "GET" || request.method === "HEAD" ? undefined : await request.arrayBuffer();
  const head = JSON.stringify({ method: request.method, path, headers: [...request.headers], own });
  return ask(page, { kind: "http", head, body }, request.signal);
}

/** Pass a request on; return the response when it begins. */
function ask(page, message, signal) {
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((answer) => {
    let stream;
    const body = new ReadableStream({
      start: (controller) => void (stream = controller),
      cancel: () => port.postMessage({ abort: true }),
    });
    port.onmessage = ({ data }) => {
      const head = JSON.parse(data.head);
      if (head.status) {
        const hasBody = ![204, 205, 304].includes(head.status);
        answer(new Response(hasBody ? body : null, { status: head.status, headers: head.headers }));
      } else if (head.body) stream.enqueue(data.body);
      else if (head.end) stream.close();
    };
    signal?.addEventListener("abort", () => port.postMessage({ abort: true }));
    page.postMessage(message, message.body ? [port2, message.body] : [port2]);
  });
}

self.addEventListener("message", (event) => {
  const { data, source, ports } = event;
  if (!source || !isOurs(source.url)) return;
  if (data?.hosts && isBoot(source.url)) host = source.id;
  if (data?.kind) event.waitUntil(connect(data, ports[0]));
});

/** Connect a socket or stream of a page with Python. */
async function connect({ kind, head }, port) {
  const page = await findHost();
  if (page) page.postMessage({ kind, head }, [port]);
  else port.postMessage({ head: JSON.stringify({ close: [1006, ""] }) });
}
