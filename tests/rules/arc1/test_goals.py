"""arc 1 booklet, Goals: first and most, claimed, lost and tied, chips at the end."""

from __future__ import annotations

import pytest

from rftg_engine import Options, new_game
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc, Side, arc_table

MILITARY = "Greatest Military"
BUILT = "Greatest Infrastructure"


def after_develop(goals: str, *seats: tuple[str, str]) -> Arc:
    """Everybody builds one development, each with cards enough, given tableau and title."""
    game = Arc(*(Side(tableau, built, 12) for tableau, built in seats), goals=goals)
    game.choose("develop")
    for seat, (_tableau, built) in enumerate(seats):
        game.place(seat, built or None)
    game.let_go()
    return game


# --- dealing


def test_four_first_and_two_most_tiles_are_dealt() -> None:
    """arc 1 booklet, Goals, Setup."""
    table = arc_table()
    for seed in range(5):
        tiles = new_game(table, Options(2, goals=True), str(seed)).state.goals
        most = [table.goals[tile].most for tile in tiles]
        assert (len(set(tiles)), most.count(True), most.count(False)) == (6, 2, 4)


@pytest.mark.parametrize(
    ("sets", "first", "most"),
    [
        (("gathering-storm",), 8, 6),
        (("rebel-vs-imperium",), 10, 7),
        (("brink-of-war",), 12, 8),
    ],
)
def test_tiles_that_need_a_set_come_with_it(sets: tuple[str, ...], first: int, most: int) -> None:
    """arc 1 booklet, Goals, Before Play."""
    goals = arc_table(sets=sets).goals
    assert [goal.most for goal in goals].count(False) == first
    assert [goal.most for goal in goals].count(True) == most


def test_without_goals_no_tiles_are_dealt() -> None:
    assert new_game(arc_table(), Options(2), "1").state.goals == []


# --- first goals


def test_who_meets_a_first_goal_alone_claims_its_tile() -> None:
    """arc 1 booklet, "First" Goals: 3 points."""
    game = after_develop(
        "Galactic Status", ("New Sparta", "Merchant Guild"), ("Old Earth", "Public Works")
    )
    assert game.tiles(FIRST) == ["Galactic Status"]
    assert game.tiles(SECOND) == []
    assert game.points(FIRST) == 1 + 0 + 3


def test_all_who_meet_a_first_goal_in_the_same_phase_have_3_points() -> None:
    """arc 1 booklet, "First" Goals: one takes the tile, the others a chip of 3."""
    game = after_develop(
        "Overlord Discoveries",
        ("Damaged Alien Factory, Alien Toy Shop", "Alien Tech Institute"),
        ("Deserted Alien World, Alien Monolith, Alien Guardian", "Alien Cornucopia"),
    )
    assert game.tiles(FIRST) == game.tiles(SECOND) == ["Overlord Discoveries"]


def test_a_first_goal_is_claimed_once_a_game() -> None:
    theirs = Side("Old Earth", "New Economy", 12)
    mine = Side("New Sparta", tiles="Galactic Status")
    game = Arc(mine, theirs, goals="Galactic Status")
    game.choose("develop")
    game.place(SECOND, "New Economy")
    game.let_go()
    assert "New Economy" in game.tableau(SECOND)
    assert game.tiles(SECOND) == []


def test_a_first_goal_is_never_lost() -> None:
    """arc 1 booklet, "First" Goals."""
    game = Arc(Side("New Sparta", tiles="Overlord Discoveries"), goals="Overlord Discoveries")
    game.choose("settle", "consume: x2")
    assert game.tiles(FIRST) == ["Overlord Discoveries"]


@pytest.mark.parametrize(("vp", "claimed"), [(4, True), (3, False)])
def test_standard_of_living_is_for_5_points_of_chips(vp: int, claimed: bool) -> None:
    goal = "Galactic Standard of Living"
    game = Arc(Side("Epsilon Eridani, Asteroid Belt", goods="Asteroid Belt", vp=vp), goals=goal)
    game.choose("consume: trade", "consume: x2")
    assert game.tiles(FIRST) == []
    game = Arc(Side("Epsilon Eridani, Asteroid Belt", goods="Asteroid Belt", vp=vp), goals=goal)
    game.choose("develop", "consume: trade")
    game.let_go()
    assert (game.tiles(FIRST) == [goal]) is claimed


def test_the_chip_for_the_prestige_lead_can_claim_a_goal() -> None:
    """arc 1 booklet, Prestige Lead Bonus: even though this is not the end of a phase."""
    game = Arc(Side("New Sparta", vp=4, prestige=1), goals="Galactic Standard of Living", lead=True)
    assert game.tiles(FIRST) == ["Galactic Standard of Living"]


def test_innovation_leader_wants_a_power_in_each_phase_and_in_trade() -> None:
    tableau = "Gem World, Deserted Alien World, Public Works, Outlaw World"
    game = after_develop("Innovation Leader", (tableau, "Export Duties"), ("Old Earth", ""))
    assert game.tiles(FIRST) == ["Innovation Leader"]
    game = after_develop("Innovation Leader", (tableau, "Interstellar Bank"), ("Old Earth", ""))
    assert game.tiles(FIRST) == []


def test_budget_surplus_is_for_a_discard_at_the_end_of_the_round() -> None:
    """arc 1 booklet, Goals: at round end."""
    game = Arc(Side("New Sparta", extra=11), goals="Budget Surplus")
    game.choose("consume: x2")
    game.let_go()
    assert game.tiles(FIRST) == ["Budget Surplus"]
    game = Arc(Side("New Sparta", extra=10), goals="Budget Surplus")
    game.choose("consume: x2")
    assert game.tiles(FIRST) == []


def settled(tableau: str, world: str, goal: str, **more: str) -> bool:
    """Whether a goal is claimed by placing a world."""
    game = Arc(Side(tableau, world, 12, **more), Side("Old Earth, Runaway Robots"), goals=goal)
    game.choose("settle", "consume: x2")
    game.place(FIRST, world)
    game.let_go()
    assert world in game.tableau(FIRST)
    return game.tiles(FIRST) == [goal]


def test_system_diversity_is_for_production_or_windfall_worlds_of_all_kinds() -> None:
    tableau = "Gem World, Asteroid Belt, Plague World, Deserted Alien World"
    assert settled(tableau, "Deserted Alien Outpost", "System Diversity")
    assert not settled(tableau, "Galactic Engineers", "System Diversity")


def test_a_world_of_any_kind_stands_for_the_kind_that_is_missing() -> None:
    """arc 1 booklet, Multi-Kind World Attribute."""
    tableau = "Gem World, Asteroid Belt, Plague World"
    assert settled(tableau, "Alien Oort Cloud Refinery", "System Diversity")
    assert not settled("Gem World, Asteroid Belt", "Alien Oort Cloud Refinery", "System Diversity")


def test_galactic_riches_is_for_4_goods() -> None:
    tableau = "Gem World, New Vinland, Spice World"
    goods = "Gem World, New Vinland, Spice World"
    assert settled(tableau, "Asteroid Belt", "Galactic Riches", goods=goods)
    assert not settled(tableau, "Comet Zone", "Galactic Riches", goods=goods)


def test_expansion_leader_is_for_8_cards() -> None:
    tableau = "New Sparta, Public Works, Interstellar Bank, Export Duties, Mining Robots, Gem World"
    assert settled(f"{tableau}, Spice World", "Comet Zone", "Expansion Leader")
    assert not settled(tableau, "Comet Zone", "Expansion Leader")


def test_uplift_knowledge_is_for_3_uplift_cards() -> None:
    tableau = "New Sparta, Uplift Gene Breeders, Avian Uplift Race"
    assert settled(tableau, "Devolved Uplift Race", "Uplift Knowledge")
    assert not settled(tableau, "Gem World", "Uplift Knowledge")


def test_military_influence_is_for_3_imperium_cards_or_4_military_worlds() -> None:
    imperium = "Imperium Warlord, Imperium Lords"
    assert settled(imperium, "Imperium Armaments World", "Military Influence")
    assert settled("New Sparta, Pirate World, Hive World", "Outlaw World", "Military Influence")
    assert not settled("New Sparta, Pirate World, Gem World", "Outlaw World", "Military Influence")


def test_galactic_standing_is_for_2_prestige_and_3_points_of_chips() -> None:
    def claimed(prestige: int, vp: int) -> bool:
        game = Arc(Side("New Sparta", prestige=prestige, vp=vp), goals="Galactic Standing")
        game.choose("explore +5", "explore +1,+1")
        game.let_go()
        return game.tiles(FIRST) == ["Galactic Standing"]

    assert claimed(2, 3)
    assert not claimed(1, 9)
    assert not claimed(9, 1)


def test_peace_leader_is_for_military_below_0_and_2_worlds() -> None:
    tableau = "Earth's Lost Colony, Contact Specialist"
    assert settled(tableau, "Gem World", "Peace/War Leader")
    assert not settled(f"{tableau}, Expedition Force", "Gem World", "Peace/War Leader")


@pytest.mark.parametrize("takeovers", [True, False])
def test_war_leader_counts_takeover_powers_only_with_takeovers(takeovers: bool) -> None:
    """arc 1 booklet, Peace/War Leader: if takeovers are off, takeover powers are ignored."""
    mine = Side("New Sparta, Imperium Cloaking Technology", "Outlaw World")
    game = Arc(mine, Side("Old Earth"), goals="Peace/War Leader", takeovers=takeovers)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Outlaw World")
    assert (game.tiles(FIRST) == ["Peace/War Leader"]) is takeovers


def test_pan_galactic_research_is_no_6_cost_development_of_galactic_status() -> None:
    """arc 1 booklet, last page: placing it does not satisfy that goal; nor does one of cost 9."""
    for built in ("Pan-Galactic Research", "Imperium Planet Buster"):
        game = after_develop("Galactic Status", ("New Sparta", built), ("Old Earth", ""))
        assert built in game.tableau(FIRST)
        assert game.tiles(FIRST) == []


# --- most goals


SIX = "New Sparta, Drop Ships"
"""Military 5; Expedition Force makes it 6."""


def test_the_most_of_at_least_the_number_claims_the_tile() -> None:
    """arc 1 booklet, "Most" goals, example: military 6, worth 5 points."""
    game = after_develop(MILITARY, (SIX, "Expedition Force"), ("Old Earth", ""))
    assert game.tiles(FIRST) == [MILITARY]
    assert game.points(FIRST) == 1 + 2 + 1 + 5


def test_fewer_than_the_number_claim_nothing() -> None:
    game = after_develop(MILITARY, (SIX, "Public Works"), ("Old Earth", ""))
    assert game.tiles(FIRST) == []


def test_both_reaching_it_in_the_same_phase_leaves_the_tile_in_the_center() -> None:
    """arc 1 booklet, "Most" goals, second example."""
    theirs = ("Rebel Outpost, Lost Alien Warship, Space Marines", "Expedition Force")
    game = after_develop(MILITARY, (SIX, "Expedition Force"), theirs)
    assert game.tiles(FIRST) == game.tiles(SECOND) == []


def three_rounds(*builds: tuple[str | None, ...]) -> Arc:
    """Alan and Betty have military 5, Carol 4; then rounds of building with cards enough."""
    alan = Side("New Sparta, Drop Ships", "Expedition Force, Space Marines", 8)
    betty = Side(
        "Lost Alien Battle Fleet, Lost Alien Warship", "Expedition Force, Space Marines", 8
    )
    carol = Side("Rebel Outpost, Imperium Invasion Fleet", "Drop Ships", 9)
    game = Arc(alan, betty, carol, goals=MILITARY)
    for built in builds:
        game.choose("develop")
        for seat, title in enumerate(built):
            if game.asked(seat):
                game.place(seat, title)
        game.end_round()
    return game


def test_an_equal_amount_later_does_not_take_the_tile() -> None:
    """arc 1 booklet, "Most" goals, first example: Betty reaches 6 after Alan."""
    game = three_rounds(("Expedition Force", None, None), (None, "Expedition Force", None))
    assert game.tiles(FIRST) == [MILITARY]
    assert game.tiles(SECOND) == []


def test_a_greater_amount_takes_the_tile() -> None:
    """arc 1 booklet, "Most" goals, first example: Carol reaches 7."""
    game = three_rounds(
        ("Expedition Force", None, None),
        (None, "Expedition Force", None),
        (None, None, "Drop Ships"),
    )
    assert game.tiles(FIRST) == game.tiles(SECOND) == []
    assert game.tiles(THIRD) == [MILITARY]


def test_two_who_exceed_the_holder_by_the_same_amount_free_the_tile() -> None:
    """arc 1 booklet, "Most" goals, second example: Alan and Betty both reach 8."""
    game = three_rounds(
        ("Expedition Force", "Expedition Force", None),
        (None, None, "Drop Ships"),
    )
    assert game.tiles(THIRD) == [MILITARY]
    game.choose("develop")
    game.place(FIRST, "Space Marines")
    game.place(SECOND, "Space Marines")
    game.let_go()
    assert game.tiles(FIRST) == game.tiles(SECOND) == game.tiles(THIRD) == []
    # At the end both have 3 points for the tie, and Carol none.
    base = [game.points(seat) for seat in range(3)]
    game.state.goals = []
    assert [game.points(seat) for seat in range(3)] == [base[0] - 3, base[1] - 3, base[2]]


def test_the_tile_goes_back_when_its_holder_no_longer_has_the_number() -> None:
    """arc 1 booklet, "Most" goals: returned to the center if the condition fails."""
    game = Arc(Side(f"{SIX}, Expedition Force", "Contact Specialist", 3), goals=MILITARY)
    game.choose("develop", "settle")
    game.place(FIRST, None)
    game.let_go()
    assert game.tiles(FIRST) == [MILITARY]
    game.let_go()
    game.choose("develop", "consume: x2")
    game.place(FIRST, "Contact Specialist")
    game.let_go()
    assert game.tiles(FIRST) == []


def test_at_the_end_who_ties_with_the_holder_has_3_points() -> None:
    """arc 1 booklet, Goals, at game end: 5 for holding, 3 for a tie."""
    game = three_rounds(("Expedition Force", None, None), (None, "Expedition Force", None))
    mine, theirs = game.points(FIRST), game.points(SECOND)
    game.state.players[FIRST].goals = []
    game.state.goals = []
    assert (mine - game.points(FIRST), theirs - game.points(SECOND)) == (5, 3)


def test_specialised_and_temporary_military_are_not_counted() -> None:
    """arc 1 booklet, Greatest Military."""
    mine = "New Sparta, Drop Ships, Galactic Imperium, New Military Tactics, Space Mercenaries"
    game = after_develop(
        MILITARY, (f"{mine}, Contact Specialist", "Public Works"), ("Old Earth", "")
    )
    assert game.tiles(FIRST) == []
    game = after_develop(MILITARY, (mine, "Public Works"), ("Old Earth", ""))
    assert game.tiles(FIRST) == [MILITARY]


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
    assert game.tiles(FIRST) == ["Research Leader"]


def test_galactic_prestige_is_for_at_least_3() -> None:
    for prestige, claimed in ((3, True), (2, False)):
        game = Arc(Side("New Sparta", prestige=prestige), goals="Galactic Prestige")
        game.choose("explore +5", "explore +1,+1")
        game.let_go()
        assert (game.tiles(FIRST) == ["Galactic Prestige"]) is claimed


def test_infrastructure_is_for_4_developments() -> None:
    mine = "New Sparta, Drop Ships, Space Marines, Public Works"
    game = after_develop(BUILT, (mine, "Export Duties"), ("Old Earth", ""))
    assert game.tiles(FIRST) == [BUILT]


def test_a_tile_moves_at_the_end_of_a_phase_that_is_not_its_own() -> None:
    """arc 1 booklet, margin of Goals: its holder no longer has the most at the end of a phase."""
    mine = "Old Earth, New Military Tactics, Drop Ships, Public Works, Export Duties"
    theirs = "New Sparta, Replicant Robots, Mining Robots, Interstellar Bank, Deficit Spending"
    game = Arc(Side(mine, "Pirate World", tiles=BUILT), Side(theirs), goals=BUILT)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Pirate World")
    game.pay(FIRST)
    assert game.tiles(FIRST) == [BUILT]
    game = Arc(Side(mine, "Rebel Base", tiles=BUILT), Side(theirs), goals=BUILT)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Rebel Base")
    assert game.tiles(FIRST) == []
    assert game.tiles(SECOND) == [BUILT]


def test_goals_do_not_count_for_galactic_renaissance() -> None:
    """arc 1 booklet, Goals, Scoring."""
    game = after_develop(
        "Galactic Status", ("New Vinland", "Galactic Renaissance"), ("Old Earth", "")
    )
    assert game.tiles(FIRST) == ["Galactic Status"]
    assert game.points(FIRST) == 1 + 3
