"""A site of small files without Python, and a static host that can do what hosts do wrong."""

import base64
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from rftg_tools.site.build import Site, assemble
from rftg_tools.site.pages import Example, Face, FirstLook, Sizes, read_page_files, render_pages

RELAY: Final = b"""
const headers = { "Content-Type": "text/html" };
export const relay = async () => new Response("<!doctype html><title>studio</title>", { headers });
"""
BOOT: Final = b"""
import { connect, keep } from "./install.js";
import { fail, finish, offerUpdate } from "./first-look.js";

async function text(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} is not there`);
  return response.text();
}
try {
  const beforeReload = async () => sessionStorage.setItem("stored", "yes");
  await connect({ onUpdate: offerUpdate, beforeReload });
  const names = ["studio.tar", "libraries.tar", "pyodide/pyodide.asm.mjs"];
  const program = await Promise.all(names.map(text));
  const frame = document.createElement("iframe");
  frame.src = "app/bench/";
  document.body.append(frame);
  finish();
  document.body.dataset.ready = program.join(" ");
  const show = (text) => (document.body.dataset.kept = text);
  keep().then((kept) => show(String(kept)), (problem) => show(problem.message));
} catch (problem) {
  fail("", problem);
}
"""


PYTHON: Final = b"""
const channel = new BroadcastChannel("test");
let mode = "";
channel.onmessage = ({ data }) => {
  mode = data.mode ?? mode;
  if ("storage" in data) self.postMessage({ storage: data.storage });
  if (data.say) self.postMessage(data.say);
};
self.onmessage = ({ data, ports }) => {
  if (data.start) channel.postMessage({ started: true });
  if (data.start) self.postMessage({ ready: true });
  if (data.ask && data.ask !== "ping") channel.postMessage({ asked: data.ask });
  const answer = data.ask === "flush" ? mode : "";
  if (data.ask && mode !== "hang") ports[0].postMessage({ answer });
};
"""
"""Worker that says that Python runs. Its mode can be set: "hang", or a problem of the storage."""
STUCK: Final = b"""
self.onmessage = ({ data }) => {
  if (data.start) self.postMessage({ step: 2 });
  if (data.start) new BroadcastChannel("test").postMessage({ started: true });
};
"""
"""Worker whose Python never runs."""
PICTURE: Final = base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
"""A picture of one pixel."""


def build_small_site(
    text: str,
    is_real: bool = False,
    python: bytes = PYTHON,
    replaced: Mapping[str, bytes] | None = None,
) -> Site:
    """Return a site whose files contain the text. is_real: with the real scripts of the page.

    python: script of the worker. replaced: other files that replace those of the small site.
    """
    files = {
        **read_page_files(),
        "relay.js": RELAY,
        "python-worker.js": python,
        **({} if is_real else {"boot.js": BOOT}),
        "face.webp": PICTURE,
        "studio.tar": f"studio {text}".encode(),
        "libraries.tar": b"libraries",
        "typst.wasm": b"typst" * 1000,
        "pyodide/pyodide.asm.mjs": b"python",
        **(replaced or {}),
    }

    first_look = FirstLook(
        (Face("Ice Drifters", "face.webp", 400, 560),), (Example("Explore", "#set=x"),)
    )

    def render(version: str, sizes: Sizes) -> dict[str, bytes]:
        return render_pages(first_look, version, sizes)

    return assemble(files, render)


@dataclass
class Host:
    """A static host. folders: sites by path, such as "/a/"; the other fields change its answers."""

    folders: dict[str, Site] = field(default_factory=dict)
    port: int = 0
    types: dict[str, str] = field(default_factory=dict)
    """Content types by ending."""
    broken: set[str] = field(default_factory=set)
    """Names of files that lose their last byte."""
    missing: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    """Names of files that get no answer at all."""
    pages: dict[str, bytes] = field(default_factory=dict)
    """Pages of other sites, by path."""
    down: bool = False
    requests: list[str] = field(default_factory=list)

    def address(self, folder: str) -> str:
        return f"http://localhost:{self.port}{folder}"

    def find(self, path: str) -> bytes | None:
        if path in self.pages:
            return self.pages[path]
        for folder, site in self.folders.items():
            if path.startswith(folder):
                data = site.files.get(path.removeprefix(folder) or "index.html")
                name = path.rsplit("/", 1)[-1]
                if data is None or name in self.missing:
                    return None
                return data[:-1] if name in self.broken else data
        return None


TYPES: Final = {"html": "text/html", "js": "text/javascript", "css": "text/css"}


@contextmanager
def hosted(host: Host) -> Iterator[Host]:
    """Serve a host's folders at a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            host.requests.append(path)
            while path.rsplit("/", 1)[-1] in host.silent:
                time.sleep(0.1)
            data = None if host.down else host.find(path)
            is_missing = data is None
            if is_missing and not host.down:
                data = next(iter(host.folders.values())).files["404.html"]
                path += ".html"
            ending = (path.rsplit("/", 1)[-1] or "index.html").rsplit(".", 1)[-1]
            types = {**TYPES, **host.types}
            if host.down:
                self.close_connection = True
                return
            self.send_response(404 if is_missing else 200)
            self.send_header("Content-Type", types.get(ending, "application/octet-stream"))
            self.send_header("Content-Length", str(len(data or b"")))
            self.send_header("Cache-Control", "max-age=600")
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    host.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield host
    finally:
        server.shutdown()
        server.server_close()
