"""Players that are programs: each sees its own view alone, and games are played out among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final, Protocol, TypeVar

from gamekit.decisions import Answer, Decision, Draws
from gamekit.driver import Driver, GameState

PATIENCE: Final = 3
"""Rounds in a row without a change after which a game has come to a standstill.

With official cards this never happens unless a bot plays at random.
"""
LONG_PATIENCE: Final = 30
"""The same if a bot plays at random, since it may do nothing for some rounds."""

S = TypeVar("S", bound=GameState)
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


class Bot(Protocol[V_contra]):
    """A player. `look` gives what this player may see now, and nothing else."""

    def choose(self, decision: Decision, look: Callable[[], V_contra]) -> Answer:
        """Return a legal answer."""


class RandomBot:
    """Answers any game by chance, from a seed of its own."""

    def __init__(self, seed: str) -> None:
        self._draws = Draws(Random(seed))

    def choose(self, decision: Decision, _look: Callable[[], object]) -> Answer:
        """Return a legal answer, each with the same probability."""
        return decision.drawn(self._draws)


class Standstill:
    """Detects that the players of a game no longer change anything.

    patience: rounds in a row that each lead to where an earlier round began, at least 1.
    """

    def __init__(self, patience: int) -> None:
        self._patience = patience
        self._round = 0
        self._idle = 0
        self._seen: set[object] = set()

    def is_reached(self, number: int, position: Callable[[], object]) -> bool:
        """Return whether the last `patience` rounds changed nothing.

        number: of the round, from 1. position: gives what can change, asked once a round.
        """
        if number != self._round:
            self._round = number
            now = position()
            self._idle = self._idle + 1 if now in self._seen else 0
            self._seen.add(now)
        return self._idle >= self._patience


class _InRounds(GameState, Protocol):
    """A state of a game that is played in rounds, counted from 1."""

    round: int


R = TypeVar("R", bound=_InRounds)


def until(most_rounds: int, patience: int, position: Callable[[R], object]) -> Callable[[R], bool]:
    """Return a function that says whether a game goes on: to the last round, or a standstill.

    patience: as of Standstill; 0 to play on. position: gives what players can change.
    """
    still = Standstill(patience)

    def goes_on(state: R) -> bool:
        if state.round > most_rounds:
            return False
        return not patience or not still.is_reached(state.round, lambda: position(state))

    return goes_on


def play_out(
    game: Driver[S],
    bots: Sequence[Bot[V]],
    view_of: Callable[[S, int], V],
    goes_on: Callable[[S], bool],
) -> int:
    """Play a game until it is over or `goes_on` says no; return the number of decisions made.

    bots: by seat. view_of: gives what a seat may see of a state. Raise TooMuchWork.
    """
    looks = [partial(view_of, game.state, seat) for seat in range(len(bots))]
    choose = [bot.choose for bot in bots]
    decisions = 0
    while not game.over and goes_on(game.state):
        for decision in game.pending:
            seat = decision.player
            game.answer(seat, choose[seat](decision, looks[seat]))
            decisions += 1
    return decisions
