"""Statistics of card versions over games with people.

They count people: if two people in a game drew a card, it was drawn twice. Points and wins include
only players who played the card in games with a result, and only if no bot answered for them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from pathlib import Path
from typing import Final

from rftg_tools.balance.history import past_measurements
from rftg_tools.balance.statistics import Estimate
from rftg_tools.intervals import Z, wilson
from rftg_tools.playtests.games import CardInGame, CardInSeat, Person, PlayedGame
from rftg_tools.playtests.marks import Mark

_SMALL_SAMPLES: Final = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
)  # fmt: skip
"""Half of a 95 % interval in standard errors, for 1 to 10 degrees of freedom (Student 1908)."""


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean of `count` numbers. half: margin of error (95 %), or None for a single number."""

    mean: float
    half: float | None
    count: int


@dataclass(frozen=True, slots=True)
class Rounds:
    """Round in which a card was first played: mean, earliest and latest."""

    mean: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Wins:
    """Wins of the players who played a card. of: number of players. Shared wins count partly.

    even: expected wins of equally strong players. low, high: 95 % interval of won / of.
    """

    won: float
    of: int
    even: float
    low: float
    high: float


@dataclass
class Version:
    """A version of a card and its games. lines: its text, or () if unknown.

    last: index of its last game, or -1 if there is none. seats: number of people in its games.
    """

    set_id: str
    title: str
    version: str
    lines: tuple[str, ...] = ()
    games: int = 0
    ended: int = 0
    last: int = -1
    seats: int = 0
    appearances: list[CardInSeat] = field(default_factory=list)
    results: list[tuple[Person, int]] = field(default_factory=list)
    """People who played it in games with a result, and the number of players."""
    marks: list[Mark] = field(default_factory=list)

    def add(self, card: CardInGame, game: PlayedGame, index: int) -> None:
        """Add the card's appearances in a game. index: index of the game."""
        people = {person.seat: person for person in game.people}
        self.lines = self.lines or card.lines
        self.last = index
        self.games += 1
        self.ended += game.over
        self.seats += len(people)
        self.appearances += card.seats
        players = [people[seat.seat] for seat in card.seats if seat.played is not None]
        self.results += [(person, game.players) for person in players if person.share is not None]

    @property
    def drawn(self) -> int:
        """Number of people who drew it."""
        return sum(appearance.drawn is not None for appearance in self.appearances)

    @property
    def kept(self) -> int:
        """Number of people who kept it."""
        return sum(appearance.kept for appearance in self.appearances)

    @property
    def played(self) -> int:
        """Number of people who played it."""
        return sum(appearance.played is not None for appearance in self.appearances)

    @property
    def rounds(self) -> Rounds | None:
        """Round in which it was first played, or None if it never was."""
        rounds = [entry.played for entry in self.appearances if entry.played is not None]
        return Rounds(fsum(rounds) / len(rounds), min(rounds), max(rounds)) if rounds else None

    @property
    def worth(self) -> Mean | None:
        """Points of the card itself at the end."""
        return mean_of([entry.worth for entry in self.appearances if entry.worth is not None])

    @property
    def score(self) -> Mean | None:
        """Total points of the players who played it."""
        return mean_of(
            [person.score for person, _players in self.results if person.score is not None]
        )

    @property
    def wins(self) -> Wins | None:
        """Wins of the players who played it, or None if nobody did."""
        count = len(self.results)
        if not count:
            return None
        won = fsum(person.share or 0 for person, _players in self.results)
        even = fsum(1 / players for _person, players in self.results)
        return Wins(won, count, even, *wilson(won, count))


def group_by_version(games: Sequence[PlayedGame], marks: Iterable[Mark]) -> list[Version]:
    """Return all versions of all cards by set and title, latest version first.

    games: games with people, in order. marks: marks of any games.
    """
    versions: dict[tuple[str, str, str], Version] = {}

    def version_for(card: CardInGame | Mark) -> Version:
        key = card.set_id, card.title, card.version
        return versions.setdefault(key, Version(*key))

    for index, game in enumerate(games):
        for card in game.cards:
            version_for(card).add(card, game, index)
    for mark in marks:
        version_for(mark).marks.append(mark)
    return sorted(
        versions.values(),
        key=lambda version: (version.set_id, version.title, -version.last, version.version),
    )


def mean_of(numbers: Sequence[float]) -> Mean | None:
    """Return the mean of integers with its interval, or None without numbers.

    The variance includes an extra deviation of 1, because a few equal numbers don't show that all
    are equal (as in rftg_tools.balance.statistics.Moments).
    """
    count = len(numbers)
    if not count:
        return None
    mean = fsum(numbers) / count
    if count == 1:
        return Mean(mean, None, 1)
    variance = fsum((number - mean) ** 2 for number in numbers) / (count - 1)
    return Mean(mean, student_quantile(count - 1) * sqrt((variance + 1 / count) / count), count)


def student_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t: half of a 95 % interval in standard errors.

    freedom: degrees of freedom, 1 or more. Beyond the table, a Cornish-Fisher series is used, which
    is accurate to 0.001 there.
    """
    if freedom <= len(_SMALL_SAMPLES):
        return _SMALL_SAMPLES[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


@dataclass(frozen=True, slots=True)
class BotEstimate:
    """Effect of drawing a card on the chance to win, in percentage points.

    is_same_text: whether it was measured with this text of the card.
    """

    effect: Estimate
    is_same_text: bool


def find_bot_estimate(store: Path, version: Version) -> BotEstimate | None:
    """Return the latest balance estimate of a card, preferably with the same text.

    store: file of `rftg-dsl balance`. An unreadable file has no estimates.
    """
    try:
        estimates = past_measurements(store, version.set_id, version.title)
    except (sqlite3.Error, OSError):
        return None
    for lines, effect in estimates:
        if lines == list(version.lines):
            return BotEstimate(effect, is_same_text=True)
    return BotEstimate(estimates[0][1], is_same_text=False) if estimates else None
