"""`take over`, `destroy it` and `defeat a takeover`: worlds of other players."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import race as hooks
from rftg_dsl.quick.dataclasses import dataclass, field
from rftg_dsl.syntax.ast import Effect, Power, Rival, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import at_most_one, only, refuse_other, target_of, want_military
from rftg_dsl.words.counts import check_per
from rftg_dsl.words.errors import SemanticError
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.gains import lower_action, plain_gains_of
from rftg_dsl.words.prices import refuse_open_price, want_simple_price
from rftg_dsl.words.shapes import Phrase


@dataclass(frozen=True, slots=True)
class TakeOver(Effect):
    """Worlds of other players, or of some of them, can be taken over."""

    verb = "take over"
    rule = "take_over"
    moments: ClassVar = {"settle": 90}
    example = "settle: may take over a military world"
    mistakes = (
        "invade",
        "attack",
        "takeover",
    )
    is_chosen = True

    selector: Selector = field()
    rival: Rival | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its worlds, and from whom they are taken."""
        _take_over, cards, *rest = parts
        return cls(cards, rest[-1], span=span)

    def text(self) -> str:
        """Return its canonical text."""
        rival = f" from a player with {_rival(self.rival)}" if self.rival else ""
        return f"take over {format_selector(self.selector, 'a')}{rival}"

    def wanted(self, power: Power) -> str | None:
        """Return what is conquered."""
        return "military world"


def _rival(rival: Rival) -> str:
    if rival.selector is not None:
        return format_selector(rival.selector, "a")
    return f"military {rival.military} or more"


class Destroy(Phrase):
    """The world taken over is discarded."""

    __slots__ = ()

    verb = "destroy"
    rule = "destroy"
    moments: ClassVar = {"settle": 100}
    example = "settle: may take over a military world, destroy it"
    is_single = True
    words = "destroy it"

    def check(self, power: Power) -> None:
        """Refuse it where no world is taken over."""
        if not any(isinstance(other, TakeOver) for other in power.effects):
            raise SemanticError(
                "E316",
                "`destroy it` is about a world taken over, and none is",
                self.span,
                "say which, for example `may take over a military world, destroy it`",
            )


class Defeat(Phrase):
    """A takeover of one of the own worlds fails."""

    __slots__ = ()

    verb = "defeat"
    rule = "defeat"
    moments: ClassVar = {"settle": 120}
    example = "settle: may discard this -> defeat a takeover"
    gain = "defeat"
    feature = ""
    is_chosen = True
    is_single = True
    words = "defeat a takeover"


def lower_take_over(power: Power) -> Hooks:
    """Return whose worlds are taken over, with which military, and what comes of it."""
    effect = only(power, {"take over"})
    military = at_most_one(power, {"military"})
    target = target_of(power, effect)
    refuse_other(target)
    want_military(target, "only military worlds are taken over")
    want_simple_price(power)
    if effect.rival and effect.rival.selector:
        refuse_other(effect.rival.selector)
    if military:
        check_per(military, "settle")
        _refuse_scope(military, "all of it is for the takeover")
    return (
        hooks.TakeOver(
            effect.rival,
            (military.amount or 0) if military else 0,
            any(isinstance(other, Destroy) for other in power.effects),
            on=target,
            price=power.cost,
            per=military.per if military else None,
            condition=power.condition,
            gains=plain_gains_of(power),
        ),
    )


def _refuse_scope(effect: Effect, why: str) -> None:
    if effect.selector is not None:
        raise SemanticError("E305", why, effect.selector.span, "leave out `against ...`")


def lower_defeat(power: Power) -> Hooks:
    """Return what is done before takeovers are resolved."""
    refuse_open_price(power)
    return lower_action(power, "takeovers")


WORDS: Final = (
    TakeOver,
    Destroy,
    Defeat,
)
FAMILIES: Final = (
    Family(frozenset({"take over"}), lower_take_over, frozenset({"military", "destroy"}), True),
    Family(frozenset({"defeat"}), lower_defeat),
)
