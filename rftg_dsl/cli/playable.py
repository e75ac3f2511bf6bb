"""The sets that games are played with: those asked for, if they have no error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from rftg_dsl.bundle import SetBundle, pack_compiled
from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.output import print_findings
from rftg_dsl.cli.paths import card_files
from rftg_dsl.diagnostics.text import printable
from rftg_dsl.library import load
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import find_set, split_set_names
from rftg_tools.games import GAMES, Game, default_game

FASTER: Final = 6
"""The compiled engine plays about so many times the games of the plain one in the same time."""


def playable(sets: str | None, files: Sequence[str]) -> tuple[SetBundle, Game]:
    """Return the sets of `--sets` with those of some ids, files and folders, each once; their game.

    sets: None for the first set of the game that the files are for. Print the findings and raise
    CannotRun where they have errors. Raise LookupError and OSError as `load` does, ValueError for
    too many.
    """
    named = [name for name in files if name in shipped_ids()]
    own = [name for name in files if name not in shipped_ids()]
    named += map(str, card_files(own) if own else ())
    names = [
        *(split_set_names(sets) if sets is not None else (game_of_sets(named).first_set,)),
        *named,
    ]
    once = list({find_set(name).resolve(): name for name in names}.values())
    compiled = load(once)
    if compiled.has_errors:
        print_findings(compiled.diagnostics, compiled.sources)
        raise CannotRun("these cards have errors, so they cannot be played")
    return pack_compiled(once, compiled), GAMES[compiled.sets[0].game]


def game_of_sets(names: Sequence[str]) -> Game:
    """Return the game that sets are for, by the first of them; raise as `load` does."""
    units = load(names).units if names else ()
    return next((GAMES[unit.report.game.id] for unit in units), default_game())


def note(text: str) -> None:
    """Print a note, apart from the results."""
    print(printable(f"note: {text}"), file=sys.stderr)


def ready_for_many_games() -> None:
    """Spare the games the collector; tell who watches a plain engine that there is a faster one."""
    from rftg_engine import COMPILED
    from rftg_tools.workers.process import tune_garbage_collector

    tune_garbage_collector()
    if not COMPILED and sys.stderr.isatty():
        print(
            f"note: this engine is plain Python; a compiled one plays about {FASTER} times as many"
            " games a second: `make wheel` builds it, and docs/speed.md says more",
            file=sys.stderr,
        )
