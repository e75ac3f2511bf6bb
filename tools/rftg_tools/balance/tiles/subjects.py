"""The tiles of a game by kind: each is compared with shipped tiles of its kind."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from enum import Enum

from rftg_dsl.model import Card
from roll_engine.cards.table import Table


class TileKind(Enum):
    """Kind of tile. value: its name in the singular and plural."""

    GAME = ("tile of the bag", "tiles of the bag")
    FACTION = ("faction tile", "faction tiles")
    HOME = ("home world", "home worlds")

    @property
    def average(self) -> str:
        """Description of the comparison."""
        return f"an average {self.value[0]}"

    @property
    def many(self) -> str:
        """Name in the plural."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Subject:
    """A tile. faces: its sides, a single one for a home world.

    numbers: ID of each copy: the number of its first face. among: a copy of each shipped tile of
    its kind.
    """

    kind: TileKind
    faces: tuple[Card, ...]
    numbers: tuple[int, ...]
    among: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The titles of its faces."""
        return " / ".join(card.title for card in self.faces)

    @property
    def begins(self) -> bool:
        """Whether it starts in play."""
        return self.kind is not TileKind.GAME


@dataclass(frozen=True, slots=True)
class Subjects:
    """The tested tiles, and the shipped tiles to compare with.

    tile_of: ID of the tile of each face, as in Subject.numbers.
    """

    tried: tuple[Subject, ...]
    shipped: tuple[Subject, ...]
    tile_of: tuple[int, ...]

    def only(self, title: str) -> Subjects:
        """Return these tiles with only the tile of this title or face to test."""
        tried = (tile for tile in self.tried if title in [face.title for face in tile.faces])
        return replace(self, tried=tuple(tried))


def subjects_of(table: Table, own: Container[str], shipped: Container[str]) -> Subjects:
    """Return the tiles in use. own, shipped: IDs of the tested and the shipped sets."""
    tile_of = list(range(len(table.cards)))
    copies: dict[tuple[str, ...], tuple[TileKind, tuple[Card, ...], list[int]]] = {}
    for kind, faces in _tiles(table):
        for face in faces:
            tile_of[face] = faces[0]
        cards = tuple(table.cards[face] for face in faces)
        key = tuple(card.title for card in cards)
        copies.setdefault(key, (kind, cards, []))[2].append(faces[0])
    tiles = [Subject(kind, cards, tuple(numbers)) for kind, cards, numbers in copies.values()]
    official = [tile for tile in tiles if tile.faces[0].set_id in shipped]
    among = {
        kind: tuple(tile.numbers[0] for tile in official if tile.kind is kind) for kind in TileKind
    }
    tiles = [Subject(t.kind, t.faces, t.numbers, among[t.kind]) for t in tiles]
    return Subjects(
        tuple(tile for tile in tiles if tile.faces[0].set_id in own),
        tuple(tile for tile in tiles if tile.faces[0].set_id in shipped),
        tuple(tile_of),
    )


def _tiles(table: Table) -> list[tuple[TileKind, tuple[int, ...]]]:
    """Return the faces of each tile."""
    return [
        *((TileKind.GAME, (tile.development, tile.world)) for tile in table.tiles),
        *((TileKind.FACTION, tile.faces) for tile in table.factions),
        *((TileKind.HOME, (face,)) for face in table.homes),
    ]
