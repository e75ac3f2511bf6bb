"""`cost`: how many workers a tile takes."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar, Final, Self

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Power, Selector, Span
from rftg_dsl.syntax.phrases import format_selector
from rftg_dsl.words.checks import refuse_other
from rftg_dsl.words.errors import SemanticError
from rftg_dsl.words.tiles import BUILT, TileEffect, check_tiles


@struct
class CostChange(TileEffect):
    """Tiles take more workers or fewer, though at least `least`, and one in any case."""

    verb = "cost"
    rule = "workers_needed"
    moments: ClassVar = dict.fromkeys(BUILT, 50)
    example = "settle: cost -2 down to 2 for gray worlds"
    mistakes = ("costs", "discount", "price")

    amount: int = field()
    least: int = 1
    selector: Selector | None = None

    @classmethod
    def built(cls, span: Span, *parts: Any) -> Self:
        """Return it from its number, the least, and the tiles it is about."""
        _cost, amount, _down, _to, least, tiles = parts
        return cls(int(amount), int(least or 1), tiles, span=span)

    def text(self) -> str:
        """Return its canonical text."""
        least = f" down to {self.least}" if self.least != 1 else ""
        tiles = f" for {format_selector(self.selector, 'plural')}" if self.selector else ""
        return f"cost {self.amount:+d}{least}{tiles}"

    def check(self, power: Power) -> None:
        """Refuse tiles of another phase, and an end that nothing comes down to."""
        if self.selector is not None:
            check_tiles(self.selector, BUILT[power.phase])
            refuse_other(self.selector)
        if self.least < 1 or (self.least > 1 and self.amount > 0):
            raise SemanticError(
                "E317",
                "no tile takes less than 1 worker" if self.least < 1 else "this goes up",
                self.span,
                "leave out `down to`",
            )

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the change."""
        return hooks.CostChange(
            power.phase, self.amount, self.least, self.selector, power.condition
        )


WORDS: Final = (CostChange,)
