"""`after placing`, `after paying for` and `after producing here`: what a power answers to."""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import PLACED, check_noun
from rftg_dsl.words.errors import SemanticError

_PHASES: Final = {
    "placing": ("develop", "settle"),
    "paying": ("develop", "settle"),
    "producing": ("produce",),
}
"""The phases in which something is done that can be answered to."""


def format_trigger(trigger: ast.Trigger) -> str:
    """Return the canonical text of a trigger."""
    if trigger.selector is None:
        return "after producing here"
    done = "paying for" if trigger.event == "paying" else trigger.event
    return f"after {done} {format_selector(trigger.selector, 'a')}"


def check_trigger(power: Power) -> None:
    """Refuse what cannot be answered to in its phase, or by these effects."""
    trigger = power.trigger
    if trigger is None:
        return
    wanted = _PHASES[trigger.event]
    if power.phase not in wanted:
        raise SemanticError(
            "E304",
            f"nothing is done by {trigger.event} in {power.phase}",
            trigger.span,
            f"`after {trigger.event}` belongs to: {', '.join(wanted)}",
            of_phase=True,
        )
    if trigger.selector:
        check_noun(trigger.selector, PLACED[power.phase])
    for effect in power.effects:
        if not effect.follows:
            raise SemanticError(
                "E304",
                f"`{effect.verb}` does not come after something",
                trigger.span,
                f"leave out `after {trigger.event} ...`",
            )
