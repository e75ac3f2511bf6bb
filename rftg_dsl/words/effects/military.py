"""`military`: strength for conquering worlds."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Effect, Per, Power, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import (
    check_scope,
    refuse_beyond_first,
    refuse_non_military,
    refuse_several,
)
from rftg_dsl.words.counts import check_per, format_per
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.prices import called_up_for, refuse_open_price


@struct
class Military(Effect):
    """Military, against all worlds or some."""

    verb = "military"
    rule = "military"
    moments: ClassVar = {"settle": 20}
    example = "settle: military +1"
    mistakes = ("strength",)

    amount: int = field()
    selector: Selector | None = None
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number, the worlds it is against, and what it comes for."""
        _military, amount, selector, per = parts
        return cls(int(amount), selector, per, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        on = f" against {format_selector(self.selector, 'plural')}" if self.selector else ""
        return f"military {self.amount:+d}{on}{format_per(self.per)}"

    def wanted(self, power: Power) -> str | None:
        """Return what is conquered."""
        return "military world"


def lower_military(power: Power) -> Hooks:
    """Military strength, for good or for what is given up."""
    refuse_several(power)
    refuse_open_price(power)
    refuse_beyond_first(power, "military")
    lowered: list[hooks.Hook] = []
    for effect in power.effects:
        check_scope(effect, "world")
        refuse_non_military(effect)
        check_per(effect, "settle")
        for price, each in called_up_for(power):
            lowered.append(_strength(power, effect, price, each))
    return tuple(lowered)


def _strength(power: Power, effect: Effect, price: ast.Cost | None, each: bool) -> hooks.Hook:
    amount = effect.amount or 0
    return hooks.Military(
        amount,
        each,
        on=effect.selector,
        price=price,
        per=effect.per,
        condition=power.condition,
    )


WORDS: Final = (Military,)
FAMILIES: Final = (Family(frozenset({"military"}), lower_military),)
