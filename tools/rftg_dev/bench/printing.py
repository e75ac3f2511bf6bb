"""How long `rftg-dsl print` takes for all shipped cards, beside WeasyPrint on as many plain pages.

    python -m rftg_dev.bench.printing [--runs 5] [--weasyprint PYTHON]

Cold is a new process, from its start to the file on disk. Warm is the same sheets again in one
process: all of them as they were, and with one card changed. WeasyPrint sets HTML, nine cards a
page: once the titles and texts alone, once with the same art and icons upon them; it is no
dependency of ours, and without it the comparison is left out. Other work on the machine slows all
of it down, so the CPU time is given as well.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path
from typing import Final

from rftg_dev.bench.timing import timed
from rftg_dsl.games import RACE
from rftg_dsl.library import load_shipped
from rftg_dsl.resources import shipped_ids
from rftg_dsl.wording.english import word_card
from rftg_tools.faces.facts import PrintedCard, faces_data
from rftg_tools.faces.templates import Drawings
from rftg_tools.faces.theme import Theme, load_theme
from rftg_tools.faces.typesetting import File
from rftg_tools.sheets.layout import PAPERS, Batch, Grid
from rftg_tools.sheets.pieces import card_piece, printed_copies, select_cards, single_copies
from rftg_tools.sheets.printing import Printer

_A_PAGE: Final = 9
_STYLE: Final = (
    "@page { size: 210mm 297mm; margin: 16.5mm 10.5mm }"
    "article { float: left; width: 62mm; height: 86mm; overflow: hidden; font: 7.5pt sans-serif;"
    " border: 0.3mm solid; white-space: pre-line; break-inside: avoid; position: relative }"
    "h2 { font-size: 11pt; margin: 0 } img { height: 5.6mm }"
    "img.art { position: absolute; top: -3mm; left: -3mm; width: 69mm; height: 94mm; z-index: -1 }"
)
_WEASYPRINT: Final = (
    "import sys, weasyprint; weasyprint.HTML(filename=sys.argv[1]).write_pdf(sys.argv[2])"
)


def plain_page(cards: Sequence[PrintedCard]) -> str:
    """Return the titles and texts of cards as one HTML page."""
    return _page(_article(card) for card in cards)


def drawn_page(cards: Sequence[PrintedCard], theme: Theme, folder: Path) -> str:
    """Return the same with the art and icons of the faces, which are written into a folder."""
    data = faces_data(cards, theme, Drawings(theme))
    icons = {name: _written(one["file"], folder) for name, one in data["icons"].items()}
    articles = []
    for one, facts in zip(cards, data["faces"], strict=True):
        glyphs = [glyph for phase in facts["phases"] for line in phase["lines"] for glyph in line]
        images = [f"<img class=art src={_written(facts['art']['file'], folder)}>"]
        images += [f"<img src={icons[glyph['icon']]}>" for glyph in glyphs]
        articles.append(_article(one, "".join(images)))
    return _page(articles)


def _page(articles: Iterable[str]) -> str:
    return f"<!doctype html><meta charset=utf-8><style>{_STYLE}</style>{''.join(articles)}"


def _article(one: PrintedCard, images: str = "") -> str:
    title, _, text = word_card(one.card).partition("\n")
    return f"<article>{images}<h2>{escape(title)}</h2>{escape(text)}</article>"


def _written(file: File, folder: Path) -> str:
    (folder / file.name).write_bytes(file.data)
    return file.name


class Bench:
    """All shipped cards, and the ways of printing them; in a folder for what they write."""

    def __init__(self, folder: Path, each: bool) -> None:
        sets = load_shipped().sets
        cards = select_cards(sets, shipped_ids(RACE))
        self._printer = Printer(load_theme())
        self.cards = printed_copies(
            sets, single_copies(cards) if each else cards, self._printer.theme
        )
        self.count = sum(count for _, count in self.cards)
        self._folder = folder
        self._each = ["--one-each"] if each else []

    def cold(self) -> None:
        """Run the command in a new process."""
        out = str(self._folder / "cards.pdf")
        command = [sys.executable, "-m", "rftg_dsl", "print", *shipped_ids(RACE), "-o", out]
        subprocess.run([*command, *self._each], check=True, stdout=subprocess.DEVNULL)

    def warm(self, points: int | None = None) -> None:
        """Make the sheets in this process. points: what the first card is worth now."""
        first, count = self.cards[0]
        card = first.card if points is None else replace(first.card, vp=points)
        cards = [(replace(first, card=card), count), *self.cards[1:]]
        pieces = [(card_piece(one, self._printer.theme), number) for one, number in cards]
        self._printer.sheets([Batch("all", Grid(PAPERS["a4"]), pieces)])

    def pages(self) -> dict[str, Path]:
        """Return the pages for WeasyPrint, by what is on them."""
        printed = [one for one, count in self.cards for _ in range(count)]
        texts = {
            "words": plain_page(printed),
            "all": drawn_page(printed, self._printer.theme, self._folder),
        }
        paths = {name: self._folder / f"{name}.html" for name in texts}
        for name, path in paths.items():
            path.write_text(texts[name], encoding="utf-8")
        return paths

    def weasyprint(self, python: str, page: Path) -> None:
        """Print a page of HTML as PDF in a new process. Raises CalledProcessError."""
        out = self._folder / "weasyprint.pdf"
        command = [python, "-c", _WEASYPRINT, str(page), str(out)]
        subprocess.run(command, check=True, capture_output=True)


def has_weasyprint(python: str) -> bool:
    """Return whether a Python has WeasyPrint and the libraries that it loads."""
    command = [python, "-c", "import weasyprint"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Time the printing of all shipped cards.")
    parser.add_argument("--runs", type=int, default=5, help="of each (default 5)")
    parser.add_argument("--one-each", action="store_true", help="one copy of each card")
    parser.add_argument(
        "--weasyprint", default=sys.executable, metavar="PYTHON", help="that has it"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), args.single_copies)
        figures = _figures(bench, args.runs, args.weasyprint)
    if args.json:
        print(json.dumps({"cards": bench.count, "figures": figures}, indent=1))
    else:
        _print(bench.count, figures)
    return 0


def _figures(bench: Bench, runs: int, python: str) -> dict[str, dict[str, float]]:
    """Return median and fastest wall time and median CPU time of each way, in seconds.

    The ways take turns.
    """
    bench.cold()
    bench.warm()
    points = iter(range(1, runs + 1))
    ways: dict[str, Callable[[], object]] = {
        "cold": bench.cold,
        "warm": bench.warm,
        "one changed": lambda: bench.warm(next(points)),
    }
    if has_weasyprint(python):
        for name, page in bench.pages().items():
            ways[f"WeasyPrint, {name}"] = partial(bench.weasyprint, python, page)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, work in ways.items():
            taken[name].append(timed(work))
    return {name: _summary(times) for name, times in taken.items()}


def _summary(times: Sequence[tuple[float, float]]) -> dict[str, float]:
    walls, cpus = zip(*times, strict=True)
    return {
        "median": statistics.median(walls),
        "fastest": min(walls),
        "cpu": statistics.median(cpus),
    }


def _print(count: int, figures: dict[str, dict[str, float]]) -> None:
    print(f"{count} cards, {-(-count // _A_PAGE)} pages")
    for name, found in figures.items():
        numbers = "  ".join(f"{what} {seconds:5.2f} s" for what, seconds in found.items())
        print(f"{name:17} {numbers}")
        if name.startswith("WeasyPrint"):
            print(f"{'':17} {found['cpu'] / figures['cold']['cpu']:.2f} times the CPU time of cold")
    if not any(name.startswith("WeasyPrint") for name in figures):
        print("WeasyPrint is not installed: nothing to compare with")


if __name__ == "__main__":
    raise SystemExit(main())
