"""`rftg-dsl balance FILE...`: whether cards win too much or are never played, from many games."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rftg_dsl.cli import STOPPED, CannotRun, fail
from rftg_dsl.cli.output import print_findings, write
from rftg_dsl.cli.paths import card_files
from rftg_dsl.cli.playable import ready_for_many_games, tell_renumbered
from rftg_dsl.cli.selecting import selection
from rftg_dsl.cli.set_up import add_set_up, rules_asked_for
from rftg_dsl.cli.simulate import MOST_JOBS, add_workers, check_jobs
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.nearest import nearest
from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.printable import printable
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import find_set, set_names

if TYPE_CHECKING:
    from rftg_tools.balance.experiment import Experiment, Lab
    from rftg_tools.balance.findings import Findings
    from rftg_tools.balance.store import Store
    from rftg_tools.balance.study import Study

STORE: Final = Path(".rftg-dsl") / "games.sqlite"
"""Where games are kept unless another file is named; below the working folder."""
BOTS: Final = "expert"
"""The level of all players, unless another is named."""
REPORTS: Final = (".html", ".htm")
"""How the name of a report ends, so that no other file is ever written over."""
USUAL: Final = (2.0, 10_000)
"""Precision in points, and the most games, unless others are named."""
QUICK: Final = (5.0, 400)
"""The same for a rough answer."""
SWITCHES: Final = ("experienced", "goals", "takeovers")
"""Options of the set-up that are on or off."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="card files, or folders of them, to measure"
    )
    parser.add_argument(
        "--sets", default="base", help="other sets in use: ids or files (default base)"
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
    from rftg_tools.balance.findings import findings, with_history
    from rftg_tools.balance.history import since_last
    from rftg_tools.balance.store import refused

    precision, games = QUICK if args.quick else USUAL
    args.precision = precision if args.precision is None else args.precision
    args.games = games if args.games is None else args.games
    try:
        (study, *others), whole = _studies(args)
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


def _studies(args: argparse.Namespace) -> tuple[list[Study], bool]:
    """Return the figures asked for, then those of alternatives; False when the user stopped it.

    Raises what `_experiment` and `carry_on` raise, StoreError and sqlite3.Error.
    """
    from rftg_tools.balance.experiment import Lab, lab_of
    from rftg_tools.balance.store import Store
    from rftg_tools.balance.study import Study

    studies = [Study(lab_of(_experiment(args)))]
    waiting = list(_alternatives(studies[0].lab, args.alternatives))
    _make_folder(args.store)
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
    words += [word for name in args.modules for word in ("--with", name)]
    for name in ("players", "bots", "seed", "precision", "games"):
        words += [f"--{name}", f"{getattr(args, name)}"]
    words += [] if args.alternatives is None else ["--alternatives", *args.alternatives]
    return shlex.join([*words, "--html", args.html.name])


def _play(study: Study, store: Store, args: argparse.Namespace) -> bool:
    """Play until it is enough; False when the user has stopped it before."""
    from rftg_tools.balance.study import carry_on
    from rftg_tools.balance.watch import Watch
    from rftg_tools.progress import progress
    from rftg_tools.workers.interrupts import the_second_ends_it

    other = study.lab.experiment.alternative
    name = f"{other.title}, {other.change}: " if other else ""
    shown = None if args.json or other or not sys.stdout.isatty() else _show
    precision = args.precision / 100
    watch = Watch(study, precision, args.games, shown)
    ready_for_many_games()
    jobs = min(args.jobs or os.cpu_count() or 1, MOST_JOBS)
    done = carry_on(study, store, precision, args.games, jobs, args.scheduler)
    try:
        with the_second_ends_it(), closing(done):
            for _seed in progress(done, None, "games", lambda: name + watch.note(), watch.left):
                watch.look()
    except KeyboardInterrupt:
        return False
    return True


def _show(text: str) -> None:
    """Print a text above the bar, while that is drawn."""
    from tqdm import tqdm

    tqdm.write(printable(text), file=sys.stdout)


def _experiment(args: argparse.Namespace) -> Experiment:
    """Return what was asked for, after trying it out.

    Raises CannotRun, ValueError, LookupError or OSError.
    """
    from rftg_dsl.bundle import pack
    from rftg_engine.setups.options import Options
    from rftg_tools.balance.experiment import Experiment
    from rftg_tools.balance.games import Setup

    _check_numbers(args)
    _check_report(args.html)
    _refuse_shipped(name for name in args.files if not Path(name).exists())
    files = card_files(args.files)
    tried = {path.resolve() for path in files}
    sets = tuple(name for name in set_names(args.sets) if find_set(name).resolve() not in tried)
    own = _ids(files, sets)
    options = Options(args.players, **rules_asked_for(args))
    bundle = pack([*sets, *map(str, files)])
    experiment = Experiment(bundle, own, Setup(options, args.bots, args.seed))
    _try_out(experiment)
    _note_warnings(files, args.files)
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


def _check_numbers(args: argparse.Namespace) -> None:
    check_jobs(args.jobs)
    for name, least in (("games", 1), ("players", 2)):
        number = getattr(args, name)
        if number < least:
            raise CannotRun(f"--{name} must be at least {least}, not {number}")
    if not args.precision > 0:
        raise CannotRun(f"--precision must be more than 0, not {args.precision}")


def _ids(files: list[Path], sets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the sets in some files.

    Raises CannotRun where they have errors or are shipped.
    """
    compilation = compile_files([*map(find_set, sets), *files])
    if compilation.has_errors:
        print_findings(compilation.diagnostics, compilation.sources)
        raise CannotRun("these cards have errors, so they cannot be played")
    asked = {path.resolve() for path in files}
    ids = tuple(unit.id for unit in compilation.units if unit.path.resolve() in asked)
    _refuse_shipped(ids)
    return ids


def _refuse_shipped(ids: Iterable[str]) -> None:
    shipped = [set_id for set_id in ids if set_id in shipped_ids()]
    if shipped:
        raise CannotRun(f"{', '.join(shipped)} is shipped; only cards of your own are tried")


def _note_warnings(files: list[Path], names: list[str]) -> None:
    """Say that `check` has something to say: a card is played as it is written, meant or not."""
    found = compile_files(files, design=True).findings(selection(None, None))
    if found:
        command = shlex.join(["rftg-dsl", "check", *names])
        print(printable(f"note: {counted(len(found), 'warning')}: {command}"), file=sys.stderr)


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
    tell_renumbered(lab.deck.table())


def _make_folder(store: Path) -> None:
    """Make the folder of the games, with a note to keep it out of version control."""
    if store == STORE and not store.parent.is_dir():
        try:
            store.parent.mkdir()
            (store.parent / ".gitignore").write_text("*\n", encoding="utf-8")
        except OSError as problem:
            why = f"{str(store.parent)!r} cannot be made: {problem.strerror}"
            raise CannotRun(f"{why}; name a file with --store") from None
