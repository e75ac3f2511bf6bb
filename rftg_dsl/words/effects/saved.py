"""`save` and `draw saved cards`: cards that lie under this card for later."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.quick.dataclasses import dataclass, field
from rftg_dsl.syntax.ast import Effect, Power, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.errors import SemanticError
from rftg_dsl.words.shapes import Phrase


@dataclass(frozen=True, slots=True)
class Save(Effect):
    """Cards that are put under this card, at set-up or from a payment; selector: only such."""

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
    selector: Selector = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number and the cards it is about."""
        _save, amount, selector = parts
        return cls(int(amount), selector, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        form = "singular" if self.amount == 1 else "plural"
        return f"save {self.amount} {format_selector(self.selector, form)}"

    def check(self, power: Power) -> None:
        """Refuse `other`: what is saved comes from the hand, where this card never is."""
        if self.selector.other:
            raise SemanticError(
                "E311",
                "the cards saved come from the hand, so all are others than this",
                self.selector.span,
                "leave out `other`",
            )

    def wanted(self, power: Power) -> str:
        """Return that any card can be meant."""
        return "card"


class DrawSaved(Phrase):
    """The cards that lie under this card go into the hand."""

    __slots__ = ()

    verb = "draw saved"
    rule = "draw_saved"
    moments: ClassVar = {"produce": 30}
    example = "produce: draw saved cards"
    gain = "saved"
    feature = ""
    is_single = True
    comes_once = True
    words = "draw saved cards"


WORDS: Final = (
    Save,
    DrawSaved,
)
