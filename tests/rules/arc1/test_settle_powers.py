"""arc 1 booklet, Card Powers, III: Settle: military, costs, goods, prestige, saving, paying."""

import pytest

from rftg_engine import Side
from tests.rules.arc1.arc import FIRST, SECOND, Arc

PAY_ANY = 12
"""Hand cards enough for every world."""


def start(tableau: str, hand: str, extra: int = 0, goods: str = "", prestige: int = 0) -> Arc:
    """A Settle that the second player has chosen, so that no bonus card comes; it ends there."""
    mine = Side(tableau, f"{hand}, {extra} developments", goods=goods, prestige=prestige)
    supply = "Public Works, Interstellar Bank, Export Duties, Investment Credits"
    game = Arc(mine, Side("Lost Species Ark World"), supply=supply, until="settle")
    game.choose("consume: trade", "settle")
    return game


def offered(
    tableau: str, hand: str, extra: int = 0, goods: str = "", prestige: int = 0
) -> list[str]:
    """The worlds that can be placed, Refugee World apart."""
    game = start(tableau, f"{hand}, Refugee World", extra, goods, prestige)
    return [title for title in game.legal_answers(FIRST) if title != "Refugee World"]


def ways(
    tableau: str, world: str, extra: int = PAY_ANY, goods: str = "", prestige: int = 0
) -> list[tuple[str, int]]:
    """The ways to place a world."""
    game = start(tableau, world, extra, goods, prestige)
    game.place(FIRST, world)
    return game.payment_options(FIRST)


# --- temporary military


def test_space_mercenaries_call_up_1_military_for_each_of_2_cards() -> None:
    """arc 1 booklet, Discard for Temporary Military; besides the military they always have."""
    tableau = "Old Earth, Space Mercenaries"
    hand = "Rebel Miners, Pirate World, Malevolent Lifeforms"
    assert offered(tableau, hand, 2) == ["Pirate World", "Rebel Miners"]
    assert ways(tableau, "Pirate World") == [("Space Mercenaries", 2)]


def test_the_power_need_not_be_used_fully() -> None:
    """arc 1 booklet, Discard for Temporary Military."""
    game = start("Old Earth, Space Mercenaries", "Rebel Miners", 3)
    game.place(FIRST, "Rebel Miners")
    game.pay(FIRST, "Space Mercenaries", "1 card")
    assert game.count(FIRST) == 2


def test_more_may_be_called_up_than_the_world_takes() -> None:
    """arc 1 booklet, Discard for Temporary Military: it lasts until the end of the phase."""
    game = start("Old Earth, Space Mercenaries", "Rebel Miners", 3)
    game.place(FIRST, "Rebel Miners")
    game.pay(FIRST, "Space Mercenaries", "2 cards")
    assert game.count(FIRST) == 1


def test_two_such_cards_give_up_to_4_military() -> None:
    tableau = "Old Earth, Space Mercenaries, Mercenary Fleet"
    assert offered(tableau, "Rebel Homeworld", 4) == ["Rebel Homeworld"]
    assert offered(tableau, "Alien Monolith", 9) == []


def test_without_hand_cards_nobody_can_be_hired() -> None:
    assert offered("Old Earth, Space Mercenaries", "Pirate World", 0) == []


def test_one_card_gives_1_military_on_some_worlds() -> None:
    assert ways("Expedition Force, Primitive Rebel World", "Rebel Miners") == [
        ("Primitive Rebel World", 1)
    ]


def test_a_prestige_gives_3_military() -> None:
    """arc 1 booklet, Temporary Military."""
    tableau = "Old Earth, Alien Booby Trap"
    assert offered(tableau, "Pirate World, Malevolent Lifeforms", prestige=1) == ["Pirate World"]
    assert offered(tableau, "Pirate World") == []


def test_the_prestige_of_a_world_does_not_serve_to_conquer_it() -> None:
    """arc 1 booklet, Adding The Brink of War: only after conquering it."""
    assert offered("Old Earth, Alien Booby Trap", "Information Hub") == []
    game = start("Old Earth, Alien Booby Trap", "Information Hub", prestige=1)
    game.place(FIRST, "Information Hub")
    assert game.prestige(FIRST) == 1


def test_a_rare_good_gives_2_military() -> None:
    """arc 1 booklet, Temporary Military."""
    tableau = "Old Earth, Rebel Fuel Refinery"
    game = start(tableau, "Rebel Miners", goods="Rebel Fuel Refinery")
    game.place(FIRST, "Rebel Miners")
    assert game.goods(FIRST) == []
    assert offered(tableau, "Rebel Miners") == []
    assert offered(f"{tableau}, Gem World", "Rebel Miners", goods="Gem World") == []


# --- military that counts


def test_hidden_fortress_adds_1_for_each_military_world_itself_too() -> None:
    """arc 1 booklet, Military for Military Worlds."""
    assert offered("New Vinland, Hidden Fortress, Outlaw World", "Rebel Miners") == ["Rebel Miners"]
    assert offered("New Vinland, Hidden Fortress", "Rebel Miners") == []


def test_a_world_conquered_in_the_phase_is_not_counted_in_it() -> None:
    """arc 1 booklet, Adding The Brink of War: only cards there at the start of the phase."""
    game = start("Hidden Fortress, Improved Logistics", "Outlaw World, Rebel Miners")
    game.place(FIRST, "Outlaw World")
    assert game.powers(FIRST) == []


def test_uplift_worlds_arm_the_mercenary_force() -> None:
    """arc 1 booklet, Military: for each such world in the tableau, itself too."""
    game = start("Uplift Mercenary Force, Devolved Uplift Race, Uplift Gene Breeders", "")
    assert game.player(FIRST).powers.military == 2


def test_freedom_fighters_lose_2_with_an_imperium_card() -> None:
    """arc 1 booklet, Military: +1 becomes -1 in all."""
    assert offered("Rebel Freedom Fighters", "Outlaw World") == ["Outlaw World"]
    game = start("Rebel Freedom Fighters, Imperium Lords", "Outlaw World")
    assert game.player(FIRST).powers.military == -1


def test_military_against_rebels_counts_against_them_only() -> None:
    tableau = "Imperium Warlord, Imperium Troops"
    assert offered(tableau, "Rebel Council, Pirate World, Malevolent Lifeforms") == []
    assert offered(tableau, "Rebel Colony, Malevolent Lifeforms") == ["Rebel Colony"]


def test_rebel_pact_helps_only_to_pay_for_military_worlds() -> None:
    """arc 1 booklet, Reduce Pay for Military Cost: it gives no power to pay for them."""
    assert offered("Old Earth, Rebel Pact", "Outlaw World, Rebel Miners", PAY_ANY) == []
    assert ways("Rebel Cantina, Rebel Pact", "Rebel Base") == [("Rebel Cantina", 6 - 2)]
    assert ways("Rebel Cantina, Rebel Pact", "Comet Zone") == [("", 3)]


# --- paying for military worlds


def test_the_cantina_pays_the_defense_of_worlds_that_are_not_alien() -> None:
    """arc 1 booklet, Pay for Military."""
    assert offered("Rebel Cantina", "Rebel Base, Alien Robot Sentry", PAY_ANY) == ["Rebel Base"]
    assert ways("Rebel Cantina", "Rebel Base") == [("Rebel Cantina", 6)]


def test_the_alliance_pays_2_less_for_rebel_worlds() -> None:
    tableau = "Old Earth, Rebel Alliance"
    assert ways(tableau, "Rebel Base") == [("Rebel Alliance", 4)]
    assert offered(tableau, "Pirate World", PAY_ANY) == []


def test_the_research_team_pays_for_alien_worlds_with_its_own_discount() -> None:
    """arc 1 booklet, Pay for Military: any other applicable discounts, this one too."""
    assert ways("Alien Research Team", "Alien Monolith") == [("Alien Research Team", 8 - 1)]
    assert offered("Alien Research Team", "Rebel Base", PAY_ANY) == []


def test_the_ravaged_world_pays_for_chromosome_worlds() -> None:
    tableau = "Old Earth, Ravaged Uplift World"
    assert ways(tableau, "Uplift Revolt World") == [("Ravaged Uplift World", 4)]
    assert offered(tableau, "Pirate World", PAY_ANY) == []


def test_discounts_for_worlds_count_when_a_military_world_is_paid_for() -> None:
    game = start("Rebel Cantina, Terraforming Engineers, Replicant Robots", "Rebel Base", PAY_ANY)
    game.place(FIRST, "Rebel Base")
    assert game.payment_options(FIRST) == [("Rebel Cantina", 6 - 1 - 2)]


def test_paying_and_conquering_are_both_open() -> None:
    assert ways("Rebel Cantina, Space Marines", "Rebel Miners") == [("", 0), ("Rebel Cantina", 2)]


# --- costs


def test_a_genes_good_is_spent_to_settle_3_cheaper() -> None:
    """arc 1 booklet, Spend Good to Reduce Cost."""
    game = start(
        "Old Earth, Golden Age of Terraforming, Plague World", "Gem World", 5, "Plague World"
    )
    game.place(FIRST, "Gem World")
    assert game.payment_options(FIRST) == [("", 2), ("Golden Age of Terraforming", 0)]
    game.pay(FIRST, "Golden Age of Terraforming")
    assert "Plague World" not in game.goods(FIRST)


def test_the_good_of_a_windfall_world_does_not_pay_for_it() -> None:
    """arc 1 booklet, Adding The Brink of War: it can be used after paying."""
    assert ways("Old Earth, Golden Age of Terraforming", "Pre-Sentient Race") == [("", 2)]


def test_two_powers_need_two_goods() -> None:
    tableau = "Old Earth, Golden Age of Terraforming, Gene Designers"
    goods = "Gene Designers"
    assert ways(tableau, "Terraformed World", goods=goods) == [
        ("", 5),
        ("Golden Age of Terraforming", 2),
    ]


def test_the_doomed_world_is_given_up_for_a_world_that_is_not_alien() -> None:
    game = start("Doomed World", "Terraformed World, Deserted Alien Outpost")
    assert game.legal_answers(FIRST) == ["Terraformed World"]
    game.place(FIRST, "Terraformed World")
    assert game.tableau(FIRST) == ["Terraformed World"]


# --- saving


def test_one_card_of_a_payment_for_a_world_is_saved() -> None:
    """arc 1 booklet, Save Card from Payment."""
    game = start("Galactic Scavengers", "Gem World, Comet Zone, Spice World")
    game.place(FIRST, "Gem World")
    game.pick(FIRST, "Spice World")
    assert game.saved(FIRST) == ["Spice World"]


def test_cards_discarded_for_military_are_not_saved() -> None:
    """arc 1 booklet, Save Card from Payment: not discards to increase Military."""
    game = start("Galactic Scavengers, Space Mercenaries", "Rebel Miners", 3)
    game.place(FIRST, "Rebel Miners")
    game.pay(FIRST, "Space Mercenaries", "1 card")
    assert game.saved(FIRST) == []
    assert game.asked(FIRST) != "save"


def test_a_payment_for_a_military_world_is_saved_from() -> None:
    game = start(
        "Galactic Scavengers, Contact Specialist", "Outlaw World, Rebel Miners, Gem World", 3
    )
    game.place(FIRST, "Rebel Miners")
    assert game.asked(FIRST) == "pay for world"
    game.pay(FIRST, "Contact Specialist", "1 card")
    assert len(game.saved(FIRST)) == 1


# --- after placing


def test_two_cards_are_drawn_and_one_discarded_after_placing_a_world() -> None:
    """arc 1 booklet, Draw After, then Discard."""
    game = start("New Sparta, Imperium Fuel Depot", "Outlaw World", 1)
    game.place(FIRST, "Outlaw World")
    assert game.asked(FIRST) == "discard after drawing"
    assert game.count(FIRST) == 3
    game.answer(FIRST, game.decision(FIRST).first())
    assert game.count(FIRST) == 2


@pytest.mark.parametrize(("world", "good"), [("Comet Zone", True), ("Galactic Engineers", False)])
def test_a_production_world_gets_a_good_when_it_is_placed(world: str, good: bool) -> None:
    """arc 1 booklet, Receive Good After."""
    game = start("Old Earth, Golden Age of Terraforming", world, 3)
    game.place(FIRST, world)
    assert (world in game.goods(FIRST)) is good


def test_a_windfall_world_gets_no_second_good() -> None:
    game = start("New Vinland, Golden Age of Terraforming", "Asteroid Belt", 2)
    game.place(FIRST, "Asteroid Belt")
    assert len(game.discards()) == 2
    assert len(game.player(FIRST).goods) == 1


def test_production_worlds_bring_prestige_to_the_cornucopia() -> None:
    """arc 1 booklet, Settle and Gain Prestige."""
    for world, prestige in (("Gem World", 1), ("Asteroid Belt", 0)):
        game = start("Old Earth, Alien Cornucopia", world, 2)
        game.place(FIRST, world)
        assert game.prestige(FIRST) == prestige


def test_each_player_uses_the_own_powers_only() -> None:
    mine, theirs = Side("New Sparta", "Outlaw World"), Side("Old Earth, Galactic Markets")
    game = Arc(mine, theirs, actions=("consume: trade", "settle"))
    game.place(FIRST, "Outlaw World")
    assert game.count(SECOND) == 0
