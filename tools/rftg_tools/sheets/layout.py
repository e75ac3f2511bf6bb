"""Layout of pieces on sheets of paper, with crop marks and backs, as data for sheet.typ.

Lengths are in millimetres, and positions are relative to the top left of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height."""

    width: float
    height: float


CARD: Final = Size(63, 88)
"""Poker size."""
TILE: Final = Size(63, 44)
"""A goal tile, half a card."""
SQUARE: Final = Size(45, 45)
"""A tile of Roll for the Galaxy."""
DOUBLE: Final = Size(90, 45)
"""A faction tile of Roll for the Galaxy."""
PAPERS: Final = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
"""Paper sizes in portrait format."""
BLEED: Final = 3.0
"""How far the art of a face extends beyond its cut."""
LONG: Final = "long"
SHORT: Final = "short"
FLIPS: Final = (LONG, SHORT)
"""The edge on which a printer flips a sheet to print its back."""
_GAP: Final = 0.5
"""Space between the bleed and a crop mark."""
_LONGEST_MARK: Final = 5.0
_SHORTEST_MARK: Final = 1.0


class DoesNotFit(ValueError):
    """Pieces, gutter and bleed that do not fit on the paper; the message says what would."""


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a piece: the top left corner of its cut.

    left, top, right, bottom: bleed on each side.
    """

    x: float
    y: float
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Line:
    """A crop mark."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Pieces of one size in columns and rows, centred on a sheet of paper.

    gutter: space between pieces. bleed: at the outside, and up to half of the gutter between
    pieces. marked: with crop marks. Raises DoesNotFit.
    """

    paper: Size
    piece: Size = CARD
    columns: int = 3
    rows: int = 3
    gutter: float = 0.0
    bleed: float = BLEED
    marked: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.bleed <= BLEED:
            raise DoesNotFit(f"the art goes {BLEED:g} mm beyond the cut: a bleed is 0 to {BLEED:g}")
        if not (math.isfinite(self.gutter) and self.gutter >= 0):
            raise DoesNotFit(f"a gutter is a number of mm, 0 or more, not {self.gutter:g}")
        for used, available, axis in (
            (self._span(self.piece.width, self.columns), self.paper.width, "wide"),
            (self._span(self.piece.height, self.rows), self.paper.height, "high"),
        ):
            if used + 2 * self._margin > available + 1e-6:
                raise DoesNotFit(self._explain_misfit(used, available, axis))

    @property
    def capacity(self) -> int:
        """The number of pieces on a sheet."""
        return self.columns * self.rows

    def places(self, count: int | None = None) -> list[Place]:
        """Return the first `count` places (default: all), row by row."""
        across = self._starts(self.paper.width, self.piece.width, self.columns)
        down = self._starts(self.paper.height, self.piece.height, self.rows)
        inner = min(self.bleed, self.gutter / 2)
        filled = self.capacity if count is None else min(count, self.capacity)

        def bleed_towards(row: int, column: int) -> float:
            is_inside = 0 <= column < self.columns and row >= 0
            return inner if is_inside and row * self.columns + column < filled else self.bleed

        return [
            Place(
                across[column],
                down[row],
                left=bleed_towards(row, column - 1),
                top=bleed_towards(row - 1, column),
                right=bleed_towards(row, column + 1),
                bottom=bleed_towards(row + 1, column),
            )
            for row, column in (divmod(number, self.columns) for number in range(filled))
        ]

    def behind(self, place: Place, flip: str) -> Place:
        """Return the place on the back of a sheet that is behind a place on its front.

        flip: a value of FLIPS. On the short edge, the back is also upside down.
        """
        if flip == LONG:
            x = self.paper.width - place.x - self.piece.width
            return replace(place, x=x, left=place.right, right=place.left)
        y = self.paper.height - place.y - self.piece.height
        return replace(place, y=y, top=place.bottom, bottom=place.top)

    def marks(self) -> list[Line]:
        """Return crop marks at both ends of each cut, and in gutters that have room for them."""
        if not self.marked:
            return []
        across = self._starts(self.paper.width, self.piece.width, self.columns)
        down = self._starts(self.paper.height, self.piece.height, self.rows)
        cuts_x = _cuts(across, self.piece.width)
        cuts_y = _cuts(down, self.piece.height)
        gaps_y = self._mark_gaps(down, self.piece.height, self.paper.height)
        gaps_x = self._mark_gaps(across, self.piece.width, self.paper.width)
        vertical = [Line(x, top, x, bottom) for x in cuts_x for top, bottom in gaps_y]
        horizontal = [Line(left, y, right, y) for y in cuts_y for left, right in gaps_x]
        return vertical + horizontal

    def maximum(self) -> tuple[int, int]:
        """Return the most columns and rows that fit on the paper."""

        def count(room: float, length: float) -> int:
            usable = room - 2 * self._margin + self.gutter + 1e-6
            return int(usable / (length + self.gutter))

        piece, paper = self.piece, self.paper
        return count(paper.width, piece.width), count(paper.height, piece.height)

    @property
    def _margin(self) -> float:
        """The least space outside of the outermost cuts."""
        return self.bleed + (_GAP + _SHORTEST_MARK if self.marked else 0)

    def _span(self, length: float, count: int) -> float:
        """Return the distance from the first cut to the last."""
        return length * count + self.gutter * (count - 1)

    def _starts(self, paper: float, length: float, count: int) -> list[float]:
        first = (paper - self._span(length, count)) / 2
        return [round(first + (length + self.gutter) * number, 4) for number in range(count)]

    def _mark_gaps(
        self, starts: list[float], length: float, paper: float
    ) -> list[tuple[float, float]]:
        """Return start and end of the crop marks along an axis."""
        distance = self.bleed + _GAP
        first, last = starts[0] - distance, starts[-1] + length + distance
        ends = [start + length for start in starts[:-1]]
        gaps = [
            (max(0.0, first - _LONGEST_MARK), first),
            *((end + distance, end + self.gutter - distance) for end in ends),
            (last, min(paper, last + _LONGEST_MARK)),
        ]
        return [(start, end) for start, end in gaps if end - start >= _SHORTEST_MARK]

    def _explain_misfit(self, used: float, available: float, axis: str) -> str:
        """Return the size of the pieces along an axis, and the gutter or bleed that would fit."""
        gutters = (self.columns if axis == "wide" else self.rows) - 1
        room = available - (used - self.gutter * gutters)
        marks = self._margin - self.bleed
        limits = {
            "gutter": _round_down((room - 2 * self._margin) / gutters) if gutters else -1,
            "bleed": _round_down((room - self.gutter * gutters) / 2 - marks),
        }
        fitting = [f"a {name} of {length:g} mm" for name, length in limits.items() if length >= 0]
        return (
            f"the sheet would be {used + 2 * self._margin:g} mm {axis}"
            f"{' with its crop marks' if self.marked else ''}, and the paper is {available:g} mm;"
            f" what fits is {' or '.join(fitting) or 'a smaller gutter and bleed'}"
        )


def fill_paper(
    paper: Size, piece: Size, gutter: float = 0.0, bleed: float = BLEED, marked: bool = True
) -> Grid:
    """Return the grid with the most pieces of a size on a sheet of paper. Raises DoesNotFit."""
    grid = Grid(paper, piece, 1, 1, gutter, bleed, marked)
    columns, rows = grid.maximum()
    return replace(grid, columns=columns, rows=rows)


def _cuts(starts: list[float], length: float) -> list[float]:
    """Return the positions of cuts; pieces that touch share one."""
    return sorted({*starts, *(round(start + length, 4) for start in starts)})


def _round_down(length: float) -> float:
    """Round down to a tenth of a millimetre."""
    return math.floor(length * 10 + 1e-6) / 10


Facts = dict[str, Any]
NO_BACKS: Final = "none"
_FOOT: Final = 6.0
"""Height of the footer, most of which printers leave white."""
_LINE: Final = 3.5
"""Least height of a line of text."""
_INDENT: Final = 2.0
_NARROWEST: Final = 40.0
"""Least width of a piece for text between its crop marks."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to be cut out.

    draw: its kind in sheet.typ. facts: data that it shows. back: printed behind it. size: to the
    cut.
    """

    draw: str
    facts: Facts
    back: Piece | None = None
    size: Size = CARD


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces of one size with their numbers of copies. title: in the footer of the sheets."""

    title: str
    grid: Grid
    pieces: Sequence[tuple[Piece, int]]

    @property
    def sheets(self) -> int:
        """The number of sheets of paper."""
        return -(-self.count // self.grid.capacity)

    @property
    def count(self) -> int:
        """The total number of pieces."""
        return sum(count for _piece, count in self.pieces)


@dataclass(slots=True)
class _Pages:
    """The pages so far, and the distinct pieces on them."""

    backs: str
    note: str
    pieces: list[Facts] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    pages: list[Facts] = field(default_factory=list)

    def number_of(self, piece: Piece) -> int:
        """Return the index of a piece, adding it if it is new."""
        if id(piece) not in self.numbers:
            self.numbers[id(piece)] = len(self.pieces)
            self.pieces.append({"draw": piece.draw, "facts": piece.facts})
        return self.numbers[id(piece)]


def lay_out(batches: Sequence[Batch], backs: str, note: str = "") -> Facts:
    """Return the data of sheet.typ: paper, pieces, and pages with the places of pieces.

    backs: NO_BACKS or a value of FLIPS; each page is followed by its back. note: in each footer.
    """
    layout = _Pages(backs, note)
    total = sum(batch.sheets for batch in batches)
    sheet = 0
    for batch in batches:
        for pieces in _by_sheet(batch):
            sheet += 1
            _add_sheet(layout, batch, pieces, f"sheet {sheet} of {total}")
    paper = batches[0].grid.paper
    size = {"width": paper.width, "height": paper.height}
    return {"paper": size, "pieces": layout.pieces, "pages": layout.pages}


def _by_sheet(batch: Batch) -> Iterator[list[Piece]]:
    every = [piece for piece, count in batch.pieces for _ in range(count)]
    for start in range(0, len(every), batch.grid.capacity):
        yield every[start : start + batch.grid.capacity]


def _add_sheet(layout: _Pages, batch: Batch, pieces: list[Piece], label: str) -> None:
    """Add the front of a sheet, and its back if backs are printed."""
    grid, size = batch.grid, batch.grid.piece
    places = grid.places(len(pieces))
    page = {"size": {"width": size.width, "height": size.height}}
    scale = f"Print at 100 %: each is {size.width:g} x {size.height:g} mm"
    texts = [batch.title, f"{label}  ·  {scale}", layout.note]
    fronts = [
        _slot(place, layout.number_of(piece), False)
        for place, piece in zip(places, pieces, strict=True)
    ]
    marks = [[line.x1, line.y1, line.x2, line.y2] for line in grid.marks()]
    layout.pages.append({**page, "slots": fronts, "marks": marks, "foot": _footer(grid, texts)})
    if layout.backs != NO_BACKS:
        slots = [
            _slot(
                grid.behind(place, layout.backs),
                layout.number_of(piece.back),
                layout.backs == SHORT,
            )
            for place, piece in zip(places, pieces, strict=True)
            if piece.back is not None
        ]
        foot = _footer(grid, [f"Back of {label}"])
        layout.pages.append({**page, "slots": slots, "marks": [], "foot": foot})


def _footer(grid: Grid, texts: Sequence[str]) -> list[Facts]:
    """Return the texts in the footer of a page, each as wide as a card.

    They are below the crop marks if there is room, or between them and no wider than a piece.
    """
    width = CARD.width
    bottom = grid.places()[-1].y + grid.piece.height
    y = max([bottom + grid.bleed, *(max(line.y1, line.y2) for line in grid.marks())])
    if y + _FOOT > grid.paper.height:
        y = bottom + grid.bleed
        if grid.piece.width < _NARROWEST or y + _LINE > grid.paper.height:
            return []
        width = min(width, grid.piece.width)
    left, step = grid.places()[0].x + _INDENT, width + grid.gutter
    box = {"y": y + _INDENT / 2, "width": width - 2 * _INDENT}
    return [
        {**box, "x": left + number * step, "words": text}
        for number, text in enumerate(texts)
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
