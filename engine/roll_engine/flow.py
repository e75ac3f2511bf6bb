"""The context of every step: the tiles in use, the options and the moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gamekit.driver import Asking
from roll_engine.cards.table import Table
from roll_engine.moves import Moves
from roll_engine.rules import MAX_PLAYERS
from roll_engine.state import State


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a set-up.

    strict: whether players do every phase in the order of strict timing (Roll rulebook, Timing),
    instead of at the same time whenever the order makes no difference.
    """

    players: int
    strict: bool = False

    def __reduce__(self) -> tuple[type[Options], tuple[int, bool]]:
        """Return the values for other processes. Compiled classes cannot be filled in later."""
        return Options, (self.players, self.strict)


class Rules:
    """The context that all steps of a game share."""

    def __init__(self, table: Table, options: Options, moves: Moves) -> None:
        self.table: Final = table
        self.options: Final = options
        self.moves: Final = moves


Step = Callable[[Rules, State, str], Asking[None]]
"""Function that plays the step with the given name."""


def check_options(table: Table, options: Options) -> None:
    """Raise ValueError, with the reason, if the sets do not support these options."""
    maximum = min(MAX_PLAYERS, len(table.factions), len(table.homes))
    if maximum < 2:
        raise ValueError("these sets have too few faction tiles or home worlds for two players")
    if not 2 <= options.players <= maximum:
        raise ValueError(f"these sets serve 2 to {maximum} players, not {options.players}")
    if len(table.tiles) < 2 * options.players:
        raise ValueError("these sets have fewer game tiles than are dealt at set-up")
