"""arc 1 booklet, Resolving Takeovers: temporary military, defense, takeovers defeated."""

from rftg_engine import Side
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc
from tests.rules.arc1.openings import SUPPLY, duel

CLOAK = "Imperium Cloaking Technology"


# --- temporary military of the attacker


def test_the_attacker_calls_up_temporary_military_when_declaring() -> None:
    """arc 1 booklet, Takeover Declarations."""
    theirs = Side("Gem World, Expedition Force, Outlaw World")
    game = duel(Side(f"Old Earth, {CLOAK}, Space Mercenaries", hand="2 cards"), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    assert game.asked(FIRST) == "pay for takeover"
    game.pay(FIRST, "Space Mercenaries", "1 card")
    assert game.tableau(FIRST)[-1] == "Outlaw World"
    assert game.count(FIRST) == 2


def test_an_attack_that_calls_up_too_little_fails_and_its_price_is_lost() -> None:
    """arc 1 booklet, Takeover examples, 2: the attacker cannot add to it when it is resolved."""
    theirs = Side("Gem World, Expedition Force, Outlaw World")
    game = duel(Side(f"Old Earth, {CLOAK}, Space Mercenaries", hand="2 cards"), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(FIRST)
    assert game.tableau(FIRST) == ["Old Earth", "Space Mercenaries"]
    assert game.tableau(SECOND)[-1] == "Outlaw World"
    assert CLOAK in game.discards()


def test_a_failed_attack_brings_no_bonus_card() -> None:
    theirs = Side("Gem World, Expedition Force, Outlaw World")
    game = duel(Side(f"Old Earth, {CLOAK}, Space Mercenaries", hand="2 cards"), theirs)
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(FIRST)
    assert game.count(FIRST) == 2


def test_military_against_the_kind_of_the_target_counts_for_the_attacker() -> None:
    """arc 1 booklet, Resolving Takeovers: specialised military based on the kind of the world."""
    mine = Side(f"Alpha Centauri, {CLOAK}, Expedition Force")
    theirs = Side("Gem World, Expedition Force, Smuggling Lair, Outlaw World")
    assert duel(mine, theirs).takes(FIRST, CLOAK, "Smuggling Lair")
    assert not duel(mine, theirs).takes(FIRST, CLOAK, "Outlaw World")


def test_military_against_the_kind_of_the_target_counts_for_the_defender() -> None:
    theirs = Side("Gem Smugglers, Expedition Force, Smuggling Lair, Outlaw World")
    mine = Side(f"New Sparta, {CLOAK}")
    assert duel(mine, theirs).takes(FIRST, CLOAK, "Outlaw World")
    assert not duel(mine, theirs).takes(FIRST, CLOAK, "Smuggling Lair")


def test_prestige_spent_on_settle_counts_in_an_attack() -> None:
    """arc 1 booklet, Prestige Card, Settle: 2 military until the end of the phase."""
    theirs = Side("Gem World, Expedition Force, Outlaw World")
    game = Arc(Side(f"Old Earth, {CLOAK}", prestige=1, prestige_card=True), theirs, takeovers=True)
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
    theirs = Side("Gem World, Space Mercenaries, Outlaw World", "Rebel Miners, 3 cards")
    game = duel(Side(f"New Sparta, {military}, {CLOAK}"), theirs)
    game.place(SECOND, "Rebel Miners")
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.pay(SECOND, "Space Mercenaries", f"{given} cards")
    return game


def test_the_defender_may_use_the_rest_of_a_power_begun_before() -> None:
    """arc 1 booklet, Resolving Takeovers. The 1 called up before counts as well."""
    game = begun_before("Expedition Force", 1)
    assert game.asked(SECOND) == "defend"
    game.pay(SECOND, "Space Mercenaries", "1 card")
    assert "Outlaw World" in game.tableau(SECOND)
    assert game.count(SECOND) == 1


def test_a_power_used_up_before_defends_no_more() -> None:
    game = begun_before("Space Marines", 2)
    assert game.tableau(FIRST)[-1] == "Outlaw World"
    assert game.count(SECOND) == 1


def test_only_a_defender_uses_the_rest_of_a_power() -> None:
    """arc 1 booklet, Resolving Takeovers: an exception for the defender."""
    mine = "Gem World, Space Mercenaries, Improved Logistics"
    game = Arc(
        Side(mine, "Rebel Miners, Former Penal Colony, Pirate World, 2 cards"), supply=SUPPLY
    )
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Rebel Miners")
    game.pay(FIRST, "Space Mercenaries", "1 card")
    game.use(FIRST, "Improved Logistics")
    assert game.legal_answers(FIRST) == ["Former Penal Colony"]


def test_temporary_military_of_a_settlement_lasts_for_a_takeover_in_the_same_phase() -> None:
    """arc 1 booklet, Temporary Military: until the end of this Settle phase."""
    mine = Side(
        f"Old Earth, New Military Tactics, Improved Logistics, {CLOAK}", "Rebel Underground"
    )
    game = duel(mine, Side("Expedition Force, Reptilian Uplift Race"))
    game.place(FIRST, "Rebel Underground")
    game.use(FIRST, "Improved Logistics")
    game.attack(FIRST, CLOAK, "Reptilian Uplift Race")
    assert game.tableau(FIRST)[-2:] == ["Rebel Underground", "Reptilian Uplift Race"]


def test_rebel_pact_defends_with_2_for_each_rebel_and_1_for_each_other_military_world() -> None:
    """arc 1 booklet, Takeover Defense."""
    theirs = "Old Earth, Rebel Pact, Imperium Lords, Outlaw World, Rebel Fuel Cache"
    for world in ("Outlaw World", "Rebel Fuel Cache"):
        mine = "New Sparta, Expedition Force, Rebel Alliance"
        assert not duel(Side(mine), Side(theirs)).takes(FIRST, "Rebel Alliance", world)
        mine = "New Sparta, Space Marines, Rebel Alliance"
        assert duel(Side(mine), Side(theirs)).takes(FIRST, "Rebel Alliance", world)


def test_rebel_pact_conquers_nothing() -> None:
    game = Arc(Side("Gem World, Rebel Pact, Rebel Underground", "Rebel Fuel Cache, 3 cards"))
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
    assert "Outlaw World" in council(prestige=0).tableau(FIRST)


def test_a_council_that_has_just_been_placed_defeats_nothing() -> None:
    """arc 1 booklet, Takeover Declarations: powers of newly placed worlds have no effect."""
    theirs = Side("Expedition Force, Outlaw World", "Pan-Galactic Security Council, 1 card")
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


def test_prestige_spent_on_settle_counts_in_defense() -> None:
    """arc 1 booklet, Prestige Card, Settle: 2 military until the end of the phase."""
    theirs = Side("Expedition Force, Outlaw World", prestige=1, prestige_card=True)
    game = Arc(Side(f"New Sparta, {CLOAK}"), theirs, takeovers=True)
    game.choose("settle", "prestige settle")
    assert not game.takes(FIRST, CLOAK, "Outlaw World")


def test_military_called_up_in_defense_lasts_for_the_next_attack() -> None:
    """arc 1 booklet, Temporary Military: until the end of the phase."""
    theirs = Side("Expedition Force, Outlaw World, Runaway Robots, New Military Tactics")
    game = duel(Side(f"New Sparta, {CLOAK}"), theirs, Side(f"Old Earth, Space Marines, {CLOAK}"))
    game.attack(FIRST, CLOAK, "Outlaw World")
    game.attack(THIRD, CLOAK, "Runaway Robots")
    game.pay(SECOND, "New Military Tactics")
    assert game.tableau(SECOND) == ["Expedition Force", "Outlaw World", "Runaway Robots"]
