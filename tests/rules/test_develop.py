"""base rulebook, Develop, and Card Powers."""

import pytest

from rftg_engine import IllegalAnswer, Side
from tests.game import FIRST, SECOND, Game, development


def test_the_cost_is_paid_with_hand_cards() -> None:
    game = Game(Side("New Sparta", hand="Space Marines, 4 cards"))
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Space Marines")
    assert game.payment_options(FIRST) == [("", 2)]
    game.pay(FIRST)
    assert game.tableau(FIRST) == ["New Sparta", "Space Marines"]
    assert game.count(FIRST) == 2
    assert len(game.state.discard) == 2


def test_who_chose_develop_pays_one_card_less() -> None:
    game = Game(Side("New Sparta", hand="Space Marines, 4 cards"), actions="develop")
    game.place(FIRST, "Space Marines")
    assert game.payment_options(FIRST) == [("", 1)]


def test_a_player_may_place_nothing() -> None:
    game = Game(Side("New Sparta", hand="Space Marines, 4 cards"), actions="develop")
    game.place(FIRST, None)
    assert game.tableau(FIRST) == ["New Sparta"]
    assert game.count(FIRST) == 5


def test_all_choose_before_anything_is_revealed() -> None:
    seat = Side("New Sparta", hand="Space Marines, 4 cards")
    game = Game(seat, Side("Old Earth", hand="Drop Ships, 4 cards"), actions="develop")
    game.place(FIRST, "Space Marines")
    assert game.tableau(FIRST) == ["New Sparta"]
    assert game.asked(SECOND) == "place development"


def test_a_cost_below_zero_is_zero_and_refunds_nothing() -> None:
    game = Game(Side("New Sparta, Galactic Federation", hand="Public Works, 3 cards"))
    game.choose("develop")
    game.place(FIRST, "Public Works")
    assert game.count(FIRST) == 3


def test_reductions_add_up() -> None:
    tableau = "New Sparta, Galactic Federation, Investment Credits"
    game = Game(Side(tableau, hand="Merchant Guild, 4 cards"), actions="develop")
    game.place(FIRST, "Merchant Guild")
    assert game.payment_options(FIRST) == [("", 6 - 2 - 1 - 1)]


def test_a_development_that_cannot_be_paid_for_is_not_offered() -> None:
    game = Game(Side("New Sparta", hand="Drop Ships, Space Marines, 1 card"))
    game.choose("consume: x2", "develop")
    assert game.legal_answers(FIRST) == ["Space Marines"]


def test_the_card_placed_does_not_pay_for_itself() -> None:
    game = Game(Side("New Sparta", hand="Space Marines, Gem World"))
    game.choose("consume: x2", "develop")
    assert game.tableau(FIRST) == ["New Sparta"]


def test_worlds_are_not_offered() -> None:
    game = Game(Side("New Sparta", hand="Gem World, Space Marines, Destroyed World"))
    game.choose("develop")
    assert game.legal_answers(FIRST) == ["Space Marines"]


def test_a_tableau_has_one_copy_of_a_development() -> None:
    game = Game(
        Side("New Sparta, Space Marines", hand="Space Marines, Public Works, 4 cards"),
        Side("Old Earth"),
    )
    game.choose("develop")
    offered = game.legal_answers(FIRST)
    assert "Public Works" in offered
    assert "Space Marines" not in offered


def test_the_copy_of_another_player_does_not_matter() -> None:
    game = Game(Side("New Sparta, Space Marines"), Side("Old Earth", "Space Marines, 4 cards"))
    game.choose("develop")
    assert "Space Marines" in game.legal_answers(SECOND)


def test_a_cost_power_does_not_count_for_its_own_card() -> None:
    game = Game(Side("New Sparta", hand="Galactic Federation, 6 cards"))
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Galactic Federation")
    assert game.count(FIRST) == 0


def test_a_draw_after_placing_does_not_count_for_its_own_card() -> None:
    game = Game(Side("New Sparta", hand="Public Works, 3 cards"), actions="develop")
    game.place(FIRST, "Public Works")
    assert game.count(FIRST) == 3


def test_a_draw_after_placing_comes_after_the_payment() -> None:
    seat = Side("New Sparta, Public Works", hand="Space Marines, 2 cards")
    game = Game(seat, supply="Rebel Base", actions=("consume: x2", "develop"))
    game.place(FIRST, "Space Marines")
    assert game.hand(FIRST) == ["Rebel Base"]


def test_a_draw_after_placing_needs_a_placed_development() -> None:
    game = Game(Side("New Sparta, Public Works", hand="Space Marines, 2 cards"), actions="develop")
    game.place(FIRST, None)
    assert game.count(FIRST) == 3


def test_a_draw_at_the_start_comes_before_the_choice() -> None:
    game = Game(Side("New Sparta, Interstellar Bank", hand="4 cards"), supply="Space Marines")
    game.choose("develop")
    assert "Space Marines" in game.legal_answers(FIRST)


def test_the_wrong_number_of_cards_is_refused() -> None:
    game = Game(Side("New Sparta", hand="Space Marines, 4 cards"))
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Space Marines")
    with pytest.raises(IllegalAnswer, match="the price is 2 cards, not 1"):
        game.pay(FIRST, cards=game.hand(FIRST)[0])


CHARTER = development("Charter", "develop: may discard this -> cost -3")


def test_a_card_may_be_given_up_for_a_lower_cost() -> None:
    game = Game(Side("New Sparta, Charter", "Drop Ships, 4 cards"), cards=CHARTER)
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Drop Ships")
    assert game.payment_options(FIRST) == [("", 4), ("Charter", 1)]
    game.pay(FIRST, using="Charter")
    assert game.tableau(FIRST) == ["New Sparta", "Drop Ships"]
    assert game.count(FIRST) == 3
    assert "Charter" in game.discards()


def test_an_optional_power_must_be_used_when_the_card_needs_it() -> None:
    game = Game(Side("New Sparta, Charter", "Drop Ships, 1 card"), cards=CHARTER)
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Drop Ships")
    assert game.tableau(FIRST) == ["New Sparta", "Drop Ships"]
    assert game.count(FIRST) == 0


def test_a_given_up_card_counts_as_often_as_it_says() -> None:
    cards = CHARTER.replace("cost -3", "cost -1 per world")
    game = Game(Side("New Sparta, Gem World, Charter", "Drop Ships, 4 cards"), cards=cards)
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Drop Ships")
    assert game.payment_options(FIRST) == [("", 4), ("Charter", 2)]


def test_a_cost_power_with_a_scope_counts_for_its_cards_only() -> None:
    cards = development("Academy", "develop: cost -2 for developments with an explore power")
    game = Game(
        Side("New Sparta, Academy", "Research Labs, Replicant Robots, 5 cards"), cards=cards
    )
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Research Labs")
    assert game.payment_options(FIRST) == [("", 2)]
