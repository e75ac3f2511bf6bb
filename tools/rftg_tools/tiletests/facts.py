"""What there is at the end of a test of tiles, compared with what `then` says."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rftg_dsl.diagnostics.phrasing import counted, there_are
from rftg_dsl.syntax.tile_situations import PLACES, TileExpectation
from roll_engine import Position
from roll_engine.phases.manage import endings
from roll_engine.positions.words import dice_in, dice_in_words

_NAMES: Final = {
    "tableau": ("face in the tableau", "faces in the tableau"),
    "developments": ("tile in the stack of developments", "tiles in the stack of developments"),
    "worlds": ("tile in the stack of worlds", "tiles in the stack of worlds"),
    "credits": ("credit", "credits"),
    "vp": ("VP in chips", "VP in chips"),
    "score": ("point", "points"),
}
"""What is counted: one of it, and several."""


def shortfall(position: Position, player: int, wanted: TileExpectation) -> str:
    """Return what is otherwise than expected; "" where all is as expected."""
    key, value = wanted.key, wanted.value
    if key in PLACES:
        text = value if isinstance(value, str) else ""
        return _dice(text, position.dice(player, key), key)
    if key == "goods":
        return _goods(position, player, value)
    if key == "game":
        is_now = "over" if endings(position.state) else "goes on"
        return "" if is_now == value else f"the game {'is over' if is_now == 'over' else is_now}"
    if isinstance(value, tuple):
        return _titles(position, player, key, [str(one) for one in value])
    assert isinstance(value, int)
    got = _number(position, player, key)
    if got == value:
        return ""
    return f"expected {counted(value, *_NAMES[key])}, and {there_are(got)}"


def _number(position: Position, player: int, key: str) -> int:
    match key:
        case "credits":
            return position.credits(player)
        case "vp":
            return position.chips(player)
        case "score":
            return position.score(player)
        case _:
            return len(_stack(position, player, key))


def _stack(position: Position, player: int, key: str) -> list[str]:
    if key == "tableau":
        return position.tableau(player)
    return position.developments(player) if key == "developments" else position.worlds(player)


def _titles(position: Position, player: int, key: str, wanted: list[str]) -> str:
    """Compare titles: in a tableau in any order, in a stack in theirs."""
    there = _stack(position, player, key)
    same = Counter(there) == Counter(wanted) if key == "tableau" else there == wanted
    shown = ", ".join(there) or "none"
    return "" if same else f"expected other {_NAMES[key][1]}; there are: {shown}"


def _dice(wanted: str, there: str, where: str) -> str:
    if dice_in(wanted) == dice_in(there):
        return ""
    return f"expected {_said(wanted)} in {where}, and there are {there or 'none'}"


def _said(dice: str) -> str:
    return dice_in_words(dice_in(dice)) or "no dice"


def _goods(position: Position, player: int, wanted: object) -> str:
    there = position.goods(player)
    expected = dict(wanted) if isinstance(wanted, tuple) else {}
    shown = "; ".join(f"{title}: {dice}" for title, dice in there.items()) or "none"
    same = there.keys() == expected.keys() and all(
        dice_in(dice) == dice_in(expected[title]) for title, dice in there.items()
    )
    return "" if same else f"expected other goods; there are: {shown}"
