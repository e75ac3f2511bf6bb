"""arc 1 booklet, Goals: dealing, and the goals for whoever is first."""

from pathlib import Path

import pytest

from rftg_engine import Options, Side, new_game
from tests.game import card, table_of
from tests.rules.arc1.arc import FIRST, SECOND, Arc, arc_table
from tests.rules.arc1.openings import after_develop, settled

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


OWN_GOALS = """set: mine
title: Mine
requires: [brink-of-war]
modules: [goals]
goals:
  - {title: Cards of Mine, first: 3 cards, after: [settle], needs: other}
cards:
  - {title: Mine, world: 1, vp: 1}
"""
OTHER_SET = """set: other
title: Other
requires: [brink-of-war]
cards:
  - {title: Other, world: 1, vp: 1}
"""


def test_a_tile_that_needs_a_set_is_dealt_only_together_with_it(tmp_path: Path) -> None:
    """arc 1 booklet, Goals, Before Play: some require Set 2."""
    mine, other = tmp_path / "mine.yaml", tmp_path / "other.yaml"
    mine.write_text(OWN_GOALS, encoding="utf-8")
    other.write_text(OTHER_SET, encoding="utf-8")
    for sets, dealt in (((mine,), False), ((mine, other), True)):
        table = table_of("brink-of-war", *map(str, sets))
        (tile,) = [nr for nr, goal in enumerate(table.goals) if goal.title == "Cards of Mine"]
        games = [new_game(table, Options(2, goals=True), str(seed)) for seed in range(40)]
        assert any(tile in game.state.goals for game in games) is dealt


def test_without_goals_no_tiles_are_dealt() -> None:
    assert new_game(arc_table(), Options(2), "1").state.goals == []


# --- first goals


def test_who_meets_a_first_goal_alone_claims_its_tile() -> None:
    """arc 1 booklet, "First" Goals: 3 points."""
    game = after_develop(
        "Galactic Status", ("New Sparta", "Merchant Guild"), ("Old Earth", "Public Works")
    )
    assert game.goals(FIRST) == ["Galactic Status"]
    assert game.goals(SECOND) == []
    assert game.points(FIRST) == 1 + 0 + 3


def test_all_who_meet_a_first_goal_in_the_same_phase_have_3_points() -> None:
    """arc 1 booklet, "First" Goals: one takes the tile, the others a chip of 3."""
    game = after_develop(
        "Overlord Discoveries",
        ("Damaged Alien Factory, Alien Toy Shop", "Alien Tech Institute"),
        ("Deserted Alien World, Alien Monolith, Alien Guardian", "Alien Cornucopia"),
    )
    assert game.goals(FIRST) == game.goals(SECOND) == ["Overlord Discoveries"]


def test_a_first_goal_is_claimed_once_a_game() -> None:
    theirs = Side("Old Earth", "New Economy, 12 cards")
    game = Arc(Side("New Sparta", goals="Galactic Status"), theirs, goals="Galactic Status")
    game.choose("develop")
    game.place(SECOND, "New Economy")
    game.finish_step()
    assert "New Economy" in game.tableau(SECOND)
    assert game.goals(SECOND) == []


def test_a_first_goal_is_never_lost() -> None:
    """arc 1 booklet, "First" Goals."""
    game = Arc(Side("New Sparta", goals="Overlord Discoveries"), goals="Overlord Discoveries")
    game.choose("settle", "consume: x2")
    assert game.goals(FIRST) == ["Overlord Discoveries"]


@pytest.mark.parametrize(("vp", "claimed"), [(4, True), (3, False)])
def test_standard_of_living_is_for_5_points_of_chips(vp: int, claimed: bool) -> None:
    goal = "Galactic Standard of Living"
    game = Arc(Side("Epsilon Eridani, Asteroid Belt", goods="Asteroid Belt", vp=vp), goals=goal)
    game.choose("consume: trade", "consume: x2")
    assert game.goals(FIRST) == []
    game = Arc(Side("Epsilon Eridani, Asteroid Belt", goods="Asteroid Belt", vp=vp), goals=goal)
    game.choose("develop", "consume: trade")
    game.finish_step()
    assert (game.goals(FIRST) == [goal]) is claimed


def test_the_chip_for_the_prestige_lead_can_claim_a_goal() -> None:
    """arc 1 booklet, Prestige Lead Bonus: even though this is not the end of a phase."""
    game = Arc(
        Side("New Sparta", vp=4, prestige=1),
        goals="Galactic Standard of Living",
        step="round start",
    )
    assert game.goals(FIRST) == ["Galactic Standard of Living"]


def test_innovation_leader_wants_a_power_in_each_phase_and_in_trade() -> None:
    tableau = "Gem World, Deserted Alien World, Public Works, Outlaw World"
    game = after_develop("Innovation Leader", (tableau, "Export Duties"), ("Old Earth", ""))
    assert game.goals(FIRST) == ["Innovation Leader"]
    game = after_develop("Innovation Leader", (tableau, "Interstellar Bank"), ("Old Earth", ""))
    assert game.goals(FIRST) == []


def test_budget_surplus_is_for_a_discard_at_the_end_of_the_round() -> None:
    """arc 1 booklet, Goals: at round end."""
    game = Arc(Side("New Sparta", hand="11 cards"), goals="Budget Surplus", actions="consume: x2")
    game.finish_step()
    assert game.goals(FIRST) == ["Budget Surplus"]
    game = Arc(Side("New Sparta", hand="10 cards"), goals="Budget Surplus", actions="consume: x2")
    assert game.goals(FIRST) == []


def test_system_diversity_is_for_production_or_windfall_worlds_of_all_kinds() -> None:
    tableau = "Gem World, Asteroid Belt, Plague World, Deserted Alien World"
    assert settled(tableau, "Deserted Alien Outpost", "System Diversity")
    assert not settled(tableau, "Galactic Engineers", "System Diversity")


def test_a_world_of_any_kind_stands_for_the_kind_that_is_missing() -> None:
    """arc 1 booklet, Multi-Kind World Attribute."""
    tableau = "Gem World, Asteroid Belt, Plague World"
    assert settled(tableau, "Alien Oort Cloud Refinery", "System Diversity")
    assert not settled("Gem World, Asteroid Belt", "Alien Oort Cloud Refinery", "System Diversity")


def test_two_worlds_of_any_kind_are_two_kinds() -> None:
    """arc 1 booklet, Multi-Kind World Attribute: each has the kind that its owner says."""
    cards = card("Second Cloud", "world: 0, windfall: any")
    tableau = "Gem World, Asteroid Belt, Alien Oort Cloud Refinery, Second Cloud"
    game = Arc(Side(tableau), cards=cards, goals="System Diversity", actions="settle")
    game.finish_step()
    assert game.goals(FIRST) == ["System Diversity"]


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
        game.finish_step()
        return game.goals(FIRST) == ["Galactic Standing"]

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
    assert (game.goals(FIRST) == ["Peace/War Leader"]) is takeovers


def test_pan_galactic_research_is_no_6_cost_development_of_galactic_status() -> None:
    """arc 1 booklet, last page: placing it does not satisfy that goal; nor does one of cost 9."""
    for built in ("Pan-Galactic Research", "Imperium Planet Buster"):
        game = after_develop("Galactic Status", ("New Sparta", built), ("Old Earth", ""))
        assert built in game.tableau(FIRST)
        assert game.goals(FIRST) == []
