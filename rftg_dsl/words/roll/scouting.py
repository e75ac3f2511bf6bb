"""Tiles that are not built yet: `draw 1 tile`, `put new tiles on top`, `rearrange tiles`."""

from __future__ import annotations

from typing import ClassVar, Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Power
from rftg_dsl.words.shapes import Numbered, Phrase
from rftg_dsl.words.tiles import TileEffect


@struct
class DrawTiles(Numbered, TileEffect):
    """Tiles that are drawn and put under the stacks of the construction zone."""

    verb = "draw"
    rule = "draw_tiles"
    moments: ClassVar = {"explore": 5}
    example = "explore: at the end, draw 1 tile"
    mistakes = ("scout", "take")
    follows = True
    is_plain_gain = True
    takes: ClassVar = {"explore": (1, 9)}

    def text(self) -> str:
        """Return its canonical text."""
        return f"draw {counted(self.amount, 'tile')}"

    def gained(self) -> hooks.Gain:
        """Return how many are drawn."""
        return hooks.DrawTiles(self.amount)


class TilesOnTop(Phrase, TileEffect):
    """Tiles that are scouted can go on top of the stacks."""

    __slots__ = ()

    words = "put new tiles on top"
    verb = "tiles on top"
    rule = "tiles_on_top"
    moments: ClassVar = {"explore": 50}
    example = "explore: may put new tiles on top"
    is_chosen = True
    is_single = True

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return that they can."""
        return hooks.TilesOnTop()


class Rearrange(Phrase, TileEffect):
    """The tiles of the construction zone can be put in another order, and turned over."""

    __slots__ = ()

    words = "rearrange tiles"
    verb = "rearrange"
    rule = "rearrange"
    moments: ClassVar = {"explore": 60}
    example = "explore: may rearrange tiles"
    is_chosen = True
    is_single = True

    def changes_rules(self, power: Power) -> hooks.Hook:
        """Return that they can."""
        return hooks.Rearrange()


WORDS: Final = (DrawTiles, TilesOnTop, Rearrange)
