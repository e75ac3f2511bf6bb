"""Several players, each through a sequence of own decisions: together, or one after the other.

What each does is a generator that asks one decision at a time: `answer = yield decision`. A step
that asks several players at once (driver.Asking) is made of such turns.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeVar

from gamekit.decisions import Answer, Decision
from gamekit.driver import Asking

T = TypeVar("T")
Turn = Generator[Decision, Answer, T]
"""What one player does, and is asked meanwhile; in the end it gives a T."""


def run_together(turns: Sequence[Turn[None]]) -> Asking[None]:
    """Ask all players at once, again and again, until each has done what is his.

    Turns must not ask the same player. They go on in their order whenever all have answered.
    """
    going: list[Turn[None]] = []
    asked: list[Decision] = []
    for turn in turns:
        decision = next(turn, None)
        if decision is not None:
            going.append(turn)
            asked.append(decision)
    while asked:
        answers = yield asked
        before = going
        going, asked = [], []
        for index, turn in enumerate(before):
            further = _go_on(turn, answers[index])
            if further is not None:
                going.append(turn)
                asked.append(further)


def run_in_order(turns: Sequence[Turn[None]]) -> Asking[None]:
    """Let each player do all that is his before the next one begins."""
    for turn in turns:
        decision = next(turn, None)
        while decision is not None:
            answers = yield [decision]
            decision = _go_on(turn, answers[0])


def _go_on(turn: Turn[None], answer: Answer) -> Decision | None:
    """Give a turn its answer; return what it asks next, None when it is done."""
    try:
        return turn.send(answer)
    except StopIteration:
        return None
