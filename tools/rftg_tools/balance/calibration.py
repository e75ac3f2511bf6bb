"""Whether bots know what a card is worth: what they expect to win with it, and what they win."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_tools.balance.experiment import Lab
from rftg_tools.balance.games import Game
from rftg_tools.balance.statistics import FEWEST, Moments, spread

Usual = tuple[float, float]
"""Between which numbers wins less expected wins of official cards can lie, as shares of a win."""


class Calibration:
    """What those expected who placed a card first in a game, and their shares of the win.

    off: won less expected.
    """

    def __init__(self) -> None:
        self.expected, self.won = Moments(), Moments()
        self.off = Moments(unit=1.0)

    def add(self, game: Game, numbers: Sequence[int]) -> None:
        """Take in a finished game. numbers: of the copies of the card."""
        placed = next((one for one in game.placed if one[0] in numbers), None)
        if placed is not None:
            self.count(game, placed)

    def count(self, game: Game, placed: tuple[int, int, int, str]) -> None:
        """Take in the share of who placed a card, and the forecast when that round was over.

        Nothing of a card of the last round, or where nobody was asked.
        """
        _card, seat, at, _step = placed
        player = game.seats[seat]
        for expected in player.forecasts[at : at + 1]:
            self.expected.add(expected)
            self.won.add(player.share)
            self.off.add(player.share - expected)


class Calibrations:
    """Those of all official cards, as games come in."""

    def __init__(self, lab: Lab) -> None:
        official = {card_set.id for card_set in lab.official.sets}
        self._titles = [card.title for card in lab.deck.cards]
        self._cards = {
            card.title: (card.start is not None, Calibration())
            for card in lab.deck.cards
            if card.set_id in official
        }

    def add(self, game: Game) -> None:
        """Take in a game with the cards that are tried."""
        first = {self._titles[one[0]]: one for one in reversed(game.placed)}
        for title, placed in first.items():
            if game.finished and title in self._cards:
                self._cards[title][1].count(game, placed)

    def usual(self, starts: bool = False) -> Usual | None:
        """Return how far off the forecasts of official cards can be: the range that effects have.

        starts: of start worlds alone; else of all others. None while too little is known.
        """
        cards = [one.off for start, one in self._cards.values() if start == starts]
        known = [one for one in cards if one.count >= FEWEST]
        if not known:
            return None
        model = spread([one.mean for one in known], [one.error for one in known])
        return model.low, model.high
