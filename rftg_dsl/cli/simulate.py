"""The commands `simulate` and `replay`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import EXIT_INTERRUPTED, report_failure
from rftg_dsl.cli.files import write
from rftg_dsl.cli.game_options import (
    MAX_JOBS,
    add_robot_options,
    add_setup_options,
    add_worker_options,
    check_jobs,
    find_playable_sets,
    parse_game_options,
    prepare_many_games,
    print_note,
    selected_robot,
)
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.source.files import write_atomically

if TYPE_CHECKING:
    from rftg_dsl.library import SetBundle
    from rftg_tools.games import Game
    from rftg_tools.simulation.games import Outcome, Plan


def add_simulate_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="card files, or folders of them, to play with"
    )
    parser.add_argument("--sets", help="other sets: ids or files (default base; roll for tiles)")
    add_setup_options(parser)
    add_robot_options(parser)
    parser.add_argument("--games", type=int, default=100, help="number of games (default 100)")
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same games (default 1)"
    )
    parser.add_argument(
        "--bots",
        help="levels, assigned in turn (default greedy,random; against the robot greedy)",
    )
    add_worker_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--record", type=Path, metavar="DIR", help="save a record of each game")


def run_simulate(args: argparse.Namespace) -> int:
    """Play the games and print a summary.

    Return 0 if all games ended, 1 if some were aborted, 2 if they cannot be played or recorded, and
    130 if interrupted.
    """
    from rftg_tools.simulation.games import Clock, summarize

    try:
        plan = _make_plan(args)
        jobs = min(args.jobs or os.cpu_count() or 1, args.games, MAX_JOBS)
        clock = Clock()
        outcomes = _play_games(plan, args.games, jobs, args.scheduler, args.record)
    except (LookupError, RuntimeError, ValueError) as error:
        return report_failure(str(error))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return EXIT_INTERRUPTED
    summary = summarize(plan, outcomes)
    if args.json:
        print(json.dumps(summary, indent=1))
    else:
        write(f"{format_summary(summary)}\n")
        where = args.scheduler or counted(jobs, "process", "processes")
        print(f"{clock.rate(args.games):.0f} games/s on {where}")
    _print_unfinished(summary)
    return 1 if summary["unfinished"] else 0


def _print_unfinished(summary: dict[str, Any]) -> None:
    """Print how many games were aborted, and why."""
    too_much, stalled = summary.get("too_much_work", 0), summary.get("stalled", 0)
    endless = summary["unfinished"] - too_much - stalled
    if stalled:
        report_failure(
            f"{counted(stalled, 'game')} aborted because nobody made progress any more, "
            f"the first in round {summary['stalled_after']}"
        )
    if endless:
        report_failure(f"{counted(endless, 'game')} aborted because they did not end")
    if too_much:
        report_failure(f"{counted(too_much, 'game')} aborted; the first took {summary['reason']}")


def _play_games(
    plan: Plan, games: int, jobs: int, scheduler: str | None, folder: Path | None
) -> list[Outcome]:
    """Play all games, and save the record of each. Raises OSError."""
    from rftg_tools.progress import with_progress
    from rftg_tools.simulation.games import play_games
    from rftg_tools.workers.process import exit_on_second_interrupt

    prepare_many_games()
    outcomes: list[Outcome] = []
    with exit_on_second_interrupt(), closing(play_games(plan, games, jobs, scheduler)) as played:
        for outcome in with_progress(played, games, "games"):
            if folder:
                _write_record(folder, len(outcomes), outcome)
            outcomes.append(outcome)
    return outcomes


def _make_plan(args: argparse.Namespace) -> Plan:
    """Return the plan for the games. Raises CommandError, ValueError, LookupError or OSError."""
    if args.games < 1:
        raise ValueError(f"--games must be at least 1, not {args.games}")
    check_jobs(args.jobs)
    if args.record:
        _make_record_folder(args.record)
    sets, game = find_playable_sets(args.sets, args.files)
    if args.players < 2:
        raise ValueError(f"--players must be at least 2, not {args.players}")
    seats = 1 if args.robot else args.players
    default = _DEFAULT_BOTS[bool(args.robot)]
    bots = tuple(level.strip() for level in (args.bots or default).split(","))
    if len(bots) > seats:
        raise ValueError(f"--bots names {len(bots)} levels for {counted(seats, 'player')}")
    return _check_plan(args, game, sets, bots)


def _check_plan(
    args: argparse.Namespace, game: Game, sets: SetBundle, bots: tuple[str, ...]
) -> Plan:
    from rftg_dsl.library import unpack
    from rftg_dsl.sets.robot import unknown_starts
    from rftg_tools.simulation.games import Plan, table_for

    options = parse_game_options(args, game, unpack(sets))
    robot = selected_robot(args)
    parts = (robot,) if robot else ()
    table = table_for(game, sets, *parts)
    for warning in unknown_starts(robot, table.titles) if robot else ():
        print(f"rftg-dsl: warning: {warning}", file=sys.stderr)
    for text in game.call("notes", table, options, args.goals):
        print_note(text)
    for level in bots:
        game.rules.make_bot(level, table, "")
    game.rules.check_options(table, options)
    return Plan(game.id, sets, options, bots, args.seed, args.record is not None, parts)


_DEFAULT_BOTS: Final = ("greedy,random", "greedy")
"""Without the robot, and against it."""


def _make_record_folder(folder: Path) -> None:
    """Make the folder for records before any game is played. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{str(folder)!r} is not writable")


def _write_record(folder: Path, number: int, outcome: Outcome) -> None:
    """Save the record of a game, atomically."""
    text = json.dumps(outcome.record, separators=(",", ":"))
    write_atomically(folder / f"game-{number:06}.json", text)


def format_summary(summary: dict[str, Any]) -> str:
    """Return the summary as text."""
    games, sets = counted(summary["games"], "game"), ", ".join(summary["sets"])
    lines = [
        f"{games}, seed {summary['seed']}, sets {sets}",
        f"{summary['mean_rounds']:.1f} rounds and {summary['mean_decisions']:.0f} decisions a game",
    ]
    if summary["ends"]:
        ends = [f"{reason} {share:.1%}" for reason, share in summary["ends"].items()]
        lines.append(f"ended by: {', '.join(ends)}")
    if summary["unfinished"]:
        lines.append(f"{counted(summary['unfinished'], 'game')} aborted, not counted")
    if "robot" in summary:
        lines.append(f"against the {summary['robot']} robot, which is player 2")
    lines += ["", "player  bot       wins   95 % interval    mean score"]
    for player in summary["players"]:
        interval = f"{player['win_rate_low']:6.1%} to {player['win_rate_high']:6.1%}"
        lines.append(
            f"{player['player']:6}  {player['bot']:8}{player['win_rate']:6.1%}"
            f"  {interval}  {player['mean_score']:8.1f}"
        )
    figures = summary.get("figures", {})
    if figures:
        lines.append("")
    lines += [f"{value:8.2f}  {name}" for name, value in figures.items()]
    return "\n".join(lines)


def add_replay_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="recorded games")
    parser.add_argument(
        "--sets", default="", help="ids or files to use instead of the sets that the record names"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each file")


def run_replay(args: argparse.Namespace) -> int:
    """Replay the records.

    Return 0 if all are verified, 1 if one differs from the replayed game, 2 if one cannot be read.
    """
    from rftg_tools.recorded import Unreadable

    code = 0
    for path in args.files:
        try:
            outcome = _verify_record(path, args.sets)
        except (OSError, LookupError, Unreadable) as error:
            code = report_failure(f"{str(path)!r}: {error}")
            continue
        code = max(code, 0 if outcome["verified"] else 1)
        write((json.dumps(outcome) if args.json else _format_outcome(outcome)) + "\n")
    return code


def _verify_record(path: Path, sets: str) -> dict[str, Any]:
    """Return the outcome of a replay as data. Raises OSError, LookupError or Unreadable."""
    from rftg_tools.games import game_of_record
    from rftg_tools.recorded import read_record, table_of_record

    record = read_record(path)
    try:
        replayed = game_of_record(record).rules.replay(table_of_record(record, sets), record)
    except ValueError as error:
        return {"file": str(path), "verified": False, "why": str(error)}
    except RecursionError:
        return {"file": str(path), "verified": False, "why": "its lists are nested too deeply"}
    return {
        "file": str(path),
        "verified": True,
        "steps": replayed.steps,
        "answers": replayed.answers,
        "result": record["result"],
        "changed_sets": list(replayed.other_texts),
    }


def _format_outcome(outcome: dict[str, Any]) -> str:
    if not outcome["verified"]:
        return f"{outcome['file']}: NOT verified: {outcome['why']}"
    scores = " : ".join(map(str, outcome["result"]["scores"]))
    steps, answers = outcome["steps"], outcome["answers"]
    text = f"{outcome['file']}: verified, {steps} steps, {answers} answers, {scores}"
    if outcome["changed_sets"]:
        names = ", ".join(outcome["changed_sets"])
        text += f"\n  note: the text of {names} has changed since, but every step is the same"
    return text
