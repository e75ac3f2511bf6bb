"""`keep` and `mix with hand`: what an explore keeps, and how."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from rftg_dsl.hooks import race as hooks
from rftg_dsl.syntax.ast import Effect, Power
from rftg_dsl.words.checks import refuse_beyond_first
from rftg_dsl.words.counts import check_per, format_per
from rftg_dsl.words.effects.draw import Draw
from rftg_dsl.words.errors import Rewrite, SemanticError
from rftg_dsl.words.families import Family, Hooks
from rftg_dsl.words.shapes import Counted, Phrase


class Keep(Counted):
    """Cards that are kept: more of those looked at in Explore, or of those dealt at set-up."""

    __slots__ = ()

    verb = "keep"
    rule = "keep"
    moments: ClassVar = {"setup": 10, "explore": 20}
    example = "explore: keep 1"
    mistakes = ("retain",)
    is_single = True
    changes = "starting hand"
    takes: ClassVar = {"setup": (0, 6)}

    def text(self) -> str:
        """Return its canonical text."""
        return f"keep {self.amount}{format_per(self.per)}"


class Mix(Phrase):
    """The cards looked at go into the hand before cards are discarded."""

    __slots__ = ()

    verb = "mix"
    rule = "mix"
    moments: ClassVar = {"explore": 30}
    example = "explore: mix with hand"
    mistakes = ("combine",)
    is_single = True
    words = "mix with hand"


class LookAt(Counted):
    """More cards to look at in Explore, for something given up."""

    __slots__ = ()

    verb = "look at"
    rule = "look_at"
    moments: ClassVar = {"explore": 15}
    example = "explore: may spend 1 prestige -> look at 3"

    def text(self) -> str:
        """Return its canonical text."""
        return f"look at {self.amount}{format_per(self.per)}"


def explore(power: Power) -> Hooks:
    """Return cards looked at and kept in Explore."""
    found: list[hooks.Explore] = []
    refuse_beyond_first(power, "what is looked at and kept")
    for effect in power.effects:
        check_per(effect, "explore")
        _refuse(power, effect)
        amount = effect.amount or 0
        draw = amount if isinstance(effect, Draw | LookAt) else 0
        keep = amount if isinstance(effect, Keep) else 0
        if isinstance(effect, LookAt) and power.cost is None:
            raise SemanticError(
                "E302",
                "`look at` is for what is given up; more cards for nothing are drawn",
                effect.span,
                f"write `draw {amount}`",
                Rewrite(effect.span, "look +at", "draw"),
            )
        mix = isinstance(effect, Mix)
        found.append(
            hooks.Explore(
                draw,
                keep,
                mix,
                power.each is not None,
                price=power.cost,
                per=effect.per,
                condition=power.condition,
            )
        )
    return _together(power, found)


def _together(power: Power, found: list[hooks.Explore]) -> Hooks:
    """Return one hook for what is bought with one price."""
    if power.cost is None:
        return tuple(found)
    draw, keep = sum(hook.draw for hook in found), sum(hook.keep for hook in found)
    return (replace(found[0], draw=draw, keep=keep),)


def _refuse(power: Power, effect: Effect) -> None:
    """Refuse what cannot be bought."""
    if power.cost is not None and isinstance(effect, Draw):
        raise SemanticError(
            "E305",
            "for a cost, `draw` is into the hand, and apart from the explore",
            effect.span,
            "write it as a line of its own, or one number behind `look at`",
        )
    if power.cost is not None and (isinstance(effect, Mix) or effect.per is not None):
        raise SemanticError(
            "E302",
            "how an explore keeps, and what is counted, takes no cost",
            power.cost.span,
            "write a number, like `may discard 1 card -> look at 2`",
        )


EXPLORING: Final = Family(frozenset({"draw", "keep", "look at", "mix"}), explore)
"""In Explore a draw without a price belongs to these."""


WORDS: Final = (
    Keep,
    LookAt,
    Mix,
)
