"""base rulebook, Settle: worlds paid for, windfalls, cards given up, what comes after."""

from rftg_engine import Side
from tests.game import FIRST, SECOND, Game, development, world


def test_a_world_is_paid_for_with_hand_cards() -> None:
    game = Game(Side("New Sparta", hand="Comet Zone, 5 cards"), actions=("consume: x2", "settle"))
    game.place(FIRST, "Comet Zone")
    assert game.payment_options(FIRST) == [("", 3)]


def test_who_chose_settle_draws_a_card_after_paying() -> None:
    # The three cards must pay: the bonus card comes too late for it.
    game = Game(Side("New Sparta", hand="Comet Zone, 3 cards"), supply="Rebel Base")
    game.choose("settle")
    game.place(FIRST, "Comet Zone")
    assert game.hand(FIRST) == ["Rebel Base"]


def test_the_bonus_comes_only_with_a_world_and_only_to_who_chose_it() -> None:
    game = Game(
        Side("New Sparta", hand="Comet Zone, 3 cards"), Side("Old Earth", "Destroyed World, 1 card")
    )
    game.choose("settle", "explore +1,+1")
    while game.driver.step == "explore":
        game.answer_all()
    before = game.count(FIRST), game.count(SECOND)
    game.place(FIRST, None)
    game.place(SECOND, "Destroyed World")
    game.pay(SECOND)
    assert (game.count(FIRST), game.count(SECOND)) == (before[0], before[1] - 2)


def test_a_world_of_cost_zero_takes_no_cards() -> None:
    game = Game(Side("New Sparta", hand="Refugee World"), actions=("consume: x2", "settle"))
    game.place(FIRST, "Refugee World")
    assert game.tableau(FIRST) == ["New Sparta", "Refugee World"]


def test_a_windfall_world_gets_a_good_when_it_is_placed() -> None:
    game = Game(Side("New Sparta", hand="Asteroid Belt, 2 cards"), actions="settle")
    game.place(FIRST, "Asteroid Belt")
    assert game.goods(FIRST) == ["Asteroid Belt"]


def test_the_good_is_the_top_card_of_the_supply() -> None:
    game = Game(Side("New Sparta", hand="Asteroid Belt, 2 cards"), supply="Gem World, Rebel Base")
    game.choose("settle")
    game.place(FIRST, "Asteroid Belt")
    assert [game.table.titles[card] for card in game.player(FIRST).goods.values()] == ["Gem World"]
    assert game.hand(FIRST) == ["Rebel Base"]


def test_a_production_world_gets_no_good_when_it_is_placed() -> None:
    game = Game(Side("New Sparta", hand="Gem World, 2 cards"), actions="settle")
    game.place(FIRST, "Gem World")
    assert game.goods(FIRST) == []


def test_a_reduction_for_a_kind_counts_for_that_kind_only() -> None:
    game = Game(Side("Alpha Centauri", hand="Comet Zone, Galactic Resort, 5 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Comet Zone")
    assert game.payment_options(FIRST) == [("", 2)]
    game = Game(Side("Alpha Centauri", hand="Comet Zone, Galactic Resort, 5 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Galactic Resort")
    assert game.payment_options(FIRST) == [("", 3)]


def test_reductions_add_up_and_stop_at_zero() -> None:
    game = Game(Side("Alpha Centauri, Mining Robots, Replicant Robots", hand="Comet Zone, 2 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Comet Zone")
    assert game.tableau(FIRST)[-1] == "Comet Zone"
    assert game.count(FIRST) == 2


def test_developments_are_not_offered() -> None:
    game = Game(Side("New Sparta", hand="Gem World, Public Works, Colony Ship"), actions="settle")
    assert game.legal_answers(FIRST) == ["Gem World"]


def test_a_world_that_cannot_be_paid_for_is_not_offered() -> None:
    game = Game(Side("New Sparta", hand="Terraformed World, Gem World, Plague World"))
    game.choose("settle")
    assert game.legal_answers(FIRST) == ["Gem World"]


def test_a_draw_after_placing_comes_to_who_placed_a_world() -> None:
    seat = Side("New Sparta, Terraforming Robots", hand="Gem World, 2 cards")
    game = Game(seat, supply="Rebel Base, Drop Ships", actions="settle")
    game.place(FIRST, "Gem World")
    assert game.hand(FIRST) == ["Drop Ships", "Rebel Base"]


def test_a_draw_after_placing_does_not_come_without_a_world() -> None:
    game = Game(Side("New Sparta, Terraforming Robots", hand="Gem World, 2 cards"))
    game.choose("settle")
    game.place(FIRST, None)
    assert game.count(FIRST) == 3


# --- Colony Ship: the cost becomes zero


def test_a_colony_ship_may_be_given_up_to_pay_nothing() -> None:
    game = Game(Side("New Sparta, Colony Ship", hand="Terraformed World, 6 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Terraformed World")
    assert game.payment_options(FIRST) == [("", 5), ("Colony Ship", 0)]
    game.pay(FIRST, using="Colony Ship")
    assert game.tableau(FIRST) == ["New Sparta", "Terraformed World"]
    assert game.count(FIRST) == 6
    assert "Colony Ship" in game.discards()


def test_a_colony_ship_may_be_kept() -> None:
    game = Game(Side("New Sparta, Colony Ship", hand="Terraformed World, 6 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Terraformed World")
    game.pay(FIRST)
    assert game.tableau(FIRST) == ["New Sparta", "Colony Ship", "Terraformed World"]
    assert game.count(FIRST) == 1


def test_a_colony_ship_must_be_used_when_the_world_needs_it() -> None:
    game = Game(Side("New Sparta, Colony Ship", hand="Terraformed World, 1 card"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Terraformed World")
    assert game.tableau(FIRST) == ["New Sparta", "Terraformed World"]
    assert game.count(FIRST) == 1


def test_a_colony_ship_places_no_alien_world() -> None:
    game = Game(Side("New Sparta, Colony Ship", hand="Deserted Alien Outpost, Gem World"))
    game.choose("consume: x2", "settle")
    assert game.legal_answers(FIRST) == ["Gem World"]


def test_a_colony_ship_places_the_alien_rosetta_stone_world() -> None:
    # It has the alien word but is no alien production or windfall world.
    game = Game(Side("New Sparta, Colony Ship", hand="Alien Rosetta Stone World"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Alien Rosetta Stone World")
    assert game.tableau(FIRST) == ["New Sparta", "Alien Rosetta Stone World"]


def test_a_discount_for_alien_worlds_is_none_for_the_alien_rosetta_stone_world() -> None:
    hand = "Alien Rosetta Stone World, Deserted Alien Colony"
    game = Game(Side("New Sparta, Alien Tech Institute", hand=f"{hand}, 5 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Alien Rosetta Stone World")
    assert game.payment_options(FIRST) == [("", 3)]
    game = Game(Side("New Sparta, Alien Tech Institute", hand=f"{hand}, 5 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Deserted Alien Colony")
    assert game.payment_options(FIRST) == [("", 3)]


def test_a_world_given_up_takes_its_good_along() -> None:
    cards = world("Ark", "windfall: rare", "settle: may discard this -> cost -2")
    game = Game(Side("New Sparta, Ark", "Gem World, 1 card", goods="Ark"), cards=cards)
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Gem World")
    assert game.tableau(FIRST) == ["New Sparta", "Gem World"]
    assert game.goods(FIRST) == []
    assert len(game.state.discard) == 2


def test_a_reward_for_some_worlds_comes_for_those_only() -> None:
    cards = development("Outfitter", "settle: after placing a military world, draw 2, 1 vp")
    for title, gain in (("Pirate World", (2, 1)), ("Refugee World", (0, 0))):
        game = Game(Side("New Sparta, Space Marines, Outfitter", title), cards=cards)
        game.choose("consume: x2", "settle")
        game.place(FIRST, title)
        assert (game.count(FIRST), game.vp(FIRST)) == gain
        assert game.state.pool == 24 - gain[1]


TOLL = development(
    "Toll Gate",
    "develop: after paying for a development, 1 vp",
    "settle: after paying for a world, 1 vp",
)


def test_every_payment_is_one_and_a_conquest_is_none() -> None:
    for title, points in (("Gem World", 1), ("Pirate World", 0)):
        game = Game(Side("New Sparta, Drop Ships, Toll Gate", f"{title}, 4 cards"), cards=TOLL)
        game.choose("settle")
        game.place(FIRST, title)
        if points:
            game.pay(FIRST)
        assert game.vp(FIRST) == points


def test_developments_are_always_paid_for() -> None:
    game = Game(Side("New Sparta, Toll Gate", "Space Marines, 4 cards"), cards=TOLL)
    game.choose("develop")
    game.place(FIRST, "Space Marines")
    game.pay(FIRST)
    assert game.vp(FIRST) == 1
