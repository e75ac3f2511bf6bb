"""What lies where on a page of a PDF, read from the page's own instructions.

All lengths are millimetres, all places are counted from the top left of the page.
"""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from pypdf import PdfReader
from pypdf._page import PageObject
from pypdf.generic import ContentStream

MM = 72 / 25.4
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass
class Shown:
    """A window that is cut out of a page, and what is shown in it.

    pictures: the numbers of the objects, each with whether it stands upright. middles: of the
    objects and areas, in the order in which they are drawn.
    """

    window: Box
    pictures: list[tuple[int, bool]] = field(default_factory=list)
    middles: list[Point] = field(default_factory=list)


@dataclass
class Page:
    """A page: its size, its windows, the lines that lie in none of them, its words."""

    width: float
    height: float
    source: PageObject

    @cached_property
    def windows(self) -> list[Shown]:
        return self._drawn[0]

    @cached_property
    def lines(self) -> list[Box]:
        return self._drawn[1]

    @cached_property
    def words(self) -> str:
        return self.source.extract_text()

    @cached_property
    def lines_of_words(self) -> list[tuple[float, float, str]]:
        """Each run of words with where it begins, from the left, and its size in points."""
        found: list[tuple[float, float, str]] = []

        def visit(text: str, moved: list[float], at: list[float], _: object, size: float) -> None:
            if text.strip():
                found.append(((moved[4] + at[4]) / MM, size, " ".join(text.split())))

        self.source.extract_text(visitor_text=visit)
        return found

    @cached_property
    def _drawn(self) -> tuple[list[Shown], list[Box]]:
        return _drawn(self.source, self.height)


def read_pages(data: bytes) -> list[Page]:
    """The pages of a PDF."""
    return [_page(page) for page in PdfReader(BytesIO(data)).pages]


def texts_of(path: Path) -> list[str]:
    """The words of each page of a PDF, as pdftotext finds them; as pypdf does, which takes long
    to read pages that are drawn finely, where that is missing."""
    if not shutil.which("pdftotext"):
        return [page.extract_text() for page in PdfReader(path).pages]
    found = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True)
    return found.stdout.decode().split("\f")[:-1]  # one stands at the end of each page


def _page(page: PageObject) -> Page:
    width, height = float(page.mediabox.width) / MM, float(page.mediabox.height) / MM
    return Page(width, height, page)


def _drawn(page: PageObject, height: float) -> tuple[list[Shown], list[Box]]:
    """The outermost windows with their pictures, and the lines outside of them."""
    windows: list[Shown] = []
    lines: list[Box] = []
    depth, inside, path, matrix = 0, 0, list[Point](), [1.0, 0, 0, 1, 0, 0]
    for operands, operator in _instructions(page):
        match operator:
            case "q":
                depth, path = depth + 1, []
            case "Q":
                inside = 0 if depth <= inside else inside
                depth -= 1
            case "cm":
                matrix = [float(number) for number in operands]
            case "m" | "l":
                path.append((float(operands[0]), float(operands[1])))
            case "W" if not inside:
                inside = depth
                windows.append(Shown(_box(path, height)))
            case "Do" if windows:
                number = _object_number(page, operands[0])
                windows[-1].pictures.append((number, matrix[0] > 0))
                windows[-1].middles.append(_middle(_corners(page, operands[0]), matrix, height))
            case "f" if inside and path:
                windows[-1].middles.append(_middle(path, matrix, height))
            case "S" if not inside:
                (x1, y1), (x2, y2) = path
                moved = [(x + matrix[4], matrix[5] + y * matrix[3]) for x, y in path]
                assert (x1, y1) != (x2, y2)
                lines.append(_box(moved, height))
    return windows, lines


def _instructions(page: PageObject) -> Iterator[tuple[Sequence[Any], str]]:
    stream = page.get_contents()
    assert isinstance(stream, ContentStream)
    for operands, operator in stream.operations:
        yield cast("Sequence[Any]", operands), operator.decode()


def _object_number(page: PageObject, name: str) -> int:
    resources = cast("Any", page["/Resources"])
    return int(resources["/XObject"].raw_get(name).idnum)


def _corners(page: PageObject, name: str) -> list[Point]:
    """Two corners of an object, across from each other; an image is one by one."""
    described = cast("Any", page["/Resources"])["/XObject"][name]
    left, bottom, right, top = map(float, described.get("/BBox", (0, 0, 1, 1)))
    return [(left, bottom), (right, top)]


def _middle(points: Sequence[Point], matrix: Sequence[float], height: float) -> Point:
    """The middle of some points on the page, which a matrix brings there."""
    a, b, c, d, e, f = matrix
    moved = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
    left, top, right, bottom = _box(moved, height)
    return (left + right) / 2, (top + bottom) / 2


def _box(points: Sequence[tuple[float, float]], height: float) -> Box:
    xs, ys = [x / MM for x, _ in points], [height - y / MM for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
