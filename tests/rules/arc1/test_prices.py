"""Prices at moments and for things that no official card has them for."""

from __future__ import annotations

import pytest

from tests.rules.arc1.arc import FIRST, Arc, Side
from tests.rules.arc1.test_new_combinations import START, card, development, until


def test_cards_bought_in_explore_go_to_the_hand() -> None:
    """docs/language.md, draw: for a price they are no part of what is looked at."""
    cards = development("Guides", "explore: may discard 1 card -> draw 2")
    game = Arc(Side(f"{START}, Guides", "Drop Ships"), cards=cards, until="explore")
    game.choose("explore +5", "consume: x2")
    assert game.asked(FIRST) == "discard for power"
    game.answer(FIRST, game.decision(FIRST).cards[:1])  # type: ignore[union-attr]
    assert game.asked(FIRST) == "explore"
    assert game.count(FIRST) == 2 + 7


@pytest.mark.parametrize(("goods", "drawn"), [("Ore", 3), ("", 0)])
def test_a_good_is_spent_before_actions_are_chosen(goods: str, drawn: int) -> None:
    """docs/language.md, What it takes: at round start too."""
    cards = card("Ore", "world: 1\n    windfall: rare") + development(
        "Dawn", "round start: may spend 1 good -> draw 3"
    )
    mine = Side(f"{START}, Dawn, Ore", goods=goods)
    game = Arc(mine, cards=cards, lead=True)
    if goods:
        assert game.asked(FIRST) == "use power"
        game.answer(FIRST, (1,))
    assert (game.count(FIRST), game.goods(FIRST)) == (drawn, [])


def test_cards_are_sold_for_chips_before_the_hand_limit() -> None:
    """docs/language.md, What it takes: at round end too."""
    cards = development("Dusk", "round end: may discard up to 2 cards -> 1 vp each")
    game = Arc(Side(f"{START}, Dusk", "", 11), cards=cards, until="round end")
    game.choose("consume: x2")
    until(game, "discard for power")
    game.answer(FIRST, game.decision(FIRST).cards[:2])  # type: ignore[union-attr]
    assert (game.vp(FIRST), game.count(FIRST)) == (2, 9)
