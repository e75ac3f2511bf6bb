"""Tiles of Roll for the Galaxy as pieces to be cut out, with what is on both of their sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rftg_dsl.model import Tile
from rftg_tools.faces.printed import Printed
from rftg_tools.faces.theme import Theme
from rftg_tools.faces.tiles import faction_facts
from rftg_tools.sheets.grid import DOUBLE, SQUARE, Grid, fullest
from rftg_tools.sheets.pages import NO_BACKS, Batch, Piece
from rftg_tools.sheets.pieces import card_piece

Faces = Sequence[tuple[Printed, int]]
_PLAIN: Final = Piece("plain tile", {}, size=SQUARE)
_PLAIN_DOUBLE: Final = Piece("plain faction tile", {}, size=DOUBLE)


@dataclass(frozen=True, slots=True)
class Whole:
    """A tile: its one or two faces, the first as its file has it, and how many there are of it."""

    faces: tuple[Printed, ...]
    count: int

    @property
    def is_double(self) -> bool:
        """Whether its faces are side by side, as those of faction tiles are."""
        return any(_tile(one).faction > 0 for one in self.faces)


def whole_tiles(faces: Faces) -> list[Whole]:
    """Return the tiles that have these faces, by the first face of each."""
    by_title = {one.card.title: one for one, _count in faces}
    found: list[Whole] = []
    seen: set[str] = set()
    for one, count in faces:
        if one.card.title not in seen:
            other = by_title.get(_tile(one).other)
            both = (one, other) if other else (one,)
            seen |= {face.card.title for face in both}
            found.append(Whole(both, count))
    return found


def tile_batches(title: str, faces: Faces, grid: Grid, backs: str, theme: Theme) -> list[Batch]:
    """Return the sheets of tiles: the square ones, then the faction tiles.

    grid: of square tiles. backs: where none are printed, each face is a piece of its own.
    """
    tiles = whole_tiles(faces)
    double = fullest(grid.paper, DOUBLE, grid.gutter, grid.bleed, grid.marked)
    sheets = (
        (f"{title}: tiles", grid, [one for one in tiles if not one.is_double]),
        (f"{title}: faction tiles", double, [one for one in tiles if one.is_double]),
    )
    return [Batch(name, on, list(_pieces(some, backs, theme))) for name, on, some in sheets if some]


def plain_backs(faces: Faces) -> list[tuple[str, Piece]]:
    """Return the backs of those tiles that are never turned, with a name for each."""
    tiles = whole_tiles(faces)
    return [
        *([("home tile", _PLAIN)] if any(_is_home(one) for one in tiles) else []),
        *([("faction tile", _PLAIN_DOUBLE)] if any(one.is_double for one in tiles) else []),
    ]


def _pieces(tiles: Iterable[Whole], backs: str, theme: Theme) -> Iterator[tuple[Piece, int]]:
    for one in tiles:
        if backs == NO_BACKS and not one.is_double:
            yield from ((card_piece(face, theme), one.count) for face in one.faces)
        else:
            yield whole_piece(one, theme), one.count


def whole_piece(one: Whole, theme: Theme) -> Piece:
    """Return a tile with what is behind it: its other face, or a plain back."""
    if one.is_double:
        return Piece("faction tile", faction_facts(one.faces, theme), _PLAIN_DOUBLE, DOUBLE)
    front, *others = (card_piece(face, theme) for face in one.faces)
    return Piece(front.draw, front.facts, others[0] if others else _PLAIN, front.size)


def _is_home(one: Whole) -> bool:
    return any(_tile(face).home for face in one.faces)


def _tile(face: Printed) -> Tile:
    return face.card.tile or Tile()
