"""What a victory point more or less on a card would have changed: final scores, counted again.

The games are those that were played, so this takes none of its own and knows it closely. Bots would
have valued the card a little otherwise, which it does not know.
"""

from __future__ import annotations

from rftg_tools.balance.experiment import Subject
from rftg_tools.balance.games import Game
from rftg_tools.balance.statistics import Moments


class Recount:
    """By how much a point more, or less, on each copy raises the share of wins of its drawer."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._numbers = frozenset(subject.numbers)
        self.more, self.less = Moments(), Moments()

    def add(self, game: Game) -> None:
        """Take in a game; one in which nobody draws the card says nothing."""
        seat = self._subject.drawer(game)
        if seat < 0 or not game.finished or self._subject.card.vp is None:
            return
        copies = sum(card in self._numbers for card in game.seats[seat].tableau)
        self.more.add(_gain(game, seat, copies))
        self.less.add(_gain(game, seat, -copies))

    @property
    def worth(self) -> float:
        """How much a point is worth, as a share of a win, about the points that the card has."""
        return (self.more.mean - self.less.mean) / 2


def _gain(game: Game, seat: int, points: int) -> float:
    """Return what some points more would have added to a player's share of the win.

    What breaks a new tie is not kept, so all who share the best score win alike.
    """
    if not points:
        return 0.0
    scores = [one.score for one in game.seats]
    scores[seat] += points
    best = max(scores)
    share = 1 / scores.count(best) if scores[seat] == best else 0.0
    return share - game.seats[seat].share
