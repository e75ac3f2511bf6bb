"""The master bot: an expert that plays close choices of actions out, on imagined games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Answer, Choice, Decision
from rftg_engine import asks
from rftg_engine.bots.choices import answer
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.greedy import ACTION_KINDS, best_option, total_of
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.lookahead import look_ahead
from rftg_engine.bots.situation import Situation
from rftg_engine.view import View

CLOSE: Final = 3.0
"""Options that are estimated to be worth so many points less than the best are played out too."""
MOST: Final = 3
"""Options that are played out, at most."""
GAMES: Final = 24
"""Imagined games for each of them, at most: lookahead.BUDGET says how much they may take."""


class MasterBot:
    """The strongest player, and the slowest.

    seed: what the imagined games are dealt by. games: how many for each option, at most.
    """

    def __init__(self, known: Knowledge, seed: str, games: int = GAMES) -> None:
        self.known = known
        self.seed = seed
        self.games = games

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most, or for actions the one that comes out best."""
        evaluator = Evaluator(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            return self._action(evaluator, decision)
        return answer(evaluator, decision)

    def _action(self, evaluator: Evaluator, decision: Choice) -> Answer:
        values = Situation(evaluator, decision.options).values()
        best = best_option(decision.options, values)
        if decision.kind != asks.ACTION:
            return best
        close = close_options(decision.options, values, best)
        if len(close) < 2:
            return best
        ahead = look_ahead(evaluator, close, self.seed, self.games)
        return close[ahead.index(max(ahead))] if ahead else best


def close_options(
    options: tuple[Answer, ...], values: dict[int, float], best: Answer
) -> list[Answer]:
    """Return the options that may be as good as the best by their values, it first."""
    least = total_of(best, values) - CLOSE
    close = [option for option in options if total_of(option, values) >= least]
    close.sort(key=lambda option: -total_of(option, values))
    return close[:MOST]
