"""`rftg-dsl simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import STOPPED, CannotRun, fail
from rftg_dsl.cli.output import write
from rftg_dsl.cli.playable import note, playable, ready_for_many_games
from rftg_dsl.cli.set_up import add_set_up, options_asked_for
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.source.rewriting import write_atomically

if TYPE_CHECKING:
    from rftg_dsl.bundle import SetBundle
    from rftg_dsl.sets.robot_model import Robot
    from rftg_tools.games import Game
    from rftg_tools.simulation.games import Outcome, Plan


MOST_JOBS: Final = 64
"""Most processes that games are played in."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="your card files, or folders of them, to play with"
    )
    parser.add_argument(
        "--sets", help="other sets in use: ids or files (default base; roll for tiles)"
    )
    add_set_up(parser)
    add_robot(parser)
    parser.add_argument("--games", type=int, default=100, help="number of games (default 100)")
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same games (default 1)"
    )
    parser.add_argument(
        "--bots", help="levels, given out in turn (default greedy,random; against the robot greedy)"
    )
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--record", type=Path, metavar="DIR", help="write a record of each game")


def add_robot(parser: argparse.ArgumentParser) -> None:
    """Add the options of the game against the solitaire robot."""
    parser.add_argument(
        "--robot",
        metavar="LEVEL",
        help="the solitaire game: one player against the robot, which is easy, medium or hard",
    )
    parser.add_argument(
        "--robot-file",
        type=Path,
        metavar="FILE",
        help="dice, mat and tiles of the robot, instead of the shipped ones",
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where games are played (see rftg_tools.workers.processes)."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, help="processes, at most 64 (default: all cores)")
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="Dask cluster to play on, e.g. tcp://HOST:8786"
    )


def check_jobs(jobs: int | None) -> None:
    """Refuse a number of processes that there cannot be. Raises CannotRun."""
    if jobs is not None and jobs < 1:
        raise CannotRun(f"--jobs must be at least 1, not {jobs}")
    if jobs is not None and jobs > MOST_JOBS:
        raise CannotRun(f"--jobs must be at most {MOST_JOBS}, not {jobs}")


def run(args: argparse.Namespace) -> int:
    """Play the games and print the table.

    Return 0 when done, 1 when games were broken off as endless or too much work, 2 when they cannot
    be played or recorded, 130 when stopped.
    """
    from rftg_tools.simulation.games import Clock, summarize

    try:
        plan = _plan(args)
        jobs = min(args.jobs or os.cpu_count() or 1, args.games, MOST_JOBS)
        clock = Clock()
        outcomes = _play(plan, args.games, jobs, args.scheduler, args.record)
    except (LookupError, RuntimeError, ValueError) as error:
        return fail(str(error))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return STOPPED
    summary = summarize(plan, outcomes)
    if args.json:
        print(json.dumps(summary, indent=1))
    else:
        write(f"{in_words(summary)}\n")
        where = args.scheduler or counted(jobs, "process", "processes")
        print(f"{clock.rate(args.games):.0f} games/s on {where}")
    _tell_unfinished(summary)
    return 1 if summary["unfinished"] else 0


def _tell_unfinished(summary: dict[str, Any]) -> None:
    """Say how many games were broken off, and why."""
    too_much, stalled = summary.get("too_much_work", 0), summary.get("stalled", 0)
    endless = summary["unfinished"] - too_much - stalled
    if stalled:
        fail(
            f"{counted(stalled, 'game')} broken off at a standstill: nobody changes anything any "
            f"more, first seen in round {summary['stalled_after']}"
        )
    if endless:
        fail(f"{counted(endless, 'game')} broken off as endless")
    if too_much:
        fail(f"{counted(too_much, 'game')} broken off; the first takes {summary['reason']}")


def _play(
    plan: Plan, games: int, jobs: int, scheduler: str | None, folder: Path | None
) -> list[Outcome]:
    """Play all games, recording each when it is done. Raises OSError."""
    from rftg_tools.progress import with_progress
    from rftg_tools.simulation.games import play_games
    from rftg_tools.workers.process import exit_on_second_interrupt

    ready_for_many_games()
    outcomes: list[Outcome] = []
    with exit_on_second_interrupt(), closing(play_games(plan, games, jobs, scheduler)) as played:
        for outcome in with_progress(played, games, "games"):
            if folder:
                _write_record(folder, len(outcomes), outcome)
            outcomes.append(outcome)
    return outcomes


def _plan(args: argparse.Namespace) -> Plan:
    """Return what was asked for, after trying it out. Raises ValueError, LookupError or OSError."""
    if args.games < 1:
        raise ValueError(f"--games must be at least 1, not {args.games}")
    check_jobs(args.jobs)
    if args.record:
        _try_folder(args.record)
    sets, game = playable(args.sets, args.files)
    if args.players < 2:
        raise ValueError(f"--players must be at least 2, not {args.players}")
    seats = 1 if args.robot else args.players
    default = _DEFAULT_BOTS[bool(args.robot)]
    bots = tuple(level.strip() for level in (args.bots or default).split(","))
    if len(bots) > seats:
        raise ValueError(f"--bots names {len(bots)} levels for {counted(seats, 'player')}")
    return _tried(args, game, sets, bots)


def _tried(args: argparse.Namespace, game: Game, sets: SetBundle, bots: tuple[str, ...]) -> Plan:
    from rftg_dsl.bundle import unpack
    from rftg_dsl.sets.robot_file import unknown_starts
    from rftg_tools.simulation.games import Plan, table_for

    options = options_asked_for(args, game, unpack(sets))
    robot = robot_asked_for(args)
    parts = (robot,) if robot else ()
    table = table_for(game, sets, *parts)
    for warning in unknown_starts(robot, table.titles) if robot else ():
        print(f"rftg-dsl: warning: {warning}", file=sys.stderr)
    for text in game.call("notes", table, options, args.goals):
        note(text)
    for level in bots:
        game.rules.make_bot(level, table, "")
    game.rules.check_options(table, options)
    return Plan(game.id, sets, options, bots, args.seed, args.record is not None, parts)


_DEFAULT_BOTS: Final = ("greedy,random", "greedy")
"""Without the robot, and against it."""


def robot_asked_for(args: argparse.Namespace) -> Robot | None:
    """Return the robot to play against. Raises CannotRun."""
    if args.robot_file and not args.robot:
        raise CannotRun("--robot-file goes with --robot, which says how hard the robot is")
    if not args.robot:
        return None
    return robot_from(args.robot_file)


def robot_from(path: Path | None) -> Robot:
    """Return the robot of a file, or the shipped one. Raises CannotRun."""
    from rftg_dsl.sets.robot_file import BadRobotFile, load_robot, shipped_robot

    try:
        return load_robot(path) if path else shipped_robot()
    except OSError as problem:
        raise CannotRun(
            f"the robot file {str(path)!r} cannot be read: {problem.strerror}"
        ) from None
    except BadRobotFile as problem:
        raise CannotRun(str(problem)) from None


def _try_folder(folder: Path) -> None:
    """Make the folder for records, before any game is played. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{str(folder)!r} is not writable")


def _write_record(folder: Path, number: int, outcome: Outcome) -> None:
    """Write one file for a game, giving it its name only when it is whole."""
    text = json.dumps(outcome.record, separators=(",", ":"))
    write_atomically(folder / f"game-{number:06}.json", text)


def in_words(summary: dict[str, Any]) -> str:
    """Return the figures as a table."""
    games, sets = counted(summary["games"], "game"), ", ".join(summary["sets"])
    lines = [
        f"{games}, seed {summary['seed']}, sets {sets}",
        f"{summary['mean_rounds']:.1f} rounds and {summary['mean_decisions']:.0f} decisions a game",
    ]
    if summary["ends"]:
        ends = [f"{reason} {share:.1%}" for reason, share in summary["ends"].items()]
        lines.append(f"ended by: {', '.join(ends)}")
    if summary["unfinished"]:
        lines.append(f"{counted(summary['unfinished'], 'game')} broken off, not counted")
    if "robot" in summary:
        lines.append(f"against the {summary['robot']} robot, which is player 2")
    lines += ["", "player  bot       wins   95 % interval    mean score"]
    for one in summary["players"]:
        interval = f"{one['win_rate_low']:6.1%} to {one['win_rate_high']:6.1%}"
        lines.append(
            f"{one['player']:6}  {one['bot']:8}{one['win_rate']:6.1%}"
            f"  {interval}  {one['mean_score']:8.1f}"
        )
    figures = summary.get("figures", {})
    if figures:
        lines.append("")
    lines += [f"{value:8.2f}  {name}" for name, value in figures.items()]
    return "\n".join(lines)
