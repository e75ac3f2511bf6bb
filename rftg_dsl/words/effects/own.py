"""Effects on the card that has them, while its owner places it from the hand."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Per, Power
from rftg_dsl.words.checks import Rewrite, SemanticError, refuse
from rftg_dsl.words.counts import check_per, multiplier_of
from rftg_dsl.words.lowering import Family, Hooks
from rftg_dsl.words.patterns import PatternEffect


@struct
class OwnCost(PatternEffect):
    """Change the cost of this card.

    absolute: whether the number has no sign; an error.
    """

    verb = "cost for this"
    pattern = "cost {change} for this[ per {count}]"
    moments = ("develop", "settle")
    example = "develop: cost -1 for this per 6-cost development"

    amount: int = field()
    per: Per | None = None
    absolute: bool = False

    def check(self, power: Power) -> None:
        """Reject a number without a sign."""
        if self.absolute and self.amount == 0:
            raise SemanticError(
                "E306",
                "a cost change needs a sign, and 0 has none",
                self.span,
                "write by how much the cost changes, as in `cost -1 for this`",
            )
        if self.absolute:
            raise SemanticError(
                "E306",
                f"a cost change needs a sign, and {self.amount} has none",
                self.span,
                f"write `cost -{self.amount} for this` to make this card cheaper",
                Rewrite(self.span, str(self.amount), f"-{self.amount}"),
            )


@struct
class OwnMilitary(PatternEffect):
    """Military against this world."""

    verb = "military against this"
    pattern = "military {+n} against this[ per {count}]"
    moments = ("settle",)
    example = "settle: military +1 against this per rebel world"

    amount: int = field()
    per: Per | None = None


class Requirement(PatternEffect):
    """A condition for placing this card."""

    __slots__ = ()

    verb = "place this only"
    pattern = "place this only"
    moments = ("develop", "settle")
    example = "develop: place this only if you have an alien card"
    is_idempotent: ClassVar = True

    def check(self, power: Power) -> None:
        """Require a condition."""
        if power.condition is None:
            raise SemanticError(
                "E316",
                "`place this only` needs a condition",
                self.span,
                "add a condition, as in `place this only if you have an alien card`",
            )


OWN: Final = (OwnCost.verb, OwnMilitary.verb, Requirement.verb)
"""Effects on the card that has them."""


def lower_own(power: Power) -> Hooks:
    """Return hooks that apply while this card is placed from the hand."""
    refuse(power, power.cost, "E302", "nothing can be paid for this card before it is placed")
    for effect in power.effects:
        check_per(effect, power.phase)
    return tuple(
        hooks.Own(
            power.phase,
            effect.verb.partition(" ")[0],
            effect.amount or 0,
            per=multiplier_of(effect),
            condition=power.condition,
        )
        for effect in power.effects
    )


FAMILIES: Final = (Family(frozenset(OWN), lower_own),)
