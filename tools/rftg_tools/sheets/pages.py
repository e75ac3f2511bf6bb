"""Pages: pieces in their places on sheets, with their backs behind them, as data for sheet.typ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rftg_tools.sheets.grid import CARD, SHORT, Grid, Place, Size

Facts = dict[str, Any]
NO_BACKS: Final = "none"
_FOOT: Final = 6.0
"""Room for words at the foot, most of which printers leave white."""
_LINE: Final = 3.5
"""The least height that a line of words takes."""
_INDENT: Final = 2.0
_NARROWEST: Final = 40.0
"""The least width of a piece for words between the crop marks beside it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to be cut out. draw: what sheet.typ calls its kind. facts: what it shows.

    back: what is printed behind it, if anything is. size: to its cut.
    """

    draw: str
    facts: Facts
    back: Piece | None = None
    size: Size = CARD


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces of one size, each with how many of it are printed, in their order.

    title: of these sheets, for their foot.
    """

    title: str
    grid: Grid
    pieces: Sequence[tuple[Piece, int]]

    @property
    def sheets(self) -> int:
        """How many sheets of paper they take."""
        return -(-self.count // self.grid.capacity)

    @property
    def count(self) -> int:
        """How many pieces there are in all."""
        return sum(count for _piece, count in self.pieces)


@dataclass(slots=True)
class _Pages:
    """The pages so far, and the pieces on them, each once."""

    backs: str
    note: str
    pieces: list[Facts] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    pages: list[Facts] = field(default_factory=list)

    def number_of(self, piece: Piece) -> int:
        """Return where a piece stands in the list of them."""
        if id(piece) not in self.numbers:
            self.numbers[id(piece)] = len(self.pieces)
            self.pieces.append({"draw": piece.draw, "facts": piece.facts})
        return self.numbers[id(piece)]


def document(batches: Sequence[Batch], backs: str, note: str = "") -> Facts:
    """Return the data of sheet.typ: paper, pieces, and pages on which each has its places.

    backs: NO_BACKS or a word of grid.FLIPS; then each page is followed by its back. note: for the
    foot of each page.
    """
    made = _Pages(backs, note)
    total = sum(batch.sheets for batch in batches)
    sheet = 0
    for batch in batches:
        for pieces in _by_sheet(batch):
            sheet += 1
            _add_sheet(made, batch, pieces, f"sheet {sheet} of {total}")
    paper = batches[0].grid.paper
    size = {"width": paper.width, "height": paper.height}
    return {"paper": size, "pieces": made.pieces, "pages": made.pages}


def _by_sheet(batch: Batch) -> Iterator[list[Piece]]:
    every = [piece for piece, count in batch.pieces for _ in range(count)]
    for start in range(0, len(every), batch.grid.capacity):
        yield every[start : start + batch.grid.capacity]


def _add_sheet(made: _Pages, batch: Batch, pieces: list[Piece], which: str) -> None:
    """Add one sheet of paper: its front, and its back where backs are printed."""
    grid, size = batch.grid, batch.grid.piece
    places = grid.places(len(pieces))
    page = {"size": {"width": size.width, "height": size.height}}
    scale = f"Print at 100 %: each is {size.width:g} x {size.height:g} mm"
    words = [batch.title, f"{which}  ·  {scale}", made.note]
    fronts = [
        _slot(place, made.number_of(one), False) for place, one in zip(places, pieces, strict=True)
    ]
    marks = [[line.x1, line.y1, line.x2, line.y2] for line in grid.marks()]
    made.pages.append({**page, "slots": fronts, "marks": marks, "foot": _foot(grid, words)})
    if made.backs != NO_BACKS:
        turned = made.backs == SHORT
        slots = [
            _slot(grid.behind(place, made.backs), made.number_of(one.back), turned)
            for place, one in zip(places, pieces, strict=True)
            if one.back is not None
        ]
        words = [f"Back of {which}"]
        made.pages.append({**page, "slots": slots, "marks": [], "foot": _foot(grid, words)})


def _foot(grid: Grid, words: Sequence[str]) -> list[Facts]:
    """Return the words at the foot of a page, each as wide as a card.

    Below the crop marks; or between them, no wider than a piece; or none for want of room.
    """
    wide = CARD.width
    last = grid.places()[-1]
    low = last.y + grid.piece.height
    beyond = max([low + grid.bleed, *(max(line.y1, line.y2) for line in grid.marks())])
    if beyond + _FOOT > grid.paper.height:
        beyond = low + grid.bleed
        if grid.piece.width < _NARROWEST or beyond + _LINE > grid.paper.height:
            return []
        wide = min(wide, grid.piece.width)
    left, step = grid.places()[0].x + _INDENT, wide + grid.gutter
    at = {"y": beyond + _INDENT / 2, "width": wide - 2 * _INDENT}
    return [
        {**at, "x": left + number * step, "words": text}
        for number, text in enumerate(words)
        if text
    ]


def _slot(place: Place, piece: int, turned: bool) -> Facts:
    return {
        "x": place.x,
        "y": place.y,
        "left": place.left,
        "top": place.top,
        "right": place.right,
        "bottom": place.bottom,
        "piece": piece,
        "turned": turned,
    }
