"""The commands `balance` and `playtests`."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.cli import EXIT_INTERRUPTED, CommandError, report_failure
from rftg_dsl.cli.files import finding_filter, print_findings, resolve_card_files, write
from rftg_dsl.cli.game_options import (
    MAX_JOBS,
    add_setup_options,
    add_worker_options,
    check_jobs,
    check_switches,
    game_of_sets,
    parse_game_options,
    prepare_many_games,
    print_note,
)
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.text import counted, printable
from rftg_dsl.library import pack, unpack
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.files import find_set, split_set_names

if TYPE_CHECKING:
    from rftg_tools.balance.store import Store
    from rftg_tools.balance.trials import Trial


REPORTS: Final = (".html", ".htm")
"""Suffixes of a report. Others are rejected to protect other files."""
BOTS: Final = "expert"
"""Default level of all players."""


def add_balance_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="card files, or folders of them, to measure"
    )
    parser.add_argument("--sets", help="other sets: ids or files (default base; roll for tiles)")
    add_setup_options(parser, _SWITCHES)
    parser.add_argument("--bots", default=BOTS, help=f"level of all players (default {BOTS})")
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same games (default 1)"
    )
    parser.add_argument(
        "--precision",
        type=float,
        metavar="POINTS",
        help="stop when every card's margin of error is at most this (default 2, and a card with"
        " a sure verdict stops earlier)",
    )
    parser.add_argument("--games", type=int, help="stop after this many games (default 10000)")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a rough answer in a quarter of the time, with margins of error of 4 points",
    )
    parser.add_argument(
        "--alternatives",
        nargs="*",
        metavar="TITLE",
        help="also try these cards, or all, with the cost or VP changed by 1",
    )
    add_worker_options(parser)
    parser.add_argument(
        "--store",
        type=Path,
        default=STORE,
        metavar="FILE",
        help=f"file that stores the games (default {STORE})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a report with charts")


def run_balance(args: argparse.Namespace) -> int:
    """Play until the results are precise enough, and print the report.

    Return 0 if there are no problems, 1 if a card has one, 2 if the cards cannot be played, and 130
    if interrupted.
    """
    from rftg_tools.balance.store import refused

    precision, games = _QUICK if args.quick else _DEFAULTS
    args.stops_early = args.precision is None
    args.precision = precision if args.precision is None else args.precision
    args.games = games if args.games is None else args.games
    try:
        trial, alternatives, is_done = _play_trials(args)
        if not trial.study.seeds:
            print("stopped before the first game ended", file=sys.stderr)
            return EXIT_INTERRUPTED
        report = trial.report(args.precision / 100, alternatives, args.store)
    except sqlite3.Error as problem:
        return report_failure(refused(args.store, problem))
    except (LookupError, RuntimeError, ValueError) as error:
        return report_failure(str(error))
    write((json.dumps(report.data, indent=1) if args.json else report.words) + "\n")
    if args.html and report.page:
        report.page(_command_for(args), args.html)
    if not is_done:
        print("stopped; run the same command to continue", file=sys.stderr)
        return EXIT_INTERRUPTED
    return 1 if report.is_wanting else 0


def _play_trials(args: argparse.Namespace) -> tuple[Trial, list[Trial], bool]:
    """Play the trial and its alternatives. Return both, and False if the user interrupted.

    Raises whatever `_make_trial` and `AnyStudy.carry_on` raise, StoreError and sqlite3.Error.
    """
    from rftg_tools.balance.store import Store

    trial = _make_trial(args)
    waiting = [] if args.alternatives is None else list(trial.alternatives(args.alternatives))
    alternatives: list[Trial] = []
    _make_store_folder(args.store)
    with closing(Store(args.store)) as store:
        is_done = _play_trial(trial, store, args)
        while is_done and waiting:
            alternatives.append(waiting.pop(0))
            is_done = _play_trial(alternatives[-1], store, args)
    return trial, alternatives, is_done


def _make_trial(args: argparse.Namespace) -> Trial:
    """Return the trial of the cards. Raises CommandError, ValueError, LookupError or OSError."""
    _check_numbers(args)
    _reject_shipped(name for name in args.files if not Path(name).exists())
    files = resolve_card_files(args.files)
    game = game_of_sets([str(path) for path in files])
    args.sets = game.first_set if args.sets is None else args.sets
    check_switches(args, game)
    _check_report(args.html)
    sets, own = _other_sets(args.sets, files)
    bundle = pack([*sets, *map(str, files)])
    options = parse_game_options(args, game, unpack(bundle))
    trial: Trial = game.call("trial", bundle, own, options, args.bots, args.seed)
    for text in game.call("notes", trial.table, options, args.goals):
        print_note(text)
    _note_warnings(files, args.files)
    return trial


def _command_for(args: argparse.Namespace) -> str:
    """Return a command that creates the same report."""
    words = ["rftg-dsl", "balance", *map(str, args.files), "--sets", args.sets]
    words += [f"--{name}" for name in _SWITCHES if getattr(args, name)]
    words += ["--no-goals"] if args.goals is False else []
    words += [word for name in args.modules for word in ("--with", name)]
    words += ["--quick"] if args.quick and args.stops_early else []
    names = ("players", "bots", "seed", "games")
    for name in names if args.stops_early else (*names, "precision"):
        words += [f"--{name}", f"{getattr(args, name)}"]
    words += [] if args.alternatives is None else ["--alternatives", *args.alternatives]
    return shlex.join([*words, "--html", args.html.name])


def _play_trial(trial: Trial, store: Store, args: argparse.Namespace) -> bool:
    """Play until the results are precise enough; return False if the user interrupted."""
    from rftg_tools.balance.trials import Watch
    from rftg_tools.progress import with_progress
    from rftg_tools.workers.process import exit_on_second_interrupt

    precision = args.precision / 100
    trial.study.stops_early = args.stops_early
    show = None if args.json or not sys.stdout.isatty() else _print_above_bar
    watch = Watch(trial, precision, args.games, show)
    name = f"{trial.change}: " if trial.change else ""
    prepare_many_games()
    if sys.stderr.isatty() and not (trial.change or args.scheduler):
        _print_expected_time(trial.seconds(), args)
    outcomes = trial.study.carry_on(store, precision, args.games, _job_count(args), args.scheduler)
    try:
        with exit_on_second_interrupt(), closing(outcomes):
            for _game in with_progress(
                outcomes, None, "games", lambda: name + watch.note(), watch.remaining_share
            ):
                watch.look()
    except KeyboardInterrupt:
        return False
    return True


def _print_above_bar(text: str) -> None:
    """Print a text above the progress bar."""
    from tqdm import tqdm

    tqdm.write(printable(text), file=sys.stdout)


def _check_report(path: Path | None) -> None:
    """Raise CommandError if the report can't be written, before playing games."""
    if not path:
        return
    if path.suffix.lower() not in REPORTS:
        raise CommandError(f"a report is HTML, but {str(path)!r} does not end in `.html`")
    if path.is_dir():
        raise CommandError(f"{str(path)!r} is a folder")
    if not path.parent.is_dir():
        raise CommandError(f"there is no folder {str(path.parent)!r} for {str(path)!r}")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise CommandError(f"{str(path)!r} may not be written")


_DEFAULTS: Final = (2.0, 10_000)
"""Default precision in points and number of games."""
_QUICK: Final = (4.0, 1_000)
"""Precision and number of games with --quick."""
STORE: Final = Path(".rftg-dsl") / "games.sqlite"
"""Default file for the games, in the working folder."""
_SWITCHES: Final = ("experienced", "goals", "takeovers")
"""Rules that can be switched on or off."""


def _make_store_folder(store: Path) -> None:
    """Create the default folder of the store, excluded from version control."""
    if store == STORE and not store.parent.is_dir():
        try:
            store.parent.mkdir()
            (store.parent / ".gitignore").write_text("*\n", encoding="utf-8")
        except OSError as problem:
            reason = f"can't create {str(store.parent)!r}: {problem.strerror}"
            raise CommandError(f"{reason}; choose a file with --store") from None


def _check_numbers(args: argparse.Namespace) -> None:
    """Raise CommandError for invalid numbers."""
    check_jobs(args.jobs)
    for name, minimum in (("games", 1), ("players", 2)):
        value = getattr(args, name)
        if value < minimum:
            raise CommandError(f"--{name} must be at least {minimum}, not {value}")
    if not args.precision > 0:
        raise CommandError(f"--precision must be more than 0, not {args.precision}")


def _other_sets(names: str, files: list[Path]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of other sets in use, and the ids of the sets in the files.

    Raises LookupError, and CommandError for errors in sets and for shipped files.
    """
    own = {path.resolve() for path in files}
    sets = tuple(name for name in split_set_names(names) if find_set(name).resolve() not in own)
    compilation = compile_files([*map(find_set, sets), *files])
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        raise CommandError("these cards have errors, so they can't be played")
    ids = compilation.ids_of(files)
    _reject_shipped(ids)
    return sets, tuple(ids)


def _reject_shipped(ids: Iterable[str]) -> None:
    """Raise CommandError for shipped cards."""
    shipped = [set_id for set_id in ids if set_id in shipped_ids()]
    if shipped:
        raise CommandError(f"{', '.join(shipped)} is shipped; balance tests only your own cards")


def _note_warnings(files: list[Path], names: list[str]) -> None:
    """Print the number of warnings of `check`, since mistakes would be measured as well."""
    warnings = compile_files(files, design=True).findings(finding_filter(None, None))
    if warnings:
        command = shlex.join(["rftg-dsl", "check", *names])
        print(printable(f"note: {counted(len(warnings), 'warning')}: {command}"), file=sys.stderr)


def _print_expected_time(
    estimate: Callable[[float, int, int], float], args: argparse.Namespace
) -> None:
    """Print the approximate duration, and the duration with --quick if it is shorter.

    estimate: returns seconds for a precision (as a share of a win), games and processes.
    """
    from rftg_tools.progress import print_duration

    jobs = min(_job_count(args), os.cpu_count() or 1)
    precision, games = _QUICK
    requested, quick = args.precision / 100, precision / 100
    full = estimate(requested, args.games, jobs)
    rough = estimate(max(requested, quick), min(args.games, games), jobs)
    print_duration(full, rough if rough < full else None)


def _job_count(args: argparse.Namespace) -> int:
    """Return the number of processes: --jobs, or one per core."""
    return min(args.jobs or os.cpu_count() or 1, MAX_JOBS)


def add_playtests_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("games"),
        metavar="FOLDER",
        help="folder of the games (default: games, in the current folder)",
    )
    parser.add_argument("--card", default="", metavar="TITLE", help="report only this card")
    parser.add_argument(
        "--set",
        default="",
        dest="set_id",
        metavar="ID",
        help="report on the cards of this set (default: all of your own sets)",
    )
    parser.add_argument(
        "--store",
        type=Path,
        default=STORE,
        metavar="FILE",
        help=f"file with the games of `balance` (default {STORE.as_posix()})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run_playtests(args: argparse.Namespace) -> int:
    """Print the report. Raises CommandError if the folder, card or set does not exist."""
    from rftg_tools.playtests.report import (
        CardFilter,
        UnknownCard,
        build_report,
        format_report,
        read_folder,
    )

    if not args.folder.is_dir():
        raise CommandError(f"{str(args.folder)!r} is not a folder of games")
    folder = read_folder(args.folder)
    try:
        report = build_report(folder, args.store, CardFilter(args.card, args.set_id))
    except UnknownCard as problem:
        raise CommandError(str(problem)) from None
    write(f"{json.dumps(report)}\n" if args.json else format_report(report, args.folder))
    return 0
