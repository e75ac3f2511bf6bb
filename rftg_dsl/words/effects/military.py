"""Effects on Military, takeovers and invasions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Effect, Per, Power, Rival, Selector
from rftg_dsl.words.checks import (
    SemanticError,
    check_scope,
    optional_effect,
    refuse,
    refuse_beyond_first,
    refuse_non_military,
    refuse_other,
    refuse_several,
    require_military,
    single_effect,
    target_of,
)
from rftg_dsl.words.counts import check_per, multiplier_of
from rftg_dsl.words.lowering import Family, Hooks, lower_action, plain_gains_of
from rftg_dsl.words.patterns import CountedEffect, NumberedEffect, PatternEffect
from rftg_dsl.words.prices import military_prices, refuse_open_price, require_fixed_price


@struct
class Military(PatternEffect):
    """Military against all worlds, or against some."""

    verb = "military"
    pattern = "military {+n}[ against {cards}][ per {count}]"
    moments = ("settle",)
    example = "settle: military +1"
    mistakes = ("strength",)

    amount: int = field()
    selector: Selector | None = None
    per: Per | None = None

    def required_target(self, power: Power) -> str | None:
        """Return "military world": only those are conquered."""
        return "military world"


class RemainingMilitary(PatternEffect):
    """Conquer an additional world with the Military left over from earlier conquests."""

    __slots__ = ()

    verb = "remaining military"
    pattern = "remaining military"
    moments = ("settle",)
    example = "settle: may conquer another military world, remaining military"
    is_idempotent = True


# --- takeovers


@struct
class TakeOver(PatternEffect):
    """Take over worlds of other players.

    rival: players whose worlds can be taken over.
    """

    verb = "take over"
    pattern = "take over {card}[ from {rival}]"
    moments = ("settle",)
    example = "settle: may take over a military world"
    mistakes = ("invade", "attack", "takeover")
    is_chosen = True

    selector: Selector = field()
    rival: Rival | None = None

    def required_target(self, power: Power) -> str | None:
        """Return "military world": only those are conquered."""
        return "military world"


class Destroy(PatternEffect):
    """Discard the world that was taken over."""

    __slots__ = ()

    verb = "destroy"
    pattern = "destroy it"
    moments = ("settle",)
    example = "settle: may take over a military world, destroy it"
    is_idempotent = True

    def check(self, power: Power) -> None:
        """Reject `destroy it` without `take over`."""
        if not any(isinstance(effect, TakeOver) for effect in power.effects):
            raise SemanticError(
                "E316",
                "`destroy it` needs a world that is taken over",
                self.span,
                "add the takeover, for example `may take over a military world, destroy it`",
            )


class Defense(CountedEffect):
    """Military against takeovers of the owner's worlds; with `conquer`, a change of defense."""

    __slots__ = ()

    verb = "defense"
    pattern = "defense {+n}[ per {count}]"
    moments = ("settle",)
    example = "settle: defense +2"
    mistakes = ("defence", "defend")


class InvasionDefense(CountedEffect):
    """Defense against invasions only, not against takeovers."""

    __slots__ = ()

    verb = "invasion defense"
    pattern = "invasion defense {+n}[ per {count}]"
    moments = ("settle",)
    example = "settle: invasion defense +2"


class Defeat(PatternEffect):
    """Make a takeover of one of the owner's worlds fail."""

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
    """Repair damaged worlds of the player's choice."""

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


def _lower_strength(subject: str, against_invasions: bool = False) -> Callable[[Power], Hooks]:
    """Return a function that lowers Military, permanent or for a cost."""

    def lower(power: Power) -> Hooks:
        refuse_several(power)
        refuse_open_price(power)
        refuse_beyond_first(power, subject)
        lowered = []
        for effect in power.effects:
            check_scope(effect, "world")
            refuse_non_military(effect)
            check_per(effect, "settle")
            for price, each in military_prices(power):
                lowered.append(
                    hooks.Military(
                        effect.amount or 0,
                        each,
                        against_invasions=against_invasions,
                        on=effect.selector,
                        price=price,
                        per=multiplier_of(effect),
                        condition=power.condition,
                    )
                )
        return tuple(lowered)

    return lower


def lower_defense(power: Power) -> Hooks:
    """Return hooks for Military against takeovers of the owner's worlds."""
    refuse(power, power.cost, "E302", "a defense against takeovers can't have a cost")
    lowered = []
    for effect in power.effects:
        check_per(effect, "settle")
        amount = effect.amount or 0
        lowered.append(
            hooks.Military(
                amount, defending=True, per=multiplier_of(effect), condition=power.condition
            )
        )
    return tuple(lowered)


def lower_take_over(power: Power) -> Hooks:
    """Return the takeover, with its Military, price and gains."""
    effect = single_effect(power, {"take over"})
    military = optional_effect(power, {"military"})
    target = target_of(power, effect)
    refuse_other(target)
    require_military(target, "only military worlds are taken over")
    require_fixed_price(power)
    if effect.rival and effect.rival.selector:
        refuse_other(effect.rival.selector)
    if military:
        check_per(military, "settle")
        _refuse_scope(military, "next to a takeover, `military` counts only for the takeover")
    return (
        hooks.TakeOver(
            effect.rival,
            (military.amount or 0) if military else 0,
            any(isinstance(companion, Destroy) for companion in power.effects),
            on=target,
            price=power.cost,
            per=multiplier_of(military) if military else None,
            condition=power.condition,
            gains=plain_gains_of(power),
        ),
    )


def _refuse_scope(effect: Effect, message: str) -> None:
    if effect.selector is not None:
        raise SemanticError("E305", message, effect.selector.span, "leave out `against ...`")


def lower_defeat(power: Power) -> Hooks:
    """Return the action to take before takeovers are resolved."""
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
