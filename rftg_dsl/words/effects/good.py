"""`good` and `good on it`: a good on this world, or on the one just placed."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.syntax.ast import Power
from rftg_dsl.words.errors import SemanticError
from rftg_dsl.words.shapes import Phrase


class Good(Phrase):
    """A good on this world."""

    __slots__ = ()

    verb = "good"
    rule = "good"
    moments: ClassVar = {"produce": 10}
    example = "produce: good"
    mistakes = ("resource",)
    gain = "good"
    feature = ""
    is_single = True
    comes_once = True
    words = "good"

    def check_gain(self, power: Power) -> None:
        """Refuse it where a good is what it answers to."""
        if power.trigger:
            raise SemanticError(
                "E304", "the good has already come", self.span, "write `produce: good, ...`"
            )


class GoodOnIt(Phrase):
    """A good on the world that was placed."""

    __slots__ = ()

    verb = "good on it"
    rule = "good_on_it"
    moments: ClassVar = {"settle": 80}
    example = "settle: after placing a production world, good on it"
    gain = "placed good"
    feature = "goods on windfall worlds"
    is_single = True
    comes_once = True
    follows = True
    words = "good on it"

    def check(self, power: Power) -> None:
        """Refuse it where no world was placed."""
        if power.trigger is None or power.trigger.goods is not None:
            raise SemanticError(
                "E316",
                "`good on it` puts a good on the world that was placed, and none was",
                self.span,
                "say which, for example `after placing a production world, good on it`",
            )


WORDS: Final = (
    Good,
    GoodOnIt,
)
