"""Design lints: what the language allows and a designer would want to know. One rule, one file.

A rule is a module with a CODE, an ENTRY that explains it (`explain`, docs/diagnostics.md), and
`check`, which yields a Finding for each place. docs/diagnostics.md says why each rule is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rftg_dsl.games import RACE, ROLL
from rftg_dsl.lint.rules import (
    curve,
    dominated,
    goods,
    itself,
    keywords,
    length,
    never,
    proportions,
    scoring,
    shadowed,
    titles,
)
from rftg_dsl.lint.support.view import View
from rftg_dsl.semantics.select import Index
from rftg_dsl.sets.units import Unit

RULES: Final = (
    never,
    dominated,
    curve,
    itself,
    keywords,
    length,
    titles,
    goods,
    proportions,
    shadowed,
    scoring,
)
"""All rules, in the order of their codes."""
_OF_GAME: Final = {RACE.id: RULES, ROLL.id: (keywords, titles)}
"""Those that hold for each game; the others have the figures of Race for the Galaxy."""


def check_design(
    unit: Unit, required: Sequence[Unit], loaded: Sequence[Unit], lookup: Index
) -> None:
    """Report what the rules find in a unit, which is sound and whose required units are.

    loaded: all units of this run, which may name what this one brings. lookup: all cards of
    the required units and the unit, in their order.
    """
    view = View(unit, required, loaded, lookup)
    for rule in _OF_GAME[unit.report.game.id]:
        for finding in rule.check(view):
            unit.report.add(
                rule.CODE,
                finding.region,
                finding.message,
                labels=finding.labels,
                notes=finding.notes,
                help=finding.help,
                replacement=finding.replacement,
            )
