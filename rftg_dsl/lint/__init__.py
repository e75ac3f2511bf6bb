"""Design lints: findings about what the language allows and a designer would want to know.

A rule yields a Finding for each place. docs/diagnostics.md explains its code and says why the rule
is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rftg_dsl.games import RACE
from rftg_dsl.lint.length import check_length
from rftg_dsl.lint.never import check_goods, check_never
from rftg_dsl.lint.scoring import check_itself, check_points, check_shadowed
from rftg_dsl.lint.set_design import check_keywords, check_proportions, check_titles
from rftg_dsl.lint.strength import check_cost, check_dominated
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.sets.units import Unit

RULES: Final[dict[str, Callable[[View], Iterator[Finding]]]] = {
    "W601": check_never,
    "W602": check_dominated,
    "W603": check_cost,
    "W604": check_itself,
    "W605": check_keywords,
    "W606": check_length,
    "W607": check_titles,
    "W608": check_goods,
    "W609": check_proportions,
    "W610": check_shadowed,
    "W611": check_points,
}
_OF_ANY_GAME: Final = ("W605", "W607")
"""Codes of the rules for every game; the others use the figures of Race for the Galaxy."""


def check_design(
    unit: Unit, required: Sequence[Unit], loaded: Sequence[Unit], lookup: CardIndex
) -> None:
    """Report what the rules find in a unit without errors, whose required units have none either.

    loaded: all units of this run, which may name what this one brings. lookup: all cards of
    the required units and the unit, in their order.
    """
    view = View(unit, required, loaded, lookup)
    for code in RULES if unit.report.game is RACE else _OF_ANY_GAME:
        for make_finding in RULES[code](view):
            unit.report.add(
                code,
                make_finding.region,
                make_finding.message,
                labels=make_finding.labels,
                notes=make_finding.notes,
                help=make_finding.help,
                replacement=make_finding.replacement,
            )
