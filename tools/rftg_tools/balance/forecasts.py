"""What bots expect as a game goes on: their chance to win, by the value that they play by."""

from __future__ import annotations

from typing import Final

from rftg_engine.bots.evaluator import win_chance
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_engine.view import view_of

_DIGITS: Final = 4


class Forecasts:
    """The forecasts of a game that is played. chances: of each seat, at the start of each round.

    Between two rounds nothing is half done, and there the value was trained.
    """

    def __init__(self, table: Table) -> None:
        self.chances: list[tuple[float, ...]] = []
        self._table = table

    def watch(self, _step: str, state: State) -> None:
        """Ask all players where a round has begun."""
        if state.round > len(self.chances):
            known = knowledge_of(self._table)
            seats = range(len(state.players))
            chances = (win_chance(known, view_of(state, seat)) for seat in seats)
            self.chances.append(tuple(round(chance, _DIGITS) for chance in chances))

    def of(self, seat: int) -> tuple[float, ...]:
        """Return those of a seat."""
        return tuple(chances[seat] for chances in self.chances)
