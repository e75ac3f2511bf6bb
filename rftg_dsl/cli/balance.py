"""`rftg-dsl balance FILE...`: whether cards win too much or are never played, from many games."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.bundle import pack, unpack
from rftg_dsl.cli import STOPPED, CannotRun, fail
from rftg_dsl.cli.output import write
from rftg_dsl.cli.paths import card_files
from rftg_dsl.cli.playable import game_of_sets, note, ready_for_many_games
from rftg_dsl.cli.set_up import add_set_up, check_switches, options_asked_for
from rftg_dsl.cli.simulate import add_workers
from rftg_dsl.cli.trying import (
    QUICK,
    STORE,
    SWITCHES,
    USUAL,
    check_numbers,
    jobs_of,
    make_folder,
    note_warnings,
    other_sets,
    refuse_shipped,
    tell_expected,
)
from rftg_dsl.diagnostics.text import printable

if TYPE_CHECKING:
    from rftg_tools.balance.store import Store
    from rftg_tools.balance.trials import Trial

REPORTS: Final = (".html", ".htm")
"""How the name of a report ends, so that no other file is ever written over."""
BOTS: Final = "expert"
"""The level of all players, unless another is named."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="card files, or folders of them, to measure"
    )
    parser.add_argument(
        "--sets", help="other sets in use: ids or files (default: base; roll for tiles of Roll)"
    )
    add_set_up(parser, SWITCHES)
    parser.add_argument("--bots", default=BOTS, help=f"level of all players (default {BOTS})")
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same games (default 1)"
    )
    parser.add_argument(
        "--precision",
        type=float,
        metavar="POINTS",
        help="stop when no card's interval is wider to either side (default 2)",
    )
    parser.add_argument("--games", type=int, help="stop after this many games (default 10000)")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a rough answer in under a minute: --precision 5 --games 400 unless they are given",
    )
    parser.add_argument(
        "--alternatives",
        nargs="*",
        metavar="TITLE",
        help="try these cards, or all, also at cost 1 more and less, and with 1 VP more and less",
    )
    add_workers(parser)
    parser.add_argument(
        "--store",
        type=Path,
        default=STORE,
        metavar="FILE",
        help=f"file that keeps the games (default {STORE})",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a report with plots")


def run(args: argparse.Namespace) -> int:
    """Play until enough is known, and print the report.

    Return 0 when nothing is found, 1 when something is wrong with a card, 2 when the cards cannot
    be played and 130 when stopped.
    """
    from rftg_tools.balance.store import refused

    precision, games = QUICK if args.quick else USUAL
    args.precision = precision if args.precision is None else args.precision
    args.games = games if args.games is None else args.games
    try:
        trial, others, is_done = _tried(args)
        if not trial.study.seeds:
            print("stopped; no game is finished yet", file=sys.stderr)
            return STOPPED
        report = trial.report(args.precision / 100, others, args.store)
    except sqlite3.Error as problem:
        return fail(refused(args.store, problem))
    except (LookupError, RuntimeError, ValueError) as error:
        return fail(str(error))
    write((json.dumps(report.data, indent=1) if args.json else report.words) + "\n")
    if args.html and report.page:
        report.page(_command(args), args.html)
    if not is_done:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return STOPPED
    return 1 if report.is_wanting else 0


def _tried(args: argparse.Namespace) -> tuple[Trial, list[Trial], bool]:
    """Return what was asked for, played, and its alternatives; False when the user stopped it.

    Raise what `_trial` and `Trial.carry_on` raise, StoreError and sqlite3.Error.
    """
    from rftg_tools.balance.store import Store

    trial = _trial(args)
    waiting = [] if args.alternatives is None else list(trial.alternatives(args.alternatives))
    others: list[Trial] = []
    make_folder(args.store)
    with closing(Store(args.store)) as store:
        is_done = _play(trial, store, args)
        while is_done and waiting:
            others.append(waiting.pop(0))
            is_done = _play(others[-1], store, args)
    return trial, others, is_done


def _trial(args: argparse.Namespace) -> Trial:
    """Return what was asked for, after trying it out.

    Raise CannotRun, ValueError, LookupError or OSError.
    """
    check_numbers(args)
    refuse_shipped(name for name in args.files if not Path(name).exists())
    files = card_files(args.files)
    game = game_of_sets([str(path) for path in files])
    args.sets = game.first_set if args.sets is None else args.sets
    check_switches(args, game)
    _check_report(args.html)
    sets, own = other_sets(args.sets, files)
    bundle = pack([*sets, *map(str, files)])
    options = options_asked_for(args, game, unpack(bundle))
    trial: Trial = game.call("trial", bundle, own, options, args.bots, args.seed)
    for text in game.call("notes", trial.table, options, args.goals):
        note(text)
    note_warnings(files, args.files)
    return trial


def _command(args: argparse.Namespace) -> str:
    """Return the command that makes the same report again.

    Where games are played and kept does not matter.
    """
    words = ["rftg-dsl", "balance", *map(str, args.files), "--sets", args.sets]
    words += [f"--{name}" for name in SWITCHES if getattr(args, name)]
    words += ["--no-goals"] if args.goals is False else []
    words += [word for name in args.modules for word in ("--with", name)]
    for name in ("players", "bots", "seed", "precision", "games"):
        words += [f"--{name}", f"{getattr(args, name)}"]
    words += [] if args.alternatives is None else ["--alternatives", *args.alternatives]
    return shlex.join([*words, "--html", args.html.name])


def _play(trial: Trial, store: Store, args: argparse.Namespace) -> bool:
    """Play until it is enough; False when the user has stopped it before."""
    from rftg_tools.progress import with_progress
    from rftg_tools.workers.process import exit_on_second_interrupt

    precision = args.precision / 100
    shown = None if args.json or not sys.stdout.isatty() else _show
    watch = trial.watch(precision, args.games, shown)
    name = f"{trial.change}: " if trial.change else ""
    ready_for_many_games()
    if sys.stderr.isatty() and not (trial.change or args.scheduler):
        tell_expected(trial.seconds(), args)
    done = trial.carry_on(store, precision, args.games, jobs_of(args), args.scheduler)
    try:
        with exit_on_second_interrupt(), closing(done):
            for _game in with_progress(
                done, None, "games", lambda: name + watch.note(), watch.left
            ):
                watch.look()
    except KeyboardInterrupt:
        return False
    return True


def _show(text: str) -> None:
    """Print a text above the bar, while that is drawn."""
    from tqdm import tqdm

    tqdm.write(printable(text), file=sys.stdout)


def _check_report(path: Path | None) -> None:
    """Refuse, before any game is played, where no report can be written. Raises CannotRun."""
    if not path:
        return
    if path.suffix.lower() not in REPORTS:
        raise CannotRun(f"a report is HTML: {str(path)!r} does not end in `.html`")
    if path.is_dir():
        raise CannotRun(f"{str(path)!r} is a folder")
    if not path.parent.is_dir():
        raise CannotRun(f"there is no folder {str(path.parent)!r} for {str(path)!r}")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise CannotRun(f"{str(path)!r} may not be written")
