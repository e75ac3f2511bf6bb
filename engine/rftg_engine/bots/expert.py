"""The expert bot: it allows for what the others will choose, and for what they gain from it."""

from __future__ import annotations

from collections.abc import Callable

from gamekit.decisions import Answer, Choice, Decision
from rftg_engine.bots.choices import answer
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.greedy import ACTION_KINDS, best_option
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.situation import Situation
from rftg_engine.view import View


class ExpertBot:
    """A strong player that sees its own view alone."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most, what the others do taken into account."""
        evaluator = Evaluator(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            situation = Situation(evaluator, decision.options)
            return best_option(decision.options, situation.values())
        return answer(evaluator, decision)
