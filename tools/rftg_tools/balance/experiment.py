"""What is played for a seed: a game with the cards, one without, one with each card replaced.

Common random numbers: all games of a seed have the same shuffles. Only cards that somebody drew
are replaced, each by one official card after the other from among its peers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from gamekit.chance import Chance
from rftg_dsl.bundle import SetBundle, unpack
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids
from rftg_engine.cards.table import Table
from rftg_tools.balance.deck import Deck, deck_of, official_deck
from rftg_tools.balance.games import Game, Setup, play
from rftg_tools.balance.peers import Peers, peers_of
from rftg_tools.workers.fingerprint import digest_of, fingerprint, rules_digest

RUN: Final = 20
"""Seeds that are played together, with the same card in place of each card under test."""
DECIDING: Final = ("deck.py", "experiment.py", "games.py", "peers.py")
"""Modules of this package whose text is in the key of a game."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Which cards are tried, in which games. It is all that a worker needs.

    sets: all in use. own: ids of those whose cards are tried.
    """

    sets: SetBundle
    own: tuple[str, ...]
    setup: Setup


@dataclass(frozen=True, slots=True)
class Run:
    """The seeds from `first` on, RUN of them, and which of their games are to be played."""

    first: int
    with_cards: bool
    official: bool

    @property
    def seeds(self) -> range:
        """The seeds of the run."""
        return range(self.first, self.first + RUN)


@dataclass(frozen=True, slots=True)
class Row:
    """A game in its place. key: of the experiment, or of the official cards alone.

    variant: the title of the card that was replaced, "" where none was; control: of the one that
    replaced it. cards: the digest of all cards in the game.
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


class Lab:
    """An experiment with its cards compiled. untried: cards that nothing can be compared with."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.setup = experiment.setup
        sets = unpack(experiment.sets)
        shipped = set(shipped_ids())
        self.deck = deck_of(sets)
        self.official = official_deck(sets, shipped)
        in_use = {card.title: card for card in self.deck.cards}
        official = [card for card in in_use.values() if card.set_id in shipped]
        self.subjects: list[Subject] = []
        self.untried: list[Card] = []
        for title, card in in_use.items():
            if card.set_id in experiment.own:
                peers = peers_of(card, official)
                if peers is None:
                    self.untried.append(card)
                else:
                    self.subjects.append(Subject(card, self.deck.numbers(title), peers))
        self.key = self._key(self.deck, *(subject.card.title for subject in self.subjects))
        self.official_key = self._key(self.official)
        self._with_cards = _Bound.of(self.deck, "")
        self._official = _Bound.of(self.official, "")

    def _key(self, deck: Deck, *titles: str) -> str:
        """Return what is equal where the same games are played.

        Cards, set-up, rules and bots are all in it.
        """
        text = "\n".join([rules_digest(), _own_digest(), self.setup.text(), deck.digest(), *titles])
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
                yield self._play(self.official_key, seed, "", self._official)
        if run.with_cards:
            rows = [self._play(self.key, seed, "", self._with_cards) for seed in run.seeds]
            yield from rows
            for subject in self.subjects:
                yield from self._without(subject, rows)

    def _without(self, subject: Subject, rows: list[Row]) -> Iterator[Row]:
        """Yield the games where somebody drew a subject, with another card in its place."""
        drawn = [row.seed for row in rows if subject.drawer(row.game) >= 0]
        if drawn:
            other = self.control(subject, drawn[0])
            cards = _Bound.of(self.deck.with_instead(subject.numbers, other), other.title)
            for seed in drawn:
                yield self._play(self.key, seed, subject.card.title, cards)

    def _play(self, key: str, seed: int, variant: str, cards: _Bound) -> Row:
        about = f"{cards.control!r} in place of {variant!r}" if variant else "all cards"
        game = play(cards.table, self.setup, seed, about)
        return Row(key, seed, variant, cards.control, cards.digest, game)


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
    return digest_of({name: here / name for name in DECIDING})


@lru_cache(maxsize=2)
def lab_of(experiment: Experiment) -> Lab:
    """Return the lab of an experiment; a worker makes it once."""
    return Lab(experiment)


def play_run(experiment: Experiment, run: Run) -> list[Row]:
    """Return the games of a run, for a worker."""
    return list(lab_of(experiment).play_run(run))
