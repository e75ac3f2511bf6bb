"""Tests of tiles as they were written: what is given, what is decided, what is then expected."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.structs import struct

Titles = tuple[str, ...]
Goods = tuple[tuple[str, str], ...]
"""The dice on worlds, by title."""
STACKS: Final = ("tableau", "developments", "worlds")
PLACES: Final = ("cup", "citizenry", "developers", "settlers")
"""Where dice are besides under the phases and on worlds."""


@struct
class TileAnswer:
    """A line of `answers`: words, with its place."""

    text: str
    region: Region


@struct
class TileExpectation:
    """One line of `then`: `key` has this value; None for no dice."""

    key: str
    value: int | str | Titles | Goods | None
    region: Region


@struct
class TileSide:
    """One player's part of a test.

    faces: titles by STACKS. dice: texts by PLACES, phases and "rolled". selects: a phase, or "".
    """

    faces: tuple[tuple[str, Titles], ...] = ()
    dice: tuple[tuple[str, str], ...] = ()
    goods: Goods = ()
    selects: str = ""
    credits: int = 1
    vp: int = 0
    answers: tuple[TileAnswer, ...] = ()
    then: tuple[TileExpectation, ...] = ()


@struct
class TileTest:
    """A test: the players' parts, yours first; the steps, () for the phases that have workers.

    bag: the only tiles in it, None for all that nobody has. you_first: you are first in the order
    of strict timing; else you are last. region: of its name.
    """

    name: str
    sides: tuple[TileSide, ...]
    steps: tuple[str, ...]
    bag: Titles | None
    region: Region
    you_first: bool = True

    @property
    def titles(self) -> tuple[str, ...]:
        """The faces that the test lays out."""
        laid_out = (titles for side in self.sides for _key, titles in side.faces)
        return (*(title for titles in laid_out for title in titles), *(self.bag or ()))

    @property
    def mentioned(self) -> tuple[str, ...]:
        """The faces that the test lays out."""
        return self.titles
