"""`after placing`, `after selling` and the like: what a power answers to."""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Power, Span
from rftg_dsl.syntax.phrases import format_dice, format_selector
from rftg_dsl.words.checks import PLACED, check_noun, power_without
from rftg_dsl.words.counts import format_goods, format_per
from rftg_dsl.words.errors import UNSAYABLE, Rewrite, SemanticError

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
    if trigger.event == "end":
        return "at the end"
    if trigger.event in ("scouting", "stocking"):
        return f"after {trigger.event}{_with(trigger.dice)}"
    doing = "paying for" if trigger.event == "paying" else trigger.event
    if trigger.goods is not None:
        what = "here" if trigger.goods.here else format_goods(trigger.goods, "a")
    else:
        what = format_selector(trigger.selector, "a") if trigger.selector else "this"
    return f"after {doing} {what}"


def _with(dice: ast.Dice | None) -> str:
    return f" with {format_dice(dice, form='a')}" if dice else ""


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
            mended = _leave_out(trigger, effect)
            raise SemanticError(
                "E304",
                f"`{effect.verb}` does not come after something",
                trigger.span,
                "leave out when it comes" if mended else UNSAYABLE,
                mended,
                nearest=power_without(power, trigger),
            )


def _leave_out(trigger: ast.Trigger, effect: ast.Effect) -> Rewrite | None:
    """Return the edit for one more placement that comes after any placement anyway."""
    if effect.verb not in ("place", "conquer") or trigger.event != "placing":
        return None
    if format_trigger(trigger) not in ("after placing a world", "after placing a development"):
        return None
    return Rewrite(Span(trigger.span.start, effect.span.start), "after [^,]*, *", "")


def _want_sale(power: Power) -> None:
    """Refuse gains in Trade that come with no sale; a price is refused with its own reason."""
    for effect in power.effects if power.cost is None else ():
        if power.phase == "trade" and effect.gain:
            _refuse_end_of_trade(power)
            text = _at_a_sale(effect)
            raise SemanticError(
                "E304",
                "in Trade something is got for a good that is sold",
                effect.span,
                f"write `{text}`",
                Rewrite(effect.span, "", text),
            )


def _refuse_end_of_trade(power: Power) -> None:
    """Refuse to ask in Trade what was sold in the phase: it ends with Consume."""
    condition = power.condition
    if condition is not None and condition.count.things == "sold":
        raise SemanticError(
            "E304",
            "what was sold in the phase is known at the end of Consume",
            condition.span,
            "write `consume:` instead of `trade:`",
            Rewrite(power.span, "trade", "consume"),
        )


def _at_a_sale(effect: ast.Effect) -> str:
    """Return an effect that comes after each sale, without counting the sales as well."""
    per = effect.per
    if per is None or per.count.things != "sold" or per.divisor != 1 or per.count.goods is None:
        return f"after selling a good, {effect.text()}"
    gain = effect.text().removesuffix(format_per(per))
    return f"after selling {format_goods(per.count.goods, 'a')}, {gain}"
