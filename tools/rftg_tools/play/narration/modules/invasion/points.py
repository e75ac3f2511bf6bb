"""Invasions on the score sheet: holding out, and the two awards; and how they end a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion.module import awards
from rftg_engine.modules.invasion.state import (
    DEFEATED,
    NAME,
    REPULSED,
    invasion_in,
    invasion_of,
)
from rftg_engine.state import State
from rftg_tools.play.narration.modules.invasion.names import invaders
from rftg_tools.play.narration.scores import ENDINGS, MODULE_SCORES, ModuleScore


def _counts(_table: Table, state: State) -> bool:
    return invasion_in(state) is not None


def _points(table: Table, state: State, seat: int) -> Iterator[tuple[str, int]]:
    part = invasion_in(state)
    if part is None or table.invasion is None:
        return
    yield f"Holding out against {invaders(table)}", part.rewards[seat]
    for award in awards(part, seat):
        yield award, table.invasion.award


def _repulsed(state: State, _names: Sequence[str]) -> str:
    return f"All together repulse the invaders with {sum(invasion_of(state).track)} Military"


def _defeated(_state: State, _names: Sequence[str]) -> str:
    return "The empire is defeated: for the second time nobody held out"


MODULE_SCORES[NAME] = ModuleScore("Invasion", _counts, _points)
ENDINGS[REPULSED] = _repulsed
ENDINGS[DEFEATED] = _defeated
