"""`guess` and `ante`: a number is named, and a card turned up decides."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.quick.dataclasses import dataclass, field
from rftg_dsl.syntax.ast import Effect, Power, Range, Span
from rftg_dsl.words.checks import check_numbers


@dataclass(frozen=True, slots=True)
class Gamble(Effect):
    """A cost of a card is named, out of `numbers`."""

    numbers: Range = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its two numbers."""
        low, high = (int(word) for word in parts if word.type == "INT")
        return cls(Range(low, high), span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"{self.verb} a cost from {self.numbers.low} to {self.numbers.high}"

    def check_gain(self, power: Power) -> None:
        """Refuse costs that no card can have."""
        check_numbers(self, f"write `{self.verb} a cost from 1 to 7`", least=1)


class Guess(Gamble):
    """A number is named; the top card of the deck is kept where that is its cost."""

    __slots__ = ()

    verb = "guess"
    rule = "guess"
    moments: ClassVar = {"consume": 20}
    example = "consume: guess a cost from 1 to 7"
    gain = "guess"
    feature = ""
    comes_once = True


class Ante(Gamble):
    """A card of the hand is staked on the costs of the cards turned up."""

    __slots__ = ()

    verb = "ante"
    rule = "ante"
    moments: ClassVar = {"consume": 30}
    example = "consume: may ante a cost from 1 to 6"
    mistakes = (
        "bet",
        "wager",
    )
    gain = "ante"
    feature = ""
    is_chosen = True


WORDS: Final = (
    Guess,
    Ante,
)
