"""What the games say of the official cards: how much each wins, and how far they lie apart.

An official card's effect is the share of wins of those who drew it first, less the mean of that
over its peers: the very measure of a card that is tried, but from games that were played anyway.
Games of one seed are one observation, since they are much alike.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import fsum, sqrt

from rftg_dsl.model import Card
from rftg_tools.balance.experiment import Lab
from rftg_tools.balance.games import Game
from rftg_tools.balance.peers import peers_of
from rftg_tools.balance.playing import Seed
from rftg_tools.balance.statistics import FEWEST, Estimate, spread
from rftg_tools.intervals import Z


@dataclass(frozen=True, slots=True)
class Official:
    """An official card. drawn: how often it was drawn first by somebody, in all games.

    played: the share of those who placed it. effect: as a share of wins; shrunken: the best guess
    at it among the effects of all.
    """

    card: Card
    drawn: int
    played: float
    effect: Estimate
    shrunken: Estimate


@dataclass(frozen=True, slots=True)
class Range:
    """How much official cards differ. tau: how far their true effects do, as a standard deviation.
    cards: weakest first.

    low, high: where an official card can lie. It is the wider of two: to the far ends of the
    intervals of the weakest and the strongest, for cards that differ as much as these games leave
    possible, and what holds 95 % of cards like these. about: what the cards are.
    """

    low: float
    high: float
    tau: float
    cards: tuple[Official, ...]
    about: str = "cards"


class Officials:
    """Figures of all official cards, as games come in."""

    def __init__(self, lab: Lab) -> None:
        self._titles = [one.title for one in lab.deck.cards]
        self._official_titles = [one.title for one in lab.official.cards]
        in_use = {one.title: one for one in lab.deck.cards}
        ids = {card_set.id for card_set in lab.official.sets}
        self.cards = [card for card in in_use.values() if card.set_id in ids]
        self._numbers = {subject.card.title: set(subject.numbers) for subject in lab.subjects}
        self._place = {card.title: place for place, card in enumerate(self.cards)}
        self._starts = {card.title for card in self.cards if card.start}
        self._wins = [array("d") for _card in self.cards]
        self._draws = [array("d") for _card in self.cards]
        self._played = [0] * len(self.cards)

    def add(self, seed: Seed) -> None:
        """Take in the games of a seed; a card that stands in for another does not count."""
        for columns in (self._wins, self._draws):
            for column in columns:
                column.append(0.0)
        self._add(seed.game, self._titles, set())
        if seed.official is not None:
            self._add(seed.official, self._official_titles, set())
        for title, (_control, game) in seed.controls.items():
            self._add(game, self._titles, self._numbers[title])

    def _add(self, game: Game, titles: list[str], but: set[int]) -> None:
        if not game.finished:
            return
        placed = {(titles[card], seat) for card, seat, _round, _step in game.placed}
        for title, seat in self._drawers(game, titles, but).items():
            self._count(self._place[title], game, seat, (title, seat) in placed)

    def _drawers(self, game: Game, titles: list[str], but: set[int]) -> dict[str, int]:
        """Return who first drew any copy of each official card, or was dealt a start world."""
        found: dict[str, int] = {}
        for card, seat, _round in game.drawn:
            if card not in but and titles[card] in self._place:
                found.setdefault(titles[card], seat)
        dealt = {titles[card]: seat for seat, card in game.dealt if card not in but}
        return {
            **{title: seat for title, seat in found.items() if title not in self._starts},
            **{title: seat for title, seat in dealt.items() if title in self._starts},
        }

    def _count(self, place: int, game: Game, seat: int, played: bool) -> None:
        self._wins[place][-1] += game.seats[seat].share
        self._draws[place][-1] += 1
        self._played[place] += played

    def range(self, starts: bool = False) -> Range:
        """Return the effects of all cards that were drawn often enough and have a peer; see Range.

        starts: of start worlds alone, which are in play for a whole game; else of all others.
        """
        cards = [card for card in self.cards if (card.title in self._starts) == starts]
        known = [card for card in cards if self._often(card)]
        shares = {card.title: self._share(card) for card in known}
        effects = [(card, *self._effect(card, known, shares)) for card in known]
        effects = [one for one in effects if one[2] > 0]
        if not effects:
            return Range(0.0, 0.0, 0.0, ())
        model = spread([one[1] for one in effects], [one[2] for one in effects])
        found = [
            self._official(card, (effect, sqrt(error)), shrunken)
            for (card, effect, error), shrunken in zip(effects, model.shrunken, strict=True)
        ]
        found.sort(key=lambda one: one.shrunken.mean)
        about = "start worlds" if starts else "cards"
        return Range(model.low, model.high, model.tau, tuple(found), about)

    def _official(
        self, card: Card, effect: tuple[float, float], shrunken: tuple[float, float]
    ) -> Official:
        drawn = self._drawn(card)
        both = (Estimate(mean, Z * error, drawn) for mean, error in (effect, shrunken))
        return Official(card, drawn, self.played(card), *both)

    def played(self, card: Card) -> float:
        """Return the share of those who drew a card first that placed it."""
        return self._played[self._place[card.title]] / max(1, self._drawn(card))

    def _drawn(self, card: Card) -> int:
        return round(fsum(self._draws[self._place[card.title]]))

    def _often(self, card: Card) -> bool:
        return sum(draws > 0 for draws in self._draws[self._place[card.title]]) >= FEWEST

    def _share(self, card: Card) -> tuple[float, list[float]]:
        """Return the share of wins of those who drew a card, and how much each seed moves it.

        A ratio of two sums over seeds; the variance of such a ratio is that of these moves.
        """
        place = self._place[card.title]
        wins, draws = self._wins[place], self._draws[place]
        total = fsum(draws) or 1.0
        share = fsum(wins) / total
        return share, [
            (won - share * drawn) / total for won, drawn in zip(wins, draws, strict=True)
        ]

    def _effect(
        self, card: Card, known: list[Card], shares: dict[str, tuple[float, list[float]]]
    ) -> tuple[float, float]:
        """Return the effect of a card and its variance; 0 and 0 where it has no peer."""
        peers = peers_of(card, known)
        assert peers is not None, "a card is its own peer"
        others = [shares[peer.title] for peer in peers.cards]
        share, moves = shares[card.title]
        mean = fsum(one for one, _ in others) / len(others)
        columns = zip(*(one for _, one in others), strict=True)
        off = [
            move - fsum(column) / len(others) for move, column in zip(moves, columns, strict=True)
        ]
        return share - mean, fsum(one * one for one in off)
