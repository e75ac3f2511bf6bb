"""The solitaire robot as data, from its file; the engine plays it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Selector

FACES: Final = (
    "explore",
    "develop",
    "settle",
    "consume-trade",
    "consume-x2",
    "produce",
    "match",
    "robot",
)
"""Faces of the dice; the first six are actions, and can be the robot face."""

ROWS: Final = (
    "explore action",
    "explore both",
    "explore response",
    "develop action",
    "develop response",
    "settle action",
    "settle response",
    "consume trade",
    "consume x2",
    "consume both",
    "consume response",
    "produce action",
    "produce response",
)
"""Rows of the mat: for phases that dice select, and for phases that the player selects."""

Cards = tuple[Selector, ...]
"""Cards like one of some selectors."""


@struct
class Note:
    """An interpretation where the booklets are silent. place: keys that lead to it."""

    place: tuple[str, ...]
    reading: str
    reason: str
    doubt: str


@struct
class Row:
    """What the robot does in a phase, as the keys of its file say (grammar/robot.schema.json).

    counter: credit for a counter, 0 where none is placed. has: cards of which the tableau needs
    one, else `otherwise` is done. find: None where nothing is flipped. for_six: None where a
    6-cost development is like any other. chips: for each point of economy size.
    """

    needs: int = 0
    counter: int = 0
    once: bool = False
    has: Cards | None = None
    draw: int = 0
    draw_for: Cards | None = None
    from_supply: bool = False
    find: Cards | None = None
    least_points: int | None = None
    spends: int = 0
    for_six: int | None = None
    chips: int = 0
    credit: int = 0
    economy: int = 0
    prestige: int = 0
    discards_start: bool = False
    otherwise: Row | None = None


@struct
class Start:
    """The robot with one start world.

    face: the robot face, a word of FACES. after: by the face of an action, what the robot face
    changes to. never, prestige_for: cards that it does not find, and that bring it prestige.
    rows: its tiles, by a word of ROWS.
    """

    face: str
    credit: int
    economy: int
    stack: int
    after: tuple[tuple[str, str], ...] = ()
    never: Cards = ()
    prestige_for: Cards = ()
    rows: tuple[tuple[str, Row], ...] = ()


@struct
class Difficulty:
    """Number of the robot's counters, and points of each 6-cost development and counter."""

    counters: int
    points: int


@dataclass(frozen=True, slots=True, eq=False)
class Robot:
    """A robot file. Robots are equal when their digests are.

    digest: SHA-256 of its text, hexadecimal. text: all of it, "" of the robot that is shipped.
    six: the 6-cost developments. unused: the lowest and the highest number of the start worlds
    that stay in the box. mat: a row for each of ROWS. starts: by title; any_start for all others.
    """

    title: str
    difficulties: tuple[tuple[str, Difficulty], ...]
    chips: int
    more_chips: int
    most_credit: int
    most_economy: int
    unused: tuple[int, int]
    six: Cards
    dice: tuple[tuple[str, ...], tuple[str, ...]]
    mat: tuple[Row, ...]
    prestige_points: int
    printed_prestige: bool
    leads: bool
    any_start: Start
    starts: tuple[tuple[str, Start], ...]
    notes: tuple[Note, ...] = field(repr=False)
    digest: str
    text: str = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Robot) and self.digest == other.digest

    def place_of(self, word: str) -> str:
        """Return where its file first has a word outside comments ("line 3, column 9"), or ""."""
        sought = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        for number, line in enumerate(self.text.splitlines(), 1):
            if match := sought.search(line.partition("#")[0]):
                return f"line {number}, column {match.start() + 1}"
        return ""

    def __hash__(self) -> int:
        # Every game looks its table up by its robot.
        return hash(self.digest)
