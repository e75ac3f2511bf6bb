"""`credits`: Galactic Credits, that are got, and `start with` for those of the set-up."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.quick.dataclasses import dataclass, field
from rftg_dsl.syntax.ast import Per, Power, Span
from rftg_dsl.words.counts import format_per
from rftg_dsl.words.tiles import PLAYED, TileEffect, number_in


@dataclass(frozen=True, slots=True)
class Credits(TileEffect):
    """Galactic Credits from the bank."""

    verb = "credits"
    rule = "credits"
    moments: ClassVar = {**dict.fromkeys(PLAYED, 10), "immediate": 10}
    example = "ship: at the end, 2 credits"
    mistakes = ("credit", "coins", "money")
    follows = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*PLAYED, "immediate"), (1, 10))

    amount: int = field()
    per: Per | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return them from their number, and what they come for."""
        number, per = parts
        return cls(int(number), per, span=span)

    def text(self) -> str:
        """Return their canonical text."""
        return f"{counted(self.amount, 'credit')}{format_per(self.per)}"

    def gained(self) -> hooks.Gain:
        """Return the credits."""
        return hooks.Credits(self.amount, self.per)


@dataclass(frozen=True, slots=True)
class StartCredits(TileEffect):
    """The credits that its owner starts with, in place of one."""

    verb = "start with"
    rule = "start_credits"
    moments: ClassVar = {"setup": 10}
    example = "setup: start with 8 credits"
    is_single = True
    takes: ClassVar = {"setup": (0, 10)}

    amount: int = field()

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return them from their number."""
        return cls(number_in(parts), span=span)

    def text(self) -> str:
        """Return their canonical text."""
        return f"start with {counted(self.amount, 'credit')}"

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the credits of the set-up."""
        return hooks.StartCredits(self.amount)


WORDS: Final = (Credits, StartCredits)
