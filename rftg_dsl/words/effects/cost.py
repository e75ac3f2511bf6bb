"""`cost`: what is paid for a card placed."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Per, Power, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import PLACED, check_scope, refuse, refuse_beyond_first, refuse_several
from rftg_dsl.words.counts import check_per, format_per
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.prices import refuse_open_price, units_of


@struct
class Cost(Effect):
    """A card placed costs more or less; absolute: so much, whatever is printed on it."""

    verb = "cost"
    rule = "cost_change"
    moments: ClassVar = {"develop": 10, "settle": 10}
    example = "develop: cost -1"
    mistakes = (
        "discount",
        "costs",
    )

    amount: int = field()
    selector: Selector | None = None
    per: Per | None = None
    absolute: bool = False

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number, which replaces the cost where it has no sign."""
        _cost, (amount, absolute), selector, per = parts
        return cls(amount, selector, per, absolute, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        amount = str(self.amount) if self.absolute else f"{self.amount:+d}"
        on = f" for {format_selector(self.selector, 'plural')}" if self.selector else ""
        return f"cost {amount}{on}{format_per(self.per)}"

    def wanted(self, power: Power) -> str | None:
        """Return what the phase places."""
        return PLACED[power.phase]


def lower_cost(power: Power) -> Hooks:
    """Return changes of the cost of cards placed."""
    refuse_open_price(power)
    refuse_several(power)
    refuse_beyond_first(power, "a lower cost")
    lowered: list[hooks.Hook] = []
    for effect in power.effects:
        check_scope(effect, PLACED[power.phase])
        check_per(effect, power.phase)
        if effect.absolute:
            _check_absolute(power, effect)
        price = power.cost
        if price is not None and price.up_to:
            lowered += [_cost_change(power, effect, unit, 1) for unit in units_of(price)]
        else:
            times = (price.count or 0) if price is not None and power.each else 1
            lowered.append(_cost_change(power, effect, price, times))
    return tuple(lowered)


def _cost_change(power: Power, effect: Effect, price: ast.Cost | None, times: int) -> hooks.Hook:
    amount = effect.amount or 0
    return hooks.CostChange(
        power.phase,
        0 if effect.absolute else amount * times,
        amount if effect.absolute else None,
        on=effect.selector,
        price=price,
        per=effect.per,
        condition=power.condition,
    )


def _check_absolute(power: Power, effect: Effect) -> None:
    if effect.amount != 0:
        raise SemanticError(
            "E306",
            f"a cost is changed by an amount, with a sign: {effect.amount} has none",
            effect.span,
            f"write `cost -{effect.amount}` to make the card cheaper, or `cost 0` for free",
            Rewrite(effect.span, str(effect.amount), f"-{effect.amount}"),
        )
    if power.cost is None:
        raise SemanticError(
            "E307",
            "`cost 0` without a cost would make every such card free",
            effect.span,
            "give something up for it, for example `may discard this -> cost 0`",
        )
    refuse(power, effect.per, "E312", "a card that is free is free once")


WORDS: Final = (Cost,)
FAMILIES: Final = (Family(frozenset({"cost"}), lower_cost),)
