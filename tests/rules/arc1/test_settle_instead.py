"""arc 1 booklet, III: Settle: worlds replaced by better ones, and conquered unarmed."""

from rftg_engine import Side
from tests.game import card
from tests.rules.arc1.arc import FIRST, Arc
from tests.rules.arc1.openings import SUPPLY, start

LOGISTICS = "Improved Logistics"
SNEAK = "Rebel Sneak Attack"
ENGINEERS = "Terraforming Engineers"
CLOAK = "Imperium Cloaking Technology"
FLEET = "Imperium Invasion Fleet"


# --- replacing


def test_a_world_is_replaced_by_one_of_its_kind_that_costs_up_to_3_more() -> None:
    """arc 1 booklet, Replace a World: for nothing, and for 1 prestige."""
    game = start(f"Destroyed World, {ENGINEERS}", "Asteroid Belt, New Earth, Mining World")
    game.place(FIRST, None)
    game.use(FIRST, ENGINEERS)
    assert game.upgrades(FIRST) == [
        ("Destroyed World", "Asteroid Belt"),
        ("Destroyed World", "Mining World"),
    ]
    game.upgrade(FIRST, "Destroyed World", "Mining World")
    assert game.tableau(FIRST) == [ENGINEERS, "Mining World"]
    assert game.prestige(FIRST) == 1
    assert game.hand(FIRST) == ["Asteroid Belt", "New Earth"]
    assert "Destroyed World" in game.discards()


def test_gray_is_a_kind_for_this() -> None:
    """arc 1 booklet, Replace a World, exception."""
    game = start(
        f"New Sparta, Galactic Engineers, {ENGINEERS}", "Terraformed World, Lost Species Ark World"
    )
    game.use(FIRST, ENGINEERS)
    assert game.upgrades(FIRST) == [("Galactic Engineers", "Terraformed World")]


def test_a_world_of_equal_cost_will_do_and_one_that_is_cheaper_will_not() -> None:
    """arc 1 booklet, Replace a World: 0 to 3 higher."""
    game = start(f"New Sparta, Comet Zone, {ENGINEERS}", "Mining World, Asteroid Belt")
    game.place(FIRST, None)
    game.use(FIRST, ENGINEERS)
    assert game.upgrades(FIRST) == [("Comet Zone", "Mining World")]


def test_military_worlds_are_neither_replaced_nor_replacements() -> None:
    game = start(
        f"Drop Ships, Rebel Miners, Asteroid Belt, {ENGINEERS}", "Imperium Fuel Depot, Comet Zone"
    )
    game.place(FIRST, None)
    game.use(FIRST, ENGINEERS)
    assert game.upgrades(FIRST) == [("Asteroid Belt", "Comet Zone")]


def test_the_good_on_the_old_world_is_lost_and_a_windfall_good_comes() -> None:
    """arc 1 booklet, Replace a World."""
    game = start(
        f"New Sparta, Destroyed World, {ENGINEERS}", "Asteroid Belt", goods="Destroyed World"
    )
    game.use(FIRST, ENGINEERS)
    game.upgrade(FIRST, "Destroyed World", "Asteroid Belt")
    assert game.goods(FIRST) == ["Asteroid Belt"]
    assert len(game.discards()) == 2


def test_a_replacement_with_the_symbol_brings_its_prestige_too() -> None:
    """arc 1 booklet, Replace a World: gain 1 prestige besides."""
    game = start(f"New Sparta, Asteroid Belt, {ENGINEERS}", "Psi-Crystal World")
    game.use(FIRST, ENGINEERS)
    game.upgrade(FIRST, "Asteroid Belt", "Psi-Crystal World")
    assert game.prestige(FIRST) == 2


def test_no_other_power_or_bonus_comes_with_a_replacement() -> None:
    """arc 1 booklet, Replace a World: nor can it be combined with any others."""
    tableau = (
        f"New Sparta, Asteroid Belt, Terraforming Robots, Golden Age of Terraforming, {ENGINEERS}"
    )
    game = start(tableau, "Comet Zone")
    game.use(FIRST, ENGINEERS)
    game.upgrade(FIRST, "Asteroid Belt", "Comet Zone")
    assert game.count(FIRST) == 0
    assert game.goods(FIRST) == []


def test_a_replacement_is_no_first_world_for_another_power() -> None:
    """arc 1 booklet, Settle Extra Military World: after placing another world."""
    game = start(
        f"New Sparta, Asteroid Belt, {ENGINEERS}, {SNEAK}, {LOGISTICS}", "Comet Zone, Outlaw World"
    )
    game.place(FIRST, None)
    game.use(FIRST, ENGINEERS)
    game.upgrade(FIRST, "Asteroid Belt", "Comet Zone")
    assert game.driver.over


def test_a_world_placed_in_the_phase_cannot_be_replaced() -> None:
    """arc 1 booklet, Replace a World: it cannot target a newly placed world."""
    game = start(f"New Sparta, {ENGINEERS}", "Destroyed World, Asteroid Belt", 1)
    game.place(FIRST, "Destroyed World")
    assert game.driver.over
    assert game.tableau(FIRST)[-1] == "Destroyed World"


AGAIN = card(
    "Second Survey",
    "development: 3",
    "settle: may upgrade a non-military world by 0 to 3, 1 prestige",
)


def test_a_replacement_is_newly_placed_for_another_such_power() -> None:
    """arc 1 booklet, Replace a World: the same with two different cards."""
    tableau = f"New Sparta, Destroyed World, {ENGINEERS}, Second Survey"
    game = start(tableau, "Mining World, New Earth", cards=AGAIN)
    game.use(FIRST, ENGINEERS)
    game.upgrade(FIRST, "Destroyed World", "Mining World")
    assert game.driver.over
    assert game.prestige(FIRST) == 1


def test_a_replacement_comes_besides_a_world_settled() -> None:
    """arc 1 booklet, Replace a World: in addition to any Settle action."""
    game = start(f"New Sparta, Destroyed World, {ENGINEERS}", "Outlaw World, Asteroid Belt")
    game.place(FIRST, "Outlaw World")
    game.use(FIRST, ENGINEERS)
    game.upgrade(FIRST, "Destroyed World", "Asteroid Belt")
    assert game.tableau(FIRST)[-2:] == ["Outlaw World", "Asteroid Belt"]
    assert game.count(FIRST) == 1


def test_the_replacement_may_be_declined() -> None:
    game = start(f"New Sparta, Destroyed World, {ENGINEERS}", "Asteroid Belt")
    game.skip(FIRST)
    assert game.tableau(FIRST)[1] == "Destroyed World"
    assert game.prestige(FIRST) == 0


def test_cards_saved_under_a_replaced_world_are_discarded() -> None:
    """arc 1 booklet, Draw Saved Cards: if this world is ever discarded."""
    mine = Side(f"Galactic Scavengers, {ENGINEERS}", "Space Port", saved="Gem World")
    game = Arc(mine, Side("Star Nomad Raiders"), supply=SUPPLY, until="settle")
    game.choose("settle", "consume: trade")
    game.use(FIRST, ENGINEERS)
    game.upgrade(FIRST, "Galactic Scavengers", "Space Port")
    assert game.saved(FIRST) == []
    assert "Gem World" in game.discards()


def test_powers_of_a_replaced_world_last_until_the_end_of_the_phase() -> None:
    """arc 1 booklet, Adding The Brink of War: they persist for the owner at its start."""
    tableau = f"Alpha Centauri, {ENGINEERS}, {LOGISTICS}"
    game = start(tableau, "Dying Colony, Asteroid Belt, Smuggling Lair")
    game.place(FIRST, "Dying Colony")
    game.use(FIRST, ENGINEERS)
    game.upgrade(FIRST, "Alpha Centauri", "Asteroid Belt")
    game.use(FIRST, LOGISTICS)
    game.place(FIRST, "Smuggling Lair")
    assert game.tableau(FIRST)[2:] == ["Dying Colony", "Asteroid Belt", "Smuggling Lair"]


# --- conquering a world that is not military


def test_a_non_military_world_is_conquered_against_its_cost_less_2() -> None:
    """arc 1 booklet, Conquer Non-military World: printed cost, the card is discarded."""
    game = start(f"New Sparta, {CLOAK}", "Distant World, Terraformed World")
    assert game.legal_answers(FIRST) == ["Distant World"]
    game.place(FIRST, "Distant World")
    assert game.tableau(FIRST) == ["New Sparta", "Distant World"]
    assert game.count(FIRST) == 1 + 1


def test_discounts_do_not_lower_the_defense_of_a_conquered_world() -> None:
    """arc 1 booklet, Conquer Non-military World: its printed cost."""
    game = start(f"New Sparta, {CLOAK}, Replicant Robots", "Terraformed World, Merchant World")
    assert game.legal_answers(FIRST) == ["Merchant World"]


def test_military_against_a_kind_counts_against_a_world_conquered_like_this() -> None:
    """arc 1 booklet, Conquer Non-military World: placed as a military world."""
    game = start(f"New Sparta, {CLOAK}, Alpha Centauri", "New Earth, Terraformed World")
    assert game.legal_answers(FIRST) == ["New Earth"]


def test_the_fleet_conquers_for_2_prestige_with_its_own_military() -> None:
    """arc 1 booklet, Conquer Non-military World: defense of the printed cost."""
    game = start(f"Old Earth, {FLEET}", "Comet Zone, Merchant World")
    assert game.legal_answers(FIRST) == ["Comet Zone"]
    game.place(FIRST, "Comet Zone")
    assert game.tableau(FIRST) == ["Old Earth", "Comet Zone"]
    assert game.prestige(FIRST) == 2


def test_a_conquered_world_may_call_up_temporary_military_too() -> None:
    game = start(f"Old Earth, {CLOAK}, Space Mercenaries", "Distant World", 2)
    game.place(FIRST, "Distant World")
    assert game.payment_options(FIRST) == [(f"{CLOAK}, Space Mercenaries", 1)]


def test_worlds_conquered_save_no_card() -> None:
    game = start(f"Galactic Scavengers, {CLOAK}, Drop Ships", "Distant World, Terraformed World")
    game.place(FIRST, "Distant World")
    assert game.saved(FIRST) == []


def test_both_cloaking_technologies_conquer_with_improved_logistics() -> None:
    tableau = f"New Sparta, {CLOAK}, {FLEET}, {LOGISTICS}"
    game = start(tableau, "Distant World, Lost Species Ark World")
    game.place(FIRST, "Distant World")
    game.pay(FIRST, CLOAK)
    game.use(FIRST, LOGISTICS)
    game.place(FIRST, "Lost Species Ark World")
    assert game.tableau(FIRST) == [
        "New Sparta",
        LOGISTICS,
        "Distant World",
        "Lost Species Ark World",
    ]
