"""The random bot: every legal answer with the same probability."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rftg_engine.decisions import Answer, Decision
from rftg_engine.view import View


class RandomBot:
    """Answers by chance, from a seed of its own."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """A legal answer, uniformly."""
        return decision.sample(self._rng)
