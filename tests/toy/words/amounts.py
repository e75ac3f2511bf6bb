"""`credits` and `points` of mines."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.quick.dataclasses import dataclass
from rftg_dsl.syntax.ast import SCORE
from rftg_dsl.words.shapes import Numbered


@dataclass(frozen=True, slots=True)
class MineCredits(Numbered):
    """Credits when its owner digs."""

    verb = "credits"
    rule = "credits"
    moments: ClassVar = {"produce": 10}
    example = "produce: 2 credits"

    def text(self) -> str:
        """Return the canonical text."""
        return counted(self.amount, "credit")


@dataclass(frozen=True, slots=True)
class MinePoints(Numbered):
    """Points at the end of the game."""

    verb = "points"
    rule = "points"
    moments: ClassVar = {SCORE: 10}
    example = "score: 2 vp"

    def text(self) -> str:
        """Return the canonical text."""
        return f"{self.amount} vp"


WORDS: Final = (MineCredits, MinePoints)
