"""What the games of people say of each version of a card.

What is counted is seats of people: a card that came to two persons of a game was drawn twice.
Points and wins are of those who played it in games whose end is known, and without a bot in their
place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from rftg_tools.intervals import wilson
from rftg_tools.playtests.intervals import Mean, mean_of
from rftg_tools.playtests.marks import Mark
from rftg_tools.playtests.played import CardPlayed, InSeat, Person, PlayedGame


@dataclass(frozen=True, slots=True)
class Rounds:
    """In which round a card was first played: the mean, the earliest and the latest."""

    mean: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Wins:
    """How often those won who played a card. won: shared wins by their shares. of: such seats.

    even: how many wins as many seats have that are as good as all others of their games. low,
    high: the 95 % interval of won / of, from 0 to 1.
    """

    won: float
    of: int
    even: float
    low: float
    high: float


@dataclass
class Version:
    """A version of a card, and what became of it in games. says: its lines, () where not known.

    last: the place of the last game that it was in, -1 for none. seats: of people in these games.
    """

    set_id: str
    title: str
    version: str
    says: tuple[str, ...] = ()
    games: int = 0
    ended: int = 0
    last: int = -1
    seats: int = 0
    fates: list[InSeat] = field(default_factory=list)
    ends: list[tuple[Person, int]] = field(default_factory=list)
    """Who played it in games whose end is known, and how many players there were."""
    marks: list[Mark] = field(default_factory=list)

    @property
    def drawn(self) -> int:
        """How often it came to a person."""
        return sum(one.drawn is not None for one in self.fates)

    @property
    def kept(self) -> int:
        """How often it was kept."""
        return sum(one.kept for one in self.fates)

    @property
    def played(self) -> int:
        """How often it was played."""
        return sum(one.played is not None for one in self.fates)

    @property
    def rounds(self) -> Rounds | None:
        """When it was first played, None for never."""
        rounds = [one.played for one in self.fates if one.played is not None]
        return Rounds(fsum(rounds) / len(rounds), min(rounds), max(rounds)) if rounds else None

    @property
    def worth(self) -> Mean | None:
        """What it was worth itself at the end, in points."""
        return mean_of([one.worth for one in self.fates if one.worth is not None])

    @property
    def score(self) -> Mean | None:
        """How many points those had in all who played it."""
        return mean_of([one.score for one, _players in self.ends if one.score is not None])

    @property
    def wins(self) -> Wins | None:
        """How often those won who played it, None for nobody."""
        count = len(self.ends)
        if not count:
            return None
        won = fsum(one.share for one, _players in self.ends if one.share is not None)
        even = fsum(1 / players for _one, players in self.ends)
        return Wins(won, count, even, *wilson(won, count))


def versions_of(games: Sequence[PlayedGame], marks: Iterable[Mark]) -> list[Version]:
    """Return all versions of all cards, by set and title; of a card the one last played first.

    games: those of people, in their order. marks: of any games.
    """
    found: dict[tuple[str, str, str], Version] = {}

    def version(set_id: str, title: str, text: str) -> Version:
        return found.setdefault((set_id, title, text), Version(set_id, title, text))

    for place, game in enumerate(games):
        persons = {one.seat: one for one in game.people}
        for card in game.cards:
            one = version(card.set_id, card.title, card.version)
            _add(one, card, game, place, persons)
    for mark in marks:
        version(mark.set_id, mark.title, mark.version).marks.append(mark)
    return sorted(found.values(), key=lambda one: (one.set_id, one.title, -one.last, one.version))


def _add(
    version: Version,
    card: CardPlayed,
    game: PlayedGame,
    place: int,
    persons: Mapping[int, Person],
) -> None:
    """Take in what became of a card in a game."""
    version.says = version.says or card.says
    version.last = place
    version.games += 1
    version.ended += game.over
    version.seats += len(persons)
    version.fates += card.seats
    if game.over:
        players = [persons[one.seat] for one in card.seats if one.played is not None]
        ended = [(one, game.players) for one in players if one.share is not None]
        version.ends += ended
