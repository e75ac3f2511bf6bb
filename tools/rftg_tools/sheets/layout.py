"""Layout of pieces on sheets of paper, with crop marks and backs, as data for sheet.typ.

Lengths are in millimetres, and positions are relative to the top left of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in mm."""

    width: float
    height: float


CARD: Final = Size(63, 88)
"""Size of a card (poker size)."""
TILE: Final = Size(63, 44)
"""Size of a goal tile: half a card."""
SQUARE: Final = Size(45, 45)
"""Size of a tile of Roll for the Galaxy."""
DOUBLE: Final = Size(90, 45)
"""Size of a faction tile of Roll for the Galaxy."""
PAPERS: Final = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
"""Paper sizes in portrait format."""
BLEED: Final = 3.0
"""Width of the art of a face outside of the cut."""
LONG: Final = "long"
SHORT: Final = "short"
FLIPS: Final = (LONG, SHORT)
"""Edges on which a printer can flip a sheet to print its back."""
_GAP: Final = 0.5
"""Space between the bleed and a crop mark."""
_LONGEST_MARK: Final = 5.0
_SHORTEST_MARK: Final = 1.0


class DoesNotFit(ValueError):
    """Pieces, gutter and bleed do not fit on the paper. The message says what would fit."""


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

    gutter: space between pieces. bleed: bleed at the outer edges, and up to half of the gutter
    between pieces. has_crop_marks: add crop marks. Raises DoesNotFit.
    """

    paper: Size
    piece: Size = CARD
    columns: int = 3
    rows: int = 3
    gutter: float = 0.0
    bleed: float = BLEED
    has_crop_marks: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.bleed <= BLEED:
            raise DoesNotFit(f"the bleed must be 0 to {BLEED:g} mm, because the art ends there")
        if not (math.isfinite(self.gutter) and self.gutter >= 0):
            raise DoesNotFit(f"the gutter must be 0 mm or more, not {self.gutter:g}")
        for used, available, axis in (
            (self._span(self.piece.width, self.columns), self.paper.width, "wide"),
            (self._span(self.piece.height, self.rows), self.paper.height, "high"),
        ):
            if used + 2 * self._margin > available + 1e-6:
                raise DoesNotFit(self._explain_misfit(used, available, axis))

    @property
    def capacity(self) -> int:
        """Number of pieces on a sheet."""
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
            for row, column in (divmod(index, self.columns) for index in range(filled))
        ]

    def behind(self, place: Place, flip: str) -> Place:
        """Return the place on the back of a sheet behind a place on its front.

        flip: a value of FLIPS. On the short edge, the back is also upside down.
        """
        if flip == LONG:
            x = self.paper.width - place.x - self.piece.width
            return replace(place, x=x, left=place.right, right=place.left)
        y = self.paper.height - place.y - self.piece.height
        return replace(place, y=y, top=place.bottom, bottom=place.top)

    def marks(self) -> list[Line]:
        """Return crop marks at both ends of each cut, and in gutters with enough space."""
        if not self.has_crop_marks:
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

    def max_shape(self) -> tuple[int, int]:
        """Return the maximum number of columns and rows on the paper."""

        def count(room: float, length: float) -> int:
            usable = room - 2 * self._margin + self.gutter + 1e-6
            return int(usable / (length + self.gutter))

        piece, paper = self.piece, self.paper
        return count(paper.width, piece.width), count(paper.height, piece.height)

    @property
    def _margin(self) -> float:
        """Minimum space outside of the outermost cuts."""
        return self.bleed + (_GAP + _SHORTEST_MARK if self.has_crop_marks else 0)

    def _span(self, length: float, count: int) -> float:
        """Return the distance from the first cut to the last."""
        return length * count + self.gutter * (count - 1)

    def _starts(self, paper: float, length: float, count: int) -> list[float]:
        first = (paper - self._span(length, count)) / 2
        return [round(first + (length + self.gutter) * index, 4) for index in range(count)]

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
        """Return a sentence with the size along an axis and the gutter or bleed that would fit."""
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
            f"{' with its crop marks' if self.has_crop_marks else ''}, but the paper is"
            f" {available:g} mm; use {' or '.join(fitting) or 'a smaller gutter and bleed'}"
        )


def fill_paper(
    paper: Size, piece: Size, gutter: float = 0.0, bleed: float = BLEED, has_crop_marks: bool = True
) -> Grid:
    """Return a grid with as many pieces of a size as fit on a sheet of paper. Raises DoesNotFit."""
    grid = Grid(paper, piece, 1, 1, gutter, bleed, has_crop_marks)
    columns, rows = grid.max_shape()
    return replace(grid, columns=columns, rows=rows)


def _cuts(starts: list[float], length: float) -> list[float]:
    """Return the positions of cuts; touching pieces share a cut."""
    return sorted({*starts, *(round(start + length, 4) for start in starts)})


def _round_down(length: float) -> float:
    """Round down to a tenth of a millimetre."""
    return math.floor(length * 10 + 1e-6) / 10


Facts = dict[str, Any]
NO_BACKS: Final = "none"
_FOOT: Final = 6.0
"""Height of the footer, most of which is outside the printable area."""
_LINE: Final = 3.5
"""Minimum height of a line of text."""
_INDENT: Final = 2.0
_MIN_FOOTER_WIDTH: Final = 40.0
"""Minimum width of a piece for a footer between its crop marks."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out.

    draw: kind of piece in sheet.typ. facts: data to show. back: piece on the back. size: size after
    cutting.
    """

    draw: str
    facts: Facts
    back: Piece | None = None
    size: Size = CARD


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces of one size, with numbers of copies. title: text in the footer of the sheets."""

    title: str
    grid: Grid
    pieces: Sequence[tuple[Piece, int]]

    @property
    def sheets(self) -> int:
        """Number of sheets of paper."""
        return -(-self.count // self.grid.capacity)

    @property
    def count(self) -> int:
        """Total number of pieces."""
        return sum(count for _piece, count in self.pieces)


@dataclass(slots=True)
class _Pages:
    """Pages laid out so far, and the distinct pieces on them."""

    backs: str
    note: str
    pieces: list[Facts] = field(default_factory=list)
    indices: dict[int, int] = field(default_factory=dict)
    pages: list[Facts] = field(default_factory=list)

    def index_of(self, piece: Piece) -> int:
        """Return the index of a piece, adding it if it is new."""
        if id(piece) not in self.indices:
            self.indices[id(piece)] = len(self.pieces)
            self.pieces.append({"draw": piece.draw, "facts": piece.facts})
        return self.indices[id(piece)]


def lay_out(batches: Sequence[Batch], backs: str, note: str = "") -> Facts:
    """Return the data of sheet.typ: paper, pieces, and pages with the places of pieces.

    backs: NO_BACKS or a value of FLIPS; each page is followed by its back. note: text in each
    footer.
    """
    layout = _Pages(backs, note)
    total = sum(batch.sheets for batch in batches)
    sheet = 0
    for batch in batches:
        for pieces in _by_sheet(batch):
            sheet += 1
            _add_sheet(layout, batch, pieces, f"sheet {sheet} of {total}")
    paper = batches[0].grid.paper
    return {"paper": asdict(paper), "pieces": layout.pieces, "pages": layout.pages}


def _by_sheet(batch: Batch) -> Iterator[list[Piece]]:
    copies = [piece for piece, count in batch.pieces for _ in range(count)]
    for start in range(0, len(copies), batch.grid.capacity):
        yield copies[start : start + batch.grid.capacity]


def _add_sheet(layout: _Pages, batch: Batch, pieces: list[Piece], label: str) -> None:
    """Add the front of a sheet, and its back if backs are printed."""
    grid, size = batch.grid, batch.grid.piece
    places = grid.places(len(pieces))
    page = {"size": asdict(size)}
    scale = f"Print at 100 %: each is {size.width:g} x {size.height:g} mm"
    texts = [batch.title, f"{label}  ·  {scale}", layout.note]
    fronts = [
        _slot(place, layout.index_of(piece), False)
        for place, piece in zip(places, pieces, strict=True)
    ]
    marks = [[line.x1, line.y1, line.x2, line.y2] for line in grid.marks()]
    layout.pages.append({**page, "slots": fronts, "marks": marks, "foot": _footer(grid, texts)})
    if layout.backs != NO_BACKS:
        slots = [
            _slot(
                grid.behind(place, layout.backs),
                layout.index_of(piece.back),
                layout.backs == SHORT,
            )
            for place, piece in zip(places, pieces, strict=True)
            if piece.back is not None
        ]
        foot = _footer(grid, [f"Back of {label}"])
        layout.pages.append({**page, "slots": slots, "marks": [], "foot": foot})


def _footer(grid: Grid, texts: Sequence[str]) -> list[Facts]:
    """Return the texts in the footer of a page, each as wide as a card.

    They are below the crop marks if there is space, or between them and as wide as a piece.
    """
    width = CARD.width
    bottom = grid.places()[-1].y + grid.piece.height
    y = max([bottom + grid.bleed, *(max(line.y1, line.y2) for line in grid.marks())])
    if y + _FOOT > grid.paper.height:
        y = bottom + grid.bleed
        if grid.piece.width < _MIN_FOOTER_WIDTH or y + _LINE > grid.paper.height:
            return []
        width = min(width, grid.piece.width)
    left, step = grid.places()[0].x + _INDENT, width + grid.gutter
    box = {"y": y + _INDENT / 2, "width": width - 2 * _INDENT}
    return [
        {**box, "x": left + index * step, "words": text} for index, text in enumerate(texts) if text
    ]


def _slot(place: Place, piece: int, turned: bool) -> Facts:
    return {**asdict(place), "piece": piece, "turned": turned}
