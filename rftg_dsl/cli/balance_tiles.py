"""`rftg-dsl balance FILE...` for tiles of Roll."""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from contextlib import closing
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.cli import STOPPED, CannotRun, fail
from rftg_dsl.cli.output import write
from rftg_dsl.cli.playable import ready_for_many_games
from rftg_dsl.cli.set_up import options_asked_for
from rftg_dsl.cli.trying import jobs_of, make_folder, note_warnings, other_sets, tell_expected

if TYPE_CHECKING:
    from rftg_tools.balance.store import Store
    from rftg_tools.balance.tiles.experiment import Experiment
    from rftg_tools.balance.tiles.study import Study

_OF_CARDS: Final = ("alternatives", "html")
"""Options of the command that only cards of Race have."""


def run(args: argparse.Namespace, files: list[Path]) -> int:
    """Play until enough is known of the tiles in some files, and print the report.

    Return 0 when nothing is found, 1 when something is wrong with a tile, 2 when they cannot be
    played and 130 when stopped.
    """
    from rftg_tools.balance.store import refused
    from rftg_tools.balance.tiles.data import as_data
    from rftg_tools.balance.tiles.findings import findings
    from rftg_tools.balance.tiles.words import in_words

    try:
        study, whole = _study(args, files)
    except sqlite3.Error as problem:
        return fail(refused(args.store, problem))
    except (LookupError, RuntimeError, ValueError) as error:
        return fail(str(error))
    if not study.seeds:
        print("stopped; no game is finished yet", file=sys.stderr)
        return STOPPED
    found = findings(study, args.precision / 100)
    write((json.dumps(as_data(found), indent=1) if args.json else in_words(found)) + "\n")
    if not whole:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return STOPPED
    return 1 if found.is_wanting else 0


def _study(args: argparse.Namespace, files: list[Path]) -> tuple[Study, bool]:
    """Return the figures asked for; False when the user stopped it.

    Raises what `_experiment` and `carry_on` raise, StoreError and sqlite3.Error.
    """
    from rftg_tools.balance.store import Store
    from rftg_tools.balance.tiles.experiment import lab_of
    from rftg_tools.balance.tiles.study import Study

    study = Study(lab_of(_experiment(args, files)))
    note_warnings(files, args.files)
    make_folder(args.store)
    with closing(Store(args.store)) as store:
        return study, _play(study, store, args)


def _experiment(args: argparse.Namespace, files: list[Path]) -> Experiment:
    """Return what was asked for, after trying it out.

    Raises CannotRun, ValueError, LookupError or OSError.
    """
    from rftg_dsl.bundle import pack
    from rftg_tools.balance.tiles.experiment import Experiment, lab_of
    from rftg_tools.balance.tiles.games import Setup
    from rftg_tools.games import GAMES
    from roll_engine.bots import make_bot
    from roll_engine.flow import check_options

    for name in _OF_CARDS:
        if getattr(args, name) is not None:
            raise CannotRun(f"--{name} is for cards, and these are tiles of Roll: leave it out")
    options = options_asked_for(args, GAMES["roll"])
    sets, own = other_sets(args.sets, files)
    setup = Setup(options, args.bots, args.seed)
    experiment = Experiment(pack([*sets, *map(str, files)]), own, setup)
    lab = lab_of(experiment)
    check_options(lab.table, setup.options)
    make_bot(setup.bot, lab.table, "")
    if not lab.subjects.tried:
        raise CannotRun("these files have no tile")
    if missing := [one.title for one in lab.subjects.tried if not one.among]:
        raise CannotRun(f"there is no shipped tile in use to compare {missing[0]} with")
    return experiment


def _play(study: Study, store: Store, args: argparse.Namespace) -> bool:
    """Play until it is enough; False when the user has stopped it before."""
    from rftg_tools.balance.duration import RollExpectation
    from rftg_tools.balance.tiles.study import carry_on
    from rftg_tools.progress import with_progress
    from rftg_tools.workers.process import exit_on_second_interrupt

    precision = args.precision / 100

    def note() -> str:
        known = f"± {100 * study.half:.1f}" if isfinite(study.half) else "not yet known"
        return f"{known}, to be ± {args.precision:.1f} points"

    def left(_games: int) -> float:
        return study.left(precision, args.games)

    ready_for_many_games()
    if sys.stderr.isatty() and not args.scheduler:
        tell_expected(RollExpectation(study.lab).of, args)
    done = carry_on(study, store, precision, args.games, jobs_of(args), args.scheduler)
    try:
        with exit_on_second_interrupt(), closing(done):
            for _game in with_progress(done, None, "games", note, left):
                pass
    except KeyboardInterrupt:
        return False
    return True
