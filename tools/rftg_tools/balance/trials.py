"""Trials of cards, as commands use them for any game: games to play, and their findings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.model import Card
from rftg_tools.balance.store import Store
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


class Trial(ABC):
    """A trial of cards. study: the figures so far."""

    study: Any

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
    def carry_on(
        self,
        store: Store,
        precision: float,
        max_games: int,
        jobs: int,
        scheduler: str | None = None,
    ) -> Generator[int, None, None]:
        """Play or load game after game; yield the number of games. It may be interrupted.

        precision: target margin of error, as a win share. max_games: number of games at which to
        stop in any case.
        """

    @abstractmethod
    def seconds(self) -> Callable[[float, int, int], float]:
        """Return an estimator of the seconds, by precision, maximum of games, and processes."""

    @abstractmethod
    def verdicts(self, precision: float) -> list[Verdict]:
        """Return the verdicts so far."""

    @abstractmethod
    def report(self, precision: float, others: Sequence[Any], store: Path) -> Report:
        """Return the findings. others: trials of alternatives. Raises sqlite3.Error."""

    def alternatives(self, titles: Sequence[str]) -> Iterator[Any]:
        """Yield a trial for each alternative of the given cards, or of all. Raises LookupError."""
        return iter(())

    def watch(
        self, precision: float, max_games: int, show: Callable[[str], None] | None
    ) -> Watcher:
        """Return the display on a terminal while games are played; see Watcher."""
        return Watcher(self.study, precision, max_games)


class Watcher:
    """Progress of a study. precision, max_games: as for Trial.carry_on."""

    def __init__(self, study: Any, precision: float, max_games: int) -> None:
        self._study, self._precision, self._max_games = study, precision, max_games

    def look(self) -> None:
        """Update the display after a game."""

    def note(self) -> str:
        """Return the margin of error so far and the target."""
        margin = self._study.margin
        text = f"±{POINTS * margin:.1f}" if isfinite(margin) else "margin unknown"
        return f"{text}, target ±{POINTS * self._precision:.1f} points"

    def remaining_share(self, _games: int) -> float:
        """Return the estimated share of the work that remains."""
        share: float = self._study.remaining_share(self._precision, self._max_games)
        return share
