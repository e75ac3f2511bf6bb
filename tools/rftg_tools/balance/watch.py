"""What is shown of a study on a terminal while it is played: how far it is, and early tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from rftg_tools.balance.experiment import RUN
from rftg_tools.balance.findings import findings
from rftg_tools.balance.study import BLOCK, Study
from rftg_tools.balance.trials import Watcher
from rftg_tools.balance.words import table

PATIENCE: Final = 20.0
"""Seconds before the first table, and between two, at least."""


class Watch(Watcher):
    """A study, watched. show: prints a text; clock: gives seconds. most: games after which it ends.

    precision: half of the interval that was asked for, as a share of a win.
    """

    def __init__(
        self,
        study: Study,
        precision: float,
        most: int,
        show: Callable[[str], None] | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(study, precision, most)
        self._show = show
        self._clock = clock
        self._next = clock() + PATIENCE
        self._verdicts: list[str] = []
        self._noted = -1
        self._note, self._left = "", 1.0

    def look(self) -> None:
        """Look at the study: show a table where it is time and a verdict has changed.

        The first is of whole runs: with many cards, a block takes longer than anybody waits.
        """
        every = BLOCK if self._verdicts else RUN
        if self._show is None or self._study.seeds % every or self._clock() < self._next:
            return
        found = findings(self._study, self._precision)
        verdicts = [card.verdict.brief for card in found.cards]
        if verdicts != self._verdicts:
            head = f"After {self._study.seeds:,} games:"
            self._show("\n".join([head, *table(found), ""]))
            self._verdicts, self._next = verdicts, self._clock() + PATIENCE

    def note(self) -> str:
        """Return the widest interval so far, beside the one that was asked for."""
        self._measure()
        return self._note

    def left(self, _seeds: int) -> float:
        """Return which share of all work is not yet done, as far as one can tell."""
        self._measure()
        return self._left

    def _measure(self) -> None:
        """Measure the study, once a run."""
        if self._study.seeds // RUN == self._noted:
            return
        self._noted = self._study.seeds // RUN
        self._note, self._left = super().note(), super().left(0)
