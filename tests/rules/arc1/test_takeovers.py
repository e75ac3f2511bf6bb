"""arc 1 booklet, Takeovers: the worked examples, who may be targeted, ties."""

import pytest

from rftg_engine import Side
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc
from tests.rules.arc1.openings import duel

ALAN = "Imperium Armaments World, Imperium Seat, Imperium Troops, New Galactic Order, Space Marines"
"""Military 6, and 2 more against rebel military worlds."""


def one_on_one(mine: str, theirs: str) -> Arc:
    """A Settle in which nobody has a world in hand."""
    return duel(Side(mine), Side(theirs))


# --- the worked examples


def test_example_1_the_seat_takes_a_rebel_world_and_its_owner_draws_the_bonus() -> None:
    """arc 1 booklet, Takeover examples, 1."""
    betty = "Old Earth, Rebel Colony, Drop Ships, Expedition Force"
    game = Arc(Side(ALAN), Side(betty), Side("New Vinland"), takeovers=True)
    game.choose("settle", "consume: x2", "consume: x2")
    game.attack(FIRST, "Imperium Seat", "Rebel Colony")
    assert game.tableau(FIRST)[-1] == "Rebel Colony"
    assert "Rebel Colony" not in game.tableau(SECOND)
    assert game.count(FIRST) == 1


def second_example(betty: str, carol: str = "New Vinland") -> Arc:
    """Betty settles a military world with no other card in hand, and draws one for it."""
    game = Arc(Side(ALAN), Side(betty, "Rebel Miners"), Side(carol), takeovers=True)
    game.choose("settle", "consume: x2", "consume: x2")
    game.place(SECOND, "Rebel Miners")
    game.attack(FIRST, "Imperium Seat", "Rebel Colony")
    return game


BETTY = "Old Earth, Rebel Colony, Drop Ships, Space Mercenaries, Terraforming Robots"


def test_example_2_a_card_drawn_in_the_phase_is_given_up_in_defense() -> None:
    """arc 1 booklet, Takeover examples, 2."""
    game = second_example(BETTY)
    assert game.asked(SECOND) == "defend"
    assert game.count(SECOND) == 1
    game.pay(SECOND, "Space Mercenaries", "1 card")
    assert "Rebel Colony" in game.tableau(SECOND)
    assert game.count(SECOND) == 0
    assert game.count(FIRST) == 0


CAROL = (
    "Contact Specialist, Rebel Alliance, Rebel Pact, Rebel Fuel Cache, Rebel Homeworld, "
    "Rebel Underground, Rebel Sympathizers, Rebel Base, Outlaw World"
)
"""Five rebel military worlds and one other; military -1."""


def third_example() -> Arc:
    game = second_example(f"{BETTY}, Imperium Lords", CAROL)
    game.attack(THIRD, "Rebel Alliance", "Rebel Colony")
    return game


def test_example_3_the_second_attempt_succeeds_when_the_defender_holds_the_first_one() -> None:
    """arc 1 booklet, Takeover examples, 3."""
    game = third_example()
    game.pay(SECOND, "Space Mercenaries", "1 card")
    assert "Rebel Colony" not in game.tableau(FIRST)
    assert game.tableau(THIRD)[-1] == "Rebel Colony"


def test_example_3_the_second_attempt_fails_when_the_world_is_gone() -> None:
    """arc 1 booklet, Takeover examples, 3: it does not follow its target."""
    game = third_example()
    game.pay(SECOND)
    assert game.tableau(FIRST)[-1] == "Rebel Colony"
    assert "Rebel Colony" not in game.tableau(THIRD)


@pytest.mark.parametrize(("more", "taken"), [("Drop Ships", True), ("Space Marines", False)])
def test_example_3_she_defends_her_own_worlds_with_10_military(more: str, taken: bool) -> None:
    """arc 1 booklet, Takeover examples, 3: 6 and 2 more reach 10 and a defense of 1 with 3 more."""
    game = one_on_one(f"{ALAN}, {more}", CAROL)
    assert game.takes(FIRST, "Imperium Seat", "Rebel Sympathizers") is taken


def test_the_cloaking_technology_takes_a_world_with_military_that_just_suffices() -> None:
    """arc 1 booklet, Resolving Takeovers: 4 military against 2 and a defense of 2; ties attack."""
    game = one_on_one(
        "New Sparta, Space Marines, Imperium Cloaking Technology",
        "Old Earth, Space Marines, Reptilian Uplift Race",
    )
    game.attack(FIRST, "Imperium Cloaking Technology", "Reptilian Uplift Race")
    assert game.tableau(FIRST) == ["New Sparta", "Space Marines", "Reptilian Uplift Race"]


# --- who may be targeted


def test_a_takeover_that_cannot_succeed_can_be_declared_and_fails() -> None:
    """arc 1 booklet, Resolving Takeovers: military is compared there, and nowhere before."""
    game = duel(
        Side("Old Earth, Space Marines, Reptilian Uplift Race"),
        Side("New Sparta, Imperium Cloaking Technology, Expedition Force"),
    )
    assert not game.takes(SECOND, "Imperium Cloaking Technology", "Reptilian Uplift Race")
    assert game.tableau(FIRST) == ["Old Earth", "Space Marines", "Reptilian Uplift Race"]
    assert game.tableau(SECOND) == ["New Sparta", "Expedition Force"]


def test_a_doomed_attack_spends_the_prestige_that_its_power_takes() -> None:
    game = duel(
        Side("Star Nomad Raiders, Expedition Force, Hidden Fortress"),
        Side("Old Earth, Interstellar Casus Belli", prestige=1),
    )
    assert not game.takes(SECOND, "Interstellar Casus Belli", "Hidden Fortress")
    assert game.prestige(SECOND) == 0


def test_a_doomed_attack_may_be_left_alone() -> None:
    game = one_on_one(
        "New Sparta, Imperium Cloaking Technology, Expedition Force",
        "Old Earth, Space Marines, Reptilian Uplift Race",
    )
    game.skip(FIRST)
    assert "Imperium Cloaking Technology" in game.tableau(FIRST)


def test_a_power_against_rebel_worlds_takes_no_other_worlds() -> None:
    """arc 1 booklet, Play: an empire with at least one rebel military world."""
    game = one_on_one(ALAN, "Old Earth, Outlaw World, Rebel Underground")
    assert game.attacks(FIRST) == [("Imperium Seat", "Rebel Underground")]


def test_a_power_against_the_imperium_takes_any_military_world_of_such_an_empire() -> None:
    mine = "New Sparta, Rebel Alliance"
    game = one_on_one(mine, "Old Earth, Imperium Lords, Outlaw World, Rebel Fuel Cache, Gem World")
    assert game.attacks(FIRST) == [
        ("Rebel Alliance", "Outlaw World"),
        ("Rebel Alliance", "Rebel Fuel Cache"),
    ]


def test_an_empire_without_an_imperium_card_is_safe_from_the_alliance() -> None:
    game = one_on_one("New Sparta, Rebel Alliance", "Old Earth, Outlaw World, Rebel Fuel Cache")
    assert game.attacks(FIRST) == []


def test_the_alliance_is_2_stronger_for_each_rebel_military_world() -> None:
    """arc 1 booklet, Take Over a World: 2 military for each one in the attacker's tableau."""
    theirs = "Old Earth, Imperium Lords, Hidden Fortress"
    game = one_on_one("Rebel Alliance, Rebel Fuel Cache, Rebel Sympathizers", theirs)
    assert not game.takes(FIRST, "Rebel Alliance", "Hidden Fortress")
    mine = "Rebel Alliance, Rebel Fuel Cache, Rebel Sympathizers, Primitive Rebel World"
    assert one_on_one(mine, theirs).takes(FIRST, "Rebel Alliance", "Hidden Fortress")


def test_the_rebel_cantina_is_no_rebel_military_world() -> None:
    assert one_on_one(ALAN, "Rebel Cantina, Outlaw World").attacks(FIRST) == []


def test_total_military_of_at_least_1_makes_an_empire_a_target() -> None:
    mine = "New Sparta, Imperium Cloaking Technology"
    assert one_on_one(mine, "Old Earth, Outlaw World").attacks(FIRST) == []
    assert one_on_one(mine, "Old Earth, Outlaw World, Expedition Force").attacks(FIRST) == [
        ("Imperium Cloaking Technology", "Outlaw World")
    ]


def test_specialised_and_temporary_military_make_no_target() -> None:
    """arc 1 booklet, Play: with only such military an empire cannot be targeted."""
    theirs = "Old Earth, Outlaw World, Alien Rosetta Stone World, New Military Tactics"
    assert one_on_one("New Sparta, Imperium Cloaking Technology", theirs).attacks(FIRST) == []


def test_defense_against_takeovers_makes_no_target() -> None:
    game = one_on_one(
        "New Sparta, Drop Ships, Imperium Cloaking Technology",
        "Old Earth, Outlaw World, Rebel Pact",
    )
    assert game.attacks(FIRST) == []


def test_negative_military_is_weighed_against_positive() -> None:
    theirs = "Old Earth, Outlaw World, Expedition Force, Contact Specialist"
    assert one_on_one("New Sparta, Imperium Cloaking Technology", theirs).attacks(FIRST) == []


def test_a_casus_belli_targets_any_empire() -> None:
    """arc 1 booklet, Play: set 3 has a power against any empire."""
    game = Arc(
        Side("New Sparta, Interstellar Casus Belli", prestige=1),
        Side("Old Earth, Outlaw World, Gem World"),
        takeovers=True,
    )
    game.choose("settle", "consume: x2")
    assert game.attacks(FIRST) == [("Interstellar Casus Belli", "Outlaw World")]


def test_without_takeovers_their_powers_are_ignored() -> None:
    game = Arc(Side(ALAN), Side("Old Earth, Rebel Underground"), actions=("settle", "consume: x2"))
    assert game.attacks(FIRST) == []
    assert game.driver.step != "settle"


# --- newly placed worlds


def test_a_newly_placed_world_is_no_target() -> None:
    """arc 1 booklet, Takeover Declarations."""
    theirs = Side("Old Earth, Space Marines, Rebel Fuel Cache", "Rebel Miners")
    game = Arc(Side(ALAN), theirs, takeovers=True, actions=("settle", "consume: x2"))
    game.place(SECOND, "Rebel Miners")
    assert game.attacks(FIRST) == [("Imperium Seat", "Rebel Fuel Cache")]


def test_a_newly_placed_imperium_world_opens_no_empire() -> None:
    """arc 1 booklet, Takeover Declarations: attributes of newly placed worlds have no effect."""
    theirs = Side("Old Earth, Outlaw World", "Imperium Armaments World, 5 cards")
    game = Arc(Side("New Sparta, Rebel Alliance"), theirs, takeovers=True)
    game.choose("settle", "consume: x2")
    game.place(SECOND, "Imperium Armaments World")
    assert game.attacks(FIRST) == []


def test_the_military_of_a_newly_placed_world_defends_nothing_and_makes_no_target() -> None:
    cloaked = Side("New Sparta, Imperium Cloaking Technology")
    theirs = Side("Old Earth, Outlaw World", "Blaster Gem Mines, 5 cards")
    game = Arc(cloaked, theirs, takeovers=True, actions=("settle", "consume: x2"))
    game.place(SECOND, "Blaster Gem Mines")
    assert game.attacks(FIRST) == []
    theirs = Side("Old Earth, Outlaw World, Expedition Force", "Blaster Gem Mines, 5 cards")
    game = Arc(cloaked, theirs, takeovers=True, actions=("settle", "consume: x2"))
    game.place(SECOND, "Blaster Gem Mines")
    game.attack(FIRST, "Imperium Cloaking Technology", "Outlaw World")
    game.pay(SECOND)
    assert game.tableau(FIRST)[-1] == "Outlaw World"


def test_a_player_who_placed_a_world_declares_no_takeover() -> None:
    """arc 1 booklet, Takeover Declarations: a takeover is a Settle action."""
    game = Arc(Side(ALAN, "Rebel Miners"), Side("Old Earth, Rebel Underground"), takeovers=True)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Rebel Miners")
    assert game.driver.step != "settle"
    assert "Rebel Underground" in game.tableau(SECOND)
