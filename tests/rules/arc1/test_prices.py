"""Prices at moments and for things that no official card has them for."""

import pytest

from rftg_engine import Side
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, SECOND, Arc
from tests.rules.arc1.test_new_combinations import START, until


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
    cards = card("Ore", "world: 1, windfall: rare") + development(
        "Dawn", "round start: may spend 1 good -> draw 3"
    )
    game = Arc(Side(f"{START}, Dawn, Ore", goods=goods), cards=cards, step="round start")
    if goods:
        assert game.asked(FIRST) == "use power"
        game.answer(FIRST, (1,))
    assert (game.count(FIRST), game.goods(FIRST)) == (drawn, [])


def test_cards_are_sold_for_chips_before_the_hand_limit() -> None:
    """docs/language.md, What it takes: at round end too."""
    cards = development("Dusk", "round end: may discard up to 2 cards -> 1 vp each")
    game = Arc(Side(f"{START}, Dusk", "11 cards"), cards=cards, until="round end")
    game.choose("consume: x2")
    until(game, "discard for power")
    game.answer(FIRST, game.decision(FIRST).cards[:2])  # type: ignore[union-attr]
    assert (game.vp(FIRST), game.count(FIRST)) == (2, 9)


def test_prestige_up_to_a_number_calls_up_military_for_each() -> None:
    """docs/language.md, military: one by one, so that one can be kept for later."""
    cards = development("Call", "settle: may spend up to 2 prestige -> military +2 each") + card(
        "Fort", "military world: 3"
    )
    game = Arc(Side(f"{START}, Call", "Fort, 2 cards", prestige=2), cards=cards, until="settle")
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Fort")
    assert (game.prestige(FIRST), "Fort" in game.tableau(FIRST)) == (0, True)


@pytest.mark.parametrize(
    ("prestige", "ways"),
    [(3, [("", 5), ("Tax", 3), ("Tax, Tax", 1)]), (1, [("", 5), ("Tax", 3)])],
)
def test_a_way_to_pay_says_how_many_are_given_up_and_not_which(
    prestige: int, ways: list[tuple[str, int]]
) -> None:
    """docs/language.md, cost: for each of them, as many as there are."""
    cards = development("Tax", "develop: may spend up to 2 prestige -> cost -2 each")
    mine = Side(f"{START}, Tax", "Merchant Guild, 8 cards", prestige=prestige)
    game = Arc(mine, cards=cards, until="develop", actions=("develop", "consume: x2"))
    game.place(FIRST, "Merchant Guild")
    assert game.payment_options(FIRST) == ways


def test_hand_cards_make_a_card_cheaper_by_more_than_themselves() -> None:
    """docs/language.md, cost: the cards given up are paid besides the cost that is left."""
    cards = development("Deal", "develop: may discard up to 2 cards -> cost -3 each")
    game = Arc(Side(f"{START}, Deal", "Merchant Guild, 8 cards"), cards=cards, until="develop")
    game.choose("develop", "consume: x2")
    game.place(FIRST, "Merchant Guild")
    assert game.payment_options(FIRST) == [("", 5), ("Deal", 3), ("Deal, Deal", 2)]


def test_goods_up_to_a_number_pay_as_far_as_they_go() -> None:
    """docs/language.md, cost."""
    cards = (
        card("Ore", "world: 1, windfall: rare")
        + card("Vein", "world: 1, windfall: rare")
        + card("Far", "world: 5")
        + development("Fuel", "settle: may spend up to 3 rare goods -> cost -2 each")
    )
    mine = Side(f"{START}, Fuel, Ore, Vein", "Far, 7 cards", goods="Ore, Vein")
    game = Arc(mine, cards=cards, until="settle", actions=("settle", "consume: x2"))
    game.place(FIRST, "Far")
    assert game.payment_options(FIRST) == [("", 5), ("Fuel", 3), ("Fuel, Fuel", 1)]
    game.pay(FIRST, "Fuel, Fuel", "1 card")
    assert game.asked(FIRST) == "goods for power"
    game.answer(FIRST, game.decision(FIRST).cards[:1])  # type: ignore[union-attr]
    assert game.goods(FIRST) == []


def test_what_is_left_of_an_open_price_serves_a_second_world() -> None:
    """docs/language.md, military: it need not be given up all at once."""
    cards = (
        development("Call", "settle: may spend up to 2 prestige -> military +2 each")
        + development("More", "settle: may place another world")
        + card("Fort", "military world: 2")
        + card("Keep", "military world: 4")
    )
    mine = Side(f"{START}, Call, More", "Fort, Keep, 2 cards", prestige=2)
    game = Arc(mine, cards=cards, until="settle", actions=("settle", "consume: x2"))
    game.place(FIRST, "Fort")
    game.pay(FIRST, "Call")
    until(game, "settle power")
    game.use(FIRST, "More")
    game.place(FIRST, "Keep")
    assert (game.prestige(FIRST), game.tableau(FIRST)[-1]) == (0, "Keep")


def settling_with(cards: str, tableau: str, hand: str, extra: int = 0, goods: str = "") -> Arc:
    """A Settle that the first player has chosen."""
    mine = Side(f"{START}, {tableau}", f"{hand}, {extra} cards", goods=goods)
    return Arc(mine, cards=cards, until="settle", actions=("settle", "consume: x2"))


ORES = card("Ore", "world: 1, windfall: rare") + card("Gem", "world: 1, windfall: novelty")
FREE = card("Free", "world: 0") + card("Idle", "world: 0") + card("Small", "world: 1")


def test_another_world_takes_hand_cards() -> None:
    """docs/language.md, What it takes: the world itself is none of them."""
    cards = FREE + development("More", "settle: may discard 2 cards -> place another world")
    game = settling_with(cards, "More", "Free, Idle", 1)
    game.place(FIRST, "Free")
    until(game, "settle power")
    game.use(FIRST, "More")
    game.place(FIRST, "Idle")
    assert (game.count(FIRST), "Idle" in game.tableau(FIRST)) == (0, True)


def test_another_world_is_not_begun_with_too_few_cards() -> None:
    """docs/language.md, What it takes: the price of the world comes besides."""
    cards = FREE + development("More", "settle: may discard 2 cards -> place another world")
    mine = Side(f"{START}, More", "Free, Small, Drop Ships")
    game = Arc(mine, cards=cards, supply="Space Port", until="settle")
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Free")
    assert game.powers(FIRST) == []


def test_another_world_takes_a_good() -> None:
    """docs/language.md, What it takes."""
    cards = (
        ORES + FREE + development("More", "settle: may spend 1 rare good -> place another world")
    )
    game = settling_with(cards, "More, Ore, Gem", "Free, Idle", goods="Ore, Gem")
    game.place(FIRST, "Free")
    until(game, "settle power")
    game.use(FIRST, "More")
    game.place(FIRST, "Idle")
    assert (game.goods(FIRST), "Idle" in game.tableau(FIRST)) == (["Gem"], True)


def test_the_good_that_the_world_itself_takes_is_not_the_price() -> None:
    """docs/language.md, What it takes: both prices are paid."""
    cards = (
        ORES
        + FREE
        + card("Fort", "military world: 2")
        + development("More", "settle: may spend 1 good -> place another world")
        + development("Arms", "settle: may spend 1 rare good -> military +2")
    )
    game = settling_with(cards, "More, Arms, Ore, Gem", "Free, Fort", goods="Ore, Gem")
    game.place(FIRST, "Free")
    until(game, "settle power")
    game.use(FIRST, "More")
    game.place(FIRST, "Fort")
    assert (game.goods(FIRST), "Fort" in game.tableau(FIRST)) == ([], True)


def test_a_price_of_any_good_leaves_the_one_that_another_price_needs() -> None:
    """docs/language.md, What it takes: each of two prices is paid."""
    cards = (
        ORES
        + card("Far", "world: 4")
        + development("Any", "settle: may spend 1 good -> cost -2")
        + development("Own", "settle: may spend 1 rare good -> cost -2")
    )
    game = settling_with(cards, "Any, Own, Ore, Gem", "Far", goods="Ore, Gem")
    game.place(FIRST, "Far")
    assert (game.goods(FIRST), "Far" in game.tableau(FIRST)) == ([], True)


def test_an_upgrade_takes_hand_cards_but_not_the_new_world() -> None:
    """docs/language.md, What it takes."""
    line = "settle: may discard 1 card -> upgrade a non-military world by 0 to 3"
    game = settling_with(FREE + development("Up", line), "Free, Up", "Small, Drop Ships")
    until(game, "settle power")
    game.use(FIRST, "Up")
    game.upgrade(FIRST, "Free", "Small")
    assert "Small" in game.tableau(FIRST)
    assert "Drop Ships" in game.discards()


def test_a_good_of_any_kind_pays_what_it_was_chosen_for() -> None:
    """arc 1 booklet, Multi-Kind World: its kind can change, and what is chosen must be paid."""
    cards = card("Mix", "world: 1, windfall: any") + development(
        "Forge", "develop: may spend 1 rare good -> cost -2"
    )
    mine = Side(f"{START}, Forge, Mix", "Drop Ships, 5 cards", goods="Mix")
    game = Arc(mine, cards=cards, until="develop", actions=("develop", "consume: x2"))
    game.place(FIRST, "Drop Ships")
    game.pay(FIRST, "Forge")
    assert game.goods(FIRST) == []


def test_a_takeover_is_defeated_for_a_hand_card() -> None:
    """docs/language.md, What it takes."""
    cards = (
        development("Envoy", "settle: may discard 1 card -> defeat a takeover")
        + development("Raid", "settle: may take over a military world, military +9")
        + card("Fort", "military world: 2")
    )
    mine = Side(f"{START}, Envoy, Fort", "1 card")
    game = Arc(mine, Side("Old Earth, Raid"), cards=cards, until="settle", takeovers=True)
    game.choose("consume: x2", "settle")
    while game.asked(SECOND) not in ("takeover", ""):
        game.skip(SECOND)
    game.attack(SECOND, "Raid", "Fort")
    assert game.asked(FIRST) == "defeat takeover"
    game.answer(FIRST, game.decision(FIRST).options[0])  # type: ignore[union-attr]
    assert (game.count(FIRST), "Fort" in game.tableau(FIRST)) == (0, True)


MIX = card("Mix", "world: 1, windfall: any")


@pytest.mark.parametrize("tableau", ["Rare, Genes, Ore, Mix", "Genes, Rare, Ore, Mix"])
def test_two_prices_are_paid_with_two_goods_whichever_is_asked_first(tableau: str) -> None:
    """docs/language.md, What it takes: the good of a world of any kind goes where none other can.

    arc 1 booklet, Multi-Kind World: it could be a rare one, but then no good would be left to be
    the genes one.
    """
    cards = (
        ORES
        + MIX
        + card("Far", "world: 4")
        + development("Rare", "settle: may spend 1 rare good -> cost -2")
        + development("Genes", "settle: may spend 1 genes good -> cost -2")
    )
    game = settling_with(cards, tableau, "Far", goods="Ore, Mix")
    game.place(FIRST, "Far")
    assert (game.goods(FIRST), "Far" in game.tableau(FIRST)) == ([], True)


def test_goods_of_one_price_are_given_one_by_one_where_another_price_needs_some() -> None:
    """docs/language.md, What it takes: of two goods that are alike, one can be spared and not both.

    Of the two worlds of any kind one pays the second price: not both can pay the first.
    """
    cards = (
        ORES
        + MIX
        + card("Blend", "world: 1, windfall: any")
        + card("Far", "world: 4")
        + development("Rare", "settle: may spend 2 rare goods -> cost -2")
        + development("Genes", "settle: may spend 1 genes good -> cost -2")
    )
    game = settling_with(cards, "Genes, Rare, Ore, Mix, Blend", "Far", goods="Ore, Mix, Blend")
    game.place(FIRST, "Far")
    game.pick(FIRST, "Mix")
    assert (game.goods(FIRST), "Far" in game.tableau(FIRST)) == ([], True)


@pytest.mark.parametrize(("pool", "left"), [(2, 3), (1, 2), (0, -1)])
def test_spent_chips_return_to_the_pool_unless_it_is_empty(pool: int, left: int) -> None:
    """base rulebook, Game End: a round in which the chips ran out is the last one."""
    cards = development("Gala", "consume: may spend up to 2 vp -> draw 1 each")
    other = Side("Old Earth, Space Port", goods="Space Port")
    game = Arc(Side(f"{START}, Gala", vp=3), other, cards=cards, pool=pool, until="consume")
    game.choose("consume: x2", "settle")
    until(game, "spend chips")
    game.answer(FIRST, (2,))
    until(game, "actions")
    assert (game.vp(FIRST), game.vp(SECOND), game.state.pool) == (1, 1, left)


@pytest.mark.parametrize(
    ("chips", "ways"), [(3, ["", "Toll", "Tax"]), (4, ["", "Toll", "Tax", "Tax, Toll"])]
)
def test_a_chip_pays_one_price(chips: int, ways: list[str]) -> None:
    """docs/language.md, Costs: all prices of a payment are taken from the same chips."""
    cards = development("Tax", "develop: may spend 2 vp -> cost -2")
    cards += development("Toll", "develop: may spend 2 vp -> cost -1")
    mine = Side(f"{START}, Tax, Toll", "Merchant Guild, 8 cards", vp=chips)
    game = Arc(mine, cards=cards, until="develop", actions=("develop", "consume: x2"))
    game.place(FIRST, "Merchant Guild")
    assert sorted(way for way, _cost in game.payment_options(FIRST)) == sorted(ways)
