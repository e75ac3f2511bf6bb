"""`repair`: damaged worlds that are whole again."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.words.shapes import Numbered


class Repair(Numbered):
    """Damaged worlds of the player's choice that are repaired."""

    __slots__ = ()

    verb = "repair"
    rule = "repair"
    moments: ClassVar = {"produce": 25}
    example = "produce: repair 1"
    mistakes = (
        "rebuild",
        "fix",
        "mend",
        "restore",
    )
    gain = "repair"
    feature = "special powers"
    follows = True
    takes: ClassVar = dict.fromkeys(moments, (1, 9))

    def text(self) -> str:
        """Return its canonical text."""
        return f"repair {self.amount}"


WORDS: Final = (Repair,)
