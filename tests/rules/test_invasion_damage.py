"""quick reference, Xeno Invasion (with Invasion): damage, and how the game ends.

xeno.json stands for the facts and doubts that docs/xeno.md weighs.
"""

import pytest

from rftg_engine import Side, view_of
from rftg_engine.modules.invasion_state import (
    EmpireShaken,
    InvasionCame,
    InvasionDefended,
    WorldDamaged,
)
from rftg_engine.phases.rounds import end_reasons, tableau_size
from rftg_engine.view import cards_seen
from tests.game import FIRST, SECOND, development, world
from tests.invasions import ALWAYS, NEVER, Invaded, attacked

EARTH, SPARTA, ERIDANI = Side("Old Earth"), Side("New Sparta"), Side("Epsilon Eridani")
THIRD = 2


def tableau_of(count: int) -> str:
    """A tableau of `count` worlds and developments that do nothing in Consume."""
    cards = (
        "Alpha Centauri, Gem World, Comet Zone, Space Port, Rebel Base, Rebel Outpost, "
        "Asteroid Belt, Pirate World, Refugee World, Empath World, Mining World, Mining Robots"
    )
    return ", ".join(cards.split(", ")[:count])


# --- damage


def test_non_defenders_select_a_world_to_be_damaged() -> None:
    """quick reference: non-defenders select a world to be damaged. xeno.json, not_defending."""
    game = attacked(Side("Old Earth, Public Works, Gem World"), SPARTA, met="{1: 10}")
    assert game.asked(FIRST) == "damage"
    # Developments are no worlds, and one world has to be chosen.
    assert game.legal_answers(FIRST) == ["Gem World", "Old Earth"]
    assert not game.can_skip(FIRST)
    game.pick(FIRST, "Gem World")
    assert game.damaged(FIRST) == ["Gem World"]
    assert game.tableau(FIRST) == ["Old Earth", "Public Works"]
    assert game.damaged(SECOND) == []


def test_all_defend_before_any_world_is_damaged() -> None:
    """quick reference: players defend; then non-defenders select a world to be damaged."""
    mine = Side("Old Earth, Gem World")
    game = attacked(mine, Side("Epsilon Eridani, Comet Zone", "2 cards"), met="{1: 10}")
    # The first player has lost already, and the second one may still use the bunker.
    assert (game.asked(FIRST), game.asked(SECOND)) == ("", "bunker")
    game.skip(SECOND)
    assert (game.asked(FIRST), game.damaged(SECOND)) == ("damage", [])
    game.pick(FIRST, "Gem World")
    assert game.asked(SECOND) == "damage"


def test_a_start_world_can_be_damaged() -> None:
    """xeno.json, not_defending: one of its undamaged worlds."""
    game = attacked(Side("Old Earth, Public Works"), SPARTA, met="{1: 10}")
    assert game.damaged(FIRST) == ["Old Earth"]
    assert game.tableau(FIRST) == ["Public Works"]
    game.attack()
    assert game.step == "choose"


def test_a_damaged_world_is_not_damaged_again() -> None:
    """xeno.json, no_undamaged_world: nothing to damage."""
    game = Invaded(Side("Old Earth, Public Works"), SPARTA, met="{1: 10}", damaged={0: "Old Earth"})
    game.attack()
    assert game.damaged(FIRST) == ["Old Earth"]
    assert game.told(WorldDamaged) == []
    assert not game.held(FIRST)


def test_all_cards_of_a_tableau_can_be_damaged() -> None:
    """xeno.json, no_undamaged_world."""
    game = attacked(Side("Old Earth"), SPARTA, met=NEVER)
    assert game.tableau(FIRST) == []
    game.attack()
    assert game.over


def test_damaged_worlds_lose_their_good() -> None:
    """quick reference: damaged lose their good. xeno.json, damaged_world."""
    side = Side("Alpha Centauri, Gem World, Space Port", goods="Gem World, Space Port")
    game = Invaded(side, SPARTA, met="{1: 10}")
    before = len(game.state.discard)
    game.attack()
    game.pick(FIRST, "Gem World")
    assert game.goods(FIRST) == ["Space Port"]
    assert len(game.state.discard) == before + 1


def test_damaged_worlds_are_worth_0() -> None:
    """quick reference: are worth 0."""
    cards = "  - {title: Gold, world: 1, vp: 7}\n"
    game = Invaded(Side("Old Earth, Gold"), SPARTA, met="{1: 10}", cards=cards)
    before = game.points(FIRST)
    game.attack()
    game.pick(FIRST, "Gold")
    assert game.points(FIRST) == before - 7


def test_damaged_worlds_have_no_powers() -> None:
    """quick reference: have no powers."""
    game = attacked(SPARTA, Side("Old Earth"), met=NEVER)
    assert game.damaged(FIRST) == ["New Sparta"]
    game.attack()
    assert game.track(FIRST) == 0


def test_damaged_worlds_have_no_keywords_and_are_counted_by_no_card() -> None:
    """quick reference: no keywords. docs/xeno.md: no card counts them as worlds of any kind."""
    cards = world("Shrine", "keywords: [xeno]") + development(
        "Cult", "produce: draw 1 per xeno world"
    )
    cards += (
        "  - {title: League, development: 6, vp: variable, powers: 'score: 3 per xeno world'}\n"
    )
    side = Side("Old Earth, Shrine, Cult, League")
    for damaged, drawn in (({}, 1), ({FIRST: "Shrine"}, 0)):
        game = Invaded(side, SPARTA, cards=cards, damaged=damaged)
        assert game.points(FIRST) == 3 + 4 * drawn
        game.choose("produce", "consume: x2")
        game.finish_step("produce")
        assert game.count(FIRST) == drawn


def test_a_condition_does_not_count_damaged_worlds() -> None:
    """docs/xeno.md, damaged worlds: as if they were not there."""
    cards = development("Fleet", "settle: military +3 if you have 2 or more worlds")
    side = Side("Old Earth, Gem World, Fleet")
    for damaged, military in (({}, 3), ({FIRST: "Gem World"}, 0)):
        assert attacked(side, SPARTA, cards=cards, damaged=damaged).track(FIRST) == military


def test_cards_saved_under_a_damaged_world_stay_there() -> None:
    """docs/xeno.md: only its good is lost."""
    cards = world(
        "Vault", "", "settle: save 1 card", "produce: may discard 1 card -> draw saved cards"
    )
    game = Invaded(Side("Vault", saved="3 cards"), SPARTA, met="{1: 10}", cards=cards)
    saved = game.saved(FIRST)
    game.attack()
    assert game.damaged(FIRST) == ["Vault"]
    assert game.saved(FIRST) == saved


def test_damaged_worlds_lie_open() -> None:
    """docs/xeno.md: all of an invasion lies open."""
    game = Invaded(Side("Old Earth, Gem World"), SPARTA, damaged={FIRST: "Gem World"})
    gem = game.part.cards()[0]
    assert game.titles([gem]) == ["Gem World"]
    for player in (FIRST, SECOND):
        assert gem in cards_seen(view_of(game.state, game.player(player).seat))


def test_a_damaged_world_cannot_be_taken_over() -> None:
    """docs/xeno.md, damaged worlds: as if they were not there."""
    cards = development("Raid", "settle: may take over a military world, military +9")
    sides = Side("New Sparta, Raid"), Side("Old Earth, Outlaw World, Pirate World")
    for damaged, offered in (({}, 2), ({SECOND: "Pirate World"}, 1)):
        modules = ("invasion",)
        game = Invaded(*sides, cards=cards, damaged=damaged, takeovers=True, modules=modules)
        game.choose("settle", "consume: x2")
        assert len(game.legal_answers(FIRST)) == offered


def test_a_goal_for_the_most_worlds_does_not_count_damaged_ones() -> None:
    """docs/xeno.md, damaged worlds: as if they were not there."""
    sides = Side("Old Earth, Gem World, Space Port"), Side("New Sparta, Comet Zone")
    game = Invaded(*sides, damaged={FIRST: "Gem World, Space Port"}, goals="Most Worlds")
    game.choose("settle")
    game.finish_step("settle")
    assert (game.goals(FIRST), game.goals(SECOND)) == ([], ["Most Worlds"])


def test_a_second_copy_of_a_damaged_world_may_be_placed() -> None:
    """base rulebook, Develop: developments alone are placed once."""
    cards = "  - {title: Twin, world: 0, vp: 1, copies: 2}\n"
    game = Invaded(Side("Old Earth, Twin", "Twin"), SPARTA, cards=cards, damaged={FIRST: "Twin"})
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Twin")
    assert game.tableau(FIRST) == ["Old Earth", "Twin"]


# --- the tableau's size, and the usual ends


def test_damaged_worlds_still_count_towards_the_size_of_the_tableau() -> None:
    """quick reference: still count towards tableau size."""
    game = Invaded(Side(tableau_of(12)), EARTH, damaged={FIRST: "Gem World, Comet Zone"})
    assert len(game.tableau(FIRST)) == 10
    assert tableau_size(game.state, game.player(FIRST).seat) == 12
    game.attack()
    game.settle_all()
    assert game.over
    assert end_reasons(game.table, game.state) == ["tableau"]


def test_the_attack_of_the_last_round_takes_place() -> None:
    """xeno.json, order_at_round_end. docs/xeno.md: the attack comes before the game ends."""
    game = attacked(Side(tableau_of(12)), SPARTA, met="{1: 10}")
    assert game.asked(FIRST) == "damage"
    game.pick(FIRST, "Gem World")
    assert game.over
    assert end_reasons(game.table, game.state) == ["tableau"]
    assert len(game.told(InvasionDefended)) == 1


def test_the_attack_comes_when_the_chips_have_run_out_too() -> None:
    """docs/xeno.md: the attack comes before the game ends."""
    side = Side("Earth's Lost Colony", goods="Earth's Lost Colony")
    game = attacked(side, SPARTA, met=ALWAYS, pool=1)
    assert game.over
    assert end_reasons(game.table, game.state) == ["chips"]
    assert len(game.told(InvasionCame)) == 1


# --- repulsed


@pytest.mark.parametrize(("needed", "repulsed"), [(2, True), (3, True), (4, False)])
def test_the_xenos_are_defeated_by_the_military_of_all(needed: int, repulsed: bool) -> None:
    """quick reference: matches or exceeds the Xeno repulse value; no final invasion happens."""
    facts = {"repulse": ((2, needed),)}
    game = attacked(SPARTA, ERIDANI, met="{0: 10}", facts=facts)
    assert game.over is repulsed
    assert (game.told(InvasionCame) == []) is repulsed
    assert ("repulsed" in end_reasons(game.table, game.state)) is repulsed
    assert (game.rewards(FIRST) == 0) is repulsed


def test_negative_military_counts_against_the_others() -> None:
    """docs/xeno.md: the sum of what the track has."""
    facts = {"repulse": ((2, 2),)}
    assert not attacked(SPARTA, Side("Old Earth, Contact Specialist"), facts=facts).over


@pytest.mark.parametrize(("players", "value"), [(2, 22), (3, 28), (4, 33), (5, 39)])
def test_the_repulse_value_goes_by_the_number_of_players(players: int, value: int) -> None:
    """xeno.json, repulse_value_by_players."""
    plain = ("Alpha Centauri", "Earth's Lost Colony", "Gem World", "Comet Zone")
    for military, over in ((value - 1, False), (value, True)):
        cards = development("Armada", f"settle: military +{military} against xeno worlds")
        others = [Side(title) for title in plain[: players - 1]]
        assert attacked(Side("Old Earth, Armada"), *others, cards=cards).over is over


def test_repulse_and_a_full_tableau_can_come_in_the_same_round() -> None:
    """quick reference: no final invasion happens. docs/xeno.md: both ends are told."""
    facts = {"repulse": ((2, 1),)}
    game = attacked(Side(tableau_of(12)), SPARTA, met=NEVER, facts=facts)
    assert game.over
    assert end_reasons(game.table, game.state) == ["tableau", "repulsed"]
    assert game.damaged(FIRST) == []


# --- the empire is defeated


def test_the_game_ends_when_all_have_failed_to_defend_twice() -> None:
    """quick reference: all players fail to defend twice. xeno.json, empire_defeat."""
    sides = (
        Side("Alpha Centauri, Gem World, Space Port"),
        Side("New Sparta, Comet Zone, Mining World"),
    )
    game = attacked(*sides, met=NEVER)
    game.settle_all()
    assert not game.over
    game.attack()
    game.settle_all()
    assert game.over
    assert end_reasons(game.table, game.state) == ["empire defeated"]
    assert [event.times for event in game.told(EmpireShaken)] == [1, 2]


def test_the_two_defeats_need_not_be_in_a_row() -> None:
    """xeno.json, defending_twice: a marker for each."""
    sides = (
        Side("Alpha Centauri, Gem World, Space Port"),
        Side("New Sparta, Comet Zone, Mining World"),
    )
    game = Invaded(*sides, met=(NEVER, ALWAYS, NEVER))
    for over in (False, False, True):
        game.attack()
        game.settle_all()
        assert game.over is over


def test_one_who_defends_saves_the_empire() -> None:
    """quick reference: all players fail."""
    sides = Side("Alpha Centauri, Gem World, Space Port"), Side("New Sparta, Comet Zone")
    game = Invaded(*sides, met="{1: 10}")
    for _round in range(3):
        game.attack()
        game.settle_all()
    assert game.part.defeats == 0
    assert not game.over


# --- the awards


def test_greatest_admiral_has_the_largest_military_against_xenos() -> None:
    """quick reference: 5 for Greatest Admiral. xeno.json, awards."""
    game = Invaded(SPARTA, EARTH)
    assert game.awards(FIRST) == []
    before = game.points(FIRST)
    game.attack()
    assert (game.awards(FIRST), game.awards(SECOND)) == (["Greatest Admiral"], [])
    assert game.points(FIRST) == before + 5 + game.rewards(FIRST)


def test_all_who_are_tied_have_an_award() -> None:
    """xeno.json, awards_tied_S: every tied player scores 5."""
    game = attacked(SPARTA, Side("Epsilon Eridani, Expedition Force"), EARTH)
    awards = [game.awards(player) for player in (FIRST, SECOND, THIRD)]
    assert awards == [["Greatest Admiral"], ["Greatest Admiral"], []]


def test_defense_alone_makes_no_admiral() -> None:
    """quick reference, Defence vs Xenos: only counted when defending each round."""
    cards = development("Wall", "settle: invasion defense +9")
    game = attacked(Side("Old Earth, Wall"), ERIDANI, cards=cards)
    assert (game.awards(FIRST), game.awards(SECOND)) == ([], ["Greatest Admiral"])


def test_the_admiral_is_that_of_the_track_even_where_the_last_attack_damages_its_worlds() -> None:
    """docs/xeno.md: the track as last brought up to date."""
    game = attacked(Side("New Sparta, 11 developments"), EARTH, met=NEVER)
    game.settle_all()
    assert game.over
    assert game.damaged(FIRST) == ["New Sparta"]
    assert game.awards(FIRST) == ["Greatest Admiral"]


def test_nobody_is_the_greatest_contributor_who_has_contributed_nothing() -> None:
    """xeno.json, gaps: contributor award when nobody contributed. docs/xeno.md: none."""
    game = attacked(SPARTA, EARTH)
    assert "Greatest Contributor" not in game.awards(FIRST) + game.awards(SECOND)


def test_after_two_defeats_nobody_gains_an_award() -> None:
    """quick reference: no player gains Greatest Admiral or Greatest Contributor."""
    sides = (
        Side("Alpha Centauri, Gem World, Space Port"),
        Side("New Sparta, Comet Zone, Mining World"),
    )
    game = Invaded(*sides, met=NEVER)
    game.part.contributed[game.player(FIRST).seat] = 2
    for _round in range(2):
        game.attack()
        game.settle_all()
    assert game.over
    assert game.awards(FIRST) == game.awards(SECOND) == []
