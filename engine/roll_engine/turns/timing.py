"""Who acts when: all at once, or in the order of strict timing (Roll rulebook, Timing)."""

from __future__ import annotations

from collections.abc import Callable

from gamekit.driver import Asking
from gamekit.turns import Turn, one_by_one, together
from roll_engine.flow import Rules
from roll_engine.state import State
from roll_engine.turns.task import Task


def tasks_of(rules: Rules, state: State, phase: int) -> list[Task]:
    """Return the part of each player of a phase, in order."""
    return [Task(rules, state, seat, phase) for seat in state.order]


def all_do(
    rules: Rules, tasks: list[Task], does: Callable[[Task], Turn[None]], strict: bool = False
) -> Asking[None]:
    """Let all players do their part. strict: one after the other."""
    turns = [does(task) for task in tasks]
    if strict or rules.options.strict:
        return one_by_one(turns)
    return together(turns)
