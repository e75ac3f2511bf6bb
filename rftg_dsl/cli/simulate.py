"""`rftg-dsl simulate`: many games between bots, and what came of them."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rftg_tools.simulation import Outcome, Plan


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("--sets", default="base", help="ids or files, separated by commas")
    parser.add_argument(
        "--players", type=int, default=2, help="2 to 6, as the sets allow (default 2)"
    )
    parser.add_argument("--experienced", action="store_true", help="2 players, two actions a round")
    parser.add_argument("--preset-hands", action="store_true", help="the hands of a first game")
    parser.add_argument("--goals", action="store_true", help="goal tiles")
    parser.add_argument("--takeovers", action="store_true", help="takeovers are on")
    parser.add_argument("--draft", action="store_true", help="each player drafts a deck")
    parser.add_argument("--scenario", action="store_true", help="2 players with fixed sides")
    parser.add_argument("--games", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    parser.add_argument("--bots", default="greedy,random", help="levels, dealt in turn")
    parser.add_argument("--jobs", type=int, default=0, help="processes (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--record", type=Path, metavar="DIR", help="write a record of each game")


def run(args: argparse.Namespace) -> int:
    """Plays the games and prints the table. 0: done. 2: the games cannot be played."""
    from rftg_tools.progress import progress
    from rftg_tools.simulation import Clock, play_games, summarize

    try:
        plan = _plan(args)
    except (OSError, LookupError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    jobs = args.jobs or os.cpu_count() or 1
    clock = Clock()
    outcomes: list[Outcome] = []
    for outcome in progress(play_games(plan, args.games, jobs), args.games, "games"):
        if args.record:
            _write_record(args.record, len(outcomes), outcome)
        outcomes.append(outcome)
    summary = summarize(plan, outcomes)
    if args.json:
        print(json.dumps(summary, indent=1))
    else:
        print(in_words(summary))
        print(f"{clock.rate(args.games):.0f} games/s on {jobs} processes")
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    """What was asked for, tried out. Raises ValueError, LookupError or OSError."""
    from rftg_engine.bots import make_bot
    from rftg_engine.options import SWITCHES, Options
    from rftg_engine.race import new_game
    from rftg_tools.simulation import Plan, table_of

    if args.games < 1:
        raise ValueError(f"--games must be at least 1, not {args.games}")
    if args.jobs < 0:
        raise ValueError(f"--jobs must be at least 1, not {args.jobs}")
    sets = tuple(name.strip() for name in args.sets.split(","))
    options = Options(args.players, **{name: getattr(args, name) for name in SWITCHES})
    bots = tuple(level.strip() for level in args.bots.split(","))
    table = table_of(sets)
    for level in bots:
        make_bot(level, table, "")
    new_game(table, options, "")
    return Plan(sets, options, bots, args.seed, args.record is not None)


def _write_record(folder: Path, number: int, outcome: Outcome) -> None:
    """One file a game, under its name only when it is whole."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"game-{number:06}.json"
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(json.dumps(outcome.record, separators=(",", ":")), encoding="utf-8")
    unfinished.replace(path)


def in_words(summary: dict[str, Any]) -> str:
    """The figures as a table."""
    lines = [
        f"{summary['games']} games, seed {summary['seed']}, sets {', '.join(summary['sets'])}",
        f"{summary['mean_rounds']:.1f} rounds and {summary['mean_decisions']:.0f} decisions a game",
    ]
    if summary["unfinished"]:
        lines.append(f"{summary['unfinished']} games were broken off as endless")
    lines += ["", "player  bot       wins   95 % interval    mean score"]
    for one in summary["players"]:
        interval = f"{one['win_rate_low']:6.1%} to {one['win_rate_high']:6.1%}"
        lines.append(
            f"{one['player']:6}  {one['bot']:8}{one['win_rate']:6.1%}"
            f"  {interval}  {one['mean_score']:8.1f}"
        )
    return "\n".join(lines)
