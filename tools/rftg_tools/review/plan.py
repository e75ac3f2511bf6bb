"""Plan of a review, and replays of the recorded game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver
from gamekit.game import Game as Rules
from gamekit.work import TooMuchWork, Work
from rftg_dsl.library import SetBundle
from rftg_tools.games import GAMES
from rftg_tools.review.reviewer import Reviewer, reviewer_of
from rftg_tools.simulation.games import (
    FAULTS,
    MAX_ROUNDS,
    BrokenGame,
    patience_of,
    table_for,
)

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

    game: its id. seed, answers, chances: from the record. level: level of the bots in sampled
    games. playouts: maximum number of games per decision. parts: extra parts of the table.
    """

    game: str
    sets: SetBundle
    options: Any
    seed: str
    answers: tuple[Answer, ...]
    level: str
    playouts: int = PLAYOUTS
    chances: tuple[tuple[int, ...], ...] = ()
    parts: tuple[Hashable, ...] = ()

    @property
    def table(self) -> Any:
        """The cards in use."""
        return table_for(GAMES[self.game], self.sets, *self.parts)

    @property
    def rules(self) -> Rules:
        """The engine of the game."""
        return GAMES[self.game].rules

    @property
    def reviewer(self) -> Reviewer:
        """The game's part of reviews."""
        return reviewer_of(self.game)

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


def begin(plan: Plan, watch: Callable[[str, Any], None] | None = None) -> Driver[Any]:
    """Start replaying the recorded game. watch: as for new_game."""
    return plan.rules.new_game(plan.table, plan.options, plan.seed, watch, chances=plan.chances)


def groups(plan: Plan, game: Driver[Any]) -> Iterator[int]:
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


def moment_of(plan: Plan, number: int) -> tuple[Driver[Any], Decision]:
    """Return the game before answer `number`, and its decision."""
    game = begin(plan)
    for first in groups(plan, game):
        if number < first + len(game.pending):
            return game, game.pending[number - first]
    raise IndexError(f"the record has no answer {number}")


def shares(plan: Plan, game: Driver[Any], seed: str) -> list[float]:
    """Let bots play a game to the end; return each seat's share of the win.

    Raises BrokenGame, and RuntimeError if it takes too much work.
    """
    _play_on(plan, game, seed, MAX_ROUNDS)
    return _shares_now(plan, game)


def play_ahead(plan: Plan, game: Driver[Any], seat: int, seed: str) -> float:
    """Let bots play GLANCE_ROUNDS rounds; return a seat's own estimate of its chance to win.

    Raises BrokenGame, and RuntimeError if it takes too much work.
    """
    _play_on(plan, game, seed, game.state.round + GLANCE_ROUNDS - 1)
    if game.over:
        return _shares_now(plan, game)[seat]
    return plan.rules.win_chance(plan.table, plan.rules.view_of(game.state, seat))


def _shares_now(plan: Plan, game: Driver[Any]) -> list[float]:
    """Return each seat's share of the win with the current scores."""
    winners = plan.rules.result(plan.table, game.state).winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(plan.options.players)]


def _play_on(plan: Plan, game: Driver[Any], seed: str, max_rounds: int) -> None:
    """Let bots play a game to its end or through a round."""
    seats = range(plan.options.players)
    game.state.work = Work()
    rules = plan.rules
    bots = [rules.make_bot(plan.level, plan.table, f"{seed}/bot {seat}") for seat in seats]
    try:
        rules.play_out(game, bots, max_rounds, patience_of([plan.level]))
    except TooMuchWork as reason:
        raise RuntimeError(f"a sampled game was stopped: {reason}") from reason
    except FAULTS as error:
        name = f"{seed} of a review of seed {plan.seed}, --sets {','.join(plan.sets.names)}"
        raise BrokenGame(name, error) from error
