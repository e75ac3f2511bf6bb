"""Cards that are tried, as commands see them in any game: what is played, and what is found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from rftg_dsl.model import Card
from rftg_tools.balance.store import Store
from rftg_tools.balance.verdict import POINTS


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is found of one card. faces: of a tile both. found: what is wanting."""

    faces: tuple[Card, ...]
    headline: str
    sentences: tuple[str, ...]
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What is found of all cards. page: writes it as HTML, from the command that makes it again."""

    data: dict[str, Any]
    words: str
    is_wanting: bool
    page: Callable[[str, Path], None] | None = None


class Trial(ABC):
    """Cards that are tried. study: the figures so far. change: of an alternative, else ""."""

    study: Any
    change = ""

    @property
    @abstractmethod
    def table(self) -> Any:
        """The cards in use, bound."""

    @abstractmethod
    def carry_on(
        self, store: Store, precision: float, most: int, jobs: int, scheduler: str | None = None
    ) -> Generator[int, None, None]:
        """Play, or read, game after game; yield the number of games. It may be interrupted.

        precision: half of the interval that is asked for, as a share of a win. most: games after
        which it ends anyhow.
        """

    @abstractmethod
    def seconds(self) -> Callable[[float, int, int], float]:
        """Return what estimates the seconds until a precision, or the most games, by processes."""

    @abstractmethod
    def verdicts(self, precision: float) -> list[Verdict]:
        """Return what is found of each card so far."""

    @abstractmethod
    def report(self, precision: float, others: Sequence[Any], store: Path) -> Report:
        """Return what is found. others: the trials of alternatives. Raise sqlite3.Error."""

    def alternatives(self, titles: Sequence[str]) -> Iterator[Any]:
        """Yield a trial for each alternative of some cards, of all where none is named.

        Raise LookupError.
        """
        return iter(())

    def watch(self, precision: float, most: int, show: Callable[[str], None] | None) -> Watcher:
        """Return what is shown on a terminal while it is played; see Watcher."""
        return Watcher(self.study, precision, most)


class Watcher:
    """How far a study is. precision, most: as for Trial.carry_on."""

    def __init__(self, study: Any, precision: float, most: int) -> None:
        self._study, self._precision, self._most = study, precision, most

    def look(self) -> None:
        """Look at the study after each game."""

    def note(self) -> str:
        """Return the widest interval so far, beside the one that was asked for."""
        half = self._study.half
        known = f"± {POINTS * half:.1f}" if isfinite(half) else "not yet known"
        return f"{known}, to be ± {POINTS * self._precision:.1f} points"

    def left(self, _games: int) -> float:
        """Return which share of all work is not yet done, as far as one can tell."""
        share: float = self._study.left(self._precision, self._most)
        return share
