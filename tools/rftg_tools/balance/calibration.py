"""Calibration of the bots' forecasts: expected and actual wins with a card."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.games import Game
from rftg_tools.balance.statistics import FEWEST, Moments, spread

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
