"""Lines played by the engine and compared with the evaluator's reading of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.combinations.compiling import Line, Outcome
from tests.combinations.evaluator.compare import check
from tests.combinations.evaluator.table import Difference, Uncovered
from tests.combinations.playing import Played, play


def some_of(made: list[Outcome], count: int, seed: int) -> list[Line]:
    """Return so many of the sound lines, at random; all of them where there are no more."""
    sound = [one.line for one in made if one.is_sound]
    return Random(seed).sample(sound, min(count, len(sound)))


TABLES: Final = 4
"""At so many tables a line is played at the most, until it is used at one."""


@dataclass(slots=True)
class Comparison:
    """What came of lines played. used: those that were used at one of the tables.

    unread: those that the evaluator does not know how to read, by what that is.
    """

    played: int = 0
    used: int = 0
    unread: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)

    def add(self, line: Line, seed: int) -> None:
        """Play a line at some tables and compare what the engine does with what it says."""
        name = f"{line.number}: {line.text}"
        self.played += 1
        for table in range(TABLES):
            try:
                played = play(line, f"{seed}/{line.number}/{table}")
                check(played)
            except Difference as error:
                self.differences.append(f"{name}: table {table}: {error}")
                return
            except Uncovered as error:
                self.unread[str(error)] += 1
                return
            except Exception as error:  # what a line does to the engine is reported with it
                self.crashes.append(f"{name}: table {table}: {type(error).__name__}: {error}")
                return
            if _is_used(played):
                self.used += 1
                return

    def figures(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "played": self.played,
            "used": self.used,
            "not read": dict(self.unread),
            "differences": self.differences,
            "crashes": self.crashes,
        }


def compared(lines: Iterable[Line], seed: int) -> dict[str, Any]:
    """Play lines and compare what the engine does with what they say; return figures."""
    comparison = Comparison()
    for line in lines:
        comparison.add(line, seed)
    return comparison.figures()


def _is_used(played: Played) -> bool:
    """Return whether the line was used, or asked about; what is in force is not told of."""
    lines = [told.get("line") for _name, _player, told in played.happened]
    in_payments = ("pay for world", "pay for development")
    return played.power in lines or any(
        one.of_line or (one.kind in in_payments and one.answer[0] > 0) for one in played.asked
    )
