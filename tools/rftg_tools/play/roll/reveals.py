"""What is revealed between two moments of a game of Roll: rolls, draws, workers, and top tiles."""

from __future__ import annotations

from roll_engine.state import State


class Hidden:
    """What was hidden at a moment, to be compared with a later state."""

    def __init__(self, state: State) -> None:
        self._facts = _facts(state)
        self._open = _open_tiles(state)

    def revealed_by(self, state: State) -> bool:
        """Return whether somebody has seen since what he could not see before."""
        return self._facts != _facts(state) or bool(_open_tiles(state) - self._open)


def _facts(state: State) -> tuple[int, int, int, bool]:
    """Return what stays as it is while nothing is rolled, shuffled, drawn or revealed."""
    return state.chances, len(state.bag), len(state.abandoned), state.revealed


def _open_tiles(state: State) -> set[int]:
    """Return the tiles of construction zones that everybody sees: the top ones."""
    stacks = [stack for player in state.players for stack in (player.developments, player.worlds)]
    return {stack[0] for stack in stacks if stack}
