"""base rulebook, Consume: Trade."""

import pytest

from rftg_engine import Side
from tests.game import FIRST, SECOND, Game, card, development, world

PLAIN = {
    "Gem World": 2,
    "Comet Zone": 3,
    "Lost Species Ark World": 4,
    "Alien Robotic Factory": 5,
}
"""A world of each kind without trade or consume powers, and the price of its good."""


def cards_for(world: str, *others: str, goods: str = "") -> int:
    """How many cards the sale of a world's good brings."""
    game = Game(Side(", ".join(("New Sparta", world, *others)), goods=goods or world))
    game.choose("consume: trade")
    if goods:
        game.pick(FIRST, world)
    return game.count(FIRST)


@pytest.mark.parametrize(("world", "price"), PLAIN.items())
def test_each_kind_has_its_price(world: str, price: int) -> None:
    assert cards_for(world) == price


def test_the_good_sold_goes_to_the_discard_pile() -> None:
    game = Game(Side("New Sparta, Gem World", goods="Gem World"), actions="consume: trade")
    assert game.goods(FIRST) == []
    assert len(game.state.discard) == 1


def test_one_good_must_be_sold_of_several() -> None:
    game = Game(Side("New Sparta, Gem World, Comet Zone", goods="Gem World, Comet Zone"))
    game.choose("consume: trade")
    assert game.legal_answers(FIRST) == ["Comet Zone", "Gem World"]
    assert not game.can_skip(FIRST)
    game.pick(FIRST, "Comet Zone")
    assert game.goods(FIRST) == ["Gem World"]


def test_who_has_no_good_sells_none() -> None:
    assert Game(Side("New Sparta, Gem World"), actions="consume: trade").count(FIRST) == 0


def test_only_who_chose_trade_sells() -> None:
    game = Game(Side("New Sparta, Gem World", goods="Gem World"))
    game.choose("consume: x2", "consume: trade")
    assert game.goods(FIRST) == ["Gem World"]


def test_a_good_that_is_sold_is_not_consumed() -> None:
    game = Game(Side("Old Earth, Gem World", goods="Gem World"), Side("New Sparta"))
    game.choose("consume: trade")
    assert (game.vp(FIRST), game.count(FIRST)) == (0, 3)


def test_the_other_goods_are_consumed_after_the_sale() -> None:
    tableau = "Old Earth, Gem World, Comet Zone"
    game = Game(Side(tableau, goods="Gem World, Comet Zone"), Side("New Sparta"))
    game.choose("consume: trade")
    game.pick(FIRST, "Comet Zone")
    assert (game.vp(FIRST), game.count(FIRST)) == (1, 4)


def test_powers_for_any_good_add_up() -> None:
    assert cards_for("Gem World", "Export Duties", "Galactic Engineers", "Merchant World") == 6


def test_a_power_for_a_kind_adds_to_that_kind_only() -> None:
    assert cards_for("Gem World", "Spice World") == 4
    assert cards_for("Comet Zone", "Spice World") == 3
    assert cards_for("Lost Species Ark World", "Genetics Lab", "Bio-Hazard Mining World") == 7


def test_a_power_for_this_worlds_good_adds_to_no_other() -> None:
    both = "Pirate World, Gem World"
    assert cards_for("Pirate World", "Gem World", goods=both) == 5
    assert cards_for("Gem World", "Pirate World", goods=both) == 2


def test_a_power_for_this_worlds_good_adds_to_the_others() -> None:
    assert cards_for("Star Nomad Lair", "Export Duties", "Spice World") == 2 + 1 + 1 + 2


def test_a_price_does_not_fall_below_zero() -> None:
    cards = world("Tollgate", "", "trade: price -4")
    game = Game(Side("New Sparta, Tollgate, Gem World", goods="Gem World"), cards=cards)
    game.choose("consume: trade")
    assert game.count(FIRST) == 0
    assert game.goods(FIRST) == []


def test_trade_powers_of_another_player_do_not_count() -> None:
    game = Game(Side("New Sparta, Gem World", goods="Gem World"), Side("Old Earth, Export Duties"))
    game.choose("consume: trade")
    assert (game.count(FIRST), game.count(SECOND)) == (2, 0)


# --- further sales, and sales as another kind

MARKET = development("Market", "trade: may sell another good of a different kind")
FORGERS = development("Forgers", "trade: may sell rare goods as genes goods")


def test_another_good_is_sold_after_what_follows_the_first_sale() -> None:
    """base rulebook, Consume, Trade: one good is sold, in turn order; powers can add a sale."""
    clerks = development("Clerks", "trade: after selling a good, 1 vp")
    mine = Side("New Sparta, Market, Clerks, Gem World, Comet Zone", goods="Gem World, Comet Zone")
    other = Side("Old Earth, Space Port", goods="Space Port")
    game = Game(mine, other, cards=MARKET + clerks)
    game.choose("consume: trade")
    game.pick(FIRST, "Gem World")
    assert (game.asked(FIRST), game.vp(FIRST)) == ("sell another", 1)
    assert game.can_skip(FIRST)
    game.pick(FIRST, "Comet Zone")
    assert (game.vp(FIRST), game.count(FIRST)) == (2, 5)


@pytest.mark.parametrize("action", ["consume: x2", "explore +5"])
def test_without_a_sale_in_trade_there_is_no_other_sale(action: str) -> None:
    """docs/language.md, price: `sell another` follows the sale in Trade."""
    mine = Side("New Sparta, Market, Gem World, Comet Zone", goods="Gem World, Comet Zone")
    game = Game(mine, Side("Old Earth"), cards=MARKET)
    game.choose(action, "consume: trade")
    assert game.asked(FIRST) in ("action", "explore")
    assert len(game.goods(FIRST)) == 2


@pytest.mark.parametrize(("kind", "cards"), [("rare", 3), ("genes", 4)])
def test_a_good_is_sold_as_the_kind_that_its_owner_names(kind: str, cards: int) -> None:
    """docs/language.md, price: the owner chooses, and other powers see the kind chosen."""
    experts = development("Experts", "trade: after selling a genes good, 1 vp")
    mine = Side("New Sparta, Forgers, Experts, Comet Zone", goods="Comet Zone")
    game = Game(mine, Side("Old Earth"), cards=FORGERS + experts)
    game.choose("consume: trade")
    game.pick(FIRST, kind)
    assert (game.count(FIRST), game.vp(FIRST)) == (cards, int(kind == "genes"))


def test_a_good_of_another_kind_may_be_one_sold_as_another_kind() -> None:
    """docs/language.md, price: of two rare goods, one is sold as rare and one as genes."""
    ore = card("Ore", "world: 1, windfall: rare")
    mine = Side("New Sparta, Market, Forgers, Comet Zone, Ore", goods="Comet Zone, Ore")
    game = Game(mine, Side("Old Earth"), cards=MARKET + FORGERS + ore)
    game.choose("consume: trade")
    game.pick(FIRST, "Ore")
    game.pick(FIRST, "genes")
    game.pick(FIRST, "Comet Zone")
    assert (game.count(FIRST), game.goods(FIRST)) == (4 + 3, [])


def test_powers_of_trade_do_not_change_the_kind_of_a_sale_without_them() -> None:
    """docs/language.md, price: `without trade powers`."""
    fence = development("Fence", "consume: 1 good -> sell it without trade powers")
    mine = Side("New Sparta, Forgers, Fence, Comet Zone", goods="Comet Zone")
    game = Game(mine, Side("Old Earth"), cards=FORGERS + fence)
    game.choose("consume: x2")
    assert game.count(FIRST) == 3


WHILE_RARE = development(
    "While Rare", "trade: may sell rare goods as genes goods if you have a rare good"
)


def test_a_good_is_sold_as_a_kind_that_depends_on_that_good() -> None:
    """docs/language.md, price: the kinds are those that the player had when choosing the good."""
    mine = Side("New Sparta, While Rare, Comet Zone", goods="Comet Zone")
    game = Game(mine, Side("Old Earth"), cards=WHILE_RARE)
    game.choose("consume: trade")
    game.pick(FIRST, "genes")
    assert game.count(FIRST) == 4


def test_another_good_is_sold_as_a_kind_that_depends_on_that_good() -> None:
    """docs/language.md, price: it is sold as no other kind than the power allows."""
    genes = development("Genes Market", "trade: may sell another genes good")
    tableau = "New Sparta, Genes Market, While Rare, Gem World, Comet Zone"
    mine = Side(tableau, goods="Gem World, Comet Zone")
    game = Game(mine, Side("Old Earth"), cards=WHILE_RARE + genes)
    game.choose("consume: trade")
    game.pick(FIRST, "Gem World")
    game.pick(FIRST, "Comet Zone")
    assert (game.count(FIRST), game.goods(FIRST)) == (2 + 4, [])
