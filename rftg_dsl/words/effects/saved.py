"""`save` and `draw saved cards`: cards that lie under this card for later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.syntax.ast import Effect, Span
from rftg_dsl.words.phrase import Phrase


@dataclass(frozen=True, slots=True)
class Save(Effect):
    """Cards that are put under this card, at set-up or from a payment."""

    verb = "save"
    rule = "save"
    moments: ClassVar = {"setup": 20, "develop": 20, "settle": 70}
    example = "settle: save 1 card"
    mistakes = (
        "store",
        "stash",
    )
    changes = "save"
    takes: ClassVar = {"setup": (1, 6)}

    amount: int = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number."""
        _verb, count = parts
        return cls(int(count), span=span)

    def text(self) -> str:
        """Return its canonical text."""
        return f"save {counted(self.amount, 'card')}"


@dataclass(frozen=True, slots=True)
class DrawSaved(Phrase):
    """The cards that lie under this card go into the hand."""

    verb = "draw saved"
    rule = "draw_saved"
    moments: ClassVar = {"produce": 30}
    example = "produce: draw saved cards"
    gain = "saved"
    worth = (0.0, 0.5)
    is_single = True
    comes_once = True
    words = "draw saved cards"


WORDS: Final = (
    Save,
    DrawSaved,
)
