"""What the steps of a game are played by: the cards in use, the options, and the moves."""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.chance import Shuffles
from gamekit.events import Observer
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.moves import Moves
from rftg_engine.setups.opening import openings
from rftg_engine.setups.options import Options
from rftg_engine.state import State


class Rules:
    """The rules with the cards of one game. openings: what each seat is dealt for certain."""

    def __init__(
        self,
        table: Table,
        options: Options,
        chance: Shuffles,
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        self.table = table
        self.options = options
        self.chance = chance
        self.moves = Moves(table, chance, observers)
        self.openings = openings(table, options.opening, options.players)

    def begin_round(self, state: State) -> None:
        """Put the steps of a new round's start on the list."""
        if self.moves.prestige or self.table.acts_at_round_start:
            state.todo.append(steps.ROUND_START)
        state.todo.append(steps.CHOOSE)
