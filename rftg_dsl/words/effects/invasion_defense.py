"""`invasion defense`: strength against invasions alone."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.syntax.ast import Cost, Effect, Power
from rftg_dsl.words.checks import refuse_beyond_first, refuse_several
from rftg_dsl.words.counts import check_per, format_per
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.prices import called_up_for, refuse_open_price
from rftg_dsl.words.shapes import Counted


class InvasionDefense(Counted):
    """Defense against invasions, which conquers no world and keeps none from being taken over."""

    __slots__ = ()

    verb = "invasion defense"
    rule = "invasion_defense"
    moments: ClassVar = {"settle": 115}
    example = "settle: invasion defense +2"

    def text(self) -> str:
        """Return its canonical text."""
        return f"invasion defense {self.amount:+d}{format_per(self.per)}"


def lower_invasion_defense(power: Power) -> Hooks:
    """Return the strength, for good or for what is given up."""
    refuse_several(power)
    refuse_open_price(power)
    refuse_beyond_first(power, "invasion defense")
    lowered: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "settle")
        for price, each in called_up_for(power):
            lowered.append(_strength(power, effect, price, each))
    return tuple(lowered)


def _strength(power: Power, effect: Effect, price: Cost | None, each: bool) -> hooks.Hook:
    return hooks.Military(
        effect.amount or 0,
        each,
        against_invasions=True,
        price=price,
        per=effect.per,
        condition=power.condition,
    )


WORDS: Final = (InvasionDefense,)
FAMILIES: Final = (Family(frozenset({"invasion defense"}), lower_invasion_defense),)
