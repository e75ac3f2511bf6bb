"""Lines played by the engine and compared with the evaluator's reading of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from tests.combinations.compiling import Line, Outcome
from tests.combinations.evaluator.compare import check
from tests.combinations.evaluator.table import Difference, Uncovered
from tests.combinations.playing import Played, play


def some_of(made: list[Outcome], count: int, seed: int) -> list[Line]:
    """Return so many of the sound lines, at random; all of them where there are no more."""
    sound = [one.line for one in made if one.is_sound]
    return Random(seed).sample(sound, min(count, len(sound)))


def compared(lines: Iterable[Line], seed: int) -> dict[str, Any]:
    """Play lines and compare what the engine does with what they say; return figures.

    used: how often the line did or changed something that was told or asked. not read: how often
    the evaluator does not know what a line says, by what that is.
    """
    differences: list[str] = []
    crashes: list[str] = []
    unread: Counter[str] = Counter()
    played_lines = used = 0
    for line in lines:
        played_lines += 1
        name = f"{line.number}: {line.text}"
        try:
            played = play(line, f"{seed}/{line.number}")
        except Exception as error:  # whatever a line does to the engine is reported with the line
            crashes.append(f"{name}: {type(error).__name__}: {error}")
            continue
        used += _is_used(played)
        try:
            check(played)
        except Difference as error:
            differences.append(f"{name}: {error}")
        except Uncovered as error:
            unread[str(error)] += 1
    return {
        "played": played_lines,
        "used": used,
        "not read": dict(unread),
        "differences": differences,
        "crashes": crashes,
    }


def _is_used(played: Played) -> bool:
    """Return whether the line was used or in force: what it is for was there."""
    lines = [told.get("line") for _name, _player, told in played.happened]
    is_in_force = played.power.cost is None and played.power.trigger is None
    return played.power in lines or is_in_force or any(one.of_line for one in played.asked)
