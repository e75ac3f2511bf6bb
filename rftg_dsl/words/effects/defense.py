"""`defense`: strength against takeovers."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.syntax.ast import Power
from rftg_dsl.words.checks import refuse
from rftg_dsl.words.counts import check_per, format_per
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.shapes import Counted


class Defense(Counted):
    """Military when own worlds are to be taken over; beside `conquer`, a change of a defense."""

    __slots__ = ()

    verb = "defense"
    rule = "defense"
    moments: ClassVar = {"settle": 110}
    example = "settle: defense +2"
    mistakes = (
        "defence",
        "defend",
    )

    def text(self) -> str:
        """Return its canonical text."""
        return f"defense {self.amount:+d}{format_per(self.per)}"


def lower_defense(power: Power) -> Hooks:
    """Military that counts when own worlds are to be taken over."""
    refuse(power, power.cost, "E302", "a defense against takeovers takes no cost")
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "settle")
        amount = effect.amount or 0
        found.append(
            hooks.Military(amount, defending=True, per=effect.per, condition=power.condition)
        )
    return tuple(found)


WORDS: Final = (Defense,)
FAMILIES: Final = (Family(frozenset({"defense"}), lower_defense),)
