"""Work limits of a game, counted in steps rather than seconds so that all machines agree.

A step is a combination of powers considered by the rules or by a bot; each group of simultaneous
decisions and each phase counts as several steps. Official cards stay far below the limits
(docs/safety.md, Limits).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

GAME_LIMIT: Final = 1_000_000
"""Steps of a game between bots."""
DECISION_LIMIT: Final = 200_000
"""Steps of a bot for one decision while people wait for it."""
TEST_LIMIT: Final = 40_000
"""Steps of a card test, which plays one round."""
RECORD_LIMIT: Final = 20_000_000
"""Steps of the rules in a game that people play or that is recorded."""
_STEPS_PER_DECISION: Final = 20
"""Steps per group of simultaneous decisions and per phase."""
_PAUSE_INTERVAL: Final = 500
"""Steps between two pauses."""
MIN_NOTED_COMBINATIONS: Final = 64
"""Minimum number of combinations for which the cards are noted."""
_MAX_TITLES: Final = 5
"""Maximum number of cards named in an error."""


class TooMuchWork(ValueError):
    """Raised when a game or decision exceeds its work limit; the message names the cards."""


class Work:
    """Remaining steps of a game, and the cards that used most of them.

    limit: number of steps. pause: called regularly, so that compiled code can let other threads
    run.
    """

    def __init__(self, limit: int = GAME_LIMIT, pause: Callable[[], None] | None = None) -> None:
        self.limit: Final = limit
        self.pause: Final = pause
        self._remaining = limit
        self._by_title: dict[str, int] = {}

    def copy(self) -> Work:
        """Return an independent copy."""
        copy = Work(self.limit, self.pause)
        copy._remaining = self._remaining
        copy._by_title = self._by_title.copy()
        return copy

    def add_decision(self) -> None:
        """Count a group of simultaneous decisions or a phase. Raise TooMuchWork."""
        self._add(_STEPS_PER_DECISION)

    def add_combinations(self, count: int) -> None:
        """Count combinations of powers. Raise TooMuchWork."""
        self._add(count)

    def note_cards(self, titles: Iterable[str], combinations: int) -> None:
        """Note the cards whose powers made at least MIN_NOTED_COMBINATIONS combinations."""
        for title in dict.fromkeys(titles):
            self._by_title[title] = self._by_title.get(title, 0) + combinations

    def _add(self, steps: int) -> None:
        intervals = self._remaining // _PAUSE_INTERVAL
        self._remaining -= steps
        if self.pause is not None and self._remaining // _PAUSE_INTERVAL < intervals:
            self.pause()
        if self._remaining < 0:
            raise TooMuchWork(f"more than {self.limit:,} steps of work, because {self._reason()}")

    def _reason(self) -> str:
        ranked = sorted(self._by_title, key=lambda title: (-self._by_title[title], title))
        if not ranked:
            return "there are too many decisions"
        titles = ", ".join([f"`{title}`" for title in ranked[:_MAX_TITLES]])
        suffix = f" and {len(ranked) - _MAX_TITLES} more" if len(ranked) > _MAX_TITLES else ""
        return f"the powers of these cards can be combined in too many ways: {titles}{suffix}"
