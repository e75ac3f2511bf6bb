"""The sets that games are played with: those asked for, if they have no error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rftg_dsl.bundle import SetBundle, pack_compiled
from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.output import print_findings
from rftg_dsl.cli.paths import card_files
from rftg_dsl.library import load
from rftg_dsl.printable import printable
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import find_set, set_names

if TYPE_CHECKING:
    from rftg_engine.cards.table import Table


FASTER: Final = 6
"""The compiled engine plays about so many times the games of the plain one in the same time."""


def playable(sets: str, files: Sequence[str]) -> SetBundle:
    """Return the sets of `--sets` with those of some ids, files and folders, each once.

    Print the findings and raise CannotRun where they have errors. Raise LookupError and OSError
    as `load` does, ValueError for too many.
    """
    names = [*set_names(sets), *(name for name in files if name in shipped_ids())]
    own = [name for name in files if name not in shipped_ids()]
    names += map(str, card_files(own) if own else ())
    once = list({find_set(name).resolve(): name for name in names}.values())
    compiled = load(once)
    if compiled.has_errors:
        print_findings(compiled.diagnostics, compiled.sources)
        raise CannotRun("these cards have errors, so they cannot be played")
    return pack_compiled(once, compiled)


def tell_renumbered(table: Table) -> None:
    """Say which start worlds have another number in the game, since theirs is taken."""
    for card, number in table.renumbered.items():
        start = table.cards[card].start
        assert start is not None
        text = (
            f"note: `{table.titles[card]}` plays as start world {number}, since another one has"
            f" number {start.number}; `number: {number}` on the card makes it so in print"
        )
        print(printable(text), file=sys.stderr)


def ready_for_many_games() -> None:
    """Spare the games the collector; tell who watches a plain engine that there is a faster one."""
    from rftg_engine import COMPILED
    from rftg_tools.workers.collector import collect_seldom

    collect_seldom()
    if not COMPILED and sys.stderr.isatty():
        print(
            f"note: this engine is plain Python; a compiled one plays about {FASTER} times as many"
            " games a second: `make wheel` builds it, and docs/speed.md says more",
            file=sys.stderr,
        )
