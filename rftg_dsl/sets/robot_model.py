"""Data model of the solitaire robot, which the engine plays."""

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
"""Faces of the dice. The first six are actions and can be the robot face."""

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
"""Rows of the mat, for phases selected by dice and for phases selected by the player."""

Cards = tuple[Selector, ...]
"""Alternative selectors."""


@struct
class Note:
    """An interpretation of unclear rules in the booklets. place: path of keys."""

    place: tuple[str, ...]
    reading: str
    reason: str
    doubt: str


@struct
class Row:
    """A row of the mat: the robot's actions in a phase (see grammar/robot.schema.json).

    counter: credit for placing a counter, or 0 if the row places none.
    has: cards, at least one of which must be in the tableau; if not, the row in `otherwise`
    applies.
    find: cards to flip for, or None if no cards are flipped.
    for_six: None if 6-cost developments are not special.
    chips: chips per point of economy size.
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
    """Settings for a start world of the robot.

    face: initial robot face, from FACES.
    after: new robot face, by action face.
    never: cards that it never finds.
    prestige_for: cards that give it prestige.
    rows: its tiles, by name in ROWS.
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
    """A robot file. Robots are equal if their digests are equal.

    digest: hexadecimal SHA-256 of the text.
    text: complete text, or "" for the shipped robot.
    six: selectors of 6-cost developments.
    unused: lowest and highest number of start worlds that stay in the box.
    mat: a row for each name in ROWS.
    starts: settings by title, with any_start as default.
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
        """Return the first position of a word outside comments ("line 3, column 9"), or ""."""
        pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        for line_number, line in enumerate(self.text.splitlines(), 1):
            if match := pattern.search(line.partition("#")[0]):
                return f"line {line_number}, column {match.start() + 1}"
        return ""

    def __hash__(self) -> int:
        # Needed because every game looks up its table by robot.
        return hash(self.digest)
