"""`python -m rftg_tools.bench`: games and decisions a second, on one core; forks a second.

Figures depend on the machine: they are printed, and no test asserts them.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from rftg_dsl.locate import set_names
from rftg_dsl.parcel import pack
from rftg_engine.options import Options
from rftg_engine.race import new_game
from rftg_tools.simulation import Plan, play_one, table_of

KINDS: Final[dict[str, Options]] = {
    "2 players": Options(2),
    "3 players": Options(3),
    "4 players": Options(4),
    "experienced": Options(2, experienced=True),
}
BOTS: Final = ("random", "greedy")


@dataclass(frozen=True, slots=True)
class Cards:
    """Which cards are measured. all_rules: with goals and takeovers, not the plain game alone."""

    label: str
    sets: tuple[str, ...]
    all_rules: bool = False

    def options(self, kind: str) -> Options:
        """The set-up of a kind of game."""
        return replace(KINDS[kind], goals=self.all_rules, takeovers=self.all_rules)


CARDS: Final = (
    Cards("base", ("base",)),
    Cards("arc 1", ("brink-of-war",)),
    Cards("arc 1, all", ("brink-of-war",), all_rules=True),
)
TOP: Final = 25
"""Functions that --profile prints."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(prog="python -m rftg_tools.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (default 2)")
    parser.add_argument(
        "--sets", help="ids or files, separated by commas (default: the base game and arc 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--profile", action="store_true", help="where random play spends its time")
    args = parser.parse_args(argv)
    cards = _cards(args.sets)
    try:
        for one in cards:
            table_of(one.sets)
    except (OSError, LookupError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if args.profile:
        for one in cards:
            _profile(one, args.seconds)
        return 0
    rows = [row for one in cards for row in measure(one, args.seconds)]
    forks = {one.label: forks_a_second(one, args.seconds) for one in cards}
    if args.json:
        print(json.dumps({"games": rows, "forks_a_second": forks}, indent=1))
    else:
        print(in_words(rows, forks))
    return 0


def _cards(sets: str | None) -> tuple[Cards, ...]:
    if sets is None:
        return CARDS
    return (Cards(sets, set_names(sets)),)


def measure(cards: Cards, seconds: float) -> Iterator[dict[str, Any]]:
    """A row for each kind of game and of bot."""
    for bot in BOTS:
        for kind in KINDS:
            plan = Plan(pack(cards.sets), cards.options(kind), (bot,), 1)
            play_one(plan, 0)
            games, decisions, took = _play(plan, seconds)
            yield {
                "cards": cards.label,
                "bot": bot,
                "kind": kind,
                "games": games,
                "games_a_second": games / took,
                "decisions_a_second": decisions / took,
                "decisions_a_game": decisions / games,
            }


def _play(plan: Plan, seconds: float) -> tuple[int, int, float]:
    """Games, decisions, and the seconds they took, once a game has warmed up."""
    games = decisions = 0
    start = time.perf_counter()
    while not games or time.perf_counter() - start < seconds:
        games += 1
        decisions += play_one(plan, games).decisions
    return games, decisions, time.perf_counter() - start


def forks_a_second(cards: Cards, seconds: float) -> float:
    """Forks of a game of 4 players, one at each decision; only the forks are timed."""
    table, rng = table_of(cards.sets), Random(1)
    forks, took, number = 0, 0.0, 0
    while took < seconds:
        game = new_game(table, cards.options("4 players"), f"fork {number}")
        number += 1
        while not game.over and took < seconds:
            start = time.perf_counter()
            game.fork()
            took += time.perf_counter() - start
            forks += 1
            decision = game.pending[0]
            game.answer(decision.player, decision.sample(rng))
    return forks / took


def in_words(rows: list[dict[str, Any]], forks: dict[str, float]) -> str:
    """The figures as a table. of base: games a second beside those of the first cards measured."""
    first = {(row["bot"], row["kind"]): row["games_a_second"] for row in reversed(rows)}
    lines = ["cards       bot     game         games/s  of base  decisions/s  decisions a game"]
    for row in rows:
        share = row["games_a_second"] / first[row["bot"], row["kind"]]
        lines.append(
            f"{row['cards']:12}{row['bot']:8}{row['kind']:12}{row['games_a_second']:8.0f}"
            f"{share:9.2f}{row['decisions_a_second']:13.0f}{row['decisions_a_game']:18.0f}"
        )
    lines.append("")
    for label, rate in forks.items():
        lines.append(f"{label:12}{rate:.0f} forks/s, at every decision of games of 4 players")
    return "\n".join(lines)


def _profile(cards: Cards, seconds: float) -> None:
    for kind in ("2 players", "4 players"):
        profiler = cProfile.Profile()
        plan = Plan(pack(cards.sets), cards.options(kind), ("random",), 1)
        play_one(plan, 0)
        profiler.enable()
        games, _decisions, _took = _play(plan, seconds)
        profiler.disable()
        print(f"{cards.label}, {kind}, random, {games} games, by time spent in the function itself")
        stats = pstats.Stats(profiler, stream=sys.stdout)
        stats.strip_dirs().sort_stats("tottime").print_stats(TOP)


if __name__ == "__main__":
    raise SystemExit(main())
