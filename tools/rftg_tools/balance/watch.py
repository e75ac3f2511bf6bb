"""Display of a study on a terminal while it is played: progress and early tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from rftg_tools.balance.experiment import SEEDS_PER_RUN
from rftg_tools.balance.findings import findings
from rftg_tools.balance.study import BLOCK, Study
from rftg_tools.balance.trials import Watcher
from rftg_tools.balance.words import table

TABLE_INTERVAL: Final = 20.0
"""Minimum number of seconds before the first table and between two."""


class Watch(Watcher):
    """Display of a study. show: prints a text; clock: returns seconds.

    precision: target margin of error, as a win share. max_games: number of games at which it stops.
    """

    def __init__(
        self,
        study: Study,
        precision: float,
        max_games: int,
        show: Callable[[str], None] | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(study, precision, max_games)
        self._show = show
        self._clock = clock
        self._next = clock() + TABLE_INTERVAL
        self._verdicts: list[str] = []
        self._noted = -1
        self._note, self._remaining_share = "", 1.0

    def look(self) -> None:
        """Show a table if it is time and a verdict has changed.

        The first table comes after a run, because a block with many cards takes too long to wait
        for.
        """
        every = BLOCK if self._verdicts else SEEDS_PER_RUN
        if self._show is None or self._study.seeds % every or self._clock() < self._next:
            return
        result = findings(self._study, self._precision)
        verdicts = [card.verdict.brief for card in result.cards]
        if verdicts != self._verdicts:
            head = f"After {self._study.seeds:,} games:"
            self._show("\n".join([head, *table(result), ""]))
            self._verdicts, self._next = verdicts, self._clock() + TABLE_INTERVAL

    def note(self) -> str:
        """Return the margin of error so far and the target."""
        self._measure()
        return self._note

    def remaining_share(self, _seeds: int) -> float:
        """Return the estimated share of the work that remains."""
        self._measure()
        return self._remaining_share

    def _measure(self) -> None:
        """Update the figures once per run."""
        if self._study.seeds // SEEDS_PER_RUN == self._noted:
            return
        self._noted = self._study.seeds // SEEDS_PER_RUN
        self._note, self._remaining_share = super().note(), super().remaining_share(0)
