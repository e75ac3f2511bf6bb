// Python: a worker that runs the studio's application, and answers requests of its pages.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL(".", import.meta.url).href;
const plainFetch = self.fetch.bind(self);
const report = (part, loaded, total) => self.postMessage({ progress: [part, loaded, total] });

/** Fetch a file, and report how far it is. */
async function fetchPart(address, options) {
  const response = await plainFetch(address, options);
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
  const name = new URL(address, here).pathname.split("/").at(-1) ?? "";
  const total = Number(response.headers.get("Content-Length")) || 0;
  let loaded = 0;
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(piece, stream) {
        loaded += piece.length;
        report(name, loaded, Math.max(total, loaded));
        stream.enqueue(piece);
      },
    }),
  );
  return new Response(counted, { status: response.status, headers: response.headers });
}
self.fetch = (address, options) => (String(address?.url ?? address).startsWith(here) ? fetchPart(address, options) : plainFetch(address, options));

let python, site;

async function start({ origin, base, scope }) {
  const app = fetchPart(`${here}app.zip`).then((response) => response.arrayBuffer());
  python = await loadPyodide({ indexURL: `${here}pyodide/`, env: { HOME: "/home/studio" } });
  python.unpackArchive(await app, "zip", { extractDir: "/lib/app" });
  python.unpackArchive(await (await fetchPart(`${here}typst.whl`)).arrayBuffer(), "zip", { extractDir: "/lib/app" });
  python.runPython("import sys; sys.path.insert(0, '/lib/app')\nexec(open('/lib/app/stubs.py').read())");
  report("python", 1, 1);
  site = await python.pyimport("rftg_tools.site.start").start(JSON.stringify({ origin, base, script: `${here}sockets.js`, disk: scope }), (text) => self.postMessage(JSON.parse(text)));
  self.postMessage({ ready: true });
}

/** Pass a request or a socket on to Python, and its answers back. */
function open({ kind, head, body }, port) {
  let exchange;
  const answer = (text, bytes) => {
    port.postMessage({ head: text, body: bytes }, bytes ? [bytes.buffer] : []);
    if (text.startsWith('{"end"') || text.startsWith('{"close"')) close();
  };
  const close = () => setTimeout(() => (exchange?.destroy(), (port.onmessage = null)));
  exchange = site.open(kind, head, body ?? undefined, answer);
  port.onmessage = ({ data }) => exchange.hear(JSON.stringify(data));
}

self.onmessage = async ({ data, ports: [port] }) => {
  if (data.start) {
    try {
      await start(data.start);
    } catch (error) {
      self.postMessage({ failed: String(error.message ?? error) });
    }
  }
  if (data.kind) open(data, port);
  if (data.ping) self.postMessage({ pong: data.ping });
  if (data.flush) self.postMessage({ flushed: data.flush, problem: await site.flush() });
};
