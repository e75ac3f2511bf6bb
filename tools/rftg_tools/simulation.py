"""Many games between bots: the same figures for the same seed, wherever they are played."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from math import fsum
from typing import Any, Final

from gamekit.work import TooMuchWork
from rftg_dsl.bundle import SetBundle, pack, unpack
from rftg_dsl.games import GAMES, RACE
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
from rftg_tools.figures.registry import Counts, all_counts, figures_of, observers_for
from rftg_tools.intervals import wilson
from rftg_tools.workers.processes import in_order

MOST_ROUNDS: Final = 500
"""A game that goes on after this many rounds is broken off and counted as unfinished."""
ROBOT: Final = "robot"
"""What stands for a bot level where the solitaire robot sits."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. bots: levels, dealt to the players in turn.

    robot: the solitaire robot, where the options have it: always in the second seat.
    """

    sets: SetBundle
    options: Options
    bots: tuple[str, ...]
    seed: int
    record: bool = False
    robot: Robot | None = None

    def entrant(self, game: int, seat: int) -> int:
        """Return which player (from 0) sits where; seats rotate from game to game."""
        if self.options.robot:
            return seat
        return (seat + game) % self.options.players

    def level(self, entrant: int) -> str:
        """Return the bot level of a player, or that it is the robot."""
        if self.options.robot and entrant == ROBOT_SEAT:
            return ROBOT
        return self.bots[entrant % len(self.bots)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game, by player (not by seat). wins: shares of a win, 1 in all.

    too_much: why it was broken off, where it took more work than a game may; else "".
    ends: why it ended. counts: what modules of rules count.
    """

    wins: tuple[float, ...]
    scores: tuple[int, ...]
    rounds: int
    decisions: int
    finished: bool
    record: dict[str, Any] | None
    too_much: str = ""
    ends: tuple[str, ...] = ()
    counts: Counts = field(default_factory=dict)


FAULTS: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
"""What an error of the engine or of a bot raises in the middle of a game."""


class BrokenGame(RuntimeError):
    """A game that an error of the engine or of a bot broke off."""

    def __init__(self, game: str, error: Exception) -> None:
        """Keep which game it is, for whoever is to play it again."""
        super().__init__(
            f"game {game} broke off ({type(error).__name__}: {error}); this is an error in"
            " rftg-dsl, not in your cards: please report it with them"
        )

    def __reduce__(self) -> tuple[type[RuntimeError], tuple[str]]:
        """Reduce it to a plain error when it comes from a worker."""
        return RuntimeError, (str(self),)


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
    for one in unpacked:
        if one.game != RACE.id:
            raise ValueError(f"{one.id} is for {GAMES[one.game].title}: `rftg-dsl play` plays it")
    return Table(unpacked, cards_in_use(unpacked), robot)


def play_one(plan: Plan, number: int) -> Outcome:
    """Play game `number` of a plan."""
    table = table_for(plan.sets, plan.robot)
    seed = f"{plan.seed}/{number}"
    watching = observers_for(plan.options)
    recorder = Recorder(table, plan.options, seed, observers=watching) if plan.record else None
    players = range(plan.options.players)
    levels = [plan.level(plan.entrant(number, seat)) for seat in players]
    # The robot is asked nothing, so nobody answers for it.
    bots = [
        make_bot(level, table, f"{seed}/bot {seat}")
        for seat, level in enumerate(levels)
        if level != ROBOT
    ]
    game = recorder.game if recorder else new_game(table, plan.options, seed, None, False, watching)
    decisions, too_much = 0, ""
    try:
        decisions = play_out(game, bots, MOST_ROUNDS)
    except TooMuchWork as reason:
        too_much = str(reason)
    except FAULTS as error:
        about = f"{number} of --sets {','.join(plan.sets.names)} --seed {plan.seed}"
        raise BrokenGame(about, error) from error
    ended = result(table, game.state)
    by_player = {plan.entrant(number, seat): seat for seat in players}
    share = 1 / len(ended.winners)
    return Outcome(
        tuple(share if by_player[player] in ended.winners else 0.0 for player in players),
        tuple(ended.scores[by_player[player]] for player in players),
        game.state.round,
        decisions,
        game.over,
        recorder.record(levels, plan.sets.texts) if recorder else None,
        too_much,
        tuple(endings(table, game.state)),
        all_counts(watching, table, game.state),
    )


def play_games(
    plan: Plan, games: int, jobs: int, scheduler: str | None = None
) -> Generator[Outcome, None, None]:
    """Return the games 0 to games - 1, in that order; played where `in_order` says."""
    return in_order(partial(play_one, plan), range(games), jobs, scheduler)


def summarize(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures of all finished games; wins by player, with their interval.

    Games that were broken off are counted as `unfinished` and nowhere else; those among them that
    took too much work are told with the `reason` of the first.
    """
    done = [outcome for outcome in outcomes if outcome.finished]
    too_much = [outcome.too_much for outcome in outcomes if outcome.too_much]
    figures = figures_of([outcome.counts for outcome in done])
    return {
        "games": len(outcomes),
        "seed": plan.seed,
        "sets": list(plan.sets.names),
        **({"robot": plan.options.robot} if plan.options.robot else {}),
        "unfinished": len(outcomes) - len(done),
        **({"too_much_work": len(too_much), "reason": too_much[0]} if too_much else {}),
        "mean_rounds": _mean([outcome.rounds for outcome in done]),
        "mean_decisions": _mean([outcome.decisions for outcome in done]),
        "ends": _ends(done),
        **({"figures": figures} if figures else {}),
        "players": [_of_player(plan, one, done) for one in range(plan.options.players)],
    }


def _of_player(plan: Plan, one: int, done: Sequence[Outcome]) -> dict[str, Any]:
    wins = fsum(outcome.wins[one] for outcome in done)
    low, high = wilson(wins, len(done))
    return {
        "player": one + 1,
        "bot": plan.level(one),
        "wins": wins,
        "win_rate": _mean([outcome.wins[one] for outcome in done]),
        "win_rate_low": low,
        "win_rate_high": high,
        "mean_score": _mean([outcome.scores[one] for outcome in done]),
    }


def _ends(done: Sequence[Outcome]) -> dict[str, float]:
    """Return the share of games that ended for each reason, the commonest first.

    One that ended for several counts for each of them.
    """
    found = Counter([reason for outcome in done for reason in outcome.ends])
    return {reason: number / len(done) for reason, number in found.most_common()}


def _mean(values: Sequence[float]) -> float:
    """Return the mean; 0 of nothing."""
    return fsum(values) / max(1, len(values))


class Clock:
    """Games a second since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def rate(self, games: int) -> float:
        """Return games a second."""
        return games / max(1e-9, time.perf_counter() - self._start)
