"""Design lints: warnings about valid card files that are probably not what the designer wants.

Each rule yields findings. docs/diagnostics.md explains the codes and the reasons for the rules.
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
from rftg_dsl.lint.view import Finding, View
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
_RULES_FOR_EVERY_GAME: Final = ("W605", "W607")
"""Codes of the rules for every game. Other rules use figures of Race for the Galaxy."""


def check_design(
    unit: Unit, required: Sequence[Unit], loaded: Sequence[Unit], lookup: CardIndex
) -> None:
    """Report the findings of all rules in a unit. The unit and its required units have no errors.

    loaded: all units of this run, because they can use keywords of this unit.
    lookup: all cards of the required units and the unit, in order.
    """
    view = View(unit, required, loaded, lookup)
    for code in RULES if unit.report.game is RACE else _RULES_FOR_EVERY_GAME:
        for finding in RULES[code](view):
            unit.report.add(
                code,
                finding.region,
                finding.message,
                labels=finding.labels,
                notes=finding.notes,
                help=finding.help,
                replacement=finding.replacement,
            )
