"""Effects of strength: Military, takeovers, and invasions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Effect, Per, Power, Rival, Selector
from rftg_dsl.words.checks import (
    SemanticError,
    at_most_one,
    check_scope,
    only,
    refuse,
    refuse_beyond_first,
    refuse_non_military,
    refuse_other,
    refuse_several,
    target_of,
    want_military,
)
from rftg_dsl.words.counts import check_per
from rftg_dsl.words.lowering import Family, Hooks, lower_action, plain_gains_of
from rftg_dsl.words.patterns import CountedEffect, NumberedEffect, PatternEffect
from rftg_dsl.words.prices import called_up_for, refuse_open_price, want_simple_price


@struct
class Military(PatternEffect):
    """Military, against all worlds or some."""

    verb = "military"
    pattern = "military {+n}[ against {cards}][ per {count}]"
    moments = ("settle",)
    example = "settle: military +1"
    mistakes = ("strength",)

    amount: int = field()
    selector: Selector | None = None
    per: Per | None = None

    def required_target(self, power: Power) -> str | None:
        """Return what is conquered."""
        return "military world"


class RemainingMilitary(PatternEffect):
    """One more world is conquered with the Military that those before have left."""

    __slots__ = ()

    verb = "remaining military"
    pattern = "remaining military"
    moments = ("settle",)
    example = "settle: may conquer another military world, remaining military"
    is_idempotent = True


# --- takeovers


@struct
class TakeOver(PatternEffect):
    """Worlds of other players, or of some of them, can be taken over."""

    verb = "take over"
    pattern = "take over {card}[ from {rival}]"
    moments = ("settle",)
    example = "settle: may take over a military world"
    mistakes = ("invade", "attack", "takeover")
    is_chosen = True

    selector: Selector = field()
    rival: Rival | None = None

    def required_target(self, power: Power) -> str | None:
        """Return what is conquered."""
        return "military world"


class Destroy(PatternEffect):
    """The world taken over is discarded."""

    __slots__ = ()

    verb = "destroy"
    pattern = "destroy it"
    moments = ("settle",)
    example = "settle: may take over a military world, destroy it"
    is_idempotent = True

    def check(self, power: Power) -> None:
        """Refuse it if no world is taken over."""
        if not any(isinstance(other, TakeOver) for other in power.effects):
            raise SemanticError(
                "E316",
                "`destroy it` is about a world taken over, and none is",
                self.span,
                "say which, for example `may take over a military world, destroy it`",
            )


class Defense(CountedEffect):
    """Military when own worlds are to be taken over; beside `conquer`, a change of a defense."""

    __slots__ = ()

    verb = "defense"
    pattern = "defense {+n}[ per {count}]"
    moments = ("settle",)
    example = "settle: defense +2"
    mistakes = ("defence", "defend")


class InvasionDefense(CountedEffect):
    """Defense against invasions, which conquers no world and keeps none from being taken over."""

    __slots__ = ()

    verb = "invasion defense"
    pattern = "invasion defense {+n}[ per {count}]"
    moments = ("settle",)
    example = "settle: invasion defense +2"


class Defeat(PatternEffect):
    """A takeover of one of the own worlds fails."""

    __slots__ = ()

    verb = "defeat"
    pattern = "defeat a takeover"
    moments = ("settle",)
    example = "settle: may discard this -> defeat a takeover"
    gain = "defeat"
    feature = ""
    is_chosen = True
    is_idempotent = True


class Repair(NumberedEffect):
    """Damaged worlds of the player's choice that are repaired."""

    __slots__ = ()

    verb = "repair"
    pattern = "repair {n}"
    moments = ("produce",)
    example = "produce: repair 1"
    mistakes = ("rebuild", "fix", "mend", "restore")
    gain = "repair"
    feature = "special powers"
    can_follow_trigger = True
    takes: ClassVar = dict.fromkeys(moments, (1, 9))


# --- hooks


def _lower_strength(what: str, against_invasions: bool = False) -> Callable[[Power], Hooks]:
    """Return what lowers strength, for good or for what is given up."""

    def lower(power: Power) -> Hooks:
        refuse_several(power)
        refuse_open_price(power)
        refuse_beyond_first(power, what)
        lowered = []
        for effect in power.effects:
            check_scope(effect, "world")
            refuse_non_military(effect)
            check_per(effect, "settle")
            for price, each in called_up_for(power):
                lowered.append(
                    hooks.Military(
                        effect.amount or 0,
                        each,
                        against_invasions=against_invasions,
                        on=effect.selector,
                        price=price,
                        per=effect.per,
                        condition=power.condition,
                    )
                )
        return tuple(lowered)

    return lower


def lower_defense(power: Power) -> Hooks:
    """Military that counts when own worlds are to be taken over."""
    refuse(power, power.cost, "E302", "a defense against takeovers takes no cost")
    found = []
    for effect in power.effects:
        check_per(effect, "settle")
        amount = effect.amount or 0
        found.append(
            hooks.Military(amount, defending=True, per=effect.per, condition=power.condition)
        )
    return tuple(found)


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


FAMILIES: Final = (
    Family(frozenset({"military"}), _lower_strength("military")),
    Family(frozenset({"take over"}), lower_take_over, frozenset({"military", "destroy"}), True),
    Family(frozenset({"defense"}), lower_defense),
    Family(
        frozenset({"invasion defense"}),
        _lower_strength("invasion defense", against_invasions=True),
    ),
    Family(frozenset({"defeat"}), lower_defeat),
)
