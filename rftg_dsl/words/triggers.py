"""`after placing`, `after selling` and the like: what a power answers to."""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import PLACED, check_noun
from rftg_dsl.words.counts import format_goods
from rftg_dsl.words.errors import SemanticError

PHASES: Final[dict[ast.Event, tuple[str, ...]]] = {
    "placing": ("develop", "settle"),
    "paying": ("develop", "settle"),
    "conquering": ("settle",),
    "taking over": ("settle",),
    "producing": ("produce",),
    "consuming": ("consume",),
    "selling": ("trade",),
}
"""The phases in which something is done that can be answered to."""
OF_CARDS: Final = ("placing", "paying", "conquering", "taking over")
"""What is done to cards; the rest is done to goods."""


def format_trigger(trigger: ast.Trigger) -> str:
    """Return the canonical text of a trigger."""
    doing = "paying for" if trigger.event == "paying" else trigger.event
    if trigger.goods is not None:
        what = "here" if trigger.goods.here else format_goods(trigger.goods, "a")
    else:
        what = format_selector(trigger.selector, "a") if trigger.selector else "this"
    return f"after {doing} {what}"


def check_trigger(power: Power) -> None:
    """Refuse what cannot be answered to in its phase, or by these effects."""
    trigger = power.trigger
    if trigger is None:
        _want_sale(power)
        return
    wanted = PHASES[trigger.event]
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


def _want_sale(power: Power) -> None:
    """Refuse gains in Trade that come with no sale."""
    for effect in power.effects:
        if power.phase == "trade" and effect.gain:
            raise SemanticError(
                "E304",
                "in Trade something is got for a good that is sold",
                effect.span,
                f"write `after selling a good, {effect.text()}`",
            )
