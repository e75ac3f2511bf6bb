"""`save` and `draw saved cards`: cards that lie under this card for later."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.words.shapes import Numbered, Phrase


class Save(Numbered):
    """Cards that are put under this card, at set-up or from a payment."""

    __slots__ = ()

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

    def text(self) -> str:
        """Return its canonical text."""
        return f"save {counted(self.amount, 'card')}"


class DrawSaved(Phrase):
    """The cards that lie under this card go into the hand."""

    __slots__ = ()

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
