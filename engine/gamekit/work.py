"""How much work a game may take: counted in steps and never in seconds, so that all machines agree.

A step is a combination of powers considered by the rules or by a bot; what is decided together
counts as some, and so does a phase. What official cards can take is far from the limits
(docs/safety.md, Limits).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

MOST_OF_A_GAME: Final = 1_000_000
"""Steps of a whole game between bots."""
MOST_OF_A_DECISION: Final = 200_000
"""Steps of a bot over one decision, where people wait for it."""
MOST_OF_A_TEST: Final = 40_000
"""Steps of a card test, which is one round."""
MOST_OF_A_RECORD: Final = 20_000_000
"""Steps of the rules in a game that people play or that is recorded, however long it is."""
_A_DECISION: Final = 20
"""Steps that what is decided together counts for, and a phase."""
_UNTIL_PAUSE: Final = 500
"""Steps from one pause to the next."""
MANY: Final = 64
"""Combinations at a time that are many: the cards whose powers make so many are noted."""
_MOST_NAMED: Final = 5


class TooMuchWork(ValueError):
    """More steps than a game, or a bot over one decision, may take; says by which cards."""


class Work:
    """The steps that are left, and which cards took most of them.

    pause: called every some steps. Compiled code keeps all other threads waiting until it calls
    what lets them have their turn.
    """

    def __init__(self, most: int = MOST_OF_A_GAME, pause: Callable[[], None] | None = None) -> None:
        self.most: Final = most
        self.pause: Final = pause
        self._left = most
        self._by_title: dict[str, int] = {}

    def copy(self) -> Work:
        """Return the same steps for a game that goes on by itself."""
        twin = Work(self.most, self.pause)
        twin._left = self._left
        twin._by_title = self._by_title.copy()
        return twin

    def decide(self) -> None:
        """Take the steps of a decision, or of a phase. Raise TooMuchWork."""
        self._take(_A_DECISION)

    def combine(self, combinations: int) -> None:
        """Take the steps of so many combinations of powers. Raise TooMuchWork."""
        self._take(combinations)

    def note(self, titles: Iterable[str], combinations: int) -> None:
        """Note whose powers made combinations, where they are MANY."""
        for title in dict.fromkeys(titles):
            self._by_title[title] = self._by_title.get(title, 0) + combinations

    def _take(self, steps: int) -> None:
        before = self._left // _UNTIL_PAUSE
        self._left -= steps
        if self.pause is not None and self._left // _UNTIL_PAUSE < before:
            self.pause()
        if self._left < 0:
            raise TooMuchWork(f"more than {self.most:,} steps of work, since {self._reason()}")

    def _reason(self) -> str:
        """Return what took most of them."""
        ranked = sorted(self._by_title, key=lambda title: (-self._by_title[title], title))
        if not ranked:
            return "so many decisions are made"
        named = ", ".join([f"`{title}`" for title in ranked[:_MOST_NAMED]])
        more = f" and {len(ranked) - _MOST_NAMED} more" if len(ranked) > _MOST_NAMED else ""
        return f"powers of these cards can be used together in so many ways: {named}{more}"
