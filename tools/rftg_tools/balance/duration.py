"""Estimate of how long a study takes on this machine, from a short sample of its games."""

from __future__ import annotations

from math import ceil
from typing import Final

from rftg_tools.balance.experiment import OFFICIAL, CompiledExperiment
from rftg_tools.balance.games import play
from rftg_tools.balance.study import BLOCK, VARIANT
from rftg_tools.balance.tiles.experiment import CompiledExperiment as RollLab
from rftg_tools.balance.tiles.experiment import play as play_tiles
from rftg_tools.progress import seconds_per_call

_TYPICAL_GAMES: Final = (400, 0.05)
"""Number of games after which most cards reach this margin of error, as a win share."""


class Expectation:
    """Cost of the games of an experiment.

    seconds: per game on one core. drawn: tested cards that a player draws per game.
    """

    def __init__(self, lab: CompiledExperiment) -> None:
        draws: list[int] = []

        def play_game(seed: int) -> None:
            game, _course = play(lab.table, lab.setup, seed, "a sample")
            draws.append(sum(subject.drawer(game) >= 0 for subject in lab.subjects))

        self.seconds = seconds_per_call(play_game)
        self.drawn = sum(draws) / len(draws)

    def estimate_seconds(self, precision: float, max_games: int, jobs: int) -> float:
        """Return the seconds until a margin of error (a win share) or the maximum of games."""
        seeds = _games(precision, max_games)
        games = seeds * (1 + VARIANT * self.drawn) + min(seeds, OFFICIAL)
        return games * self.seconds / jobs


class RollExpectation:
    """Cost of the games of an experiment with tiles. seconds: per game on one core."""

    def __init__(self, lab: RollLab) -> None:
        tile_of = lab.subjects.tile_of
        self.seconds = seconds_per_call(
            lambda seed: play_tiles(lab.table, lab.setup, seed, tile_of)
        )

    def estimate_seconds(self, precision: float, max_games: int, jobs: int) -> float:
        """Return the seconds until a margin of error (a win share) or the maximum of games."""
        return _games(precision, max_games) * self.seconds / jobs


def _games(precision: float, max_games: int) -> int:
    """Return the likely number of games for a margin of error: four times as many halve it."""
    games, margin = _TYPICAL_GAMES
    return min(max_games, BLOCK * ceil(games * (margin / precision) ** 2 / BLOCK))
