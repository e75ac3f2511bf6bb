"""The expert bot: reckons with what the others will choose, and with what they gain from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_engine import actions
from rftg_engine.bots import habits
from rftg_engine.bots.choices import answer
from rftg_engine.bots.forecast import PHASES, Rival
from rftg_engine.bots.gains import Gains, shared_gain
from rftg_engine.bots.greedy import ACTION_KINDS, best_option, own_values
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.lookahead import look_ahead
from rftg_engine.bots.position import Position
from rftg_engine.decisions import Answer, Choice, Decision
from rftg_engine.view import View

CLOSE: Final = 1.0
"""Actions that are worth so little less than the best are looked into."""
MOST: Final = 3
"""Actions that are looked into, at most."""
SAMPLES: Final = 0
"""Imagined games on which a round is played out."""
TRUST: Final = 0.7
"""How much what was seen there counts, against what was reckoned."""


class ExpertBot:
    """A strong player that sees its own view alone."""

    def __init__(self, known: Knowledge, seed: str, samples: int = SAMPLES) -> None:
        self.known = known
        self.seed = seed
        self.samples = samples

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """The answer that adds most, the others reckoned with."""
        position = Position(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            rivals = rivals_of(position)
            values = values_among_others(position, rivals, decision.options)
            return self._decide(position, rivals, decision, values)
        return answer(position, decision)

    def _decide(
        self,
        position: Position,
        rivals: list[Rival],
        decision: Choice,
        values: dict[int, float],
    ) -> Answer:
        """The best option; those that are nearly alike are looked into."""
        options = decision.options
        best = best_option(options, values)
        if self.samples == 0 or decision.kind != "action" or len(best) > 1 or position.view.drafted:
            return best
        close = [
            option
            for option in options
            if option[0] < actions.SEARCH and values[option[0]] > values[best[0]] - CLOSE
        ]
        if len(close) < 2:
            return best
        close.sort(key=lambda option: -values[option[0]])
        close = close[:MOST]
        ahead = look_ahead(position, rivals, close, self.seed, self.samples)
        merged = [
            TRUST * later + (1.0 - TRUST) * values[option[0]]
            for option, later in zip(close, ahead, strict=True)
        ]
        return close[merged.index(max(merged))]


def values_among_others(
    position: Position, rivals: list[Rival], options: tuple[Answer, ...]
) -> dict[int, float]:
    """What each action brings that others may call too, less what the others gain from it.

    A phase that others call anyway is shared without choosing it: only the bonus is then gained.
    """
    gains = Gains(position)
    values = own_values(gains, options)
    habit = position.habits
    called = called_by_any(rivals, len(options[0]))
    envied = [one / len(rivals) for one in all_gains(rivals)]
    for number, phase in enumerate(PHASES):
        chance = called[number]
        lost = (1.0 - chance) * envied[number] * habit[habits.ENVY]
        if chance > 0.0:
            lost += chance * habit[habits.SHARING] * shared_gain(gains, number)
        for action in values:
            if actions.PHASE_OF[actions.plain(action)] == phase:
                values[action] -= lost
    return values


def rivals_of(position: Position) -> list[Rival]:
    """All other players."""
    view = position.view
    return [
        Rival(position.known, position.stage, view, seat)
        for seat in range(len(view.seats))
        if seat != view.me
    ]


def called_by_any(rivals: list[Rival], cards: int) -> list[float]:
    """The probability of each of PHASES that one of them calls it."""
    missed = [1.0] * len(PHASES)
    for rival in rivals:
        for number, chance in enumerate(rival.calls(cards)):
            missed[number] *= 1.0 - chance
    return [1.0 - one for one in missed]


def all_gains(rivals: list[Rival]) -> list[float]:
    """What each of PHASES brings to all of them together."""
    total = [0.0] * len(PHASES)
    for rival in rivals:
        for number, gain in enumerate(rival.gains()):
            total[number] += gain
    return total
