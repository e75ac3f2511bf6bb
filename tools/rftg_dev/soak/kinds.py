"""The kinds of games that sets allow: every legal combination of the options of a set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from rftg_engine.cards.table import Table
from rftg_engine.rules import REGISTERED
from rftg_engine.setups.options import SWITCHES, Options, switches
from rftg_engine.setups.validation import check_options

MOST_PLAYERS: Final = 6
"""No set serves more."""


def kinds_of_game(table: Table) -> list[Options]:
    """Return all that check_options lets pass, in a fixed order."""
    levels = table.robot.levels if table.robot else ()
    return [options for options in _combinations(levels) if _is_legal(table, options)]


def _combinations(levels: Iterable[str]) -> Iterator[Options]:
    modules = (module.name for module in REGISTERED if module.option is not None)
    names = [*SWITCHES, *(name for name in modules if name not in SWITCHES)]
    for players in range(2, MOST_PLAYERS + 1):
        for values in product((False, True), repeat=len(names)):
            on = [name for name, value in zip(names, values, strict=True) if value]
            yield Options(players, **switches(on))
    for level in levels:
        yield Options(2, experienced=True, robot=level)


def _is_legal(table: Table, options: Options) -> bool:
    try:
        check_options(table, options)
    except ValueError:
        return False
    return True


def in_words(options: Options) -> str:
    """Return the players and the options that are on."""
    switched_on = [name.replace("_", " ") for name in options.switched_on()]
    robot = [f"{options.robot} robot"] if options.robot else []
    return ", ".join([f"{options.players} players", *switched_on, *robot])
