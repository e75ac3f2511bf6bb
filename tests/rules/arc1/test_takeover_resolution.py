"""arc 1 booklet, Resolving Takeovers: temporary military, defense, several attempts, transfer."""

from __future__ import annotations

from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc, Side

CLOAK = "Imperium Cloaking Technology"
SEAT = "Imperium Seat"
BELLI = "Interstellar Casus Belli"
BUSTER = "Imperium Planet Buster"


SUPPLY = "Public Works, Interstellar Bank, Export Duties, Investment Credits"
"""What is drawn in the phase, so that no further world comes up."""


def duel(mine: Side, theirs: Side, *more: Side, cards: str = "") -> Arc:
    """The first player chooses Settle, the others Consume."""
    game = Arc(mine, theirs, *more, takeovers=True, cards=cards, supply=SUPPLY)
    game.choose("settle", "consume: x2")
    return game


# --- temporary military of the attacker


def test_the_attacker_calls_up_temporary_military_when_declaring() -> None:
    """arc 1 booklet, Takeover Declarations."""
    theirs = Side("Gem World, Expedition Force, Outlaw World")
    game = duel(Side(f"Old Earth, {CLOAK}, Space Mercenaries", extra=2), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    assert game.asked(FIRST) == "pay for takeover"
    game.pay(FIRST, "Space Mercenaries", 1)
    assert game.tableau(FIRST)[-1] == "Outlaw World"
    assert game.count(FIRST) == 2


def test_an_attack_that_calls_up_too_little_fails_and_its_price_is_lost() -> None:
    """arc 1 booklet, Takeover examples, 2: the attacker cannot add to it when it is resolved."""
    theirs = Side("Gem World, Expedition Force, Outlaw World")
    game = duel(Side(f"Old Earth, {CLOAK}, Space Mercenaries", extra=2), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(FIRST)
    assert game.tableau(FIRST) == ["Old Earth", "Space Mercenaries"]
    assert game.tableau(SECOND)[-1] == "Outlaw World"
    assert CLOAK in game.discards()


def test_a_failed_attack_brings_no_bonus_card() -> None:
    theirs = Side("Gem World, Expedition Force, Outlaw World")
    game = duel(Side(f"Old Earth, {CLOAK}, Space Mercenaries", extra=2), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(FIRST)
    assert game.count(FIRST) == 2


def test_military_against_the_kind_of_the_target_counts_for_the_attacker() -> None:
    """arc 1 booklet, Resolving Takeovers: specialised military based on the kind of the world."""
    theirs = Side("Gem World, Expedition Force, Smuggling Lair, Outlaw World")
    game = duel(Side(f"Alpha Centauri, {CLOAK}, Expedition Force"), theirs)
    assert game.attacks(FIRST) == [(CLOAK, "Smuggling Lair")]


def test_military_against_the_kind_of_the_target_counts_for_the_defender() -> None:
    theirs = Side("Gem Smugglers, Expedition Force, Smuggling Lair, Outlaw World")
    game = duel(Side(f"New Sparta, {CLOAK}"), theirs)
    assert game.attacks(FIRST) == [(CLOAK, "Outlaw World")]


def test_prestige_spent_on_settle_counts_in_an_attack() -> None:
    """arc 1 booklet, Prestige Card, Settle: 2 military until the end of the phase."""
    theirs = Side("Gem World, Expedition Force, Outlaw World")
    game = Arc(Side(f"Old Earth, {CLOAK}", prestige=1, card=True), theirs, takeovers=True)
    game.choose("prestige settle", "consume: x2")
    game.attack(FIRST, CLOAK, "Outlaw World")
    assert game.tableau(FIRST) == ["Old Earth", "Outlaw World"]


# --- temporary military and defense of the defender


def test_the_defender_may_discard_a_card_of_the_tableau_for_military() -> None:
    theirs = Side("Gem World, Expedition Force, New Military Tactics, Outlaw World")
    game = duel(Side(f"New Sparta, {CLOAK}"), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(SECOND, "New Military Tactics")
    assert game.tableau(SECOND) == ["Gem World", "Expedition Force", "Outlaw World"]


def test_the_defender_may_let_the_world_go() -> None:
    theirs = Side("Gem World, Expedition Force, New Military Tactics, Outlaw World")
    game = duel(Side(f"New Sparta, {CLOAK}"), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(SECOND)
    assert game.tableau(FIRST) == ["New Sparta", "Outlaw World"]
    assert "New Military Tactics" in game.tableau(SECOND)


def test_the_defender_may_spend_prestige_for_military() -> None:
    theirs = Side("Gem World, Expedition Force, Alien Booby Trap, Outlaw World", prestige=1)
    game = duel(Side(f"New Sparta, {CLOAK}"), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(SECOND, "Alien Booby Trap")
    assert game.prestige(SECOND) == 0
    assert "Outlaw World" in game.tableau(SECOND)


def test_the_defender_gives_up_the_good_that_pays_for_military() -> None:
    theirs = Side("Gem World, Expedition Force, Rebel Fuel Refinery", goods="Rebel Fuel Refinery")
    game = duel(Side(f"New Sparta, {CLOAK}, Drop Ships"), theirs)
    game.attack(FIRST, CLOAK, "Rebel Fuel Refinery")
    game.pay(SECOND, "Rebel Fuel Refinery")
    assert "Rebel Fuel Refinery" in game.tableau(SECOND)
    assert game.goods(SECOND) == []


def begun_before(military: str, given: int) -> Arc:
    """The defender conquers a world with some cards for Space Mercenaries, then is attacked."""
    theirs = Side("Gem World, Space Mercenaries, Outlaw World", "Rebel Miners", 3)
    game = duel(Side(f"New Sparta, {military}, {CLOAK}"), theirs)
    game.place(SECOND, "Rebel Miners")
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(SECOND, "Space Mercenaries", given)
    return game


def test_the_defender_may_use_the_rest_of_a_power_begun_before() -> None:
    """arc 1 booklet, Resolving Takeovers. The 1 called up before counts as well."""
    game = begun_before("Expedition Force", 1)
    assert game.asked(SECOND) == "defend"
    game.pay(SECOND, "Space Mercenaries", 1)
    assert "Outlaw World" in game.tableau(SECOND)
    assert game.count(SECOND) == 1


def test_a_power_used_up_before_defends_no_more() -> None:
    game = begun_before("Space Marines", 2)
    assert game.tableau(FIRST)[-1] == "Outlaw World"
    assert game.count(SECOND) == 1


def test_only_a_defender_uses_the_rest_of_a_power() -> None:
    """arc 1 booklet, Resolving Takeovers: an exception for the defender."""
    mine = "Gem World, Space Mercenaries, Improved Logistics"
    game = Arc(Side(mine, "Rebel Miners, Former Penal Colony, Pirate World", 2), supply=SUPPLY)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Rebel Miners")
    game.pay(FIRST, "Space Mercenaries", 1)
    game.use(FIRST, "Improved Logistics")
    assert game.offered(FIRST) == ["Former Penal Colony"]


def test_temporary_military_of_a_settlement_lasts_for_a_takeover_in_the_same_phase() -> None:
    """arc 1 booklet, Temporary Military: until the end of this Settle phase."""
    mine = Side(
        f"Old Earth, New Military Tactics, Improved Logistics, {CLOAK}", "Rebel Underground"
    )
    theirs = Side("Expedition Force, Reptilian Uplift Race")
    game = duel(mine, theirs)
    game.place(FIRST, "Rebel Underground")
    game.use(FIRST, "Improved Logistics")
    game.attack(FIRST, CLOAK, "Reptilian Uplift Race")
    assert game.tableau(FIRST)[-2:] == ["Rebel Underground", "Reptilian Uplift Race"]


def test_rebel_pact_defends_with_2_for_each_rebel_and_1_for_each_other_military_world() -> None:
    """arc 1 booklet, Takeover Defense."""
    theirs = "Old Earth, Rebel Pact, Imperium Lords, Outlaw World, Rebel Fuel Cache"
    mine = "New Sparta, Expedition Force, Rebel Alliance"
    assert duel(Side(mine), Side(theirs)).attacks(FIRST) == []
    mine = "New Sparta, Space Marines, Rebel Alliance"
    assert duel(Side(mine), Side(theirs)).attacks(FIRST) == [
        ("Rebel Alliance", "Outlaw World"),
        ("Rebel Alliance", "Rebel Fuel Cache"),
    ]


def test_rebel_pact_conquers_nothing() -> None:
    game = Arc(Side("Gem World, Rebel Pact, Rebel Underground", "Rebel Fuel Cache", 3))
    game.choose("settle", "consume: x2")
    assert game.driver.step != "settle"


# --- defeating


def council(prestige: int = 1) -> Arc:
    """A takeover against the second player; the third one has the Security Council."""
    game = duel(
        Side(f"New Sparta, {CLOAK}"),
        Side("Expedition Force, Outlaw World"),
        Side("Old Earth, Pan-Galactic Security Council", prestige=prestige),
    )
    game.attack(FIRST, CLOAK, "Outlaw World")
    return game


def test_the_security_council_defeats_a_takeover_against_any_player() -> None:
    """arc 1 booklet, Defeat a Takeover."""
    game = council()
    assert game.asked(THIRD) == "defeat takeover"
    game.attack(THIRD, CLOAK, "Outlaw World")
    assert game.prestige(THIRD) == 0
    assert game.tableau(FIRST) == ["New Sparta"]
    assert "Outlaw World" in game.tableau(SECOND)


def test_the_security_council_may_let_a_takeover_happen() -> None:
    game = council()
    game.skip(THIRD)
    assert game.prestige(THIRD) == 1
    assert "Outlaw World" in game.tableau(FIRST)


def test_without_prestige_no_takeover_is_defeated() -> None:
    game = council(prestige=0)
    assert "Outlaw World" in game.tableau(FIRST)


def test_a_council_that_has_just_been_placed_defeats_nothing() -> None:
    """arc 1 booklet, Takeover Declarations: powers of newly placed worlds have no effect."""
    theirs = Side("Expedition Force, Outlaw World", "Pan-Galactic Security Council", 1)
    game = duel(Side(f"New Sparta, {CLOAK}"), theirs)
    game.place(SECOND, "Pan-Galactic Security Council")
    game.attack(FIRST, CLOAK, "Outlaw World")
    assert game.prestige(SECOND) == 1
    assert "Outlaw World" in game.tableau(FIRST)


def test_only_one_of_two_attempts_is_defeated() -> None:
    theirs = Side("Expedition Force, Outlaw World")
    third = Side(f"Old Earth, Space Marines, {CLOAK}")
    council = Side("Pan-Galactic Security Council", prestige=2)
    game = duel(Side(f"New Sparta, {CLOAK}"), theirs, third, council)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.attack(THIRD, CLOAK, "Outlaw World")
    game.answer(3, game.decision(3).first())
    assert game.prestige(3) == 1
    assert "Outlaw World" not in game.tableau(SECOND)
    assert "Outlaw World" in game.tableau(THIRD)


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


def test_the_second_attempt_is_void_when_the_first_one_fails() -> None:
    """arc 1 booklet, Fine Points."""
    theirs = Side("Expedition Force, Outlaw World, Rebel Fuel Cache, Space Mercenaries", extra=2)
    mine = Side(f"{TWO}, Expedition Force")
    game = duel(mine, theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.use(FIRST, "Improved Logistics")
    game.attack(FIRST, SEAT, "Rebel Fuel Cache")
    game.pay(SECOND, "Space Mercenaries", 1)
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


TWICE = """
- title: Third Landing
  development: 3
  vp: 1
  powers: |
    settle: may place another world
"""


def test_an_attempt_after_a_world_was_placed_does_not_depend_on_the_attempt_before() -> None:
    """arc 1 booklet, Fine Points: the second fails only since no first world was placed."""
    mine = Side(f"{TWO}, Expedition Force, Third Landing", "Refugee World")
    theirs = Side("Expedition Force, Outlaw World, Rebel Fuel Cache, Space Mercenaries", extra=1)
    game = duel(mine, theirs, cards=TWICE)
    game.place(FIRST, "Refugee World")
    game.pay(FIRST)
    game.use(FIRST, "Improved Logistics")
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.use(FIRST, "Third Landing")
    game.attack(FIRST, SEAT, "Rebel Fuel Cache")
    game.pay(SECOND, "Space Mercenaries", 1)
    assert "Outlaw World" in game.tableau(SECOND)
    assert "Rebel Fuel Cache" in game.tableau(FIRST)


def test_military_called_up_in_defense_counts_for_own_attempts_resolved_later() -> None:
    """arc 1 booklet, Fine Points: increasing military on defense."""
    first = Side(f"New Sparta, Expedition Force, {CLOAK}, Outlaw World")
    second = "Old Earth, Expedition Force, Space Mercenaries, Rebel Fuel Cache"
    game = duel(first, Side(f"{second}, {CLOAK}", extra=2))
    game.attack(FIRST, CLOAK, "Rebel Fuel Cache")
    game.attack(SECOND, CLOAK, "Outlaw World")
    game.pay(SECOND)
    assert game.asked(SECOND) == "defend"
    game.pay(SECOND, "Space Mercenaries", 2)
    assert game.tableau(SECOND)[-2:] == ["Rebel Fuel Cache", "Outlaw World"]


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
    card = """
- title: Last Armada
  development: 3
  vp: 1
  powers: |
    settle: military +3
    settle: may discard this -> take over a military world from a player with military 1 or more
"""
    mine, theirs = Side("Old Earth, Last Armada"), Side("Expedition Force, Reptilian Uplift Race")
    game = duel(mine, theirs, cards=card)
    game.attack(FIRST, "Last Armada", "Reptilian Uplift Race")
    assert game.tableau(FIRST) == ["Old Earth", "Reptilian Uplift Race"]


def test_saved_cards_go_with_a_world() -> None:
    """arc 1 booklet, margin of Transferring Worlds, for a military world that saves."""
    card = """
- title: Guarded Vault
  military world: 2
  vp: 1
  powers: |
    develop: save 1 card
    produce: draw saved cards
"""
    theirs = Side("Guarded Vault, Expedition Force", saved="Gem World")
    game = duel(Side(f"New Sparta, Space Marines, {CLOAK}"), theirs, cards=card)
    game.attack(FIRST, CLOAK, "Guarded Vault")
    assert game.saved(FIRST) == ["Gem World"]
    assert game.saved(SECOND) == []


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
    game = duel(
        Side(f"Old Earth, {FLEET}, {BELLI}", prestige=1), Side("New Vinland, Distant World")
    )
    assert game.attacks(FIRST) == [(BELLI, "New Vinland")]


def test_a_fleet_whose_attack_fails_is_lost_without_prestige() -> None:
    theirs = Side("New Vinland, Comet Zone, New Military Tactics")
    game = duel(Side(f"Old Earth, {FLEET}, {BELLI}", prestige=1), theirs)
    game.attack(FIRST, BELLI, "Comet Zone")
    game.pay(SECOND, "New Military Tactics")
    assert game.tableau(FIRST) == ["Old Earth", BELLI]
    assert game.prestige(FIRST) == 0
