"""`credits`: Galactic Credits, that are got, and `start with` for those of the set-up."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Power
from rftg_dsl.words.counts import format_per
from rftg_dsl.words.shapes import Counted, Numbered
from rftg_dsl.words.tiles import PLAYED, TileEffect


@struct
class Credits(Counted, TileEffect):
    """Galactic Credits from the bank."""

    verb = "credits"
    rule = "credits"
    moments: ClassVar = {**dict.fromkeys(PLAYED, 10), "immediate": 10}
    example = "ship: at the end, 2 credits"
    mistakes = ("credit", "coins", "money")
    follows = True
    is_plain_gain = True
    takes: ClassVar = dict.fromkeys((*PLAYED, "immediate"), (1, 10))

    def text(self) -> str:
        """Return their canonical text."""
        return f"{counted(self.amount, 'credit')}{format_per(self.per)}"

    def gained(self) -> hooks.Gain:
        """Return the credits."""
        return hooks.Credits(self.amount, self.per)


@struct
class StartCredits(Numbered, TileEffect):
    """The credits that its owner starts with, in place of one."""

    verb = "start with"
    rule = "start_credits"
    moments: ClassVar = {"setup": 10}
    example = "setup: start with 8 credits"
    is_single = True
    takes: ClassVar = {"setup": (0, 10)}

    def text(self) -> str:
        """Return their canonical text."""
        return f"start with {counted(self.amount, 'credit')}"

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return the credits of the set-up."""
        return hooks.StartCredits(self.amount)


WORDS: Final = (Credits, StartCredits)
