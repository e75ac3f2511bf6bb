"""A round begins: all players roll their workers (Roll rulebook, Roll)."""

from __future__ import annotations

from gamekit.driver import Asking
from roll_engine import steps
from roll_engine.flow import Rules
from roll_engine.state import State


def begin_round(state: State) -> None:
    """Put the steps of a round behind the present one; phases join them when they are known."""
    state.todo += [steps.ROLL, steps.ASSIGN, steps.REVEAL]


def roll(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Roll the workers of all players, behind their screens."""
    state.round += 1
    state.revealed = False
    state.occurring = []
    for seat in state.order:
        player = state.players[seat]
        player.selected = -1
        rules.moves.roll_workers(state, player)
    yield from ()
