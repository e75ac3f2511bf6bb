"""arc 1 booklet, Takeovers: several attempts, what changes hands, the powers of set 3."""

import pytest

from rftg_engine import Side
from tests.game import card
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc
from tests.rules.arc1.openings import duel

CLOAK = "Imperium Cloaking Technology"
SEAT = "Imperium Seat"
SNEAK = "Rebel Sneak Attack"
BELLI = "Interstellar Casus Belli"
BUSTER = "Imperium Planet Buster"


# --- several attempts


def test_an_attempt_on_a_world_that_has_changed_hands_fails() -> None:
    """arc 1 booklet, Takeover Declarations: it does not follow its target."""
    third = Side(f"Drop Ships, New Galactic Order, {CLOAK}")
    game = duel(Side(f"New Sparta, {CLOAK}"), Side("Expedition Force, Outlaw World"), third)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.attack(THIRD, CLOAK, "Outlaw World")
    assert "Outlaw World" in game.tableau(FIRST)
    assert CLOAK not in game.tableau(THIRD)


def test_attempts_are_resolved_clockwise_from_the_lowest_start_world() -> None:
    """arc 1 booklet, Resolving Takeovers: order of play, not the strength of the attack."""
    first = Side(f"Drop Ships, New Galactic Order, {CLOAK}")
    game = duel(first, Side("Expedition Force, Outlaw World"), Side(f"New Sparta, {CLOAK}"))
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.attack(THIRD, CLOAK, "Outlaw World")
    assert "Outlaw World" in game.tableau(FIRST)


TWO = f"Old Earth, Space Marines, Improved Logistics, {CLOAK}, {SEAT}"
"""Two different takeover powers, and power to settle twice."""


def test_who_placed_no_world_may_attempt_two_takeovers_with_improved_logistics() -> None:
    """arc 1 booklet, Takeover Declarations: with two different powers."""
    game = duel(Side(TWO), Side("Expedition Force, Outlaw World, Rebel Fuel Cache"))
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.use(FIRST, "Improved Logistics")
    assert game.attacks(FIRST) == [(SEAT, "Rebel Fuel Cache")]
    game.attack(FIRST, SEAT, "Rebel Fuel Cache")
    assert game.tableau(FIRST)[-2:] == ["Outlaw World", "Rebel Fuel Cache"]
    assert game.count(FIRST) == 1


def test_one_power_attempts_one_takeover() -> None:
    """arc 1 booklet, Takeover Declarations: two different powers."""
    tableau = f"Old Earth, Space Marines, Improved Logistics, {SEAT}"
    game = duel(Side(tableau), Side("Rebel Sympathizers, Rebel Fuel Cache"))
    game.attack(FIRST, SEAT, "Rebel Fuel Cache")
    assert game.driver.over
    assert "Rebel Sympathizers" in game.tableau(SECOND)


def test_the_second_attempt_is_void_when_the_first_one_fails() -> None:
    """arc 1 booklet, Fine Points."""
    theirs = Side(
        "Expedition Force, Outlaw World, Rebel Fuel Cache, Space Mercenaries", hand="1 card"
    )
    game = duel(Side(f"{TWO}, Expedition Force"), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.use(FIRST, "Improved Logistics")
    game.attack(FIRST, SEAT, "Rebel Fuel Cache")
    game.pay(SECOND, "Space Mercenaries", "1 card")
    assert game.tableau(SECOND)[1:3] == ["Outlaw World", "Rebel Fuel Cache"]


def test_improved_logistics_takes_over_a_world_after_one_that_was_placed() -> None:
    """arc 1 booklet, Takeover Declarations: as the second world of the phase."""
    mine = Side(f"New Sparta, Improved Logistics, {CLOAK}", "Rebel Miners")
    game = duel(mine, Side("Expedition Force, Outlaw World"))
    game.place(FIRST, "Rebel Miners")
    game.use(FIRST, "Improved Logistics")
    game.attack(FIRST, CLOAK, "Outlaw World")
    assert game.tableau(FIRST)[-2:] == ["Rebel Miners", "Outlaw World"]
    assert game.count(FIRST) == 1


@pytest.mark.parametrize("settler", ["Improved Logistics", SNEAK])
def test_no_world_is_placed_while_the_first_one_has_only_been_declared(settler: str) -> None:
    """arc 1 booklet, Settle a Second World: after fully resolving settling the first world."""
    mine = Side(f"New Sparta, {settler}, {CLOAK}", "Rebel Miners")
    game = duel(Side("Expedition Force, Outlaw World"), mine)
    game.place(SECOND, None)
    game.attack(SECOND, CLOAK, "Outlaw World")
    assert game.driver.over
    assert game.tableau(SECOND) == ["New Sparta", settler, "Outlaw World"]
    assert "Rebel Miners" in game.hand(SECOND)


@pytest.mark.parametrize("settler", ["Improved Logistics", SNEAK])
def test_a_world_is_placed_after_one_that_was_settled(settler: str) -> None:
    mine = Side(f"New Sparta, {settler}", "Rebel Miners, Runaway Robots")
    game = duel(Side("Expedition Force"), mine)
    game.place(SECOND, "Rebel Miners")
    game.use(SECOND, settler)
    game.place(SECOND, "Runaway Robots")
    assert game.tableau(SECOND)[-1] == "Runaway Robots"


def test_after_a_takeover_was_declared_only_another_one_is_asked_for() -> None:
    """arc 1 booklet, Takeover Declarations: two takeovers without a world placed."""
    game = duel(Side("Expedition Force, Outlaw World, Rebel Fuel Cache"), Side(TWO, "Rebel Miners"))
    game.place(SECOND, None)
    game.attack(SECOND, CLOAK, "Outlaw World")
    game.use(SECOND, "Improved Logistics")
    assert game.attacks(SECOND) == [(SEAT, "Rebel Fuel Cache")]


def test_a_second_doomed_attempt_can_be_declared_too() -> None:
    mine = Side(f"New Sparta, Improved Logistics, {CLOAK}, {SEAT}", "Rebel Miners")
    game = duel(Side("Space Marines, Expedition Force, Outlaw World, Rebel Base"), mine)
    game.place(SECOND, None)
    game.attack(SECOND, CLOAK, "Outlaw World")
    game.use(SECOND, "Improved Logistics")
    game.attack(SECOND, SEAT, "Rebel Base")
    assert game.tableau(SECOND) == ["New Sparta", "Improved Logistics", SEAT]


TWICE = card("Third Landing", "development: 3", "settle: may place another world")


def test_an_attempt_after_a_world_was_placed_does_not_depend_on_the_attempt_before() -> None:
    """arc 1 booklet, Fine Points: the second fails only since no first world was placed."""
    mine = Side(f"{TWO}, Expedition Force, Third Landing", "Refugee World")
    theirs = Side(
        "Expedition Force, Outlaw World, Rebel Fuel Cache, Space Mercenaries", hand="1 card"
    )
    game = duel(mine, theirs, cards=TWICE)
    game.place(FIRST, "Refugee World")
    game.pay(FIRST)
    game.use(FIRST, "Improved Logistics")
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.use(FIRST, "Third Landing")
    game.attack(FIRST, SEAT, "Rebel Fuel Cache")
    game.pay(SECOND, "Space Mercenaries", "1 card")
    assert "Outlaw World" in game.tableau(SECOND)
    assert "Rebel Fuel Cache" in game.tableau(FIRST)


def test_military_called_up_in_defense_counts_for_own_attempts_resolved_later() -> None:
    """arc 1 booklet, Fine Points: increasing military on defense."""
    first = Side(f"New Sparta, Expedition Force, {CLOAK}, Outlaw World")
    second = "Old Earth, Expedition Force, Space Mercenaries, Rebel Fuel Cache"
    game = duel(first, Side(f"{second}, {CLOAK}", hand="2 cards"))
    game.attack(FIRST, CLOAK, "Rebel Fuel Cache")
    game.attack(SECOND, CLOAK, "Outlaw World")
    game.pay(SECOND)
    assert game.asked(SECOND) == "defend"
    game.pay(SECOND, "Space Mercenaries", "2 cards")
    assert game.tableau(SECOND)[-2:] == ["Rebel Fuel Cache", "Outlaw World"]


def test_a_card_discarded_for_a_world_is_not_there_for_a_takeover() -> None:
    """Each of the two uses takes the card."""
    mine = Side(f"New Sparta, {CLOAK}, Improved Logistics", "Distant World")
    game = duel(mine, Side("Expedition Force, Outlaw World"))
    game.place(FIRST, "Distant World")
    assert game.driver.step != "settle"
    assert "Outlaw World" in game.tableau(SECOND)


def test_the_sneak_attack_takes_over_or_conquers_but_not_both() -> None:
    mine = Side(f"New Sparta, {SNEAK}, Improved Logistics", "Refugee World, Outlaw World")
    game = duel(mine, Side("Imperium Lords, Runaway Robots"))
    game.place(FIRST, "Refugee World")
    game.use(FIRST, "Improved Logistics")
    game.place(FIRST, None)
    game.attack(FIRST, SNEAK, "Runaway Robots")
    assert game.tableau(FIRST)[-1] == "Runaway Robots"
    assert game.hand(FIRST) == ["Interstellar Bank", "Outlaw World"]


# --- transfer


def test_the_good_on_the_world_goes_with_it() -> None:
    """arc 1 booklet, Transferring Worlds."""
    theirs = Side("Expedition Force, Former Penal Colony", goods="Former Penal Colony")
    game = duel(Side(f"New Sparta, Space Marines, {CLOAK}"), theirs)
    game.attack(FIRST, CLOAK, "Former Penal Colony")
    assert game.goods(FIRST) == ["Former Penal Colony"]
    assert game.goods(SECOND) == []


def test_a_windfall_world_without_a_good_gets_none() -> None:
    """arc 1 booklet, Transferring Worlds."""
    theirs = Side("Expedition Force, Former Penal Colony")
    game = duel(Side(f"New Sparta, Space Marines, {CLOAK}"), theirs)
    game.attack(FIRST, CLOAK, "Former Penal Colony")
    assert game.tableau(FIRST)[-1] == "Former Penal Colony"
    assert game.goods(FIRST) == []


def test_cards_are_drawn_for_a_world_taken_over() -> None:
    """arc 1 booklet, Transferring Worlds: Settle bonus and Draw After powers."""
    mine = Side(f"New Sparta, Terraforming Robots, {CLOAK}")
    game = duel(mine, Side("Expedition Force, Outlaw World"))
    game.attack(FIRST, CLOAK, "Outlaw World")
    assert game.count(FIRST) == 2


def test_a_world_brings_no_second_prestige_when_it_is_taken_over() -> None:
    """arc 1 booklet, Gaining Prestige."""
    mine = Side(f"New Sparta, Drop Ships, {CLOAK}")
    game = duel(mine, Side("Expedition Force, Information Hub", prestige=1))
    game.attack(FIRST, CLOAK, "Information Hub")
    assert game.tableau(FIRST)[-1] == "Information Hub"
    assert (game.prestige(FIRST), game.prestige(SECOND)) == (0, 1)


def test_attributes_of_a_world_lost_still_serve_its_previous_owner_in_this_phase() -> None:
    """arc 1 booklet, Takeover examples, 3: bonuses of the start of Settle do not change."""
    second = Side(
        "Expedition Force, Rebel Alliance, Rebel Fuel Cache, New Galactic Order, Old Earth"
    )
    third = Side("Imperium Lords, Pirate World")
    game = Arc(Side(f"Drop Ships, Space Marines, {CLOAK}"), second, third, takeovers=True)
    game.choose("settle", "consume: x2")
    game.attack(FIRST, CLOAK, "Rebel Fuel Cache")
    game.attack(SECOND, "Rebel Alliance", "Pirate World")
    assert "Rebel Fuel Cache" in game.tableau(FIRST)
    assert "Pirate World" in game.tableau(SECOND)


def test_the_card_discarded_for_an_attack_still_gives_its_military() -> None:
    """arc 1 booklet, Adding The Brink of War: powers persist until the end of the phase."""
    cards = card(
        "Last Armada",
        "development: 3",
        "settle: military +3",
        "settle: may discard this -> "
        "take over a military world from a player with military 1 or more",
    )
    mine, theirs = Side("Old Earth, Last Armada"), Side("Expedition Force, Reptilian Uplift Race")
    game = duel(mine, theirs, cards=cards)
    game.attack(FIRST, "Last Armada", "Reptilian Uplift Race")
    assert game.tableau(FIRST) == ["Old Earth", "Reptilian Uplift Race"]


def test_saved_cards_go_with_a_world() -> None:
    """arc 1 booklet, margin of Transferring Worlds, for a military world that saves."""
    cards = card(
        "Guarded Vault", "military world: 2", "develop: save 1 card", "produce: draw saved cards"
    )
    theirs = Side("Guarded Vault, Expedition Force", saved="Gem World")
    game = duel(Side(f"New Sparta, Space Marines, {CLOAK}"), theirs, cards=cards)
    game.attack(FIRST, CLOAK, "Guarded Vault")
    assert game.saved(FIRST) == ["Gem World"]
    assert game.saved(SECOND) == []


def test_a_most_goal_is_lost_with_a_world_at_the_end_of_settle() -> None:
    """arc 1 booklet, margin of Goals: checked after any successful takeover."""
    theirs = "Expedition Force, Rebel Fuel Cache, Rebel Miners, Rebel Sympathizers"
    goal = "Propaganda Edge"
    game = Arc(
        Side(f"New Sparta, Space Marines, {CLOAK}"),
        Side(theirs, goals=goal),
        takeovers=True,
        goals=goal,
    )
    game.choose("settle", "consume: x2")
    game.attack(FIRST, CLOAK, "Rebel Fuel Cache")
    assert game.goals(FIRST) == game.goals(SECOND) == []


# --- casus belli, planet buster, invasion fleet


def test_a_casus_belli_costs_a_prestige_and_brings_two() -> None:
    """arc 1 booklet, Take Over a World: if successful, gain 2 prestige."""
    game = duel(Side(f"New Sparta, {BELLI}", prestige=1), Side("Old Earth, Outlaw World"))
    game.attack(FIRST, BELLI, "Outlaw World")
    assert game.prestige(FIRST) == 2


def test_a_casus_belli_that_fails_costs_its_prestige_all_the_same() -> None:
    theirs = Side("Old Earth, Outlaw World, New Military Tactics")
    game = duel(Side(f"New Sparta, {BELLI}", prestige=1), theirs)
    game.attack(FIRST, BELLI, "Outlaw World")
    game.pay(SECOND, "New Military Tactics")
    assert game.prestige(FIRST) == 0


def test_the_planet_buster_discards_the_world_and_its_good_and_brings_2_prestige() -> None:
    """arc 1 booklet, Take Over a World: that world and any good on it are discarded."""
    theirs = Side("Expedition Force, Former Penal Colony", goods="Former Penal Colony")
    game = duel(Side(f"Old Earth, {BUSTER}, Space Marines"), theirs)
    game.attack(FIRST, BUSTER, "Former Penal Colony")
    assert game.tableau(FIRST) == ["Old Earth", BUSTER, "Space Marines"]
    assert game.tableau(SECOND) == ["Expedition Force"]
    assert game.goods(FIRST) == game.goods(SECOND) == []
    assert len(game.discards()) == 2
    assert game.prestige(FIRST) == 2


def test_the_world_destroyed_was_conquered_so_the_bonus_card_comes() -> None:
    """arc 1 booklet, margin of Transferring Worlds: it destroys a world it takes over."""
    game = duel(Side(f"Old Earth, {BUSTER}"), Side("Expedition Force, Outlaw World"))
    game.attack(FIRST, BUSTER, "Outlaw World")
    assert game.count(FIRST) == 1


def test_a_destroyed_world_gets_no_good() -> None:
    """A power that puts a good on a world placed has nothing to put it on."""
    mine = Side(f"Old Earth, {BUSTER}, Golden Age of Terraforming")
    game = duel(mine, Side("Expedition Force, New Survivalists"))
    game.attack(FIRST, BUSTER, "New Survivalists")
    assert game.goods(FIRST) == []


FLEET = "Imperium Invasion Fleet"


def test_with_casus_belli_and_invasion_fleet_any_world_can_be_taken_over() -> None:
    """arc 1 booklet, Set 3 Takeover Notes: against military and printed cost."""
    game = duel(Side(f"Old Earth, {FLEET}, {BELLI}", prestige=1), Side("New Vinland, Comet Zone"))
    assert (BELLI, "Comet Zone") in game.attacks(FIRST)
    game.attack(FIRST, BELLI, "Comet Zone")
    assert game.tableau(FIRST) == ["Old Earth", BELLI, "Comet Zone"]
    assert game.prestige(FIRST) == 4


def test_the_invasion_fleet_takes_over_nothing_by_itself() -> None:
    game = duel(Side(f"Old Earth, {FLEET}"), Side("New Vinland, Comet Zone, Outlaw World"))
    assert game.driver.step != "settle"


def test_a_world_costing_more_than_the_military_cannot_be_taken_over() -> None:
    mine = Side(f"Old Earth, {FLEET}, {BELLI}", prestige=1)
    theirs = Side("New Vinland, Distant World")
    assert duel(mine, theirs).takes(FIRST, BELLI, "New Vinland")
    assert not duel(mine, theirs).takes(FIRST, BELLI, "Distant World")


def test_a_fleet_whose_attack_fails_is_lost_without_prestige() -> None:
    theirs = Side("New Vinland, Comet Zone, New Military Tactics")
    game = duel(Side(f"Old Earth, {FLEET}, {BELLI}", prestige=1), theirs)
    game.attack(FIRST, BELLI, "Comet Zone")
    game.pay(SECOND, "New Military Tactics")
    assert game.tableau(FIRST) == ["Old Earth", BELLI]
    assert game.prestige(FIRST) == 0
