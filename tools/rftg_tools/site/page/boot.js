// Start of the studio: service worker, Python, then the studio in a frame.

const here = new URL(".", import.meta.url).href;
const base = new URL(".", location.href).href;

const worker = new Worker(`${here}python-worker.js`, { type: "module" });
const ready = new Promise((resolve, reject) => {
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) resolve(undefined);
    if (data.failed) reject(new Error(data.failed));
    if (data.progress) document.getElementById("progress").textContent = data.progress.join(" ");
  });
});
worker.postMessage({ start: { origin: location.origin, base, scope: new URL(base).pathname.replaceAll("/", "_") } });

navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
  if (data.hasPython) ports[0].postMessage(true);
  if (data.kind) worker.postMessage(data, [...(data.body ? [data.body] : []), ports[0]]);
});
navigator.serviceWorker.startMessages();

await navigator.serviceWorker.register(`${base}sw.js`, { type: "module" });
await navigator.serviceWorker.ready;
await ready;
const frame = document.createElement("iframe");
frame.src = `${base}app/bench/`;
frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0";
document.body.append(frame);
