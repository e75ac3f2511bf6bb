"""The sets that games are played with: those asked for, if they have no error."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rftg_dsl.bundle import SetBundle, pack_compiled
from rftg_dsl.cli import CannotRun
from rftg_dsl.cli.output import print_findings
from rftg_dsl.cli.paths import card_files
from rftg_dsl.cli.set_up import RULES
from rftg_dsl.games import GAMES, RACE, ROLL, Game
from rftg_dsl.library import load, own_with_goals
from rftg_dsl.model import CardSet
from rftg_dsl.printable import printable
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.locate import find_set, set_names

if TYPE_CHECKING:
    from rftg_engine.cards.table import Table
    from rftg_engine.setups.options import Options


FIRST: Final = {RACE.id: "base", ROLL.id: "roll"}
"""The set that is in use where nobody says which, for each game."""

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
    names = [*(set_names(sets) if sets is not None else (FIRST[game_of_sets(named).id],)), *named]
    once = list({find_set(name).resolve(): name for name in names}.values())
    compiled = load(once)
    if compiled.has_errors:
        print_findings(compiled.diagnostics, compiled.sources)
        raise CannotRun("these cards have errors, so they cannot be played")
    return pack_compiled(once, compiled), GAMES[compiled.sets[0].game]


def game_of_sets(names: Sequence[str]) -> Game:
    """Return the game that sets are for, by the first of them; Race for none. Raises as `load`."""
    units = load(names).units if names else ()
    return next((unit.report.game for unit in units), RACE)


def tell_renumbered(table: Table) -> None:
    """Say which start worlds have another number in the game, since theirs is taken."""
    for card, number in table.renumbered.items():
        start = table.cards[card].start
        assert start is not None
        note(
            f"`{table.titles[card]}` plays as start world {number}, since another one has"
            f" number {start.number}; `number: {number}` on the card makes it so in print"
        )


def tell_rules(sets: Sequence[CardSet], options: Options, goals: bool | None) -> None:
    """Say which rules of the user's own sets are on by default, and which are off.

    goals: what was asked for; None for the default.
    """
    from rftg_engine.rules import registered

    for name in own_with_goals(sets) if options.goals and goals is None else ():
        note(f"`{name}` has goals, so they are in play; --no-goals leaves them out")
    for one in sets:
        for name in one.modules if one.id not in shipped_ids() else ():
            module = registered(name)
            if name != "goals" and module and module.option and not options.is_on(name):
                flag = f"--{name}" if name in RULES else f"--with {shlex.quote(name)}"
                note(f"`{one.id}` brings {name}, which is off; {flag} switches it on")


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
