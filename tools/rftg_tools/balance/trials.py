"""Trials of cards, as commands use them for any game: games to play, and their findings."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.model import Card
from rftg_tools.balance.experiment import SEEDS_PER_RUN
from rftg_tools.balance.study import BLOCK, AnyStudy
from rftg_tools.balance.verdict import POINTS


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on one card. faces: both for a tile. found: its problems."""

    faces: tuple[Card, ...]
    headline: str
    sentences: tuple[str, ...]
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Findings for all cards. page: writes them as HTML, given the command and the path."""

    data: dict[str, Any]
    words: str
    is_wanting: bool
    page: Callable[[str, Path], None] | None = None


def check_titles(titles: Iterable[str], tested: Collection[str], what: str) -> None:
    """Raise LookupError if a title is not among the tested ones. what: "card" or "tile"."""
    for title in titles:
        if title not in tested:
            suggestion = nearest(title, tested)
            hint = f"; the nearest is {suggestion!r}" if suggestion else ""
            raise LookupError(f"no tested {what} is called {title!r}{hint}")


TABLE_INTERVAL: Final = 10.0
"""Minimum number of seconds before the first table and between two."""


class Trial(ABC):
    """A trial of cards. study: the figures so far."""

    study: AnyStudy

    @property
    def change(self) -> str:
        """The change of an alternative, as in "Gem Mine, cost 3", otherwise ""."""
        alternative = self.study.lab.experiment.alternative
        return f"{alternative.title}, {alternative.change}" if alternative else ""

    @property
    @abstractmethod
    def table(self) -> Any:
        """The bound cards in use."""

    @abstractmethod
    def seconds(self) -> Callable[[float, int, int], float]:
        """Return an estimator of the seconds, by precision, maximum of games, and processes."""

    @abstractmethod
    def verdicts(self, precision: float) -> list[Verdict]:
        """Return the verdicts so far."""

    @abstractmethod
    def early_table(self, precision: float) -> list[str]:
        """Return the lines of a table with the results so far."""

    @abstractmethod
    def report(self, precision: float, others: Sequence[Any], store: Path) -> Report:
        """Return the findings. others: trials of alternatives. Raises sqlite3.Error."""

    @abstractmethod
    def alternatives(self, titles: Sequence[str]) -> Iterator[Any]:
        """Yield a trial for each alternative of the given cards, or of all. Raises LookupError."""


class Watch:
    """Display of a trial on a terminal while it is played: progress and early tables.

    precision: target margin of error, as a win share. max_games: number of games at which it stops.
    show: prints a text; there are no tables without it, or for an alternative. clock: returns
    seconds.
    """

    def __init__(
        self,
        trial: Trial,
        precision: float,
        max_games: int,
        show: Callable[[str], None] | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._trial, self._precision, self._max_games = trial, precision, max_games
        self._study = trial.study
        self._show = None if trial.change else show
        self._clock = clock
        self._next = clock() + TABLE_INTERVAL
        self._verdicts: list[str] = []
        self._measured = -1
        self._note, self._remaining_share = "", 1.0

    def look(self) -> None:
        """Show a table if it is time and a verdict has changed.

        The first table comes after a run, because a block with many cards takes too long to wait
        for.
        """
        every = BLOCK if self._verdicts else SEEDS_PER_RUN
        if self._show is None or self._study.seeds % every or self._clock() < self._next:
            return
        verdicts = [verdict.headline for verdict in self._trial.verdicts(self._precision)]
        if verdicts != self._verdicts:
            head = f"After {self._study.seeds:,} games:"
            self._show("\n".join([head, *self._trial.early_table(self._precision), ""]))
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
        if self._study.seeds // SEEDS_PER_RUN == self._measured:
            return
        self._measured = self._study.seeds // SEEDS_PER_RUN
        margin = self._study.margin_to_reduce(self._precision)
        text = f"±{POINTS * margin:.1f}" if isfinite(margin) else "margin unknown"
        self._note = f"{text}, target ±{POINTS * self._precision:.1f} points"
        self._remaining_share = self._study.remaining_share(self._precision, self._max_games)
