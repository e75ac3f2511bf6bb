"""The master bot: an expert that plays close choices of actions out, on imagined games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Answer, Choice, Decision
from rftg_engine import actions, asks
from rftg_engine.bots.choices import answer
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.expert import rivals_of, values_among_others
from rftg_engine.bots.greedy import ACTION_KINDS, best_option
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.lookahead import look_ahead
from rftg_engine.view import View

CLOSE: Final = 0.7
"""Actions that are estimated to be worth so much less than the best are played out too."""
MOST: Final = 2
"""Actions that are played out, at most."""
GAMES: Final = 4
"""Imagined games for each choice."""
TRUST: Final = 0.7
"""How much what came of them counts; the rest is what was estimated before."""


class MasterBot:
    """The strongest player, and the slowest. seed: what the imagined games are dealt by."""

    def __init__(self, known: Knowledge, seed: str) -> None:
        self.known = known
        self.seed = seed

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most, or for actions the one that comes out best."""
        evaluator = Evaluator(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            return self._action(evaluator, decision)
        return answer(evaluator, decision)

    def _action(self, evaluator: Evaluator, decision: Choice) -> Answer:
        rivals = rivals_of(evaluator)
        values = values_among_others(evaluator, rivals, decision.options)
        best = best_option(decision.options, values)
        if decision.kind != asks.ACTION or len(best) > 1 or evaluator.view.drafted:
            return best
        close = close_options(decision.options, values, values[best[0]] - CLOSE)
        if len(close) < 2:
            return best
        ahead = look_ahead(evaluator, rivals, close, self.seed, GAMES)
        merged = [
            TRUST * seen + (1.0 - TRUST) * values[option[0]]
            for option, seen in zip(close, ahead, strict=True)
        ]
        return close[merged.index(max(merged))]


def close_options(
    options: tuple[Answer, ...], values: dict[int, float], least: float
) -> list[Answer]:
    """Return the plain actions worth `least` or more, the best first.

    A search cannot be played out.
    """
    close = [
        option for option in options if option[0] < actions.SEARCH and values[option[0]] >= least
    ]
    close.sort(key=lambda option: -values[option[0]])
    return close[:MOST]
