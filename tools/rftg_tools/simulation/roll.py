"""Simulation figures of Roll."""

from __future__ import annotations

from gamekit.events import Observer
from rftg_dsl.bundle import SetBundle
from rftg_tools.games import GAMES
from rftg_tools.simulation import games
from rftg_tools.simulation.games import Counts
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.scoring import bonus_points
from roll_engine.state import State


class Figures:
    """Sources of points, and number of dice."""

    def __init__(self, _options: Options) -> None:
        self.observers: tuple[Observer[State], ...] = ()

    def counts(self, table: Table, state: State) -> Counts:
        """Return the counts. state: at the end of the game."""
        players = state.players
        count = len(players)
        printed = sum(table.vp[face] for player in players for face in player.tableau)
        scored = sum(sum(bonus_points(table, state, seat).values()) for seat in range(count))
        return {
            "points in chips a player": (sum(player.chips for player in players), count),
            "points on tiles a player": (printed, count),
            "points of score lines a player": (scored, count),
            "dice a player": (sum(sum(player.dice()) for player in players), count),
        }


def table_for(sets: SetBundle) -> Table:
    """Bind the tiles of packed sets. Raises ValueError for sets of another game."""
    table: Table = games.table_for(GAMES["roll"], sets)
    return table
