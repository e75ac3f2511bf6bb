"""What the action cards bring to whoever chose them (base rulebook, Playing the Game)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from rftg_engine import actions


@mypyc_attr(acyclic=True, free_list_len=1)
class Bonus:
    """The bonus of one phase for one player.

    draw, keep, mix: more cards in Explore, among all of the hand. discount: off the cost of what is
    placed. military: called up in Settle. card: one is drawn for the first world. trades: a good is
    sold before Consume, for `trade` more cards. chips: what a chip counts in Consume. discards:
    hand cards that may be given up there for a point each. goods: windfall worlds that produce.
    cards: drawn in Produce.
    """

    def __init__(self) -> None:
        self.draw = 0
        self.keep = 0
        self.mix = False
        self.discount = 0
        self.military = 0
        self.card = False
        self.trades = False
        self.trade = 0
        self.chips = 1
        self.discards = 0
        self.goods = 0
        self.cards = 0


NONE: Final = Bonus()
"""That of a phase which others have chosen."""
EXPLORE: Final = {actions.EXPLORE_5: (5, 0), actions.EXPLORE_1_1: (1, 1)}
"""Cards more to draw and to keep, by action; both together in the experienced game."""
DISCOUNT: Final = 1
"""Off the cost of a development."""
DOUBLE: Final = 2
"""What a chip counts with Consume: x2."""

AddBonus = Callable[[Bonus, int], None]
"""Add to a bonus what an action brings besides; modules of rules do."""


def bonus_of(chosen: list[int], phase: str, more: list[AddBonus]) -> Bonus:
    """Return what the actions that a player has chosen bring in a phase, named by its step."""
    bonus = NONE
    for action in chosen:
        plain = actions.plain(action)
        if actions.PHASE_OF[plain] == phase:
            if bonus is NONE:
                bonus = Bonus()
            _add(bonus, plain)
            for add in more:
                add(bonus, action)
    return bonus


def _add(bonus: Bonus, action: int) -> None:
    if action in (actions.DEVELOP, actions.DEVELOP_2):
        bonus.discount = DISCOUNT
    elif action in (actions.SETTLE, actions.SETTLE_2):
        bonus.card = True
    elif action == actions.CONSUME_TRADE:
        bonus.trades = True
    elif action == actions.CONSUME_X2:
        bonus.chips = max(bonus.chips, DOUBLE)
    elif action == actions.PRODUCE:
        bonus.goods += 1
    elif action in EXPLORE:
        draw, keep = EXPLORE[action]
        bonus.draw += draw
        bonus.keep += keep
