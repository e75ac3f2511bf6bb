"""`rftg-dsl balance FILE...` for cards of Race."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.cli import STOPPED, CannotRun, fail
from rftg_dsl.cli.output import write
from rftg_dsl.cli.playable import note, ready_for_many_games
from rftg_dsl.cli.set_up import options_asked_for
from rftg_dsl.cli.trying import (
    SWITCHES,
    jobs_of,
    make_folder,
    note_warnings,
    other_sets,
    tell_expected,
)
from rftg_dsl.diagnostics.text import nearest, printable

if TYPE_CHECKING:
    from rftg_tools.balance.experiment import Experiment, Lab
    from rftg_tools.balance.findings import Findings
    from rftg_tools.balance.store import Store
    from rftg_tools.balance.study import Study

REPORTS: Final = (".html", ".htm")
"""How the name of a report ends, so that no other file is ever written over."""


def run(args: argparse.Namespace, files: list[Path]) -> int:
    """Play until enough is known of the cards in some files, and print the report.

    Return as `balance.run` does.
    """
    from rftg_tools.balance.findings import findings, with_history
    from rftg_tools.balance.history import since_last
    from rftg_tools.balance.store import refused

    try:
        (study, *others), whole = _studies(args, files)
    except sqlite3.Error as problem:
        return fail(refused(args.store, problem))
    except (LookupError, RuntimeError, ValueError) as error:
        return fail(str(error))
    if not study.seeds:
        print("stopped; no game is finished yet", file=sys.stderr)
        return STOPPED
    found = findings(study, args.precision / 100, others)
    try:
        found = with_history(found, since_last(args.store, study.lab, found.effects))
    except sqlite3.Error as problem:
        return fail(refused(args.store, problem))
    _tell(found, args)
    if not whole:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return STOPPED
    return 1 if found.wanting else 0


def _studies(args: argparse.Namespace, files: list[Path]) -> tuple[list[Study], bool]:
    """Return the figures asked for, then those of alternatives; False when the user stopped it.

    Raises what `_experiment` and `carry_on` raise, StoreError and sqlite3.Error.
    """
    from rftg_tools.balance.experiment import Lab, lab_of
    from rftg_tools.balance.store import Store
    from rftg_tools.balance.study import Study

    studies = [Study(lab_of(_experiment(args, files)))]
    waiting = list(_alternatives(studies[0].lab, args.alternatives))
    make_folder(args.store)
    with closing(Store(args.store)) as store:
        whole = _play(studies[0], store, args)
        while whole and waiting:
            studies.append(Study(Lab(waiting.pop(0))))
            whole = _play(studies[-1], store, args)
    return studies, whole


def _alternatives(lab: Lab, titles: list[str] | None) -> Iterator[Experiment]:
    """Yield an experiment for each alternative of some cards, of all where none is named.

    Raises LookupError.
    """
    from rftg_tools.balance.alternatives import alternatives_of

    cards = {subject.card.title: subject.card for subject in lab.subjects}
    for title in titles or ():
        if title not in cards:
            near = nearest(title, cards)
            advice = f"; the nearest is {near!r}" if near else ""
            raise LookupError(f"no card that is tried is called {title!r}{advice}")
    for title in () if titles is None else titles or cards:
        for one in alternatives_of(cards[title], lab.official.cards):
            yield replace(lab.experiment, alternative=one)


def _tell(found: Findings, args: argparse.Namespace) -> None:
    """Print what was found, and write the report that was asked for. Raises OSError."""
    from rftg_tools.balance.data import as_data
    from rftg_tools.balance.words import in_words

    write((json.dumps(as_data(found), indent=1) if args.json else in_words(found)) + "\n")
    if args.html:
        from rftg_tools.balance.report.page import write_report

        write_report(found, _command(args), args.html)


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


def _play(study: Study, store: Store, args: argparse.Namespace) -> bool:
    """Play until it is enough; False when the user has stopped it before."""
    from rftg_tools.balance.duration import Expectation
    from rftg_tools.balance.study import carry_on
    from rftg_tools.balance.watch import Watch
    from rftg_tools.progress import with_progress
    from rftg_tools.workers.process import exit_on_second_interrupt

    other = study.lab.experiment.alternative
    name = f"{other.title}, {other.change}: " if other else ""
    shown = None if args.json or other or not sys.stdout.isatty() else _show
    precision = args.precision / 100
    watch = Watch(study, precision, args.games, shown)
    ready_for_many_games()
    if sys.stderr.isatty() and not (other or args.scheduler):
        tell_expected(Expectation(study.lab).of, args)
    done = carry_on(study, store, precision, args.games, jobs_of(args), args.scheduler)
    try:
        with exit_on_second_interrupt(), closing(done):
            for _seed in with_progress(
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


def _experiment(args: argparse.Namespace, files: list[Path]) -> Experiment:
    """Return what was asked for, after trying it out.

    Raises CannotRun, ValueError, LookupError or OSError.
    """
    from rftg_dsl.bundle import pack, unpack
    from rftg_tools.balance.experiment import Experiment, lab_of
    from rftg_tools.balance.games import Setup
    from rftg_tools.games import GAMES

    _check_report(args.html)
    sets, own = other_sets(args.sets, files)
    bundle = pack([*sets, *map(str, files)])
    options = options_asked_for(args, GAMES["race"], unpack(bundle))
    experiment = Experiment(bundle, own, Setup(options, args.bots, args.seed))
    _try_out(experiment)
    for text in GAMES["race"].call("notes", lab_of(experiment).deck.table(), options, args.goals):
        note(text)
    note_warnings(files, args.files)
    return experiment


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


def _try_out(experiment: Experiment) -> None:
    """Begin a game. Raises CannotRun or ValueError for what the cards and sets do not allow."""
    from rftg_engine.bots import make_bot
    from rftg_engine.race import new_game
    from rftg_tools.balance.experiment import lab_of

    lab = lab_of(experiment)
    if not lab.subjects:
        raise CannotRun("no official card in use is of the type of any of these cards")
    for deck in (lab.deck, lab.official):
        table = deck.table()
        make_bot(experiment.setup.bot, table, "")
        new_game(table, experiment.setup.options, "")
