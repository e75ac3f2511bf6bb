"""Time from saving a card file to the card's new image in a browser.

A set of five cards, and then the largest shipped set, are shown in Chromium. Each save gives a card
on the screen another title; the time ends two frames after its new image was loaded.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from rftg_dev.serving import chromium, find_chromium, previewed
from rftg_dsl.resources import shipped_sets
from rftg_tools.progress import with_progress

AIM: Final = 300.0
"""Milliseconds from a save to the image."""
_PAUSE: Final = 0.25
_STEP: Final = 0.0137
"""Seconds between two saves, and how much more each time: none keeps step with the server."""
_LOOK: Final = 0.02
"""Seconds between two looks at what the page has noted; the times are its own."""
_PATIENCE: Final = 10.0
_FIVE: Final = 5
_TITLE: Final = "  - title: "
_LISTEN: Final = """() => {
  window.shownAt = {};
  const note = (label) => { window.shownAt[label] = Date.now(); };
  document.addEventListener("load", (event) => {
    const label = event.target.closest(".face")?.getAttribute("aria-label");
    requestAnimationFrame(() => requestAnimationFrame(() => note(label?.split(";")[0])));
  }, true);
}"""
"""Notes when a card's image came to be seen, by the card's title."""


def measure(args: argparse.Namespace) -> bool:
    """Time saves, print the figures, and return whether the aim is missed.

    Raises ValueError if no Chromium is installed.
    """
    program = find_chromium()
    if program is None:
        raise ValueError("no Chromium is installed (Debian: `apt-get install chromium`)")
    largest = max(shipped_sets(), key=lambda path: path.stat().st_size)
    text = largest.read_text(encoding="utf-8")
    missed = False
    for name, cards in ((f"{_FIVE} cards", _first(text, _FIVE)), (largest.stem, text)):
        times = [1000 * seconds for seconds in _times(program, cards, args.count)]
        median, worst = statistics.median(times), max(times)
        print(f"{name:<8} median {median:4.0f} ms  worst {worst:4.0f} ms  (aim {AIM:.0f})")
        missed |= median > AIM
    return missed


def _first(text: str, count: int) -> str:
    """Return the first cards of a set, and of its head the part before the first blank line."""
    entries = re.split(rf"(?m)^(?={_TITLE})", text)
    head, _, _ = text.partition("\n\n")
    return "".join([f"{head}\ncards:\n", *entries[1 : count + 1]])


def _times(program: str, text: str, saves: int) -> Iterator[float]:
    """Yield seconds from each save to the image."""
    with tempfile.TemporaryDirectory() as folder, chromium(program) as browser:
        path = Path(folder) / "bench.yaml"
        path.write_text(text, encoding="utf-8")
        with previewed(path.name, folder=path.parent) as address:
            page = browser.new_page()
            page.goto(address)
            page.wait_for_selector(".face img")
            page.evaluate("document.querySelector('.face img').decode()")
            page.evaluate(_LISTEN)
            for number in with_progress(range(saves), saves, "save"):
                time.sleep(_PAUSE + number * _STEP)
                yield _save(page, path, text, f"Bench {number}")


def _save(page: Page, path: Path, text: str, title: str) -> float:
    """Save the text with a new title for the second card; return the seconds to its image.

    A new file is put in the place of the old one, as editors do.
    """
    lines = text.split("\n")
    _, row, *_ = (number for number, line in enumerate(lines) if line.startswith(_TITLE))
    lines[row] = f"{_TITLE}{title}"
    new = path.with_suffix(".new")
    new.write_text("\n".join(lines), encoding="utf-8")
    begun = time.time()
    new.replace(path)
    while (shown := page.evaluate("(title) => window.shownAt[title]", title)) is None:
        if time.time() - begun > _PATIENCE:
            raise RuntimeError("the page shows no new image")
        time.sleep(_LOOK)
    return float(shown) / 1000 - begun
