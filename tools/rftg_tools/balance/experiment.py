"""Games of a seed: with the cards, without them, and variants of the first.

Common random numbers: all games of a seed have the same shuffles. In a variant, a drawn card is
replaced by an official one, or the player who drew it follows a different policy. Up to the draw,
the variant is the same game, so its answers are repeated.
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
from rftg_dsl.library import SetBundle, unpack
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_ids
from rftg_engine.cards.table import Table
from rftg_tools.balance.bots import LEAVE, PLACE, GameTrace
from rftg_tools.balance.deck import (
    Alternative,
    Deck,
    Peers,
    deck_of,
    official_deck,
    peers_of,
    with_alternative,
)
from rftg_tools.balance.games import Game, GameBranch, Setup, play
from rftg_tools.workers.fingerprint import digest_files, fingerprint, rules_digest

SEEDS_PER_RUN: Final = 20
"""Seeds that are played together, with the same replacement for each tested card."""
OFFICIAL: Final = 20 * SEEDS_PER_RUN
"""Seeds that also have a game with only official cards; more would not add precision."""
PEER_PLACED: Final = "peer placed"
"""Variant in which the replacement is placed whenever possible, to compare with PLACE."""
FORCED: Final = (LEAVE, PLACE, PEER_PLACED)
"""Variants with a forced policy."""
DECIDING: Final = ("bots.py", "deck.py", "experiment.py", "games.py")
"""Modules of this package that are part of a game's key."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Cards or tiles to test and their games: everything that a worker needs.

    sets: all sets in use. own: IDs of the tested sets. alternative: replaces the card of its title,
    and is the only card tested.
    """

    sets: SetBundle
    own: tuple[str, ...]
    setup: Setup
    alternative: Alternative | None = None


def variant_of(title: str, policy: str = "") -> str:
    """Return the name of a variant: the card is replaced or, with `policy`, follows a policy."""
    return f"{title}\t{policy}" if policy else title


@dataclass(frozen=True, slots=True)
class SeedRun:
    """SEEDS_PER_RUN consecutive seeds from `first`, and the games of each to play."""

    first: int
    with_cards: bool
    official: bool
    variants: tuple[str, ...] = ()

    @property
    def seeds(self) -> range:
        """The seeds of the run."""
        return range(self.first, self.first + SEEDS_PER_RUN)

    @property
    def is_needed(self) -> bool:
        """Whether any game is to be played."""
        return self.with_cards or self.official or bool(self.variants)


@dataclass(frozen=True, slots=True)
class Row:
    """A game with its key in the store.

    key: of the experiment, or of the official cards. variant: see variant_of; "" for the original
    game. control: title of the replacement card. cards: digest of all cards in the game.
    """

    key: str
    seed: int
    variant: str
    control: str
    cards: str
    game: Game


@dataclass(frozen=True, slots=True)
class Subject:
    """A tested card, the numbers of its copies, and its peers."""

    card: Card
    numbers: tuple[int, ...]
    peers: Peers

    def drawer(self, game: Game) -> int:
        """Return the seat that first drew a copy, or -1 if nobody did.

        A start world counts for the player who was dealt it, as a choice or not.
        """
        if self.card.start:
            return next((seat for seat, world in game.dealt if world in self.numbers), -1)
        return next((seat for card, seat, _ in game.drawn if card in self.numbers), -1)


class CompiledExperiment:
    """An experiment with its cards compiled. untried: cards without peers."""

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
        self._with_cards = _Bound.from_deck(self.deck, "")
        self._official = _Bound.from_deck(self.official, "")
        self._bound: dict[tuple[str, str], _Bound] = {}

    @property
    def table(self) -> Table:
        """All cards, bound."""
        return self._with_cards.table

    def _key(self, deck: Deck, *titles: str) -> str:
        """Return a key for the games: a digest of cards, set-up, rules and bots."""
        text = "\n".join(
            [rules_digest(rftg_engine), _own_digest(), self.setup.text(), deck.digest(), *titles]
        )
        return hashlib.sha256(text.encode()).hexdigest()

    def key_description(self, official: bool = False) -> dict[str, Any]:
        """Return a description of the key. official: of the key of the official cards."""
        deck = self.official if official else self.deck
        return {
            "sets": {card_set.id: card_set.digest for card_set in deck.sets},
            "cards": [] if official else [subject.card.title for subject in self.subjects],
            "setup": self.setup.text(),
            "version": fingerprint(),
        }

    def control(self, subject: Subject, seed: int) -> Card:
        """Return the official card that replaces a subject: its peers in turn, in random order."""
        peers = subject.peers.cards
        turn, place = divmod(seed // SEEDS_PER_RUN, len(peers))
        chance = Chance(f"{self.setup.seed}/{subject.card.title}")
        return peers[chance.shuffle(list(range(len(peers))), turn)[place]]

    def play_run(self, run: SeedRun) -> Iterator[Row]:
        """Yield the games of a run."""
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
        self, subject: Subject, run: SeedRun, games: list[tuple[Row, GameTrace]]
    ) -> Iterator[Row]:
        """Yield the variants of the games in which somebody drew a subject."""
        title = subject.card.title
        drawn = [(row, course) for row, course in games if subject.drawer(row.game) >= 0]
        for name in ("", *FORCED):
            variant = variant_of(title, name)
            if not drawn or variant not in run.variants:
                continue
            policy = PLACE if name == PEER_PLACED else name
            cards = self._with_cards
            if name in ("", PEER_PLACED):
                cards = self._replaced(subject, self.control(subject, run.first))
            for row, course in drawn:
                fork = GameBranch(course, subject.numbers, policy, subject.drawer(row.game))
                yield self._row(self.key, row.seed, variant, cards, fork)[0]

    def _replaced(self, subject: Subject, control: Card) -> _Bound:
        """Return the cards with an official card in place of a subject, bound once."""
        names = (subject.card.title, control.title)
        if names not in self._bound:
            deck = self.deck.with_instead(subject.numbers, control)
            self._bound[names] = _Bound.from_deck(deck, control.title)
        return self._bound[names]

    def _row(
        self, key: str, seed: int, variant: str, cards: _Bound, fork: GameBranch | None = None
    ) -> tuple[Row, GameTrace]:
        """Return a game with its key, and the answers if it is not a fork."""
        cards_in_game = "all cards" if not variant else repr(variant.replace("\t", " "))
        if cards.control:
            cards_in_game = f"{cards.control!r} in place of {cards_in_game}"
        asks = self._asks(cards, fork)
        game, course = play(cards.table, self.setup, seed, cards_in_game, fork, asks)
        return Row(key, seed, variant, cards.control, cards.digest, game), course

    def _asks(self, cards: _Bound, fork: GameBranch | None) -> bool:
        """Return whether to ask players for forecasts, which takes a tenth of a game's work.

        They are needed if a tested card may be placed.
        """
        return cards is self._with_cards and (fork is None or fork.policy == PLACE)


@dataclass(frozen=True, slots=True)
class _Bound:
    """Cards bound for play. control: title of the replacement card, if any."""

    control: str
    digest: str
    table: Table

    @staticmethod
    def from_deck(deck: Deck, control: str) -> _Bound:
        """Bind a deck."""
        return _Bound(control, deck.digest(), deck.table())


@cache
def _own_digest() -> str:
    """Return a digest of the modules that determine which games are played and what is stored."""
    folder = Path(__file__).parent
    return digest_files({name: folder / name for name in DECIDING})


@lru_cache(maxsize=2)
def compile_experiment(experiment: Experiment) -> CompiledExperiment:
    """Compile an experiment, once per worker."""
    return CompiledExperiment(experiment)


def play_run(experiment: Experiment, run: SeedRun) -> list[Row]:
    """Return the games of a run, for a worker."""
    return list(compile_experiment(experiment).play_run(run))
