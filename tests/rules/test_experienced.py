"""base rulebook, 2 Player Game (for experienced players)."""

from itertools import combinations

import pytest

from rftg_engine import IllegalAnswer, Side
from rftg_engine.actions import DEVELOP, DEVELOP_2, EXPLORE_5, PAIRS, SETTLE, SETTLE_2
from tests.game import FIRST, SECOND, Game

TWICE_DEVELOP = ("develop", "second develop")
TWICE_SETTLE = ("settle", "second settle")
NOTHING = ("consume: trade", "consume: x2")


def game_of(first: Side, second: Side | None = None, supply: str = "") -> Game:
    return Game(first, second or Side("Old Earth"), supply=supply, experienced=True)


def test_two_of_nine_action_cards_are_chosen() -> None:
    game = game_of(Side("New Sparta"))
    assert {action for pair in PAIRS for action in pair} == set(range(9))
    with pytest.raises(IllegalAnswer):
        game.answer(FIRST, (EXPLORE_5,))
    with pytest.raises(IllegalAnswer):
        game.answer(FIRST, (EXPLORE_5, EXPLORE_5))


def test_every_two_cards_are_a_pair_where_equal_cards_are_one_choice() -> None:
    # Nine cards, two of them second copies: one copy alone is the same as the other.
    cards = [{DEVELOP_2: DEVELOP, SETTLE_2: SETTLE}.get(card, card) for card in range(9)]
    different = {tuple(sorted(pair)) for pair in combinations(cards, 2)}
    assert len(PAIRS) == len(different)


def test_both_explore_bonuses_draw_eight_and_keep_two() -> None:
    game = game_of(Side("New Sparta"))
    game.choose(("explore +5", "explore +1,+1"), NOTHING)
    decision = game.subset(FIRST)
    assert (len(decision.cards), decision.minimum) == (8, 6)


def test_powers_add_to_both_explore_bonuses() -> None:
    game = game_of(Side("New Sparta, Galactic Renaissance"))
    game.choose(("explore +5", "explore +1,+1"), NOTHING)
    decision = game.subset(FIRST)
    assert (len(decision.cards), decision.minimum) == (10, 7)


def test_two_develops_are_two_phases_with_a_bonus_in_each() -> None:
    game = game_of(Side("New Sparta", hand="Space Marines, Drop Ships, 6 cards"))
    game.choose(TWICE_DEVELOP, NOTHING)
    game.place(FIRST, "Space Marines")
    assert game.payment_options(FIRST) == [("", 1)]
    game.pay(FIRST)
    assert game.driver.step == "develop 2"
    game.place(FIRST, "Drop Ships")
    assert game.payment_options(FIRST) == [("", 3)]


def test_powers_placed_in_the_first_phase_count_in_the_second() -> None:
    game = game_of(Side("New Sparta", hand="Investment Credits, Drop Ships, 6 cards"))
    game.choose(TWICE_DEVELOP, NOTHING)
    game.place(FIRST, "Investment Credits")
    game.place(FIRST, "Drop Ships")
    assert game.payment_options(FIRST) == [("", 4 - 1 - 1)]


def test_the_opponent_who_chose_develop_once_has_a_bonus_in_the_first_phase_only() -> None:
    game = game_of(Side("New Sparta"), Side("Old Earth", hand="Space Marines, Drop Ships, 6 cards"))
    game.choose(TWICE_DEVELOP, ("develop", "produce"))
    game.place(SECOND, "Space Marines")
    assert game.payment_options(SECOND) == [("", 1)]
    game.pay(SECOND)
    game.place(SECOND, "Drop Ships")
    assert game.payment_options(SECOND) == [("", 4)]


def test_the_opponent_who_chose_no_develop_places_in_both_phases_without_a_bonus() -> None:
    game = game_of(Side("New Sparta"), Side("Old Earth", hand="Space Marines, Drop Ships, 6 cards"))
    game.choose(TWICE_DEVELOP, NOTHING)
    game.place(SECOND, "Space Marines")
    assert game.payment_options(SECOND) == [("", 2)]


def test_two_settles_draw_a_bonus_card_each() -> None:
    game = game_of(Side("New Sparta", hand="Rebel Fuel Cache, Star Nomad Lair"))
    game.choose(TWICE_SETTLE, NOTHING)
    game.place(FIRST, "Rebel Fuel Cache")
    assert game.count(FIRST) == 2
    game.place(FIRST, "Star Nomad Lair")
    assert game.count(FIRST) == 2
    assert game.tableau(FIRST) == ["New Sparta", "Rebel Fuel Cache", "Star Nomad Lair"]


def test_the_opponent_who_chose_settle_once_draws_once() -> None:
    second = Side("Epsilon Eridani", hand="Outlaw World, Star Nomad Lair")
    game = game_of(Side("New Sparta"), second)
    game.choose(TWICE_SETTLE, ("settle", "produce"))
    game.place(SECOND, "Outlaw World")
    assert game.count(SECOND) == 2
    game.place(SECOND, "Star Nomad Lair")
    assert game.count(SECOND) == 1


def test_military_placed_first_helps_in_the_second_phase() -> None:
    seat = Side("New Sparta", hand="Former Penal Colony, Pirate World")
    game = game_of(seat, supply="Public Works, Public Works")
    game.choose(TWICE_SETTLE, NOTHING)
    assert game.legal_answers(FIRST) == ["Former Penal Colony"]
    game.place(FIRST, "Former Penal Colony")
    assert game.legal_answers(FIRST) == ["Pirate World"]


def test_new_military_tactics_does_not_last_into_the_second_phase() -> None:
    seat = Side("New Sparta, New Military Tactics", hand="Rebel Outpost, Rebel Base")
    game = game_of(seat, supply="Public Works")
    game.choose(TWICE_SETTLE, NOTHING)
    game.place(FIRST, "Rebel Outpost")
    # Military is now 2 of New Sparta and 1 of Rebel Outpost.
    assert game.driver.step == "choose"
    assert game.hand(FIRST) == ["Public Works", "Rebel Base"]


def test_trade_and_x2_sell_one_good_and_double_the_rest() -> None:
    game = game_of(Side("Epsilon Eridani, Gem World, Comet Zone", goods="Gem World, Comet Zone"))
    game.choose(NOTHING, TWICE_SETTLE)
    game.pick(FIRST, "Comet Zone")
    assert game.goods(FIRST) == []
    assert (game.vp(FIRST), game.count(FIRST)) == (2, 3 + 1)


def test_a_single_good_must_be_sold_and_leaves_nothing_to_double() -> None:
    game = game_of(Side("Epsilon Eridani, Gem World", goods="Gem World"))
    game.choose(NOTHING, TWICE_SETTLE)
    assert (game.vp(FIRST), game.count(FIRST)) == (0, 2)
