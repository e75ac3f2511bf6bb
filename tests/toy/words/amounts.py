"""Words for credits and points."""

from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import SCORE
from rftg_dsl.words.patterns import NumberedEffect


@struct
class MineCredits(NumberedEffect):
    """Credits for digging."""

    verb = "credits"
    pattern = "{n} credit(s)"
    game = "toy"
    moments = ("produce",)
    example = "produce: 2 credits"


@struct
class MinePoints(NumberedEffect):
    """Points at the end of the game."""

    verb = "points"
    pattern = "{n} vp"
    game = "toy"
    moments = (SCORE,)
    example = "score: 2 vp"
