"""Interface of bots, a random bot, and games played out between bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final, Protocol, TypeVar

from gamekit.decisions import Answer, Decision, Draws
from gamekit.driver import Driver, GameState

STALL_ROUNDS: Final = 3
"""Number of consecutive rounds without a change after which a game has come to a standstill.

With official cards, this happens only if a bot plays at random.
"""
RANDOM_STALL_ROUNDS: Final = 30
"""Number of such rounds if a bot plays at random, because it may do nothing for several rounds."""

V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


class Bot(Protocol[V_contra]):
    """A program that plays a seat. It sees only its own view, never the state."""

    def choose(self, decision: Decision, get_view: Callable[[], V_contra]) -> Answer:
        """Return a legal answer. get_view: returns the current view of the player."""


class RandomBot:
    """A bot that answers any decision at random."""

    def __init__(self, seed: str) -> None:
        self._draws = Draws(Random(seed))

    def choose(self, decision: Decision, _get_view: Callable[[], object]) -> Answer:
        """Return a random legal answer; all are equally likely."""
        return decision.draw_answer(self._draws)


class Standstill:
    """Detector for games in which players no longer change anything.

    patience: number of consecutive rounds that lead back to an earlier position, at least 1.
    """

    def __init__(self, patience: int) -> None:
        self._patience = patience
        self._round = 0
        self._idle_rounds = 0
        self._positions: set[object] = set()

    def is_reached(self, round_number: int, get_position: Callable[[], object]) -> bool:
        """Return whether the last `patience` rounds changed nothing.

        get_position: returns everything that can change; called once per round.
        """
        if round_number != self._round:
            self._round = round_number
            count = len(self._positions)
            self._positions.add(get_position())  # hash it only once: this takes time
            self._idle_rounds = self._idle_rounds + 1 if len(self._positions) == count else 0
        return self._idle_rounds >= self._patience


class _StateWithRounds(GameState, Protocol):
    round: int


R = TypeVar("R", bound=_StateWithRounds)


def play_out(
    game: Driver[R],
    bots: Sequence[Bot[V]],
    view_of: Callable[[R, int], V],
    get_position: Callable[[R], object],
    max_rounds: int,
    patience: int,
) -> int:
    """Play a game until it ends, passes a round or stalls. Return the number of decisions.

    bots: by seat. view_of: returns the view of a seat. get_position: returns everything that
    players can change. patience: see Standstill; 0 to ignore standstills. Raise TooMuchWork.
    """
    state = game.state
    standstill = Standstill(patience)
    get_current_position = partial(get_position, state)
    get_views = [partial(view_of, state, seat) for seat in range(len(bots))]
    choose = [bot.choose for bot in bots]
    decisions = 0
    while not game.over and state.round <= max_rounds:
        if patience and standstill.is_reached(state.round, get_current_position):
            break
        for decision in game.pending:
            seat = decision.player
            game.answer(seat, choose[seat](decision, get_views[seat]))
            decisions += 1
    return decisions
