"""Games, decisions and forks a second on one core, by the engine that this process imports.

All in seconds of CPU time, of which other work on the machine takes none.
`python -m rftg_dev.bench.games LABEL SECONDS LEVEL...` prints the figures of one choice of cards as
JSON; the benchmark has that done for each engine in a process of its own.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

from rftg_dsl.bundle import pack
from rftg_dsl.source.locate import set_names
from rftg_engine import COMPILED
from rftg_engine.race import new_game
from rftg_engine.setups.options import Options
from rftg_tools.simulation.games import Plan, play_one
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.collector import collect_seldom

PLAYERS: Final = (2, 4)
_AT_A_TIME: Final = 20
"""Forks between two looks at the clock, which takes time too."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Which cards are measured. all_rules: with goals and takeovers, not the plain game alone."""

    label: str
    sets: tuple[str, ...]
    all_rules: bool = False

    def options(self, players: int) -> Options:
        """Return the set-up of a game."""
        return Options(players, goals=self.all_rules, takeovers=self.all_rules)

    def plan(self, players: int, bot: str) -> Plan:
        """Return games between bots of one level."""
        return Plan("race", pack(self.sets), self.options(players), (bot,), 1)


CARDS: Final = (
    Cards("base", ("base",)),
    Cards("arc 1", ("brink-of-war",)),
    Cards("arc 1, all", ("brink-of-war",), all_rules=True),
)


@dataclass(frozen=True, slots=True)
class Rate:
    """Games between bots of one level. games: how many were played for it."""

    cards: str
    bot: str
    players: int
    compiled: bool
    games: int
    games_a_second: float
    decisions_a_second: float
    decisions_a_game: float


@dataclass(frozen=True, slots=True)
class Forks:
    """Forks of games of 4 players, at every decision of them."""

    cards: str
    compiled: bool
    forks_a_second: float


def cards_named(sets: str | None) -> tuple[Cards, ...]:
    """Return the cards of `--sets`; the base game and the first arc without it."""
    return CARDS if sets is None else (Cards(sets, set_names(sets)),)


def rates(cards: Cards, seconds: float, bots: Sequence[str]) -> Iterator[Rate]:
    """Yield one for each level of bots and number of players; seconds: to play for each."""
    for bot in bots:
        for players in PLAYERS:
            plan = cards.plan(players, bot)
            play_one(plan, 0)
            games, decisions, took = play_for(plan, seconds)
            yield Rate(
                cards.label,
                bot,
                players,
                COMPILED,
                games,
                games / took,
                decisions / took,
                decisions / games,
            )


def play_for(plan: Plan, seconds: float) -> tuple[int, int, float]:
    """Return games, decisions, and the seconds of CPU time they took: at least one game."""
    games = decisions = 0
    start = time.process_time()
    while not games or time.process_time() - start < seconds:
        games += 1
        decisions += play_one(plan, games).decisions
    return games, decisions, time.process_time() - start


def forks(cards: Cards, seconds: float) -> Forks:
    """Time the forks alone, not the games in which they are made."""
    table, rng = table_of(cards.sets), Random(1)
    made, took, number = 0, 0.0, 0
    while took < seconds:
        game = new_game(table, cards.options(4), f"fork {number}")
        number += 1
        while not game.over and took < seconds:
            start = time.process_time()
            for _nth in range(_AT_A_TIME):
                game.fork()
            took += time.process_time() - start
            made += _AT_A_TIME
            decision = game.pending[0]
            game.answer(decision.player, decision.sample(rng))
    return Forks(cards.label, COMPILED, made / took)


def main(label: str, seconds: str, *bots: str) -> None:
    """Print the figures of some cards, named as in CARDS or as sets, as JSON."""
    known = {one.label: one for one in CARDS}
    cards = known.get(label) or cards_named(label)[0]
    table_of(cards.sets)
    collect_seldom()
    figures: dict[str, Any] = {
        "rates": [asdict(rate) for rate in rates(cards, float(seconds), bots)],
        "forks": asdict(forks(cards, float(seconds))),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
