"""Figures of many games of Roll."""

from __future__ import annotations

from gamekit.events import Observer
from rftg_dsl.bundle import SetBundle
from rftg_tools.games import GAMES
from rftg_tools.module_statistics import Counts
from rftg_tools.simulation import games
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.scoring import bonus_points
from roll_engine.state import State


class Figures:
    """Where the points of players come from, and how many dice they have."""

    def __init__(self, _options: Options) -> None:
        self.observers: tuple[Observer[State], ...] = ()

    def counts(self, table: Table, state: State) -> Counts:
        """Return what was counted. state: at the end of the game."""
        players = state.players
        many = len(players)
        printed = sum(table.vp[face] for player in players for face in player.tableau)
        scored = sum(sum(bonus_points(table, state, seat).values()) for seat in range(many))
        return {
            "points in chips a player": (sum(player.chips for player in players), many),
            "points on tiles a player": (printed, many),
            "points of score lines a player": (scored, many),
            "dice a player": (sum(sum(player.dice()) for player in players), many),
        }


def table_for(sets: SetBundle) -> Table:
    """Return the tiles of packed sets, bound. Raise ValueError for sets of another game."""
    table: Table = games.table_for(GAMES["roll"], sets)
    return table
