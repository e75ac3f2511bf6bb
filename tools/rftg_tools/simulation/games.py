"""Many games between bots, with the same figures for the same seed on any machine."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import fsum
from typing import Any, Final, TypeVar

from gamekit.bots import RANDOM_STALL_ROUNDS, STALL_ROUNDS
from gamekit.work import TooMuchWork
from rftg_dsl.games import GAMES as LANGUAGES
from rftg_dsl.library import SetBundle, cards_in_use, unpack
from rftg_dsl.model import CardSet
from rftg_tools.games import GAMES, Game
from rftg_tools.intervals import wilson
from rftg_tools.workers.processes import map_in_parallel

_Value = TypeVar("_Value")
Counts = dict[str, tuple[float, float]]
"""Sum and number of observations by name; their quotient is the average."""
MAX_ROUNDS: Final = 500
"""Rounds after which a game is stopped and counted as unfinished."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Games to simulate: everything that a worker needs.

    game: its ID. options: setup options. bots: levels, assigned to players in turn. parts: extra
    parts of the table, such as a robot.
    """

    game: str
    sets: SetBundle
    options: Any
    bots: tuple[str, ...]
    seed: int
    record: bool = False
    parts: tuple[Hashable, ...] = ()

    @property
    def players(self) -> int:
        """Number of players, including those that the rules play."""
        players: int = self.options.players
        return players

    @property
    def seats(self) -> Mapping[int, tuple[str, str]]:
        """Player and its level, by seat, for the seats that the rules play."""
        return dict(GAMES[self.game].call("seats", self.options))

    def entrant(self, game: int, seat: int) -> int:
        """Return the player (from 0) in a seat.

        Seats rotate from game to game, unless the rules play one of them.
        """
        return seat if self.seats else (seat + game) % self.players

    def level(self, entrant: int) -> str:
        """Return the bot level of a player, or what plays for the rules."""
        return self.seats.get(entrant, (self.bots[entrant % len(self.bots)],))[0]

    def by_player(self, number: int, by_seat: Sequence[_Value]) -> tuple[_Value, ...]:
        """Return values by player, given values by seat."""
        rotation = self.entrant(number, 0)
        return tuple(by_seat[(player - rotation) % self.players] for player in range(self.players))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a game, by player (not by seat). wins: win shares, 1 in total.

    too_much: reason if it was stopped because it took too much work, or "". stalled: whether it was
    stopped because nothing changed any more. ends: reasons for the end. counts: figures from rule
    modules.
    """

    wins: tuple[float, ...]
    scores: tuple[int, ...]
    rounds: int
    decisions: int
    finished: bool
    record: dict[str, Any] | None
    too_much: str = ""
    stalled: bool = False
    ends: tuple[str, ...] = ()
    counts: Counts = field(default_factory=dict)


def patience_of(levels: Sequence[str]) -> int:
    """Return the number of rounds without a change after which games of these bots are stopped."""
    return RANDOM_STALL_ROUNDS if "random" in levels else STALL_ROUNDS


FAULTS: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
"""Exceptions that a bug of the engine or a bot raises during a game."""


class BrokenGame(RuntimeError):
    """A game that a bug of the engine or a bot stopped."""

    def __init__(self, game: str, error: Exception) -> None:
        """Create the error. game: a description that lets readers repeat the game."""
        super().__init__(
            f"game {game} failed ({type(error).__name__}: {error}); this is an error in"
            " rftg-dsl, not in your cards: please report it with them"
        )

    def __reduce__(self) -> tuple[type[RuntimeError], tuple[str]]:
        """Pickle it as a plain RuntimeError, for workers."""
        return RuntimeError, (str(self),)


def play_one(plan: Plan, number: int) -> Outcome:
    """Play game `number` of a plan. Raises BrokenGame."""
    game = GAMES[plan.game]
    rules, table = game.rules, table_for(game, plan.sets, *plan.parts)
    seed = f"{plan.seed}/{number}"
    figures = game.call("figures", plan.options)
    levels = [plan.level(plan.entrant(number, seat)) for seat in range(plan.players)]
    played_by_rules = plan.seats
    bots = [
        rules.make_bot(level, table, f"{seed}/bot {seat}")
        for seat, level in enumerate(levels)
        if seat not in played_by_rules
    ]
    recorder = None
    if plan.record:
        recorder = rules.recorder(table, plan.options, seed, observers=figures.observers)
        driver = recorder.game
    else:
        driver = rules.new_game(table, plan.options, seed, None, False, figures.observers)
    decisions, too_much = 0, ""
    try:
        decisions = rules.play_out(driver, bots, MAX_ROUNDS, patience_of(plan.bots))
    except TooMuchWork as reason:
        too_much = str(reason)
    except FAULTS as error:
        name = f"{number} of --sets {','.join(plan.sets.names)} --seed {plan.seed}"
        raise BrokenGame(name, error) from error
    state = driver.state
    result = rules.result(table, state)
    return Outcome(
        plan.by_player(number, win_shares(result.winners, plan.players)),
        plan.by_player(number, result.scores),
        state.round,
        decisions,
        driver.over,
        recorder.record(levels, plan.sets.texts) if recorder else None,
        too_much,
        not (driver.over or too_much) and state.round <= MAX_ROUNDS,
        tuple(rules.end_reasons(table, state)),
        figures.counts(table, state),
    )


@lru_cache(maxsize=16)
def table_for(game: Game, sets: SetBundle, *parts: Hashable) -> Any:
    """Bind the cards of packed sets. parts: extra parts of the table.

    Raises ValueError for sets of another game.
    """
    unpacked = unpack(sets)
    check_game(unpacked, game)
    return game.call("table", unpacked, cards_in_use(unpacked), *parts)


def check_game(sets: Sequence[CardSet], game: Game) -> None:
    """Raise ValueError for sets of another game."""
    other = next((card_set for card_set in sets if card_set.game != game.id), None)
    if other is None:
        return
    reason = f"{other.id} is for {LANGUAGES[other.game].title}"
    ours = next((card_set.id for card_set in sets if card_set.game == game.id), "")
    if ours:
        raise ValueError(f"{reason}, but {ours} is for {game.title}: use sets of one game")
    raise ValueError(f"{reason}, not for {game.title}")


def win_shares(winners: Sequence[int], players: int) -> list[float]:
    """Return the win share by seat, 1 in total."""
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]


def play_games(
    plan: Plan, games: int, jobs: int, scheduler: str | None = None
) -> Generator[Outcome, None, None]:
    """Return the games 0 to games - 1 in order, played by the workers of `map_in_parallel`."""
    return map_in_parallel(partial(play_one, plan), range(games), jobs, scheduler)


def summarize(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures of all finished games, with win rates by player.

    Games that were stopped only count as `unfinished`; for those that took too much work, the
    `reason` of the first is included.
    """
    done = [outcome for outcome in outcomes if outcome.finished]
    too_much = [outcome.too_much for outcome in outcomes if outcome.too_much]
    stalled = [outcome.rounds for outcome in outcomes if outcome.stalled]
    figures = average_counts([outcome.counts for outcome in done])
    return {
        "games": len(outcomes),
        "seed": plan.seed,
        "sets": list(plan.sets.names),
        **dict(plan.seats.values()),
        "unfinished": len(outcomes) - len(done),
        **({"too_much_work": len(too_much), "reason": too_much[0]} if too_much else {}),
        **({"stalled": len(stalled), "stalled_after": min(stalled)} if stalled else {}),
        "mean_rounds": _mean([outcome.rounds for outcome in done]),
        "mean_decisions": _mean([outcome.decisions for outcome in done]),
        "ends": _ends(done),
        **({"figures": figures} if figures else {}),
        "players": [_player_figures(plan, player, done) for player in range(plan.players)],
    }


def _player_figures(plan: Plan, player: int, done: Sequence[Outcome]) -> dict[str, Any]:
    wins = fsum(outcome.wins[player] for outcome in done)
    low, high = wilson(wins, len(done))
    return {
        "player": player + 1,
        "bot": plan.level(player),
        "wins": wins,
        "win_rate": _mean([outcome.wins[player] for outcome in done]),
        "win_rate_low": low,
        "win_rate_high": high,
        "mean_score": _mean([outcome.scores[player] for outcome in done]),
    }


def average_counts(games: Sequence[Counts]) -> dict[str, float]:
    """Return the averages over many games, in order of first appearance."""
    names = dict.fromkeys(name for game in games for name in game)
    return {name: _quotient([game[name] for game in games if name in game]) for name in names}


def _quotient(counts: Sequence[tuple[float, float]]) -> float:
    return fsum(total for total, _of in counts) / max(1.0, fsum(of for _total, of in counts))


def _ends(done: Sequence[Outcome]) -> dict[str, float]:
    """Return the share of games with each reason for the end, the most common first.

    A game with several reasons counts for each.
    """
    reasons = Counter([reason for outcome in done for reason in outcome.ends])
    return {reason: count / len(done) for reason, count in reasons.most_common()}


def _mean(values: Sequence[float]) -> float:
    """Return the mean, or 0 if there are no values."""
    return fsum(values) / max(1, len(values))


class Clock:
    """Clock for games per second."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def rate(self, games: int) -> float:
        """Return the games per second since the start."""
        return games / max(1e-9, time.perf_counter() - self._start)
