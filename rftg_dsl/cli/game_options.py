"""Options of commands that play games: sets, rules, robot and processes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import CommandError
from rftg_dsl.cli.files import print_findings, resolve_card_files
from rftg_dsl.diagnostics.text import printable
from rftg_dsl.library import SetBundle, load, pack_compiled, unshipped_with_goals
from rftg_dsl.model import CardSet
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.files import find_set, split_set_names
from rftg_tools.games import GAMES, Game, default_game

if TYPE_CHECKING:
    from rftg_dsl.sets.robot import Robot


MAX_JOBS: Final = 64
"""Maximum number of worker processes."""
COMPILED_SPEEDUP: Final = 6
"""Approximate speedup of the compiled engine."""


def find_playable_sets(sets: str | None, files: Sequence[str]) -> tuple[SetBundle, Game]:
    """Return a bundle of the sets in `--sets` and in `files`, and their game.

    sets: names of the sets, or None for the first set of the files' game.
    files: ids, card files and folders.

    If there are errors, prints them and raises CommandError. Also raises whatever `load` raises.
    """
    set_names = [name for name in files if name in shipped_ids()]
    file_names = [name for name in files if name not in shipped_ids()]
    set_names += map(str, resolve_card_files(file_names) if file_names else ())
    names = [
        *(split_set_names(sets) if sets is not None else (game_of_sets(set_names).first_set,)),
        *set_names,
    ]
    unique_names = list({find_set(name).resolve(): name for name in names}.values())
    compiled = load(unique_names)
    if compiled.has_errors:
        print_findings(compiled.diagnostics, compiled.sources)
        raise CommandError("these cards have errors, so they can't be played")
    return pack_compiled(unique_names, compiled), GAMES[compiled.sets[0].game]


def game_of_sets(names: Sequence[str]) -> Game:
    """Return the game of the first set. Raises whatever `load` raises."""
    units = load(names).units if names else ()
    return next((GAMES[unit.report.game.id] for unit in units), default_game())


def print_note(text: str) -> None:
    """Print a note on standard error."""
    print(printable(f"note: {text}"), file=sys.stderr)


def prepare_many_games() -> None:
    """Tune the garbage collector; on a terminal, note that the plain engine is slow."""
    from rftg_engine import COMPILED
    from rftg_tools.workers.process import tune_garbage_collector

    tune_garbage_collector()
    if not COMPILED and sys.stderr.isatty():
        print(
            f"note: the engine runs as plain Python; compiled, it is about {COMPILED_SPEEDUP} times"
            " faster. Add --compile to compile it once (docs/speed.md)",
            file=sys.stderr,
        )


RULES: Final = {
    "experienced": "2 players choose two actions a round",
    "preset_hands": "deal the preset hands for a first game",
    "goals": "play with goal tiles (default: if one of your own sets has goals)",
    "takeovers": "allow takeovers",
    "draft": "each player drafts a deck",
    "scenario": "2 players with fixed sides",
}
"""Help for each option of the engine that is on or off."""


def add_setup_options(parser: argparse.ArgumentParser, rules: Sequence[str] = tuple(RULES)) -> None:
    """Add --players, an option for each of these rules, and --with for other rule modules."""
    parser.add_argument(
        "--players", type=int, default=2, help="number of players, 2 to 6 (default 2)"
    )
    for name in rules:
        parser.add_argument(
            _flag(name),
            action=argparse.BooleanOptionalAction if name == "goals" else "store_true",
            help=RULES[name],
        )
    parser.add_argument(
        "--with",
        dest="modules",
        action="append",
        default=[],
        metavar="MODULE",
        help="enable a rule module by name; can be repeated",
    )


def parse_game_options(args: argparse.Namespace, game: Game, sets: Sequence[CardSet] = ()) -> Any:
    """Return the options of a game. Raises CommandError for rules that the game doesn't have.

    sets: all sets in use.
    """
    check_switches(args, game)
    return game.call("options", args.players, **selected_rules(args, sets))


def selected_rules(args: argparse.Namespace, sets: Sequence[CardSet] = ()) -> dict[str, Any]:
    """Return the rules that are enabled, by option name.

    sets: all sets in use. If the user's own sets have goals, goals are on by default, but not
    against the robot, which does not use them.
    """
    enabled = set(args.modules)
    robot = getattr(args, "robot", None)
    if getattr(args, "goals", None) is None and not robot and unshipped_with_goals(sets):
        enabled.add("goals")
    rules: dict[str, Any] = {
        name: True for name in RULES if getattr(args, name, False) or name in enabled
    }
    if modules := tuple(sorted(enabled.difference(RULES))):
        rules["modules"] = modules
    if robot:
        # Solitaire uses the experienced rules (arc 1 booklet, Solitaire: Overview).
        rules |= {"experienced": True, "robot": robot}
    return rules


def check_switches(args: argparse.Namespace, game: Game) -> None:
    """Raise CommandError for options that the game does not have."""
    flags = {name: [_flag(name)] for name in (*RULES, "robot") if getattr(args, name, False)}
    for name in ("alternatives", "html"):
        if getattr(args, name, None) is not None:
            flags[name] = [_flag(name)]
    flags["modules"] = [f"--with {name}" for name in args.modules]
    if getattr(args, "robot_file", None):
        flags.setdefault("robot", [_flag("robot_file")])
    for name, given_flags in flags.items():
        if given_flags and name not in game.switches:
            title = next(owner.title for owner in GAMES.values() if name in owner.switches)
            raise CommandError(
                f"{given_flags[0]} is for {title}, but these sets are for {game.title}; remove it"
            )


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def add_robot_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the solitaire game against the robot."""
    parser.add_argument(
        "--robot",
        metavar="LEVEL",
        help="play solitaire against the robot: easy, medium or hard",
    )
    parser.add_argument(
        "--robot-file",
        type=Path,
        metavar="FILE",
        help="the robot's dice, mat and tiles (default: the shipped ones)",
    )


def selected_robot(args: argparse.Namespace) -> Robot | None:
    """Return the robot to play against, if any. Raises CommandError."""
    if args.robot_file and not args.robot:
        raise CommandError("--robot-file needs --robot, which sets the level")
    if not args.robot:
        return None
    return load_robot_or_fail(args.robot_file)


def load_robot_or_fail(path: Path | None) -> Robot:
    """Load a robot file, or the shipped robot for None. Raises CommandError."""
    from rftg_dsl.sets.robot import BadRobotFile, load_robot, shipped_robot

    try:
        return load_robot(path) if path else shipped_robot()
    except OSError as problem:
        raise CommandError(f"can't read the robot file {str(path)!r}: {problem.strerror}") from None
    except BadRobotFile as problem:
        raise CommandError(str(problem)) from None


def add_worker_options(parser: argparse.ArgumentParser) -> None:
    """Add --jobs and --scheduler, which select the processes for games."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--jobs", type=int, help=f"processes, at most {MAX_JOBS} (default: one per core)"
    )
    group.add_argument(
        "--scheduler", metavar="ADDRESS", help="play on this Dask cluster, e.g. tcp://HOST:8786"
    )
    parser.add_argument(
        "--compile",
        action="store_true",
        help="compile the engine, once for this version; it is used from then on",
    )


def check_jobs(jobs: int | None) -> None:
    """Raise CommandError for an impossible number of processes."""
    if jobs is not None and jobs < 1:
        raise CommandError(f"--jobs must be at least 1, not {jobs}")
    if jobs is not None and jobs > MAX_JOBS:
        raise CommandError(f"--jobs must be at most {MAX_JOBS}, not {jobs}")
