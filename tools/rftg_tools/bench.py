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
from collections.abc import Iterator
from random import Random
from typing import Any, Final

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
TOP: Final = 25
"""Functions that --profile prints."""


def main(arguments: list[str] | None = None) -> int:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(prog="python -m rftg_tools.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (default 2)")
    parser.add_argument("--sets", default="base", help="ids or files, separated by commas")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--profile", action="store_true", help="where random play spends its time")
    options = parser.parse_args(arguments)
    sets = tuple(name.strip() for name in options.sets.split(","))
    try:
        table_of(sets)
    except (OSError, LookupError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.profile:
        _profile(sets, options.seconds)
        return 0
    rows = list(measure(sets, options.seconds))
    forks = forks_a_second(sets, options.seconds)
    if options.json:
        print(json.dumps({"games": rows, "forks_a_second": forks}, indent=1))
    else:
        print(in_words(rows, forks))
    return 0


def measure(sets: tuple[str, ...], seconds: float) -> Iterator[dict[str, Any]]:
    """A row for each kind of game and of bot."""
    for bot in BOTS:
        for kind, options in KINDS.items():
            plan = Plan(sets, options, (bot,), 1)
            games, decisions, took = _play(plan, seconds)
            yield {
                "bot": bot,
                "kind": kind,
                "games": games,
                "games_a_second": games / took,
                "decisions_a_second": decisions / took,
                "decisions_a_game": decisions / games,
            }


def _play(plan: Plan, seconds: float) -> tuple[int, int, float]:
    """Games, decisions, and the seconds they took; the first game warms up and is not counted."""
    play_one(plan, 0)
    games = decisions = 0
    start = time.perf_counter()
    while not games or time.perf_counter() - start < seconds:
        games += 1
        decisions += play_one(plan, games).decisions
    return games, decisions, time.perf_counter() - start


def forks_a_second(sets: tuple[str, ...], seconds: float) -> float:
    """Forks of a game of 4 players, one at each decision; only the forks are timed."""
    table, rng = table_of(sets), Random(1)
    forks, took, number = 0, 0.0, 0
    while took < seconds:
        game = new_game(table, Options(4), f"fork {number}")
        number += 1
        while not game.over and took < seconds:
            start = time.perf_counter()
            game.fork()
            took += time.perf_counter() - start
            forks += 1
            decision = game.pending[0]
            game.answer(decision.player, decision.sample(rng))
    return forks / took


def in_words(rows: list[dict[str, Any]], forks: float) -> str:
    """The figures as a table."""
    lines = ["bot     game         games/s  decisions/s  decisions a game"]
    for row in rows:
        lines.append(
            f"{row['bot']:8}{row['kind']:12}{row['games_a_second']:8.0f}"
            f"{row['decisions_a_second']:13.0f}{row['decisions_a_game']:18.0f}"
        )
    lines.append(f"\n{forks:.0f} forks/s, at every decision of games of 4 players")
    return "\n".join(lines)


def _profile(sets: tuple[str, ...], seconds: float) -> None:
    for kind in ("2 players", "4 players"):
        profiler = cProfile.Profile()
        plan = Plan(sets, KINDS[kind], ("random",), 1)
        play_one(plan, 0)
        profiler.enable()
        games, _decisions, _took = _play(plan, seconds)
        profiler.disable()
        print(f"{kind}, random, {games} games, by time spent in the function itself")
        stats = pstats.Stats(profiler, stream=sys.stdout)
        stats.strip_dirs().sort_stats("tottime").print_stats(TOP)


if __name__ == "__main__":
    sys.exit(main())
