"""`if you have ...` and `if you produced the most ...`: what must be so."""

from __future__ import annotations

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.phrases import of_kind
from rftg_dsl.words.counts import HELD, format_count, format_measure
from rftg_dsl.words.errors import SemanticError


def format_condition(condition: ast.Condition) -> str:
    """Return the canonical text of a condition."""
    if condition.test == "most produced":
        return f"you produced the most {of_kind(condition.kind)}goods"
    if condition.test == "most":
        return f"you have the most {format_measure(condition.held)}"
    return f"you have {format_count(ast.Count(condition.number, condition.held))}"


def check_condition(power: Power) -> None:
    """Refuse conditions that always hold, and those that are not known then."""
    condition = power.condition
    if condition is None:
        return
    if condition.number == 0:
        raise SemanticError(
            "E303", "at least 0 of them are always there", condition.span, "count from 1 up"
        )
    if condition.test == "most produced" and power.phase != "produce":
        raise SemanticError(
            "E303",
            f"nothing is produced in {power.phase}",
            condition.span,
            "the most goods are counted in: produce",
            of_phase=True,
        )
    if condition.test == "most produced" and power.trigger:
        raise SemanticError(
            "E303",
            "who produced the most is known at the end of Produce, after any one good has come",
            condition.span,
            "leave out the condition, or `after producing here`",
        )


def refuse_looked_up(power: Power) -> None:
    """Refuse conditions that can change within a phase, for what is in force all through it."""
    condition = power.condition
    if condition and (condition.test != "have" or condition.things != "cards"):
        what = "who has the most" if condition.test != "have" else HELD[condition.things]
        raise SemanticError(
            "E303",
            f"{what} is looked up when something is got, not for what is in force",
            condition.span,
            "write `if you have ...` about cards, or leave it out",
        )
