"""base rulebook, Settle: conquest, temporary military, and paying for military worlds instead."""

import pytest

from rftg_engine import Side
from tests.game import FIRST, Game, card, development

PAY_ANY = 9
"""Hand cards enough for every world."""


def offered(tableau: str, hand: str, extra: int = 0, cards: str = "") -> list[str]:
    """Which of the hand cards, and always Refugee World, can be placed."""
    game = Game(Side(tableau, hand=f"{hand}, Refugee World, {extra} cards"), cards=cards)
    game.choose("consume: x2", "settle")
    wanted = {title.strip() for title in hand.split(",")}
    return [title for title in game.legal_answers(FIRST) if title in wanted]


def ways(tableau: str, world: str, extra: int = PAY_ANY, cards: str = "") -> list[tuple[str, int]]:
    """The ways to pay for a world."""
    game = Game(Side(tableau, hand=f"{world}, {extra} cards"), cards=cards)
    game.choose("consume: x2", "settle")
    game.place(FIRST, world)
    return game.payment_options(FIRST)


# --- conquest


def test_a_world_is_conquered_by_military_of_its_defense_without_paying() -> None:
    game = Game(Side("New Sparta", hand="Alien Robot Sentry, 3 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Alien Robot Sentry")
    assert game.tableau(FIRST) == ["New Sparta", "Alien Robot Sentry"]
    assert game.goods(FIRST) == ["Alien Robot Sentry"]
    assert game.count(FIRST) == 3


def test_the_bonus_card_comes_after_a_conquest_too() -> None:
    game = Game(Side("New Sparta", hand="Alien Robot Sentry, 3 cards"), actions="settle")
    game.place(FIRST, "Alien Robot Sentry")
    assert game.count(FIRST) == 4


def test_a_world_of_higher_defense_cannot_be_placed_at_any_price() -> None:
    assert offered("New Sparta", "Pirate World", PAY_ANY) == []


def test_military_adds_up() -> None:
    tableau = "New Sparta, Space Marines, Drop Ships"
    assert offered(tableau, "Rebel Homeworld") == ["Rebel Homeworld"]
    assert offered("New Sparta, Space Marines", "Rebel Homeworld") == []


def test_negative_military_makes_worlds_harder_to_conquer() -> None:
    hand = "Alien Robot Sentry, Outlaw World"
    assert offered("New Sparta, Empath World", hand) == ["Outlaw World"]


def test_military_against_some_worlds_counts_against_those_only() -> None:
    hand = "Rebel Warrior Race, Pirate World, Alien Robot Scout Ship"
    assert offered("Old Earth, Galactic Imperium", hand) == ["Rebel Warrior Race"]
    assert offered("New Sparta, Alien Tech Institute", hand) == ["Alien Robot Scout Ship"]


def test_alpha_centauri_helps_against_rare_military_worlds() -> None:
    hand = "Rebel Fuel Cache, Outlaw World, Runaway Robots"
    assert offered("Alpha Centauri", hand) == ["Rebel Fuel Cache", "Runaway Robots"]


def test_military_does_not_count_in_the_phase_in_which_its_card_is_placed() -> None:
    # Former Penal Colony brings +1, which would be needed to be conquered itself.
    assert offered("Epsilon Eridani", "Former Penal Colony") == []


def test_military_per_card_counts_the_tableau() -> None:
    cards = development("Wardens", "settle: military +1 per 2 rebel cards")
    hand = "Rebel Warrior Race, Rebel Homeworld"
    tableau = "Epsilon Eridani, Space Marines, Wardens, Rebel Base, Rebel Miners"
    assert offered("Epsilon Eridani, Wardens, Rebel Base", "Rebel Warrior Race", cards=cards) == []
    assert offered(tableau, hand, cards=cards) == ["Rebel Warrior Race"]


def test_military_with_a_condition_counts_while_it_holds() -> None:
    cards = development("Legion", "settle: military +3 if you have an imperium card")
    assert offered("Old Earth, Legion", "Pirate World", cards=cards) == []
    tableau = "Old Earth, Legion, Galactic Imperium"
    assert offered(tableau, "Pirate World", cards=cards) == ["Pirate World"]


# --- temporary military


def test_new_military_tactics_is_given_up_for_three_more() -> None:
    game = Game(Side("New Sparta, New Military Tactics", hand="Rebel Outpost, 2 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Rebel Outpost")
    assert game.tableau(FIRST) == ["New Sparta", "Rebel Outpost"]
    assert game.count(FIRST) == 2
    assert "New Military Tactics" in game.discards()


def test_new_military_tactics_may_be_kept_where_it_is_not_needed() -> None:
    found = ways("New Sparta, New Military Tactics", "Alien Robot Sentry")
    assert found == [("", 0), ("New Military Tactics", 0)]


def test_temporary_military_pays_for_nothing() -> None:
    found = ways("New Sparta, New Military Tactics", "Comet Zone")
    assert found == [("", 3), ("New Military Tactics", 3)]


def test_temporary_military_counts_as_often_as_it_says() -> None:
    cards = development("Militia", "settle: may discard this -> military +1 per military world")
    tableau = "New Sparta, Pirate World, Outlaw World, Militia"
    assert offered(tableau, "Rebel Outpost", cards=cards) == ["Rebel Outpost"]
    assert offered(tableau, "Rebel Base", cards=cards) == []


# --- paying for military worlds


def test_contact_specialist_pays_one_less_than_the_defense() -> None:
    assert ways("Old Earth, Contact Specialist", "Rebel Base") == [("Contact Specialist", 5)]


def test_contact_specialist_stays() -> None:
    game = Game(Side("Alpha Centauri, Contact Specialist", hand="Pirate World, 2 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Pirate World")
    assert game.tableau(FIRST) == ["Alpha Centauri", "Contact Specialist", "Pirate World"]
    assert game.goods(FIRST) == ["Pirate World"]


@pytest.mark.parametrize("military", ["New Sparta", "New Sparta, Space Marines"])
def test_military_does_not_lower_the_price(military: str) -> None:
    assert ways(f"{military}, Contact Specialist", "Rebel Base") == [("Contact Specialist", 5)]


def test_a_world_may_be_conquered_or_paid_for_where_both_can_be_done() -> None:
    found = ways("New Sparta, Space Marines, Contact Specialist", "Pirate World")
    assert found == [("", 0), ("Contact Specialist", 2)]


def test_contact_specialist_pays_for_no_alien_world() -> None:
    hand = "Alien Robot Sentry, Pirate World"
    assert offered("Old Earth, Contact Specialist", hand, PAY_ANY) == ["Pirate World"]


def test_reductions_combine_with_contact_specialist() -> None:
    found = ways("Old Earth, Contact Specialist, Replicant Robots", "Rebel Base")
    assert found == [("Contact Specialist", 3)]


def test_a_reduction_for_a_kind_combines_where_the_kind_fits() -> None:
    tableau = "Alpha Centauri, Contact Specialist, Mining Robots"
    game = Game(Side(tableau, hand="Rebel Miners, 3 cards"), actions=("consume: x2", "settle"))
    game.place(FIRST, "Rebel Miners")
    assert game.count(FIRST) == 3
    assert ways(tableau, "Pirate World") == [("Contact Specialist", 2)]


def test_a_colony_ship_lets_contact_specialist_pay_nothing() -> None:
    game = Game(Side("Old Earth, Contact Specialist, Colony Ship", hand="Rebel Base, 6 cards"))
    game.choose("consume: x2", "settle")
    game.place(FIRST, "Rebel Base")
    assert game.payment_options(FIRST) == [
        ("Contact Specialist", 5),
        ("Colony Ship, Contact Specialist", 0),
    ]
    game.pay(FIRST, using="Colony Ship, Contact Specialist")
    assert game.tableau(FIRST) == ["Old Earth", "Contact Specialist", "Rebel Base"]
    assert game.count(FIRST) == 6


def test_a_colony_ship_alone_places_no_military_world() -> None:
    assert offered("Old Earth, Colony Ship", "Pirate World", PAY_ANY) == []


def test_paying_for_worlds_of_some_defense_only() -> None:
    cards = card(
        "Parley", "world: 2", "settle: may pay for a non-alien military world of defense 2 to 5"
    )
    hand = "Outlaw World, Pirate World, Rebel Base"
    assert offered("Old Earth, Parley", hand, PAY_ANY, cards) == ["Pirate World"]
    assert ways("Old Earth, Parley", "Pirate World", cards=cards) == [("Parley", 3)]
