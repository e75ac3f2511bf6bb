"""Plan of a review, and the recorded game replayed up to any moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver
from gamekit.work import TooMuchWork, Work
from rftg_dsl.bundle import SetBundle
from rftg_dsl.sets.robot_model import Robot
from rftg_engine.bots import Bot, make_bot, play_out
from rftg_engine.bots.evaluator import win_chance
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.phases.scoring import result
from rftg_engine.race import Race, new_game
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.simulation.games import FAULTS, MOST_ROUNDS, BrokenGame, patience_of
from rftg_tools.simulation.race import table_for

LEVEL: Final = "expert"
"""The strongest bot that plays hundreds of games a second; the strongest of all plays a few."""
PLAYOUTS: Final = 240
"""Games that are played out for a decision, over all of its options."""
QUICK: Final = 60
"""The same for a rough answer."""
CHART_SHARE: Final = 0.4
"""Games for a point of the chart, as a share of those for a decision."""
MOST_GLANCES: Final = 6
"""Games in which an option is glanced at, to choose those that are worth a comparison."""
GLANCE_ROUNDS: Final = 2
"""Rounds of each: the one of the decision and the next, in which its gains are put to use."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A recorded game, and how it is looked at. Equal plans find the same.

    seed, answers, shuffles, robot: of the record. level: of the bots that play all seats to the
    end. playouts: games for each decision at most.
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
        """Games in which each option of a decision is glanced at."""
        return min(MOST_GLANCES, 1 + self.playouts // 40)

    @property
    def precision(self) -> float:
        """Half of an interval that is narrow enough."""
        return 2 / sqrt(self.playouts)


def begin(plan: Plan, watch: Callable[[str, State], None] | None = None) -> Driver[State]:
    """Return the recorded game at its start. watch: as new_game takes it."""
    return new_game(plan.table, plan.options, plan.seed, watch, chances=plan.shuffles)


def groups(plan: Plan, game: Driver[State]) -> Iterator[int]:
    """Play the record on from the start.

    Before all that is asked together, how many answers were given before it.
    """
    given = 0
    while not game.over and given < len(plan.answers):
        yield given
        for decision in game.pending:
            if given == len(plan.answers):
                return
            game.answer(decision.player, plan.answers[given])
            given += 1


def moment_of(plan: Plan, number: int) -> tuple[Driver[State], Decision]:
    """Return the moment of answer `number`: the game before it, and what was asked."""
    game = begin(plan)
    for first in groups(plan, game):
        if number < first + len(game.pending):
            return game, game.pending[number - first]
    raise IndexError(f"the record has no answer {number}")


def race_of(game: Driver[State]) -> Race:
    """Return the rules that a game is played by."""
    race = game.flow
    assert isinstance(race, Race)
    return race


def shares(plan: Plan, game: Driver[State], seed: str) -> list[float]:
    """Play a game out between bots: by seat the share of the win, 1 in all.

    Raises BrokenGame, and RuntimeError where it takes too much work.
    """
    _play_on(plan, game, seed, MOST_ROUNDS)
    return _won(plan, game)


def play_ahead(plan: Plan, game: Driver[State], seat: int, seed: str) -> float:
    """Play GLANCE_ROUNDS rounds between bots: the chance of a seat to win, in its own estimate.

    Raises BrokenGame, and RuntimeError where it takes too much work.
    """
    _play_on(plan, game, seed, game.state.round + GLANCE_ROUNDS - 1)
    if game.over:
        return _won(plan, game)[seat]
    return win_chance(knowledge_of(plan.table), view_of(game.state, seat))


def _won(plan: Plan, game: Driver[State]) -> list[float]:
    """Return by seat the share of the win as the game stands."""
    winners = result(plan.table, game.state).winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(plan.options.players)]


def _play_on(plan: Plan, game: Driver[State], seed: str, most_rounds: int) -> None:
    """Play a game between bots to its end, or past a round."""
    seats = range(plan.options.players)
    game.state.work = Work()
    bots: list[Bot] = [make_bot(plan.level, plan.table, f"{seed}/bot {seat}") for seat in seats]
    try:
        play_out(game, bots, most_rounds, patience_of([plan.level]))
    except TooMuchWork as reason:
        raise RuntimeError(f"a game that was played out was broken off: {reason}") from reason
    except FAULTS as error:
        about = f"{seed} of a review of seed {plan.seed}, --sets {','.join(plan.sets.names)}"
        raise BrokenGame(about, error) from error
