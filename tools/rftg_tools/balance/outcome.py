"""Result of a player as a number that is less a matter of luck than a win.

A game that ends 31 to 30 says little about who had the better cards, so a close result counts in
part. This saves a fifth to a third of the games needed to measure a card.

Counting close results in part is a smoothing of the step from loss to win. The kernel is of fourth
order (Gasser and Müller 1979): it keeps the effect of a card on wins, up to terms of the fourth
order in CLOSE. So an effect still means wins per 100 games.
"""

from __future__ import annotations

from typing import Final

from rftg_tools.balance.games import Game

CLOSE: Final = 12
"""Points by which a game is won or lost entirely."""


def credits_of(game: Game) -> list[float]:
    """Return the part of a win that counts for each player: 0.5 for a tie, 1 for a clear win.

    Around a lead of two thirds of CLOSE, it exceeds 1 by up to 0.06, which makes up for closer
    results.
    """
    scores = [player.score for player in game.seats]
    first, second = sorted(scores, reverse=True)[:2]
    leads = [score - (second if score == first else first) for score in scores]
    return [_credit(max(-1.0, min(1.0, lead / CLOSE))) for lead in leads]


def _credit(lead: float) -> float:
    return 0.5 + 15 / 32 * (1.4 * lead**5 - 10 / 3 * lead**3 + 3 * lead)
