"""Effect of one more or one fewer victory point on a card, from recounted final scores.

It uses games that were played anyway, so it is precise. It does not include that bots would value
the card slightly differently.
"""

from __future__ import annotations

from rftg_tools.balance.experiment import Subject
from rftg_tools.balance.games import Game
from rftg_tools.balance.statistics import Moments


class Recount:
    """Change in the drawer's win share if each copy had one more point, or one fewer."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._numbers = frozenset(subject.numbers)
        self.more, self.less = Moments(), Moments()

    def add(self, game: Game) -> None:
        """Add a game; games in which nobody draws the card are ignored."""
        seat = self._subject.drawer(game)
        if seat < 0 or not game.finished or self._subject.card.vp is None:
            return
        copies = sum(card in self._numbers for card in game.seats[seat].tableau)
        self.more.add(_gain(game, seat, copies))
        self.less.add(_gain(game, seat, -copies))

    @property
    def worth(self) -> float:
        """Value of a point, as a win share, around the points that the card has."""
        return (self.more.mean - self.less.mean) / 2


def _gain(game: Game, seat: int, points: int) -> float:
    """Return the change in a player's win share with more points.

    Tie-breaks are not stored, so players who tie for the best score share the win.
    """
    if not points:
        return 0.0
    scores = [player.score for player in game.seats]
    scores[seat] += points
    best = max(scores)
    share = 1 / scores.count(best) if scores[seat] == best else 0.0
    return share - game.seats[seat].share
