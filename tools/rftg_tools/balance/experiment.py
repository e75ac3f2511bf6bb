"""What is played for a seed: a game with the cards, one without, and variants of the first.

Common random numbers: all games of a seed have the same shuffles. In a variant a card that
somebody drew is replaced by an official one, or is played otherwise by who drew it. Until it is
drawn, the variant is the same game, so that is played only once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import rftg_engine
from gamekit.chance import Chance
from rftg_dsl.bundle import SetBundle, unpack
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids
from rftg_engine.cards.table import Table
from rftg_tools.balance.alternatives import Alternative, with_alternative
from rftg_tools.balance.courses import Course
from rftg_tools.balance.deck import Deck, deck_of, official_deck
from rftg_tools.balance.games import Fork, Game, Setup, play
from rftg_tools.balance.holders import MANNERS, PLACE
from rftg_tools.balance.peers import Peers, peers_of
from rftg_tools.workers.fingerprint import digest_files, fingerprint, rules_digest

RUN: Final = 20
"""Seeds that are played together, with the same card in place of each card under test."""
OFFICIAL: Final = 50 * RUN
"""Seeds that have a game with the official cards alone; what those say is known by then."""
DECIDING: Final = (
    "alternatives.py",
    "courses.py",
    "deck.py",
    "experiment.py",
    "forecasts.py",
    "games.py",
    "holders.py",
    "peers.py",
)
"""Modules of this package whose text is in the key of a game."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Which cards are tried, in which games. It is all that a worker needs.

    sets: all in use. own: ids of those whose cards are tried. alternative: played instead of the
    card of its title, and tried alone.
    """

    sets: SetBundle
    own: tuple[str, ...]
    setup: Setup
    alternative: Alternative | None = None


def variant_of(title: str, manner: str = "") -> str:
    """Return the name of a variant: of a card that is replaced, or played in a manner."""
    return f"{title}\t{manner}" if manner else title


@dataclass(frozen=True, slots=True)
class Run:
    """The seeds from `first` on, RUN of them, and which of their games are to be played."""

    first: int
    with_cards: bool
    official: bool
    variants: tuple[str, ...] = ()

    @property
    def seeds(self) -> range:
        """The seeds of the run."""
        return range(self.first, self.first + RUN)

    @property
    def anything(self) -> bool:
        """Whether there is anything to play."""
        return self.with_cards or self.official or bool(self.variants)


@dataclass(frozen=True, slots=True)
class Row:
    """A game in its place. key: of the experiment, or of the official cards alone.

    variant: see variant_of, "" for the game with the cards as they are; control: the title of the
    card that replaced another. cards: the digest of all cards in the game.
    """

    key: str
    seed: int
    variant: str
    control: str
    cards: str
    game: Game


@dataclass(frozen=True, slots=True)
class Subject:
    """A card that is tried, with the numbers of its copies, and what it is compared with."""

    card: Card
    numbers: tuple[int, ...]
    peers: Peers

    def drawer(self, game: Game) -> int:
        """Return the seat that first drew any copy, -1 when nobody did.

        A start world counts for who was dealt it, or had it to choose from.
        """
        if self.card.start:
            return next((seat for seat, world in game.dealt if world in self.numbers), -1)
        return next((seat for card, seat, _ in game.drawn if card in self.numbers), -1)

    def draw(self, game: Game) -> int:
        """Return the place of its first draw among all of a game in which it is drawn.

        A start world comes before any.
        """
        if self.card.start:
            return -1
        return next(at for at, (card, *_rest) in enumerate(game.drawn) if card in self.numbers)


class Lab:
    """An experiment with its cards compiled. untried: cards that nothing can be compared with."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.setup = experiment.setup
        sets, alternative = unpack(experiment.sets), experiment.alternative
        if alternative:
            sets = with_alternative(sets, alternative)
        shipped = set(shipped_ids())
        self.deck = deck_of(sets)
        self.official = official_deck(sets, shipped)
        in_use = {card.title: card for card in self.deck.cards}
        official = [card for card in in_use.values() if card.set_id in shipped]
        self.subjects: list[Subject] = []
        self.untried: list[Card] = []
        for title, card in in_use.items():
            if card.set_id in experiment.own and (not alternative or title == alternative.title):
                peers = peers_of(card, official)
                if peers is None:
                    self.untried.append(card)
                else:
                    self.subjects.append(Subject(card, self.deck.numbers(title), peers))
        self.key = self._key(self.deck, *(subject.card.title for subject in self.subjects))
        self.official_key = self._key(self.official)
        self._with_cards = _Bound.of(self.deck, "")
        self._official = _Bound.of(self.official, "")

    @property
    def table(self) -> Table:
        """All cards, bound."""
        return self._with_cards.table

    def _key(self, deck: Deck, *titles: str) -> str:
        """Return what is equal where the same games are played.

        Cards, set-up, rules and bots are all in it.
        """
        text = "\n".join(
            [rules_digest(rftg_engine), _own_digest(), self.setup.text(), deck.digest(), *titles]
        )
        return hashlib.sha256(text.encode()).hexdigest()

    def about(self, official: bool = False) -> dict[str, Any]:
        """Return what its key stands for. official: that of the official cards alone."""
        deck = self.official if official else self.deck
        return {
            "sets": {card_set.id: card_set.digest for card_set in deck.sets},
            "cards": [] if official else [subject.card.title for subject in self.subjects],
            "setup": self.setup.text(),
            "version": fingerprint(),
        }

    def control(self, subject: Subject, seed: int) -> Card:
        """Return the official card that takes a subject's place.

        Its peers come in turn, in random order.
        """
        peers = subject.peers.cards
        turn, place = divmod(seed // RUN, len(peers))
        chance = Chance(f"{self.setup.seed}/{subject.card.title}")
        return peers[chance.shuffle(list(range(len(peers))), turn)[place]]

    def play_run(self, run: Run) -> Iterator[Row]:
        """Yield the games of a run, all with the same cards one after the other.

        A table that has been played with has found out much already.
        """
        if run.official:
            for seed in run.seeds:
                yield self._row(self.official_key, seed, "", self._official)[0]
        if run.with_cards or run.variants:
            games = [self._row(self.key, seed, "", self._with_cards) for seed in run.seeds]
            if run.with_cards:
                yield from (row for row, _course in games)
            for subject in self.subjects:
                yield from self._variants(subject, run, games)

    def _variants(
        self, subject: Subject, run: Run, games: list[tuple[Row, Course]]
    ) -> Iterator[Row]:
        """Yield the variants of the games in which somebody drew a subject."""
        title = subject.card.title
        drawn = [(row, course) for row, course in games if subject.drawer(row.game) >= 0]
        if drawn and title in run.variants:
            other = self.control(subject, run.first)
            cards = _Bound.of(self.deck.with_instead(subject.numbers, other), other.title)
            for row, course in drawn:
                fork = Fork(course, course.before(subject.draw(row.game)))
                yield self._row(self.key, row.seed, title, cards, fork)[0]
        for manner in MANNERS:
            variant = variant_of(title, manner)
            for row, course in drawn if variant in run.variants else ():
                seat, until = subject.drawer(row.game), course.before(subject.draw(row.game))
                fork = Fork(course, until, manner, seat, subject.numbers)
                yield self._row(self.key, row.seed, variant, self._with_cards, fork)[0]

    def _row(
        self, key: str, seed: int, variant: str, cards: _Bound, fork: Fork | None = None
    ) -> tuple[Row, Course]:
        """Return a game in its place, and what was answered in it where it is no fork."""
        about = "all cards" if not variant else repr(variant.replace("\t", " "))
        if cards.control:
            about = f"{cards.control!r} in place of {about}"
        asks = self._asks(cards, fork)
        game, course = play(cards.table, self.setup, seed, about, fork, asks)
        return Row(key, seed, variant, cards.control, cards.digest, game), course

    def _asks(self, cards: _Bound, fork: Fork | None) -> bool:
        """Return whether players are asked for forecasts, which takes a tenth of a game's work.

        They are where a card that is tried may be placed, unless somebody leaves it alone.
        """
        return cards is self._with_cards and (fork is None or fork.manner == PLACE)


@dataclass(frozen=True, slots=True)
class _Bound:
    """Cards ready to be played. control: the title of the one in place of another, if any."""

    control: str
    digest: str
    table: Table

    @staticmethod
    def of(deck: Deck, control: str) -> _Bound:
        """Return a deck, bound."""
        return _Bound(control, deck.digest(), deck.table())


@cache
def _own_digest() -> str:
    """Return what of these reports decides which games are played, and what is kept of them."""
    here = Path(__file__).parent
    return digest_files({name: here / name for name in DECIDING})


@lru_cache(maxsize=2)
def lab_of(experiment: Experiment) -> Lab:
    """Return the lab of an experiment; a worker makes it once."""
    return Lab(experiment)


def play_run(experiment: Experiment, run: Run) -> list[Row]:
    """Return the games of a run, for a worker."""
    return list(lab_of(experiment).play_run(run))
