"""base rulebook, Consume."""

import pytest

from rftg_engine import IllegalAnswer, Side
from tests.game import FIRST, IDLE, SECOND, Game, development, world

PLAIN = "Gem World, Comet Zone, Lost Species Ark World, Alien Robotic Factory, Space Port"
"""Worlds without consume powers: novelty, rare, genes, alien, novelty."""


def consumed(powers: str, goods: str) -> Game:
    """A player with plain worlds, goods on some of them and powers, who chose Consume: x2."""
    return Game(Side(f"New Sparta, {PLAIN}, {powers}", goods=goods), actions="consume: x2")


def gained(game: Game) -> tuple[int, int]:
    """Chips and cards of the first player, once the phase is over."""
    assert game.asked(FIRST) in ("action", "")
    return game.vp(FIRST), game.count(FIRST)


# --- mandatory, in any order, to the full


def test_a_power_is_used_without_being_asked_for() -> None:
    game = consumed("Public Works", "Gem World")
    assert gained(game) == (2, 0)
    assert game.goods(FIRST) == []


def test_a_power_may_not_be_left_out() -> None:
    game = consumed("Public Works, New Vinland", "Gem World")
    assert game.legal_answers(FIRST) == ["New Vinland", "Public Works"]
    with pytest.raises(IllegalAnswer):
        game.skip(FIRST)


def test_the_order_of_powers_is_free_and_goods_may_be_left_over() -> None:
    game = consumed("New Survivalists, Public Works", "Gem World, Comet Zone")
    game.pick(FIRST, "Public Works")
    game.pick(FIRST, "Gem World")
    assert game.goods(FIRST) == ["Comet Zone"]
    assert gained(game) == (2, 0)


def test_each_power_is_used_once() -> None:
    game = consumed("Public Works", "Gem World, Comet Zone")
    game.pick(FIRST, "Gem World")
    assert game.goods(FIRST) == ["Comet Zone"]
    assert gained(game) == (2, 0)


def test_once_begun_a_power_is_used_to_the_full() -> None:
    game = consumed("New Vinland, Free Trade Association", "Gem World, Space Port, New Vinland")
    game.pick(FIRST, "Free Trade Association")
    assert game.goods(FIRST) == []
    assert gained(game) == (6, 3)


def test_the_other_order_leaves_less_for_the_second_power() -> None:
    game = consumed("New Vinland, Free Trade Association", "Gem World, Space Port, New Vinland")
    game.pick(FIRST, "New Vinland")
    game.pick(FIRST, "Gem World")
    assert gained(game) == (4, 2 + 2)


def test_a_good_need_not_lie_on_the_world_that_consumes() -> None:
    assert consumed("Prosperous World", "Alien Robotic Factory").goods(FIRST) == []


def test_a_power_of_another_phase_is_not_used() -> None:
    assert consumed("Export Duties", "Gem World").goods(FIRST) == ["Gem World"]


# --- what the powers take


def test_up_to_two_takes_one_where_there_is_only_one() -> None:
    game = Game(Side("Old Earth, Gem World", goods="Gem World"), Side("New Sparta"))
    game.choose("consume: x2")
    assert gained(game) == (2, 0)


def test_up_to_two_takes_no_fewer_than_two_of_three() -> None:
    tableau = "Old Earth, Gem World, Comet Zone, Space Port"
    game = Game(Side(tableau, goods="Gem World, Comet Zone, Space Port"), Side("New Sparta"))
    game.choose("consume: x2")
    with pytest.raises(IllegalAnswer, match="choose 2 cards, not 1"):
        game.pick(FIRST, "Gem World")
    game.pick(FIRST, "Gem World", "Comet Zone")
    assert gained(game) == (4, 0)


def test_two_goods_for_three_points_needs_two() -> None:
    assert gained(consumed("Tourist World", "Gem World")) == (0, 0)
    assert gained(consumed("Tourist World", "Gem World, Comet Zone")) == (6, 0)


def test_a_power_for_a_kind_takes_that_kind_only() -> None:
    game = consumed("New Survivalists, Mining League", "Comet Zone, Gem World")
    assert game.goods(FIRST) == ["Comet Zone"]
    assert gained(game) == (0, 1)


def test_three_goods_of_different_kinds_must_differ() -> None:
    goods = "Gem World, Space Port, Comet Zone, Lost Species Ark World"
    game = consumed("Diversified Economy", goods)
    with pytest.raises(IllegalAnswer, match="of different kinds"):
        game.pick(FIRST, "Gem World", "Space Port", "Comet Zone")
    game.pick(FIRST, "Space Port", "Comet Zone", "Lost Species Ark World")
    assert game.goods(FIRST) == ["Gem World"]
    assert gained(game) == (6, 0)


def test_three_goods_of_two_kinds_are_not_enough() -> None:
    assert gained(consumed("Diversified Economy", "Gem World, Space Port, Comet Zone")) == (0, 0)


@pytest.mark.parametrize(
    ("goods", "points"),
    [("Gem World", 0), ("Gem World, Comet Zone", 2), ("Gem World, Comet Zone, Space Port", 4)],
)
def test_all_goods_give_one_point_each_beyond_the_first(goods: str, points: int) -> None:
    game = consumed("Pilgrimage World", goods)
    assert gained(game) == (points, 0)
    assert game.goods(FIRST) == []


def test_a_power_that_takes_nothing_just_takes_effect() -> None:
    assert gained(consumed("New Economy", "")) == (0, 1)


def test_this_worlds_good_is_the_only_one_taken() -> None:
    cards = world("Bazaar", "windfall: novelty", "consume: this world's good -> 2 vp")
    for goods, points in (("Gem World", 0), ("Bazaar", 4), ("Gem World, Bazaar", 4)):
        game = Game(Side("New Sparta, Gem World, Bazaar", goods=goods), cards=cards)
        game.choose("consume: x2")
        assert gained(game) == (points, 0)


# --- double points


def test_x2_doubles_chips_and_nothing_else() -> None:
    game = Game(Side("Epsilon Eridani, Gem World", goods="Gem World"), actions="consume: x2")
    assert gained(game) == (2, 1)


def test_x2_doubles_for_who_chose_it_only() -> None:
    first = Side("Epsilon Eridani, Gem World", goods="Gem World")
    game = Game(first, Side("Old Earth, Space Port", goods="Space Port"))
    game.choose("explore +5", "consume: x2")
    while game.driver.step == "explore":
        game.answer_all()
    assert (game.vp(FIRST), game.vp(SECOND)) == (1, 2)


def test_points_for_hand_cards_are_not_doubled() -> None:
    game = Game(Side("New Sparta, Deficit Spending", hand="Gem World, Rebel Base, Drop Ships"))
    game.choose("consume: x2")
    game.pick(FIRST, "Deficit Spending")
    game.pick(FIRST, "Gem World", "Drop Ships")
    assert gained(game) == (2, 1)
    assert game.hand(FIRST) == ["Rebel Base"]


VAULT = development("Vault", "consume: may discard this -> 3 vp")


@pytest.mark.parametrize(("action", "points"), [("consume: x2", 6), ("consume: trade", 3)])
def test_points_for_the_card_itself_are_doubled(action: str, points: int) -> None:
    """base rulebook, Consume: all chips of consume powers are, but those for hand cards."""
    game = Game(IDLE, Side("New Sparta, Vault"), cards=VAULT)
    game.choose("produce", action)
    game.pick(SECOND, "Vault")
    assert (game.vp(SECOND), game.tableau(SECOND)) == (points, ["New Sparta"])


# --- hand cards


def test_discarding_hand_cards_is_optional() -> None:
    game = Game(Side("New Sparta, Deficit Spending", hand="3 cards"), actions="consume: trade")
    assert game.can_skip(FIRST)
    game.skip(FIRST)
    assert gained(game) == (0, 3)


def test_an_optional_power_may_be_refused_only_when_no_other_is_left() -> None:
    tableau = "New Sparta, Gem World, Public Works, Deficit Spending"
    game = Game(Side(tableau, hand="3 cards", goods="Gem World"), actions="consume: x2")
    assert not game.can_skip(FIRST)
    game.pick(FIRST, "Public Works")
    assert game.can_skip(FIRST)


def test_one_card_may_be_discarded_instead_of_two() -> None:
    game = Game(Side("New Sparta, Merchant World", hand="Gem World, Rebel Base"))
    game.choose("consume: x2")
    game.pick(FIRST, "Merchant World")
    game.pick(FIRST, "Gem World")
    assert gained(game) == (1, 1)


def test_three_hand_cards_are_too_many() -> None:
    game = Game(Side("New Sparta, Merchant World", hand="Gem World, Rebel Base, Drop Ships"))
    game.choose("consume: x2")
    game.pick(FIRST, "Merchant World")
    with pytest.raises(IllegalAnswer, match="choose 0 to 2 cards, not 3"):
        game.pick(FIRST, "Gem World", "Rebel Base", "Drop Ships")


# --- sales by powers, and guessing


def test_a_sale_by_a_power_uses_trade_powers() -> None:
    assert gained(consumed("Trade League, Export Duties", "Gem World")) == (0, 4)


def test_a_sale_without_trade_powers_uses_none() -> None:
    assert gained(consumed("Black Market Trading World, Export Duties", "Gem World")) == (0, 2)


def test_a_sale_by_a_power_comes_on_top_of_the_sale_of_the_action() -> None:
    # Space Port adds two for rare goods, Trade League one for any.
    game = Game(Side(f"New Sparta, {PLAIN}, Trade League", goods="Gem World, Comet Zone"))
    game.choose("consume: trade")
    game.pick(FIRST, "Comet Zone")
    assert gained(game) == (0, (3 + 1 + 2) + (2 + 1))


@pytest.mark.parametrize(
    ("card", "number", "kept"),
    [
        ("Comet Zone", 3, True),
        ("Comet Zone", 4, False),
        ("Rebel Homeworld", 7, True),
        ("Refugee World", 1, False),
    ],
)
def test_a_lucky_guess_keeps_the_card(card: str, number: int, kept: bool) -> None:
    game = Game(Side("New Sparta, Gambling World"), supply=card, actions="consume: x2")
    game.number(FIRST, number)
    assert game.hand(FIRST) == ([card] if kept else [])
    assert (card in game.discards()) is not kept


@pytest.mark.parametrize("number", [0, 8])
def test_a_guess_is_from_one_to_seven(number: int) -> None:
    game = Game(Side("New Sparta, Gambling World"), actions="consume: x2")
    with pytest.raises(IllegalAnswer):
        game.number(FIRST, number)


def test_gambling_world_also_consumes_a_good() -> None:
    game = Game(Side("New Sparta, Gem World, Gambling World", goods="Gem World"))
    game.choose("consume: x2")
    assert game.legal_answers(FIRST) == ["Gambling World", "Gambling World"]


def test_a_guess_without_a_card_anywhere_brings_nothing() -> None:
    game = Game(Side("New Sparta, Gambling World"), rest="box", actions="consume: x2")
    game.number(FIRST, 3)
    assert gained(game) == (0, 0)


# --- chips run out


def test_all_points_earned_are_given_out_when_the_chips_run_out() -> None:
    first = Side("Epsilon Eridani, Gem World", goods="Gem World")
    game = Game(first, Side("Old Earth, Space Port", goods="Space Port"), pool=1)
    game.choose("consume: x2")
    assert (game.vp(FIRST), game.vp(SECOND)) == (2, 2)
    assert game.state.pool == -3
    assert game.driver.over
