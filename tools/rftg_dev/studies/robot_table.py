"""`python -m rftg_dev.studies.robot_table`: how often bots win against the solitaire robot.

By set and difficulty, then at one difficulty by the robot's start world. docs/play.md shows it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum
from typing import Final

from rftg_dsl.bundle import pack
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_engine.modules.robot.play import start_worlds
from rftg_engine.setups.options import Options
from rftg_tools.intervals import wilson
from rftg_tools.progress import progress
from rftg_tools.simulation.games import play_games
from rftg_tools.simulation.race import RacePlan, table_for

SETS: Final = ("base", "brink-of-war")
"""The smallest game and the one with all start worlds."""
HARDEST: Final = "hard"
COLUMNS: Final = ("bot", "wins", "95 %", "points", "robot's points", "rounds")


def main(argv: Sequence[str] | None = None) -> int:
    """Play the games and print two tables."""
    parser = argparse.ArgumentParser(
        prog="python -m rftg_dev.studies.robot_table", description=__doc__
    )
    parser.add_argument("--games", type=int, default=1_000, help="of each row (default 1,000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    parser.add_argument("--bots", default="greedy,expert", help="levels (default greedy,expert)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)"
    )
    args = parser.parse_args(argv)
    if args.games < 1:
        print("error: --games must be at least 1", file=sys.stderr)
        return 2
    bots = args.bots.split(",")
    for head, plans in (
        ("sets and difficulty", list(_by_level(bots, args.seed))),
        ("start world of the robot", list(_by_world(bots, args.seed))),
    ):
        print(f"| {head} | {' | '.join(COLUMNS)} |\n{'|---' * (len(COLUMNS) + 1)}|")
        for name, plan in plans:
            print(_row(name, plan, args.games, args.jobs), flush=True)
        print()
    return 0


def _by_level(bots: Sequence[str], seed: int) -> Iterator[tuple[str, RacePlan]]:
    for one in SETS:
        for level, _difficulty in shipped_robot().difficulties:
            options = Options(2, experienced=True, robot=level)
            for bot in bots:
                yield f"{one}, {level}", _plan(one, options, bot, seed)


def _by_world(bots: Sequence[str], seed: int) -> Iterator[tuple[str, RacePlan]]:
    """Yield games with all sets, at the hardest; each start world is dealt to the robot."""
    options = Options(2, experienced=True, robot=HARDEST)
    table = table_for(pack([SETS[-1]]), shipped_robot())
    for world in start_worlds(table):
        title = table.titles[world]
        for bot in bots:
            dealt = replace(options, opening=((), (title,)))
            yield f"{table.start_number(world)} {title}", _plan(SETS[-1], dealt, bot, seed)


def _plan(sets: str, options: Options, bot: str, seed: int) -> RacePlan:
    return RacePlan(pack([sets]), options, (bot,), seed, robot=shipped_robot())


def _row(name: str, plan: RacePlan, games: int, jobs: int) -> str:
    played = list(progress(play_games(plan, games, jobs), games, name))
    wins = fsum(one.wins[0] for one in played)
    low, high = wilson(wins, len(played))
    mine = fsum(one.scores[0] for one in played) / len(played)
    robots = fsum(one.scores[1] for one in played) / len(played)
    rounds = fsum(one.rounds for one in played) / len(played)
    return (
        f"| {name} | {plan.bots[0]} | {wins / len(played):.1%} | {low:.1%} to {high:.1%} "
        f"| {mine:.1f} | {robots:.1f} | {rounds:.1f} |"
    )


if __name__ == "__main__":
    raise SystemExit(main())
