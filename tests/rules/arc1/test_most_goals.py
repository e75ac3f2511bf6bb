"""arc 1 booklet, Goals: the goals for whoever has most, held, lost and tied."""

import pytest

from rftg_engine import Side
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc
from tests.rules.arc1.openings import after_develop, settled

MILITARY = "Greatest Military"
BUILT = "Greatest Infrastructure"


# --- most goals


SIX = "New Sparta, Drop Ships"
FIVE = "Rebel Outpost, Lost Alien Warship, Space Marines"
"""Military 5 each; Expedition Force makes it 6."""


def test_the_most_of_at_least_the_number_claims_the_tile() -> None:
    """arc 1 booklet, "Most" goals, example: military 6, worth 5 points."""
    game = after_develop(MILITARY, (SIX, "Expedition Force"), ("Old Earth", ""))
    assert game.goals(FIRST) == [MILITARY]
    assert game.points(FIRST) == 1 + 2 + 1 + 5


def test_fewer_than_the_number_claim_nothing() -> None:
    assert after_develop(MILITARY, (SIX, "Public Works"), ("Old Earth", "")).goals(FIRST) == []


def test_a_tie_below_the_number_is_worth_nothing() -> None:
    """arc 1 booklet, Goals, at game end: who is tied for most satisfies its condition."""
    game = after_develop(MILITARY, ("Old Earth", ""), (SIX, ""), (FIVE, "Public Works"))
    with_goals = [game.points(seat) for seat in range(3)]
    game.state.goals = []
    assert [game.points(seat) for seat in range(3)] == with_goals


def test_a_holder_who_falls_below_the_number_loses_the_tile_in_a_tie_too() -> None:
    """arc 1 booklet, "Most" goals: returned to the center if the condition fails; both have 5."""
    sides = (
        Side("Old Earth"),
        Side(f"{SIX}, Expedition Force", "Contact Specialist, 3 developments", goals=MILITARY),
        Side(FIVE),
    )
    game = Arc(*sides, goals=MILITARY, actions="develop")
    game.place(SECOND, "Contact Specialist")
    game.finish_step()
    assert game.goals(SECOND) == game.goals(THIRD) == []


def test_both_reaching_it_in_the_same_phase_leaves_the_tile_in_the_center() -> None:
    """arc 1 booklet, "Most" goals, second example."""
    theirs = (FIVE, "Expedition Force")
    game = after_develop(MILITARY, (SIX, "Expedition Force"), theirs)
    assert game.goals(FIRST) == game.goals(SECOND) == []


def three_rounds(*builds: tuple[str | None, ...]) -> Arc:
    """Alan and Betty have military 5, Carol 4; then rounds of building with cards enough."""
    alan = Side("New Sparta, Drop Ships", "Expedition Force, Space Marines, 8 cards")
    betty = Side(
        "Lost Alien Battle Fleet, Lost Alien Warship", "Expedition Force, Space Marines, 8 cards"
    )
    carol = Side("Rebel Outpost, Imperium Invasion Fleet", "Drop Ships, 9 cards")
    game = Arc(alan, betty, carol, goals=MILITARY)
    for built in builds:
        game.choose("develop")
        for seat, title in enumerate(built):
            if game.asked(seat):
                game.place(seat, title)
        game.finish_round()
    return game


def test_an_equal_amount_later_does_not_take_the_tile() -> None:
    """arc 1 booklet, "Most" goals, first example: Betty reaches 6 after Alan."""
    game = three_rounds(("Expedition Force", None, None), (None, "Expedition Force", None))
    assert game.goals(FIRST) == [MILITARY]
    assert game.goals(SECOND) == []


def test_a_greater_amount_takes_the_tile() -> None:
    """arc 1 booklet, "Most" goals, first example: Carol reaches 7."""
    game = three_rounds(
        ("Expedition Force", None, None),
        (None, "Expedition Force", None),
        (None, None, "Drop Ships"),
    )
    assert game.goals(FIRST) == game.goals(SECOND) == []
    assert game.goals(THIRD) == [MILITARY]


def test_two_who_exceed_the_holder_by_the_same_amount_free_the_tile() -> None:
    """arc 1 booklet, "Most" goals, second example: Alan and Betty both reach 8."""
    game = three_rounds(
        ("Expedition Force", "Expedition Force", None),
        (None, None, "Drop Ships"),
    )
    assert game.goals(THIRD) == [MILITARY]
    game.choose("develop")
    game.place(FIRST, "Space Marines")
    game.place(SECOND, "Space Marines")
    game.finish_step()
    assert game.goals(FIRST) == game.goals(SECOND) == game.goals(THIRD) == []
    # At the end both have 3 points for the tie, and Carol none.
    base = [game.points(seat) for seat in range(3)]
    game.state.goals = []
    assert [game.points(seat) for seat in range(3)] == [base[0] - 3, base[1] - 3, base[2]]


def test_the_tile_goes_back_when_its_holder_no_longer_has_the_number() -> None:
    """arc 1 booklet, "Most" goals: returned to the center if the condition fails."""
    game = Arc(
        Side(f"{SIX}, Expedition Force", "Contact Specialist, 3 developments"), goals=MILITARY
    )
    game.choose("develop", "settle")
    game.place(FIRST, None)
    game.finish_step()
    assert game.goals(FIRST) == [MILITARY]
    game.finish_step()
    game.choose("develop", "consume: x2")
    game.place(FIRST, "Contact Specialist")
    game.finish_step()
    assert game.goals(FIRST) == []


def test_at_the_end_who_ties_with_the_holder_has_3_points() -> None:
    """arc 1 booklet, Goals, at game end: 5 for holding, 3 for a tie."""
    game = three_rounds(("Expedition Force", None, None), (None, "Expedition Force", None))
    mine, theirs = game.points(FIRST), game.points(SECOND)
    game.player(FIRST).goals = []
    game.state.goals = []
    assert (mine - game.points(FIRST), theirs - game.points(SECOND)) == (5, 3)


def test_specialised_and_temporary_military_are_not_counted() -> None:
    """arc 1 booklet, Greatest Military."""
    mine = "New Sparta, Drop Ships, Galactic Imperium, New Military Tactics, Space Mercenaries"
    game = after_develop(
        MILITARY, (f"{mine}, Contact Specialist", "Public Works"), ("Old Earth", "")
    )
    assert game.goals(FIRST) == []
    game = after_develop(MILITARY, (mine, "Public Works"), ("Old Earth", ""))
    assert game.goals(FIRST) == [MILITARY]


@pytest.mark.parametrize(
    ("goal", "tableau", "world"),
    [
        ("Production Leader", "Gem World, Comet Zone, Plague World", "Spice World"),
        ("Largest Industry", "Gem World, Asteroid Belt", "Comet Zone"),
        ("Propaganda Edge", "New Sparta, Rebel Fuel Cache, Rebel Sympathizers", "Rebel Miners"),
        ("Research Leader", "Deserted Alien World, Star Nomad Lair", "Trading Outpost"),
        ("Prosperity Lead", "Dying Colony, New Vinland", "Galactic Bazaar"),
    ],
)
def test_worlds_that_most_goals_count(goal: str, tableau: str, world: str) -> None:
    """arc 1 booklet, "Most" goal conditions."""
    assert settled(tableau, world, goal)
    fewer = ",".join(tableau.split(",")[:-1])
    assert not settled(
        f"New Sparta, {fewer}".replace("New Sparta, New Sparta", "New Sparta"), world, goal
    )


def test_prosperity_lead_ignores_trade_powers() -> None:
    assert not settled("Dying Colony, New Vinland", "Trading Outpost", "Prosperity Lead")


def test_discard_for_prestige_counts_for_the_research_leader() -> None:
    """arc 1 booklet, Discard for Prestige."""
    tableau = "Deserted Alien World, Star Nomad Lair"
    assert (
        settled(f"{tableau}, Lost Alien Battle Fleet", "Outlaw World", "Research Leader") is False
    )
    game = after_develop("Research Leader", (tableau, "Pan-Galactic Hologrid"), ("Old Earth", ""))
    assert game.goals(FIRST) == ["Research Leader"]


def test_galactic_prestige_is_for_at_least_3() -> None:
    for prestige, claimed in ((3, True), (2, False)):
        game = Arc(Side("New Sparta", prestige=prestige), goals="Galactic Prestige")
        game.choose("explore +5", "explore +1,+1")
        game.finish_step()
        assert (game.goals(FIRST) == ["Galactic Prestige"]) is claimed


def test_infrastructure_is_for_4_developments() -> None:
    mine = "New Sparta, Drop Ships, Space Marines, Public Works"
    assert after_develop(BUILT, (mine, "Export Duties"), ("Old Earth", "")).goals(FIRST) == [BUILT]


def test_a_tile_is_claimed_at_the_end_of_its_own_phases_only() -> None:
    """arc 1 booklet, Goals, Play: the upper left corner lists them."""
    mine = "New Sparta, Drop Ships, Space Marines, Public Works, Colony Ship"
    game = Arc(Side(mine), goals=BUILT, actions="produce")
    assert game.goals(FIRST) == []
    game.choose("develop")
    assert game.goals(FIRST) == [BUILT]


def test_a_tile_moves_at_the_end_of_a_phase_that_is_not_its_own() -> None:
    """arc 1 booklet, margin of Goals: its holder no longer has the most at the end of a phase."""
    mine = "Old Earth, New Military Tactics, Drop Ships, Public Works, Export Duties"
    theirs = "New Sparta, Replicant Robots, Mining Robots, Interstellar Bank, Deficit Spending"
    game = Arc(Side(mine, "Pirate World", goals=BUILT), Side(theirs), goals=BUILT)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Pirate World")
    game.pay(FIRST)
    assert game.goals(FIRST) == [BUILT]
    game = Arc(Side(mine, "Rebel Base", goals=BUILT), Side(theirs), goals=BUILT)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Rebel Base")
    assert game.goals(FIRST) == []
    assert game.goals(SECOND) == [BUILT]


def test_goals_do_not_count_for_galactic_renaissance() -> None:
    """arc 1 booklet, Goals, Scoring."""
    game = after_develop(
        "Galactic Status", ("New Vinland", "Galactic Renaissance"), ("Old Earth", "")
    )
    assert game.goals(FIRST) == ["Galactic Status"]
    assert game.points(FIRST) == 1 + 3
