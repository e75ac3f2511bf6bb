"""Effects of the official cards with their range, and the calibration of the bots' forecasts.

The effect of an official card is measured like that of a tested card: the win share of its first
drawers minus the mean of its peers, in games that are played anyway. The games of a seed count as
one observation, because they are similar.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt

from rftg_dsl.model import Card
from rftg_tools.balance.deck import peers_of
from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.games import Game
from rftg_tools.balance.outcome import credits_of
from rftg_tools.balance.playing import SeedGames
from rftg_tools.balance.statistics import FEWEST, Estimate, Moments, spread
from rftg_tools.intervals import Z


@dataclass(frozen=True, slots=True)
class OfficialCard:
    """An official card. drawn: first draws in all games. played: share of drawers who placed it.

    effect: as a win share. shrunken: best estimate, given the effects of all cards.
    """

    card: Card
    drawn: int
    played: float
    effect: Estimate
    shrunken: Estimate


@dataclass(frozen=True, slots=True)
class OfficialRange:
    """Range of the effects of official cards. tau: standard deviation of their true effects.

    cards: weakest first. low, high: limits for an official card: the wider of the ends of the
    intervals of the weakest and strongest card, assuming the largest plausible tau, and a 95 %
    prediction interval for similar cards. description: of these cards, in the plural.
    """

    low: float
    high: float
    tau: float
    cards: tuple[OfficialCard, ...]
    description: str = "cards"


def range_of(measured: Sequence[tuple[OfficialCard, float]], description: str) -> OfficialRange:
    """Return the range of cards, each with the variance of its effect.

    Their best estimates are replaced, because these depend on all of them.
    """
    if not measured:
        return OfficialRange(0.0, 0.0, 0.0, ())
    model = spread([card.effect.mean for card, _ in measured], [error for _, error in measured])
    cards = [
        replace(card, shrunken=Estimate(mean, Z * error, card.drawn))
        for (card, _), (mean, error) in zip(measured, model.shrunken, strict=True)
    ]
    cards.sort(key=lambda card: card.shrunken.mean)
    return OfficialRange(model.low, model.high, model.tau, tuple(cards), description)


class Officials:
    """Figures of all official cards, updated seed by seed."""

    def __init__(self, lab: CompiledExperiment) -> None:
        self._titles = [card.title for card in lab.deck.cards]
        self._official_titles = [card.title for card in lab.official.cards]
        in_use = {card.title: card for card in lab.deck.cards}
        ids = {card_set.id for card_set in lab.official.sets}
        self.cards = [card for card in in_use.values() if card.set_id in ids]
        self._numbers = {subject.card.title: set(subject.numbers) for subject in lab.subjects}
        self._place = {card.title: place for place, card in enumerate(self.cards)}
        self._starts = {card.title for card in self.cards if card.start}
        self._wins = [array("d") for _card in self.cards]
        self._draws = [array("d") for _card in self.cards]
        self._played = [0] * len(self.cards)
        self._ranges: dict[bool, OfficialRange] = {}

    def add(self, seed: SeedGames) -> None:
        """Add the games of a seed; replacement cards do not count."""
        self._ranges.clear()
        for columns in (self._wins, self._draws):
            for column in columns:
                column.append(0.0)
        self._add(seed.game, self._titles, set())
        if seed.official is not None:
            self._add(seed.official, self._official_titles, set())
        for title, (_control, game) in seed.controls.items():
            self._add(game, self._titles, self._numbers[title])

    def _add(self, game: Game, titles: list[str], excluded: set[int]) -> None:
        if not game.finished:
            return
        credits = credits_of(game)
        placed = {(titles[card], seat) for card, seat, _round, _step in game.placed}
        for title, seat in self._drawers(game, titles, excluded).items():
            self._count(self._place[title], credits[seat], (title, seat) in placed)

    def _drawers(self, game: Game, titles: list[str], excluded: set[int]) -> dict[str, int]:
        """Return the first drawer of each official card; the first owner of a start world."""
        drawers: dict[str, int] = {}
        for card, seat, _round in game.drawn:
            if card not in excluded and titles[card] in self._place:
                drawers.setdefault(titles[card], seat)
        dealt = {titles[card]: seat for seat, card in game.dealt if card not in excluded}
        return {
            **{title: seat for title, seat in drawers.items() if title not in self._starts},
            **{title: seat for title, seat in dealt.items() if title in self._starts},
        }

    def _count(self, place: int, credit: float, played: bool) -> None:
        self._wins[place][-1] += credit
        self._draws[place][-1] += 1
        self._played[place] += played

    def range(self, starts: bool = False) -> OfficialRange:
        """Return the effects of all cards that have a peer and were drawn often enough.

        starts: of start worlds, which are in play for the entire game, instead of all other cards.
        """
        if starts not in self._ranges:
            self._ranges[starts] = self._range(starts)
        return self._ranges[starts]

    def _range(self, starts: bool) -> OfficialRange:
        cards = [card for card in self.cards if (card.title in self._starts) == starts]
        frequent = [card for card in cards if self._often(card)]
        shares = {card.title: self._share(card) for card in frequent}
        averages: dict[tuple[str, ...], _Share] = {}
        measured = []
        for card in frequent:
            peers = peers_of(card, frequent)
            assert peers is not None, "a card is its own peer"
            titles = tuple(peer.title for peer in peers.cards)
            if titles not in averages:
                averages[titles] = _average([shares[title] for title in titles])
            effect, error = _difference(shares[card.title], averages[titles])
            if error > 0:
                measured.append((self._official(card, effect, error), error))
        return range_of(measured, "start worlds" if starts else "cards")

    def _official(self, card: Card, mean: float, error: float) -> OfficialCard:
        """Return the figures of a card. error: the variance of its effect."""
        drawn = self._drawn(card)
        effect = Estimate(mean, Z * sqrt(error), drawn)
        return OfficialCard(card, drawn, self.played(card), effect, effect)

    def played(self, card: Card) -> float:
        """Return the share of first drawers who placed a card."""
        return self._played[self._place[card.title]] / max(1, self._drawn(card))

    def _drawn(self, card: Card) -> int:
        return round(fsum(self._draws[self._place[card.title]]))

    def _often(self, card: Card) -> bool:
        return sum(draws > 0 for draws in self._draws[self._place[card.title]]) >= FEWEST

    def _share(self, card: Card) -> _Share:
        """Return the win share of a card's first drawers, a ratio of two sums over seeds."""
        place = self._place[card.title]
        wins, draws = self._wins[place], self._draws[place]
        total = fsum(draws) or 1.0
        share = fsum(wins) / total
        return share, [
            (won - share * drawn) / total for won, drawn in zip(wins, draws, strict=True)
        ]


_Share = tuple[float, list[float]]
"""A win share and the influence of each seed on it; its variance is the sum of their squares."""


def _average(shares: Sequence[_Share]) -> _Share:
    columns = zip(*(moves for _share, moves in shares), strict=True)
    mean = fsum(share for share, _moves in shares) / len(shares)
    return mean, [sum(column) / len(shares) for column in columns]


def _difference(first: _Share, second: _Share) -> tuple[float, float]:
    """Return the difference of two win shares and its variance; 0 for a share and itself."""
    moves = zip(first[1], second[1], strict=True)
    return first[0] - second[0], sum((a - b) * (a - b) for a, b in moves)


CalibrationRange = tuple[float, float]
"""Lowest and highest difference of wins and expected wins for official cards, as win shares."""


class Calibration:
    """Expected and actual win shares of the players who placed a card first in a game.

    bias: actual minus expected.
    """

    def __init__(self) -> None:
        self.expected, self.won = Moments(), Moments()
        self.bias = Moments(unit=1.0)

    def add(self, game: Game, numbers: Sequence[int]) -> None:
        """Add a finished game. numbers: of the card's copies."""
        placed = next((entry for entry in game.placed if entry[0] in numbers), None)
        if placed is not None:
            self.count(game, placed)

    def count(self, game: Game, placed: tuple[int, int, int, str]) -> None:
        """Add the win share and the forecast after the round of a placement.

        Placements in the last round, and games without forecasts, are ignored.
        """
        _card, seat, game_round, _step = placed
        player = game.seats[seat]
        for expected in player.forecasts[game_round : game_round + 1]:
            self.expected.add(expected)
            self.won.add(player.share)
            self.bias.add(player.share - expected)


class Calibrations:
    """Calibrations of all official cards, updated game by game."""

    def __init__(self, lab: CompiledExperiment) -> None:
        official = {card_set.id for card_set in lab.official.sets}
        self._titles = [card.title for card in lab.deck.cards]
        self._cards = {
            card.title: (card.start is not None, Calibration())
            for card in lab.deck.cards
            if card.set_id in official
        }

    def add(self, game: Game) -> None:
        """Add a game with the tested cards."""
        first = {self._titles[entry[0]]: entry for entry in reversed(game.placed)}
        for title, placed in first.items():
            if game.finished and title in self._cards:
                self._cards[title][1].count(game, placed)

    def usual(self, starts: bool = False) -> CalibrationRange | None:
        """Return the range of forecast errors of official cards, or None if games are too few.

        starts: of start worlds instead of all other cards.
        """
        biases = [entry.bias for start, entry in self._cards.values() if start == starts]
        frequent = [bias for bias in biases if bias.count >= FEWEST]
        if not frequent:
            return None
        model = spread([bias.mean for bias in frequent], [bias.error for bias in frequent])
        return model.low, model.high
