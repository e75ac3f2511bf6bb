"""A game as its record: the answers given, and a digest of the state after each step.

One seed and the answers are the whole game, so that a record can be played again and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.driver import Driver, GameState

Note = Callable[[Decision, Answer], None]
"""What is told of each answer of a record before it is given."""


class RecordError(ValueError):
    """A record that cannot be replayed, or that tells of another game than the one replayed."""


class RecordedState(GameState, Protocol):
    """What a recorder must be able to do with a state."""

    def digest(self) -> str:
        """Return a short text that other states do not have."""


S = TypeVar("S", bound=RecordedState)
Watch = Callable[[str, S], None]


class Recording(Generic[S]):
    """A game that is played, with the digest of each of its steps.

    begin: starts the game, watched by what it is given. expected: the steps that the game must
    have first, with their digests; others raise RecordError.
    """

    def __init__(
        self, begin: Callable[[Watch[S]], Driver[S]], expected: Sequence[Sequence[str]] = ()
    ) -> None:
        self.digests: list[list[str]] = []
        """Each step that is done, and the digest after it."""
        self._expected = expected
        self.game = begin(self._watch)

    @property
    def steps(self) -> int:
        """How many steps are done."""
        return len(self.digests)

    def answers(self) -> dict[str, Any]:
        """Return what a record keeps of the course of the game, as JSON data."""
        waiting = [[seat, list(answer)] for seat, answer in self.game.waiting]
        return {
            "answers": [list(answer) for answer in self.game.answers],
            **({"waiting": waiting} if waiting else {}),
            "steps": self.digests[:],
        }

    def _watch(self, step: str, state: S) -> None:
        ours = [step, state.digest()]
        self.digests.append(ours)
        if self.steps <= len(self._expected) and list(self._expected[self.steps - 1]) != ours:
            theirs = " ".join(self._expected[self.steps - 1])
            raise RecordError(
                f"step {self.steps}: the game has {' '.join(ours)}, the record {theirs}"
            )

    def check_steps(self, steps: Sequence[Sequence[str]]) -> None:
        """Raise RecordError where the game has fewer or more steps than these of its record."""
        if self.steps < len(steps):
            raise RecordError(f"the game stops after {self.steps} of {len(steps)} steps")
        if self.steps > len(steps):
            step = self.digests[len(steps)][0]
            raise RecordError(f"step {len(steps) + 1}, {step}: the record has no such step")


def give_answers(game: Driver[S], answers: Sequence[Sequence[int]], note: Note | None) -> None:
    """Give the answers in the order in which decisions with a choice were put.

    Raise RecordError for the first one that is illegal, or that nobody asks for.
    """
    given = 0
    while not game.over and given < len(answers):
        # The record lists simultaneous answers in the order of their decisions.
        for decision in game.pending:
            if given == len(answers):
                return
            answer = tuple(answers[given])
            if note is not None:
                note(decision, answer)
            try:
                game.answer(decision.player, answer)
            except IllegalAnswer as error:
                raise RecordError(f"answer {given + 1} in {game.step}: {error}") from None
            given += 1
    if given < len(answers):
        raise RecordError(f"the game is over after {given} of {len(answers)} answers")


def give_waiting(game: Driver[S], waiting: Sequence[Any], note: Note | None) -> None:
    """Give the answers that others are still to answer at the same time: [seat, answer] each.

    Raise RecordError as `give_answers` does.
    """
    for seat, listed in waiting:
        asked = game.pending
        if len(asked) < 2:
            raise RecordError("nobody is waited for by the last of the waiting answers")
        answer = tuple(listed)
        if note is not None:
            for decision in asked:
                if decision.player == seat:
                    note(decision, answer)
        try:
            game.answer(seat, answer)
        except IllegalAnswer as error:
            raise RecordError(f"the waiting answer of player {seat}: {error}") from None
