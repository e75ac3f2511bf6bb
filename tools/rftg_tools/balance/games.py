"""One game between bots of one level, told as plain data that can be stored."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from gamekit.work import TooMuchWork
from rftg_engine.bots import BY_VALUE, Bot, make_bot, play_out
from rftg_engine.cards.table import Table
from rftg_engine.modules.goals import goal_points
from rftg_engine.options import Options
from rftg_engine.phases.scoring import result, variable_points
from rftg_engine.race import new_game
from rftg_engine.state import State
from rftg_engine.turns.observers import GameStats
from rftg_tools.balance.courses import Course, Following, Noting, Replay
from rftg_tools.balance.forecasts import Forecasts
from rftg_tools.balance.holders import Holder, holder
from rftg_tools.simulation.games import FAULTS, MOST_ROUNDS, BrokenGame, patience_of


@dataclass(frozen=True, slots=True)
class Setup:
    """How all games of an experiment are set up. bot: the level of all players.

    seed: of game number n it is `seed/n`, as in a simulation.
    """

    options: Options
    bot: str
    seed: int

    def text(self) -> str:
        """Return all of it, in one way of writing."""
        limits = {"most_rounds": MOST_ROUNDS, "patience": patience_of([self.bot])}
        return json.dumps({**asdict(self), **limits}, sort_keys=True)


@dataclass(frozen=True, slots=True)
class Seat:
    """How a player ended. share: of the win, 1 in all. variable: points of cards that score.

    tableau: card numbers in the order of placing. The score is the sum of chips, prestige, goals,
    variable points and what the cards have printed. forecasts: its chance to win as it saw it at
    the start of each round; none where nobody asked.
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
    """A game from its end. finished: not broken off as endless.

    dealt, drawn, placed: as in rftg_engine.turns.observers.GameStats.
    """

    finished: bool
    rounds: int
    decisions: int
    seats: tuple[Seat, ...]
    dealt: tuple[tuple[int, int], ...]
    drawn: tuple[tuple[int, int, int], ...]
    placed: tuple[tuple[int, int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Fork:
    """How a game begins: as another of its seed did, for so many decisions.

    manner: how the player at `seat` treats `cards` from there on (see holders), "" for as ever.
    """

    course: Course
    decisions: int
    manner: str = ""
    seat: int = -1
    cards: tuple[int, ...] = ()


def play(
    table: Table,
    setup: Setup,
    number: int,
    about: str,
    fork: Fork | None = None,
    ask: bool = False,
) -> tuple[Game, Course]:
    """Play game `number`; return how it went, and what was answered where it is no fork.

    about: the cards in it, for the words of a BrokenGame. ask: for the forecasts of players that
    play by the value. Raises RuntimeError where it takes too much work.
    """
    seed = f"{setup.seed}/{number}"
    stats = GameStats()
    course = Course(stats)
    forecasts = Forecasts(table) if ask and setup.bot in BY_VALUE else None
    try:
        bots = _bots(table, setup, seed)
        holders: list[Holder] = []
        if fork is None:
            bots = [Noting(bot, course) for bot in bots]
        else:
            holders = _restrain(bots, fork)
            replay = Replay(fork.course, fork.decisions)
            bots = [Following(bot, replay) for bot in bots]
        watch = forecasts.watch if forecasts else None
        game = new_game(table, setup.options, seed, watch, False, (stats,))
        for one in holders:
            one.state = game.state
        decisions = play_out(game, bots, MOST_ROUNDS, patience_of([setup.bot]))
        ended = _seats(table, game.state, forecasts)
    except TooMuchWork as reason:
        name = f"game {number} of --seed {setup.seed}, {about},"
        raise RuntimeError(f"{name} was broken off: {reason}") from reason
    except FAULTS as error:
        raise BrokenGame(f"{number} of --seed {setup.seed}, {about},", error) from error
    played = Game(
        game.over,
        game.state.round,
        decisions,
        ended,
        tuple(stats.dealt),
        tuple(stats.drawn),
        tuple(stats.placed),
    )
    return played, course


def _bots(table: Table, setup: Setup, seed: str) -> list[Bot]:
    seats = range(setup.options.players)
    return [make_bot(setup.bot, table, f"{seed}/bot {seat}") for seat in seats]


def _restrain(bots: list[Bot], fork: Fork) -> list[Holder]:
    """Put the bot that treats some cards in a manner of its own in its seat, and return it."""
    if not fork.manner:
        return []
    one = holder(fork.manner, bots[fork.seat], fork.seat, fork.cards)
    bots[fork.seat] = one
    return [one]


def _seats(table: Table, state: State, forecasts: Forecasts | None) -> tuple[Seat, ...]:
    ended = result(table, state)
    share = 1 / len(ended.winners)
    return tuple(
        Seat(
            share if seat in ended.winners else 0.0,
            ended.scores[seat],
            tuple(player.tableau),
            player.vp,
            player.prestige,
            goal_points(table, state, seat),
            tuple(sorted(variable_points(table, state, seat).items())),
            forecasts.of(seat) if forecasts else (),
        )
        for seat, player in enumerate(state.players)
    )
