"""`defense`: strength against takeovers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from rftg_dsl import hooks
from rftg_dsl.syntax.ast import Effect, Per, Power, Span
from rftg_dsl.words.checks import refuse
from rftg_dsl.words.conditions import refuse_looked_up
from rftg_dsl.words.counts import check_per, format_per
from rftg_dsl.words.families import Family, Hooks


@dataclass(frozen=True, slots=True)
class Defense(Effect):
    """Military when own worlds are to be taken over; beside `conquer`, a change of a defense."""

    verb = "defense"
    rule = "defense"
    moments: ClassVar = {"settle": 110}
    example = "settle: defense +2"
    mistakes = (
        "defence",
        "defend",
    )

    amount: int = field()
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number and what it comes for."""
        _verb, count, per = parts
        return cls(int(count), per, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"defense {self.amount:+d}{format_per(self.per)}"


def lower_defense(power: Power) -> Hooks:
    """Military that counts when own worlds are to be taken over."""
    refuse(power.cost, "E302", "a defense against takeovers takes no cost")
    refuse_looked_up(power)
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "settle")
        amount = effect.amount or 0
        found.append(
            hooks.Military(amount, None, None, effect.per, power.condition, defending=True)
        )
    return tuple(found)


WORDS: Final = (Defense,)
FAMILIES: Final = (Family(frozenset({"defense"}), lower_defense),)
