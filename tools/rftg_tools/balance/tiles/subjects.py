"""The tiles of a game by sort: each is compared with the shipped ones of its own sort."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from enum import Enum

from rftg_dsl.model import Card
from roll_engine.cards.table import Table


class Sort(Enum):
    """What is dealt alike. value: a tile of the sort, and several, in words."""

    GAME = ("tile of the bag", "tiles of the bag")
    FACTION = ("faction tile", "faction tiles")
    HOME = ("home world", "home worlds")

    @property
    def average(self) -> str:
        """What a tile is compared with, in words."""
        return f"an average {self.value[0]}"

    @property
    def many(self) -> str:
        """All of the sort, in words."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Subject:
    """A tile. faces: its sides, one for a home world.

    numbers: of each copy, that of its first face, by which it is told from others. among: the
    numbers of a copy of each shipped tile of its sort.
    """

    sort: Sort
    faces: tuple[Card, ...]
    numbers: tuple[int, ...]
    among: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The titles of its faces."""
        return " / ".join(card.title for card in self.faces)

    @property
    def begins(self) -> bool:
        """Whether it is in an empire from the beginning."""
        return self.sort is not Sort.GAME


@dataclass(frozen=True, slots=True)
class Subjects:
    """The tiles that are tried, and the shipped ones that they are compared with.

    number: of the tile of each face, as in Subject.numbers.
    """

    tried: tuple[Subject, ...]
    shipped: tuple[Subject, ...]
    number: tuple[int, ...]

    def only(self, title: str) -> Subjects:
        """Return these subjects with only the tile that has a face of this title to try."""
        tried = (one for one in self.tried if title in [face.title for face in one.faces])
        return replace(self, tried=tuple(tried))


def subjects_of(table: Table, own: Container[str], shipped: Container[str]) -> Subjects:
    """Return the tiles in use. own, shipped: ids of the sets of which they are."""
    number = list(range(len(table.cards)))
    copies: dict[tuple[str, ...], tuple[Sort, tuple[Card, ...], list[int]]] = {}
    for sort, faces in _tiles(table):
        for face in faces:
            number[face] = faces[0]
        cards = tuple(table.cards[face] for face in faces)
        key = tuple(card.title for card in cards)
        copies.setdefault(key, (sort, cards, []))[2].append(faces[0])
    tiles = [Subject(sort, cards, tuple(numbers)) for sort, cards, numbers in copies.values()]
    official = [one for one in tiles if one.faces[0].set_id in shipped]
    among = {sort: tuple(one.numbers[0] for one in official if one.sort is sort) for sort in Sort}
    tiles = [Subject(one.sort, one.faces, one.numbers, among[one.sort]) for one in tiles]
    return Subjects(
        tuple(one for one in tiles if one.faces[0].set_id in own),
        tuple(one for one in tiles if one.faces[0].set_id in shipped),
        tuple(number),
    )


def _tiles(table: Table) -> list[tuple[Sort, tuple[int, ...]]]:
    """Return the faces of each tile."""
    return [
        *((Sort.GAME, (tile.development, tile.world)) for tile in table.tiles),
        *((Sort.FACTION, tile.faces) for tile in table.factions),
        *((Sort.HOME, (face,)) for face in table.homes),
    ]
