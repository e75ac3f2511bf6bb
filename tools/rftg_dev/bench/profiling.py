"""Where random play of the plain engine spends its time."""

from __future__ import annotations

import cProfile
import pstats
import sys
from typing import Final

from rftg_dev.bench.games import PLAYERS, Cards, play_for
from rftg_tools.simulation.games import play_one

TOP: Final = 25
"""Functions that are printed."""


def profile(cards: Cards, seconds: float) -> None:
    """Print the functions that take most, for each number of players."""
    for players in PLAYERS:
        profiler = cProfile.Profile()
        plan = cards.plan(players, "random")
        play_one(plan, 0)
        profiler.enable()
        games, _decisions, _took = play_for(plan, seconds)
        profiler.disable()
        print(f"{cards.label}, {players} players, random, {games} games,", end=" ")
        print("by time spent in the function itself")
        stats = pstats.Stats(profiler, stream=sys.stdout)
        stats.strip_dirs().sort_stats("tottime").print_stats(TOP)
