"""Where pieces lie on a sheet of paper, where it is cut, and what lies behind what.

All lengths are millimetres, all places are counted from the top left of the paper.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height."""

    width: float
    height: float


CARD: Final = Size(63, 88)
"""A card of poker size."""
TILE: Final = Size(63, 44)
"""A goal tile, half a card."""
SQUARE: Final = Size(45, 45)
"""A tile of Roll for the Galaxy."""
DOUBLE: Final = Size(90, 45)
"""A faction tile, two of these side by side."""
PAPERS: Final = {"a4": Size(210, 297), "letter": Size(215.9, 279.4)}
"""Sheets that printers take, upright."""
BLEED: Final = 3.0
"""How far the art of a face goes on beyond its cut."""
LONG: Final = "long"
SHORT: Final = "short"
FLIPS: Final = (LONG, SHORT)
"""The edge about which a printer turns the sheet, to print on its back."""
_GAP: Final = 0.5
"""Between the bleed and a crop mark."""
_MARK: Final = 5.0
"""The most that a crop mark is long."""
_SHORTEST_MARK: Final = 1.0


class DoesNotFit(ValueError):
    """Pieces, gutter and bleed that the paper does not hold; the message says what it holds."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one piece lies: the top left of what is left of it when it is cut.

    left, top, right, bottom: how much of the art beyond the cut is shown on each side.
    """

    x: float
    y: float
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Line:
    """A crop mark, from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Pieces of one size in columns and rows, in the middle of a paper.

    gutter: between two pieces. bleed: shown at the outside, and in a gutter as far as half of it
    goes. marked: with crop marks, for which there is room then. Raises DoesNotFit.
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
        for used, there, axis in (
            (self._span(self.piece.width, self.columns), self.paper.width, "wide"),
            (self._span(self.piece.height, self.rows), self.paper.height, "high"),
        ):
            if used + 2 * self._margin > there + 1e-6:
                raise DoesNotFit(self._why_not(used, there, axis))

    @property
    def capacity(self) -> int:
        """How many pieces one sheet holds."""
        return self.columns * self.rows

    def places(self, count: int | None = None) -> list[Place]:
        """Return the places, row by row.

        The first `count` of them, which bleed where none is beside.
        """
        across = self._starts(self.paper.width, self.piece.width, self.columns)
        down = self._starts(self.paper.height, self.piece.height, self.rows)
        inner = min(self.bleed, self.gutter / 2)
        filled = self.capacity if count is None else min(count, self.capacity)

        def shown(row: int, column: int) -> float:
            """Return what a piece shows on the side of this place.

            Half a gutter, or all that it has.
            """
            inside = 0 <= column < self.columns and row >= 0
            return inner if inside and row * self.columns + column < filled else self.bleed

        return [
            Place(
                across[column],
                down[row],
                left=shown(row, column - 1),
                top=shown(row - 1, column),
                right=shown(row, column + 1),
                bottom=shown(row + 1, column),
            )
            for row, column in (divmod(number, self.columns) for number in range(filled))
        ]

    def behind(self, place: Place, flip: str) -> Place:
        """Return the place on the back of the sheet that lies behind one on its front.

        flip: a word of FLIPS. About the short edge, what lies there is upside down as well.
        """
        if flip == LONG:
            x = self.paper.width - place.x - self.piece.width
            return replace(place, x=x, left=place.right, right=place.left)
        y = self.paper.height - place.y - self.piece.height
        return replace(place, y=y, top=place.bottom, bottom=place.top)

    def marks(self) -> list[Line]:
        """Return crop marks at both ends of each cut, and in gutters with room beside the bleed.

        None on a sheet that is not marked.
        """
        if not self.marked:
            return []
        across = self._starts(self.paper.width, self.piece.width, self.columns)
        down = self._starts(self.paper.height, self.piece.height, self.rows)
        cuts_x = _cuts(across, self.piece.width)
        cuts_y = _cuts(down, self.piece.height)
        rooms_y = self._rooms(down, self.piece.height, self.paper.height)
        rooms_x = self._rooms(across, self.piece.width, self.paper.width)
        upright = [Line(x, top, x, end) for x in cuts_x for top, end in rooms_y]
        level = [Line(left, y, end, y) for y in cuts_y for left, end in rooms_x]
        return upright + level

    def most(self) -> tuple[int, int]:
        """Return how many columns and how many rows of such pieces the paper has room for."""

        def count(room: float, length: float) -> int:
            left = room - 2 * self._margin + self.gutter + 1e-6
            return int(left / (length + self.gutter))

        piece, paper = self.piece, self.paper
        return count(paper.width, piece.width), count(paper.height, piece.height)

    @property
    def _margin(self) -> float:
        """What is printed beyond the outermost cuts, at the least."""
        return self.bleed + (_GAP + _SHORTEST_MARK if self.marked else 0)

    def _span(self, length: float, count: int) -> float:
        """Return the span from the first cut to the last."""
        return length * count + self.gutter * (count - 1)

    def _starts(self, paper: float, length: float, count: int) -> list[float]:
        first = (paper - self._span(length, count)) / 2
        return [round(first + (length + self.gutter) * number, 4) for number in range(count)]

    def _rooms(self, starts: list[float], length: float, paper: float) -> list[tuple[float, float]]:
        """Return where a mark along one axis has room: before the pieces, in gutters, after."""
        away = self.bleed + _GAP
        first, last = starts[0] - away, starts[-1] + length + away
        between = [(start + length + away, start + length + self.gutter - away) for start in starts]
        rooms = [(max(0.0, first - _MARK), first), *between[:-1], (last, min(paper, last + _MARK))]
        return [(begin, end) for begin, end in rooms if end - begin >= _SHORTEST_MARK]

    def _why_not(self, used: float, there: float, axis: str) -> str:
        """Return what the pieces take along an axis, and the gutter or bleed that would fit."""
        gutters = (self.columns if axis == "wide" else self.rows) - 1
        room = there - (used - self.gutter * gutters)
        beyond = self._margin - self.bleed
        most = {
            "gutter": _tenths((room - 2 * self._margin) / gutters) if gutters else -1,
            "bleed": _tenths((room - self.gutter * gutters) / 2 - beyond),
        }
        ways = [f"a {name} of {length:g} mm" for name, length in most.items() if length >= 0]
        return (
            f"the sheet would be {used + 2 * self._margin:g} mm {axis}"
            f"{' with its crop marks' if self.marked else ''}, and the paper is {there:g} mm;"
            f" what fits is {' or '.join(ways) or 'a smaller gutter and bleed'}"
        )


def fullest(
    paper: Size, piece: Size, gutter: float = 0.0, bleed: float = BLEED, marked: bool = True
) -> Grid:
    """Return the grid with the most pieces of a size on a paper. Raises DoesNotFit."""
    one = Grid(paper, piece, 1, 1, gutter, bleed, marked)
    columns, rows = one.most()
    return replace(one, columns=columns, rows=rows)


def _cuts(starts: list[float], length: float) -> list[float]:
    """Return the lines along which is cut; one line where two pieces touch."""
    return sorted({*starts, *(round(start + length, 4) for start in starts)})


def _tenths(length: float) -> float:
    """Return it rounded down to a tenth of a millimetre."""
    return math.floor(length * 10 + 1e-6) / 10
