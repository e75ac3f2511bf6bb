"""Estimate of how long a study takes on this machine, from a short sample of its games."""

from __future__ import annotations

from math import ceil
from typing import Final

from rftg_tools.balance.experiment import OFFICIAL, CompiledExperiment
from rftg_tools.balance.games import play
from rftg_tools.balance.study import BLOCK, VARIANT
from rftg_tools.balance.tiles.experiment import CompiledExperiment as RollLab
from rftg_tools.balance.tiles.games import play as play_tiles
from rftg_tools.progress import seconds_per_call

_KNOWN: Final = (400, 0.05)
"""Number of games after which most cards reach this margin of error, as a win share."""


class Expectation:
    """Cost of the games of an experiment.

    seconds: per game on one core. drawn: tested cards that a player draws per game.
    """

    def __init__(self, lab: CompiledExperiment) -> None:
        drawn: list[int] = []

        def one_game(number: int) -> None:
            game, _course = play(lab.table, lab.setup, number, "a sample")
            drawn.append(sum(subject.drawer(game) >= 0 for subject in lab.subjects))

        self.seconds = seconds_per_call(one_game)
        self.drawn = sum(drawn) / len(drawn)

    def of(self, precision: float, max_games: int, jobs: int) -> float:
        """Return the seconds until a margin of error, as a win share, or the maximum of games."""
        seeds = _games(precision, max_games)
        games = seeds * (1 + VARIANT * self.drawn) + min(seeds, OFFICIAL)
        return games * self.seconds / jobs


class RollExpectation:
    """Cost of the games of an experiment with tiles. seconds: per game on one core."""

    def __init__(self, lab: RollLab) -> None:
        faces = lab.subjects.number
        self.seconds = seconds_per_call(
            lambda number: play_tiles(lab.table, lab.setup, number, faces)
        )

    def of(self, precision: float, max_games: int, jobs: int) -> float:
        """Return the seconds until a margin of error, as a win share, or the maximum of games."""
        return _games(precision, max_games) * self.seconds / jobs


def _games(precision: float, max_games: int) -> int:
    """Return the likely number of games for a margin of error: four times as many halve it."""
    games, margin = _KNOWN
    return min(max_games, BLOCK * ceil(games * (margin / precision) ** 2 / BLOCK))
