"""`if you have ...` and `if you produced the most ...`: what must be so."""

from __future__ import annotations

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power
from rftg_dsl.words.checks import power_without
from rftg_dsl.words.counts import DONE, check_count, refuse_own_strength
from rftg_dsl.words.errors import UNSAYABLE, SemanticError


def check_condition(power: Power) -> None:
    """Refuse conditions that always hold, and those that are not known then."""
    condition = power.condition
    if condition is None:
        return
    if condition.test == "have" and condition.low == 0 and condition.high is None:
        raise SemanticError(
            "E303", "at least 0 of them are always there", condition.span, "count from 1 up"
        )
    check_count(condition.count, power.phase, "E303")
    if is_known_at_the_end(condition):
        _check_comparison(power, condition)
    if any(effect.verb == "military" for effect in power.effects):
        refuse_own_strength(condition.count, "E303")


def is_known_at_the_end(condition: ast.Condition | None) -> bool:
    """Return whether a condition compares what players did in a phase, known at its end."""
    if condition is None or condition.test == "have":
        return False
    return condition.count.things in (*DONE, "kinds produced")


def _check_comparison(power: Power, condition: ast.Condition) -> None:
    done = condition.count.things
    if done not in ("produced", "kinds produced"):
        raise SemanticError(
            "E303",
            f"who {done} the most is not known before the phase is over",
            condition.span,
            f"ask for a number, like `if you {done} 2 ...`",
        )
    if power.trigger:
        raise SemanticError(
            "E303",
            "who produced the most is known at the end of Produce, after any one good has come",
            condition.span,
            UNSAYABLE,
            nearest=power_without(power, power.trigger),
        )
