"""Forecasts by the bots during a game: chances to win, according to the value that they use."""

from __future__ import annotations

from typing import Final

from rftg_engine.bots.evaluator import win_chance
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_engine.view import view_of

_DIGITS: Final = 4


class Forecasts:
    """The forecasts in a game. chances: of each seat at the start of each round.

    The value was trained at the start of rounds, when no action is half finished.
    """

    def __init__(self, table: Table) -> None:
        self.chances: list[tuple[float, ...]] = []
        self._table = table

    def watch(self, _step: str, state: State) -> None:
        """Record the forecasts of all players at the start of a round."""
        if state.round > len(self.chances):
            knowledge = knowledge_of(self._table)
            seats = range(len(state.players))
            chances = (win_chance(knowledge, view_of(state, seat)) for seat in seats)
            self.chances.append(tuple(round(chance, _DIGITS) for chance in chances))

    def forecasts_of(self, seat: int) -> tuple[float, ...]:
        """Return the forecasts of a seat."""
        return tuple(chances[seat] for chances in self.chances)
