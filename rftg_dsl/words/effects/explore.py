"""`keep` and `mix with hand`: what an explore keeps, and how."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl import hooks
from rftg_dsl.syntax.ast import Power
from rftg_dsl.words.counts import check_per, format_per
from rftg_dsl.words.effects.draw import Draw
from rftg_dsl.words.errors import SemanticError
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


def explore(power: Power) -> Hooks:
    """Return the cards looked at and kept in Explore."""
    if power.cost is not None:
        raise SemanticError(
            "E302",
            "what an explore keeps, and how, takes no cost",
            power.cost.span,
            "leave the cost out, or get cards for it: `may discard 1 card -> draw 2`",
        )
    found: list[hooks.Hook] = []
    for effect in power.effects:
        check_per(effect, "explore")
        amount = effect.amount or 0
        draw = amount if isinstance(effect, Draw) else 0
        keep = amount if isinstance(effect, Keep) else 0
        mix = isinstance(effect, Mix)
        found.append(hooks.Explore(draw, keep, mix, per=effect.per, condition=power.condition))
    return tuple(found)


EXPLORING: Final = Family(frozenset({"draw", "keep", "mix"}), explore)
"""In Explore a draw without a price belongs to these."""


WORDS: Final = (
    Keep,
    Mix,
)
