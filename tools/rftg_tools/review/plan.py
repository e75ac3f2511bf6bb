"""Plan of a review, and replays of the recorded game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver
from gamekit.work import TooMuchWork, Work
from rftg_dsl.library import SetBundle
from rftg_dsl.sets.robot import Robot
from rftg_engine.bots import Bot, make_bot, play_out
from rftg_engine.bots.evaluator import win_chance
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.cards.table import Table
from rftg_engine.game import new_game
from rftg_engine.options import Options
from rftg_engine.phases.scoring import result
from rftg_engine.race import Race
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.simulation.games import FAULTS, MAX_ROUNDS, BrokenGame, patience_of
from rftg_tools.simulation.race import table_for

LEVEL: Final = "expert"
"""The strongest bot that plays hundreds of games per second. Stronger bots are much slower."""
PLAYOUTS: Final = 240
"""Maximum number of games per decision, for all options together."""
QUICK_PLAYOUTS: Final = 60
"""Number of games per decision in a quick review."""
CHART_SHARE: Final = 0.4
"""Games per point of the chart, as a share of the games per decision."""
MAX_GLANCES: Final = 6
"""Maximum number of short games per option, which select the options to compare."""
GLANCE_ROUNDS: Final = 2
"""Rounds of a short game: the current round, and the next, when its gains can be used."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A recorded game, and the settings of its review. Equal plans have equal findings.

    seed, answers, shuffles, robot: from the record. level: level of the bots in sampled games.
    playouts: maximum number of games per decision.
    """

    sets: SetBundle
    options: Options
    seed: str
    answers: tuple[Answer, ...]
    level: str = LEVEL
    playouts: int = PLAYOUTS
    shuffles: tuple[tuple[int, ...], ...] = ()
    robot: Robot | None = None

    @property
    def table(self) -> Table:
        """The cards in use."""
        return table_for(self.sets, self.robot)

    @property
    def chart_games(self) -> int:
        """Games for each point of the chart."""
        return max(1, round(CHART_SHARE * self.playouts))

    @property
    def glances(self) -> int:
        """Number of short games per option."""
        return min(MAX_GLANCES, 1 + self.playouts // 40)

    @property
    def precision(self) -> float:
        """Half the width of a sufficiently narrow confidence interval."""
        return 2 / sqrt(self.playouts)


def begin(plan: Plan, watch: Callable[[str, State], None] | None = None) -> Driver[State]:
    """Start replaying the recorded game. watch: as for new_game."""
    return new_game(plan.table, plan.options, plan.seed, watch, chances=plan.shuffles)


def groups(plan: Plan, game: Driver[State]) -> Iterator[int]:
    """Replay the record from the start.

    Before each group of simultaneous decisions, yield the number of answers so far.
    """
    count = 0
    while not game.over and count < len(plan.answers):
        yield count
        for decision in game.pending:
            if count == len(plan.answers):
                return
            game.answer(decision.player, plan.answers[count])
            count += 1


def moment_of(plan: Plan, number: int) -> tuple[Driver[State], Decision]:
    """Return the game before answer `number`, and its decision."""
    game = begin(plan)
    for first in groups(plan, game):
        if number < first + len(game.pending):
            return game, game.pending[number - first]
    raise IndexError(f"the record has no answer {number}")


def race_of(game: Driver[State]) -> Race:
    """Return the rules of a game."""
    race = game.flow
    assert isinstance(race, Race)
    return race


def shares(plan: Plan, game: Driver[State], seed: str) -> list[float]:
    """Let bots play a game to the end; return each seat's share of the win.

    Raises BrokenGame, and RuntimeError if it takes too much work.
    """
    _play_on(plan, game, seed, MAX_ROUNDS)
    return _shares_now(plan, game)


def play_ahead(plan: Plan, game: Driver[State], seat: int, seed: str) -> float:
    """Let bots play GLANCE_ROUNDS rounds; return a seat's own estimate of its chance to win.

    Raises BrokenGame, and RuntimeError if it takes too much work.
    """
    _play_on(plan, game, seed, game.state.round + GLANCE_ROUNDS - 1)
    if game.over:
        return _shares_now(plan, game)[seat]
    return win_chance(knowledge_of(plan.table), view_of(game.state, seat))


def _shares_now(plan: Plan, game: Driver[State]) -> list[float]:
    """Return each seat's share of the win with the current scores."""
    winners = result(plan.table, game.state).winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(plan.options.players)]


def _play_on(plan: Plan, game: Driver[State], seed: str, max_rounds: int) -> None:
    """Let bots play a game to its end or through a round."""
    seats = range(plan.options.players)
    game.state.work = Work()
    bots: list[Bot] = [make_bot(plan.level, plan.table, f"{seed}/bot {seat}") for seat in seats]
    try:
        play_out(game, bots, max_rounds, patience_of([plan.level]))
    except TooMuchWork as reason:
        raise RuntimeError(f"a sampled game was stopped: {reason}") from reason
    except FAULTS as error:
        name = f"{seed} of a review of seed {plan.seed}, --sets {','.join(plan.sets.names)}"
        raise BrokenGame(name, error) from error
