"""Games of Race between bots, as a plan says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from rftg_dsl.bundle import SetBundle, pack, unpack
from rftg_dsl.games import RACE
from rftg_dsl.library import cards_in_use
from rftg_dsl.sets.robot_model import Robot
from rftg_engine.bots import make_bot, play_out
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot.play import SEAT as ROBOT_SEAT
from rftg_engine.phases.round_end import endings
from rftg_engine.race import new_game
from rftg_engine.records.records import Recorder
from rftg_engine.scoring.scoring import result
from rftg_engine.setups.options import Options
from rftg_tools.figures.registry import all_counts, observers_for
from rftg_tools.simulation.games import MOST_ROUNDS, Outcome, Plan, check_game, shares_of_a_win

ROBOT: Final = "robot"
"""What stands for a bot level where the solitaire robot sits."""


@dataclass(frozen=True, slots=True)
class RacePlan(Plan):
    """What to simulate of Race.

    robot: the solitaire robot, where the options have it: always in the second seat.
    """

    sets: SetBundle
    options: Options
    bots: tuple[str, ...]
    seed: int
    record: bool = False
    robot: Robot | None = None

    @property
    def players(self) -> int:
        """Return the number of players, the robot among them."""
        return self.options.players

    def entrant(self, game: int, seat: int) -> int:
        """Return which player (from 0) sits where; nobody changes seats with the robot."""
        return seat if self.options.robot else Plan.entrant(self, game, seat)

    def level(self, entrant: int) -> str:
        """Return the bot level of a player, or that it is the robot."""
        if self.options.robot and entrant == ROBOT_SEAT:
            return ROBOT
        return Plan.level(self, entrant)

    def told(self) -> dict[str, Any]:
        """Return how hard the robot is, where there is one."""
        return {"robot": self.options.robot} if self.options.robot else {}

    def play(self, number: int) -> Outcome:
        """Play the game of this number. Raise BrokenGame."""
        table = table_for(self.sets, self.robot)
        seed = f"{self.seed}/{number}"
        watching = observers_for(self.options)
        recorder = Recorder(table, self.options, seed, observers=watching) if self.record else None
        levels = [self.level(self.entrant(number, seat)) for seat in range(self.players)]
        # The robot is asked nothing, so nobody answers for it.
        bots = [
            make_bot(level, table, f"{seed}/bot {seat}")
            for seat, level in enumerate(levels)
            if level != ROBOT
        ]
        if recorder:
            game = recorder.game
        else:
            game = new_game(table, self.options, seed, None, False, watching)
        decisions, too_much = self.finish(
            number, lambda: play_out(game, bots, MOST_ROUNDS, self.patience)
        )
        stalled = not (game.over or too_much) and game.state.round <= MOST_ROUNDS
        ended = result(table, game.state)
        return Outcome(
            self.by_player(number, shares_of_a_win(ended.winners, self.players)),
            self.by_player(number, ended.scores),
            game.state.round,
            decisions,
            game.over,
            recorder.record(levels, self.sets.texts) if recorder else None,
            too_much,
            stalled,
            tuple(endings(table, game.state)),
            all_counts(watching, table, game.state),
        )


@cache
def table_of(sets: tuple[str, ...], robot: Robot | None = None) -> Table:
    """Return the cards of some sets, ids or files, bound. Raises what `pack` raises."""
    return table_for(pack(sets), robot)


@lru_cache(maxsize=8)
def table_for(sets: SetBundle, robot: Robot | None = None) -> Table:
    """Return the cards of packed sets, bound. robot: what the solitaire game is played against.

    Raise ValueError for sets of another game.
    """
    unpacked = unpack(sets)
    check_game(unpacked, RACE)
    return Table(unpacked, cards_in_use(unpacked), robot)
