"""What an invasion makes of a position: points for holding out, worlds lost, awards, the end."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from rftg_engine.bots import features
from rftg_engine.bots.modules.invasion.attacks import Threat
from rftg_engine.bots.modules.invasion.defenses import MOST, NEVER, Defense
from rftg_engine.bots.stage import Stage
from rftg_engine.modules.invasion.recovery import CARDS_FOR_REPAIR

TRUST: Final = 0.8
"""How likely it is that players who can hold out by giving something up do so."""
WIN: Final = 12.0
"""Points of the evaluation that winning is worth; a game that is about to end is won or lost."""
SPREAD: Final = 4.0
"""Points by which what a round brings to players differs."""


class Losses:
    """What losing worlds costs. worths: of a player's worlds, the least first.

    repairs: worlds that powers repair in each Produce. rounds: that are left, with this one.
    """

    def __init__(self, stage: Stage, worths: list[float], repairs: int, rounds: int) -> None:
        self.worths: Final = worths
        self._price: Final = stage.cost * (0 if repairs else CARDS_FOR_REPAIR)
        self._rounds: Final = rounds

    def of(self, worth: float) -> float:
        """Return what losing a world costs: it is lost for a round, and repaired for cards then.

        It is lost for good where that is too dear, or the game is about to end.
        """
        return max(0.0, min(worth, self._price + worth / self._rounds))

    def each(self, attacks: int) -> float:
        """Return what each of some attacks costs that are lost; half of them are expected to be."""
        lost = self.worths[: (attacks + 1) // 2]
        return sum([self.of(worth) for worth in lost]) / len(lost) if lost else 0.0


def attacked(threat: Threat, defense: Defense, reward: float, loss: float) -> float:
    """Return what attacks to come bring, with what is paid to hold out where that pays."""
    total = 0.0
    for strength, number in threat.fixed.items():
        total += number * outcome(defense, strength, reward, loss)
    for more, number in threat.own.items():
        total += number * outcome(defense, defense.general + more, reward, loss)
    return total


def outcome(defense: Defense, strength: int, reward: float, loss: float) -> float:
    """Return what an attack brings: points, or a world lost."""
    missing = strength + 1 - defense.free
    if missing <= 0:
        return reward
    if missing > MOST:
        return -loss
    return max(reward - defense.prices[missing], -loss)


def holds(defense: Defense, strength: int) -> float:
    """Return how likely a player is to hold out."""
    missing = strength + 1 - defense.free
    if missing <= 0:
        return 1.0
    return TRUST if missing <= MOST and defense.prices[missing] < NEVER else 0.0


def held(threat: Threat, defense: Defense) -> float:
    """Return which part of the attacks to come a player is likely to hold out in."""
    number = total = 0.0
    for strength, times in threat.fixed.items():
        number += times
        total += times * holds(defense, strength)
    for more, times in threat.own.items():
        number += times
        total += times * holds(defense, defense.general + more)
    return total / number if number else 1.0


def stays_ahead(lead: float, spread: float) -> float:
    """Return how likely who leads by so much will be ahead. spread: of what both gain till then."""
    return 1.0 / (1.0 + exp(max(-30.0, min(30.0, -lead / spread))))


def ranks(above: list[float]) -> list[float]:
    """Return how likely each rank is, from 0. above: how likely each other is to be higher."""
    found = [1.0]
    for chance in above:
        longer = [*found, 0.0]
        for place in range(len(found), -1, -1):
            below = found[place - 1] * chance if place else 0.0
            longer[place] = longer[place] * (1.0 - chance) + below
        found = longer
    return found


def ending(points: list[float], values: list[float], me: int, rounds: int) -> float:
    """Return what a player gains by the game's end now, rather than going on.

    points: of all players as the game would end; values: of their positions.
    """
    best = max(points)
    wins = 1.0 / points.count(best) if points[me] == best else 0.0
    spread = SPREAD * sqrt(rounds)
    top = max(values)
    odds = [exp((value - top) / spread) for value in values]
    return WIN * (wins - odds[me] / sum(odds))


def score_weight(stage: Stage) -> float:
    """Return what a point is worth."""
    return stage.weights[features.SCORE]
