"""What every step is given: the tiles in use, the options, the moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gamekit.driver import Asking
from roll_engine.cards.table import Table
from roll_engine.moves import Moves
from roll_engine.rules import MOST_PLAYERS
from roll_engine.state import State


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a set-up.

    strict: every phase is done in the order of strict timing (Roll rulebook, Timing), and not by
    all at once wherever it makes no difference.
    """

    players: int
    strict: bool = False

    def __reduce__(self) -> tuple[type[Options], tuple[int, bool]]:
        """Return the values, for other processes: what is compiled cannot be filled in later."""
        return Options, (self.players, self.strict)


class Rules:
    """The rules at work on a State."""

    def __init__(self, table: Table, options: Options, moves: Moves) -> None:
        self.table: Final = table
        self.options: Final = options
        self.moves: Final = moves


Step = Callable[[Rules, State, str], Asking[None]]
"""Plays a step of this name."""


def check_options(table: Table, options: Options) -> None:
    """Raise ValueError, with the reason, for a set-up that these sets cannot serve."""
    most = min(MOST_PLAYERS, len(table.factions), len(table.homes))
    if most < 2:
        raise ValueError("these sets have too few faction tiles or home worlds for two players")
    if not 2 <= options.players <= most:
        raise ValueError(f"these sets serve 2 to {most} players, not {options.players}")
    if len(table.tiles) < 2 * options.players:
        raise ValueError("these sets have fewer game tiles than are dealt at set-up")
