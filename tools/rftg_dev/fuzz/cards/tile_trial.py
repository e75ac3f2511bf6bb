"""The use of a random file of tiles: games of random answers, all checked, and games of bots."""

from __future__ import annotations

from typing import Final

from gamekit.work import TooMuchWork
from rftg_dev.fuzz.cards.uses import MOST_ROUNDS, Broken, Uses
from rftg_dev.soak.roll.games import check_game_of
from rftg_dev.soak.roll.invariants import broken
from rftg_dsl.bundle import pack
from rftg_tools.simulation.roll import table_for
from roll_engine import Options, State, Table, new_game
from roll_engine.bots import LEVELS, make_bot, play_out

CHECKED: Final = 6
"""Games of random answers that are played with a file."""


class TileTrial(Uses):
    """The use of a file of tiles."""

    def _play(self) -> None:
        """Play games of random answers, then one with each level of bots."""
        self._tell("play: binding the tiles")
        table = table_for(pack([str(self._path)]))
        for number in range(CHECKED):
            self._tell(f"play: game {number} of random answers")
            self._check_game(table, number)
        for level in LEVELS:
            self._tell(f"play: {level} bots")
            self._play_game(table, level)

    def _check_game(self, table: Table, number: int) -> None:
        self._tried.games += 1
        try:
            checked = check_game_of(table, self._seed, number, MOST_ROUNDS)
        except TooMuchWork:
            self._tried.stopped += 1
            return
        self._tried.decisions += checked.decisions
        if checked.failures:
            raise Broken(checked.failures[0])

    def _play_game(self, table: Table, level: str) -> None:
        def watch(step: str, state: State) -> None:
            for what in broken(table, state, step):
                raise Broken(f"after {step}: {what}")

        seed = f"{self._seed}/{level}"
        game = new_game(table, Options(2), seed, watch)
        bots = [make_bot(level, table, f"{seed}/{seat}") for seat in range(2)]
        self._play_out(play_out, game, bots, level)

    def _measure(self) -> None:
        """Measure nothing: `balance` is of the games of cards."""
