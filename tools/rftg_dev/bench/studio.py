"""How long the studio takes from a key to its findings and to the new face, and to start.

    python -m rftg_dev.bench.studio [--keys 60]

The text of the base set, as a set of one's own, is edited in Chromium: a key that makes a power
line wrong, until the finding is underlined; and a key in a title, until the new face is seen. Both
are timed by the page, to the frame in which they show. The start is timed from the command to the
first answer. On a busy machine the least of the times tells more than the others. Exit code 1
where a time of 95 in 100 is above its aim, or a request went to any other host; 2 without a
Chromium.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Page

from rftg_dev.serving import address_of, chromium, find_chromium, started
from rftg_dsl.resources import shipped_sets
from rftg_tools.progress import progress

FINDINGS_AIM: Final = 60.0
FACE_AIM: Final = 300.0
START_AIM: Final = 1500.0
"""Milliseconds."""
_STARTS: Final = 5
_PAUSE: Final = 150
_STEP: Final = 13.7
"""Milliseconds between two keys, and how much more each time: none keeps step with the server."""
_WAIT: Final = 60_000
_PATIENCE: Final = 60.0
_LOOK: Final = 0.02
"""Seconds that a page has, and between two looks at what it has noted; the times are its own."""
_TITLE: Final = "- title: "
_POWER: Final = re.compile("^ +(?:develop|settle|trade|consume|produce): ")
_LISTEN: Final = """() => {
  const text = document.getElementById("text").shadowRoot;
  const times = window.times = { key: 0, found: 0, face: 0 };
  const wrong = () => text.querySelectorAll(".cm-lintRange-error").length;
  const soon = (name) => requestAnimationFrame(() => { times[name] = performance.now(); });
  document.addEventListener("keydown", () => {
    Object.assign(times, { key: performance.now(), found: 0, face: 0 });
  }, true);
  let before = wrong();
  new MutationObserver(() => {
    if (wrong() > before) soon("found");
    before = wrong();
  }).observe(text, { childList: true, subtree: true, attributes: true });
  document.getElementById("face").addEventListener("load", () => soon("face"));
}"""
"""Notes when a key was pressed, and the frames with the finding and with the new face."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description="Time the studio, key by key.")
    parser.add_argument("--keys", type=int, default=60, help="how many of each sort (default 60)")
    keys: int = parser.parse_args(argv).keys
    program = find_chromium()
    if program is None:
        print("no Chromium is installed (Debian: `apt-get install chromium`)", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bench.yaml").write_text(_own_set(), encoding="utf-8")
        slow = [_row("start to first answer", _starts(folder), START_AIM)]
        slow += _edit(program, folder, keys)
    return 1 if any(slow) else 0


def _own_set() -> str:
    """Return the text of the base set under another id."""
    (base,) = (path for path in shipped_sets() if path.stem == "base")
    return base.read_text(encoding="utf-8").replace("set: base\n", "set: bench\n", 1)


def _starts(folder: Path) -> list[float]:
    """Return the milliseconds of some starts, each to the first answer of the page."""
    times = []
    for _ in range(_STARTS):
        begun = time.perf_counter()
        process = started("studio", folder=folder)
        try:
            with urllib.request.urlopen(address_of(process)) as answer:
                answer.read()
            times.append(1000 * (time.perf_counter() - begun))
        finally:
            process.terminate()
            process.wait()
    return times


def _edit(program: str, folder: Path, keys: int) -> list[bool]:
    """Edit the set in a browser; return for each aim whether it was missed."""
    asked: set[str] = set()
    process = started("studio", folder=folder)
    try:
        address = address_of(process)
        with chromium(program) as browser:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.set_default_timeout(_WAIT)
            page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
            page.on("websocket", lambda socket: asked.add(urlsplit(socket.url).netloc))
            _open(page, address)
            found, faces = _found(page, keys), _faces(page, keys)
            memory = _memory(process.pid)
    finally:
        process.terminate()
        process.wait()
    others = asked - {urlsplit(address).netloc}
    print(f"memory (PSS, MB): {', '.join(f'{name} {size:.0f}' for name, size in memory)}")
    print(f"requests to other hosts: {', '.join(sorted(others)) or 'none'}")
    slow = [_row("key to findings", found, FINDINGS_AIM), _row("key to face", faces, FACE_AIM)]
    return [*slow, bool(others)]


def _open(page: Page, address: str) -> None:
    """Open a card in the middle, and wait until all that is slow at first was done once."""
    page.goto(address)
    page.locator("#cards .face").nth(57).click()
    page.locator("#form:not([inert])").wait_for()
    _wait(page, "document.getElementById('face').complete")
    page.evaluate(_LISTEN)


def _to_line(page: Page, words: str | re.Pattern[str]) -> None:
    """Put the cursor at the end of the first line on the screen with some words."""
    page.locator("#text .cm-line:visible").filter(has_text=words).first.click()
    page.keyboard.press("End")


def _wait(page: Page, what: str) -> None:
    """Wait until something is so in a page, whose policy forbids it to look by itself."""
    begun = time.monotonic()
    while not page.evaluate(what):
        if time.monotonic() - begun > _PATIENCE:
            raise RuntimeError(f"the page does not get to: {what}")
        time.sleep(_LOOK)


def _found(page: Page, keys: int) -> list[float]:
    """Return the milliseconds from keys to the findings that they cause."""
    _to_line(page, _POWER)
    _wrong_key(page)  # the language server has begun by then
    return _times(page, keys, _wrong_key)


def _wrong_key(page: Page) -> float:
    """Make a power line wrong and sound again; return how long the finding took."""
    page.keyboard.type("x")
    _wait(page, "times.found > 0")
    took: float = page.evaluate("times.found - times.key")
    page.keyboard.press("Backspace")
    _wait(page, "!document.getElementById('text').shadowRoot.querySelector('.cm-lintRange-error')")
    return took


def _faces(page: Page, keys: int) -> list[float]:
    """Return the milliseconds from keys in a title to the new faces."""
    _to_line(page, _TITLE)
    return _times(page, keys, _title_key)


def _title_key(page: Page) -> float:
    """Write a letter into a title; return how long the new face took."""
    page.keyboard.type("i")
    _wait(page, "times.face > 0")
    took: float = page.evaluate("times.face - times.key")
    page.keyboard.press("Backspace")
    _wait(page, "times.face > 0")
    return took


def _times(page: Page, keys: int, one: Callable[[Page], float]) -> list[float]:
    """Return the times of some keys, with pauses that keep step with nothing."""
    times = []
    for number in progress(range(keys), keys, "key"):
        page.wait_for_timeout(_PAUSE + _STEP * (number % 17))
        times.append(one(page))
    return times


def _memory(pid: int) -> list[tuple[str, float]]:
    """Return the megabytes that the server has to itself, and its language servers."""
    found = [("server", _pss(pid))]
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for child in children.read_text(encoding="ascii").split() if children.exists() else ():
        command = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ")
        found.append(("language server" if b" lsp" in command else "helper", _pss(int(child))))
    return found


def _pss(pid: int) -> float:
    """Return the megabytes of a process, its share of what is shared; 0 where nobody tells."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _row(name: str, times: Sequence[float], aim: float) -> bool:
    """Print the figures of some times in milliseconds; return whether they miss an aim."""
    high = statistics.quantiles(times, n=20, method="inclusive")[-1]
    median = statistics.median(times)
    figures = f"least {min(times):5.0f}  median {median:5.0f}  95 of 100 {high:5.0f}"
    print(f"{name:<22} {figures}  aim {aim:5.0f} ms", flush=True)
    return high > aim


if __name__ == "__main__":
    raise SystemExit(main())
