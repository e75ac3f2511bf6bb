"""One game between bots of one level, as plain data that can be stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final

from gamekit.work import TooMuchWork
from rftg_engine.bots import BY_VALUE, Bot, make_bot, play_out
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.ratings import win_chance
from rftg_engine.cards.table import Table
from rftg_engine.game import new_game
from rftg_engine.modules.goals import goal_points
from rftg_engine.phases.scoring import result, variable_points
from rftg_engine.state import State
from rftg_engine.turns.observers import GameStats
from rftg_engine.view import view_of
from rftg_tools.balance.bots import (
    GameTrace,
    PolicyBot,
    RecordingBot,
    Replay,
    ReplayBot,
    force_policy,
)
from rftg_tools.simulation.games import FAULTS, MAX_ROUNDS, BrokenGame, patience_of


@dataclass(frozen=True, slots=True)
class Setup:
    """Set-up of all games of an experiment. options: of their game. bot: level of all players.

    seed: game n has the seed `seed/n`, as in a simulation.
    """

    options: Any
    bot: str
    seed: int

    def text(self) -> str:
        """Return the set-up in a canonical form."""
        limits = {"max_rounds": MAX_ROUNDS, "patience": patience_of([self.bot])}
        return json.dumps({**asdict(self), **limits}, sort_keys=True)


@dataclass(frozen=True, slots=True)
class Seat:
    """Result of a player. share: of the win; shares add up to 1. variable: points of scoring cards.

    tableau: card numbers in the order of placement. The score is the sum of chips, prestige, goals,
    variable points and printed points. forecasts: the player's chance to win at the start of each
    round, if forecasts were recorded.
    """

    share: float
    score: int
    tableau: tuple[int, ...]
    chips: int
    prestige: int
    goals: int
    variable: tuple[tuple[int, int], ...]
    forecasts: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """Result of a game. finished: whether it ended by the rules.

    dealt, drawn, placed: see rftg_engine.turns.observers.GameStats.
    """

    finished: bool
    rounds: int
    decisions: int
    seats: tuple[Seat, ...]
    dealt: tuple[tuple[int, int], ...]
    drawn: tuple[tuple[int, int, int], ...]
    placed: tuple[tuple[int, int, int, str], ...]


@dataclass(frozen=True, slots=True)
class GameBranch:
    """A variant of another game of the same seed, in which some cards are changed.

    cards: numbers of the changed cards. policy: that of the player at `seat` for these cards (see
    `bots`); "" for the bot's own.
    """

    course: GameTrace
    cards: tuple[int, ...]
    policy: str = ""
    seat: int = -1


@contextmanager
def naming_faults(name: str) -> Iterator[None]:
    """Raise a fault in a game as BrokenGame, and too much work as RuntimeError."""
    try:
        yield
    except TooMuchWork as reason:
        raise RuntimeError(f"game {name} was stopped: {reason}") from reason
    except FAULTS as error:
        raise BrokenGame(name, error) from error


def play(
    table: Table,
    setup: Setup,
    game_number: int,
    cards_in_game: str,
    fork: GameBranch | None = None,
    ask: bool = False,
) -> tuple[Game, GameTrace]:
    """Play game `game_number`. Return its result and, if it is not a fork, its answers.

    cards_in_game: for error messages. ask: record forecasts, if the bots play by the
    value. Raises BrokenGame, and RuntimeError if the game takes too much work.
    """
    seed = f"{setup.seed}/{game_number}"
    stats = GameStats()
    course = GameTrace()
    forecasts = Forecasts(table) if ask and setup.bot in BY_VALUE else None
    with naming_faults(f"{game_number} of --seed {setup.seed}, {cards_in_game},"):
        bots = _bots(table, setup, seed)
        watchers: list[PolicyBot | Replay] = []
        if fork is None:
            bots = [RecordingBot(bot, course) for bot in bots]
        else:
            watchers += _restrain(bots, fork)
            replay = Replay(fork.course, fork.cards)
            watchers.append(replay)
            bots = [ReplayBot(bot, replay) for bot in bots]
        watch = forecasts.watch if forecasts else None
        game = new_game(table, setup.options, seed, watch, False, (stats,))
        for watcher in watchers:
            watcher.state = game.state
        decisions = play_out(game, bots, MAX_ROUNDS, patience_of([setup.bot]))
        seats = _seats(table, game.state, forecasts)
    played = Game(
        game.over,
        game.state.round,
        decisions,
        seats,
        tuple(stats.dealt),
        tuple(stats.drawn),
        tuple(stats.placed),
    )
    return played, course


def _bots(table: Table, setup: Setup, seed: str) -> list[Bot]:
    seats = range(setup.options.players)
    return [make_bot(setup.bot, table, f"{seed}/bot {seat}") for seat in seats]


def _restrain(bots: list[Bot], fork: GameBranch) -> list[PolicyBot]:
    """Put the bot with another policy in its seat, and return it."""
    if not fork.policy:
        return []
    bot = force_policy(fork.policy, bots[fork.seat], fork.seat, fork.cards)
    bots[fork.seat] = bot
    return [bot]


def _seats(table: Table, state: State, forecasts: Forecasts | None) -> tuple[Seat, ...]:
    scores = result(table, state)
    share = 1 / len(scores.winners)
    return tuple(
        Seat(
            share if seat in scores.winners else 0.0,
            scores.scores[seat],
            tuple(player.tableau),
            player.vp,
            player.prestige,
            goal_points(table, state, seat),
            tuple(sorted(variable_points(table, state, seat).items())),
            forecasts.forecasts_of(seat) if forecasts else (),
        )
        for seat, player in enumerate(state.players)
    )


_DIGITS: Final = 4


class Forecasts:
    """The forecasts in a game. chances: of each seat at the start of each round.

    The value was trained at the start of rounds, when no action is half finished.
    """

    def __init__(self, table: Table) -> None:
        self.chances: list[tuple[float, ...]] = []
        self._table = table

    def watch(self, _step: str, state: State) -> None:
        """Record the forecasts of all players at the start of a round."""
        if state.round > len(self.chances):
            knowledge = knowledge_of(self._table)
            seats = range(len(state.players))
            chances = (win_chance(knowledge, view_of(state, seat)) for seat in seats)
            self.chances.append(tuple(round(chance, _DIGITS) for chance in chances))

    def forecasts_of(self, seat: int) -> tuple[float, ...]:
        """Return the forecasts of a seat."""
        return tuple(chances[seat] for chances in self.chances)
