"""`vp`: victory points in chips from the pool."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.words.counts import format_per
from rftg_dsl.words.shapes import Counted
from rftg_dsl.words.tiles import PLAYED, TileEffect


@struct
class Chips(Counted, TileEffect):
    """Victory points in chips from the pool."""

    verb = "vp"
    rule = "chips"
    moments: ClassVar = {**dict.fromkeys(PLAYED, 20), "immediate": 20}
    example = "ship: at the end, 1 vp"
    mistakes = ("chips", "points")
    follows = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*PLAYED, "immediate"), (1, 10))

    def text(self) -> str:
        """Return their canonical text."""
        return f"{self.amount} vp{format_per(self.per)}"

    def gained(self) -> hooks.Gain:
        """Return the chips."""
        return hooks.Chips(self.amount, self.per)


WORDS: Final = (Chips,)
