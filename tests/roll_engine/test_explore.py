"""Roll rulebook, Explore, and its fine points."""

import pytest

from roll_engine import IllegalAnswer, Side
from roll_engine.events import TilesAbandoned, TilesDrawn
from tests.roll_engine.game import FIRST, SECOND, THIRD, Game, at, spare_die


def exploring(*sides: Side, **others: object) -> Game:
    return at("explore", *sides, **others)


def scout(game: Game, player: int, *abandoned: str, colour: str = "home") -> None:
    game.pick(player, "scout", colour)
    if game.asked(player) == "abandon":
        game.pick(player, *abandoned)


def test_an_explorer_stocks_two_credits() -> None:
    game = exploring(Side(explore="home", credits=1))
    game.pick(FIRST, "stock")
    assert game.credits(FIRST) == 3


def test_an_explorer_goes_to_the_citizenry_when_used() -> None:
    game = exploring(Side(explore="alien"))
    game.pick(FIRST, "stock")
    assert game.dice(FIRST, "citizenry") == "1 alien"
    assert game.dice(FIRST, "explore") == game.dice(FIRST, "cup") == ""


def test_there_are_never_more_than_ten_credits() -> None:
    """Phases: any excess credits are lost."""
    game = exploring(Side(explore="home", credits=9))
    game.pick(FIRST, "stock")
    assert game.credits(FIRST) == 10


def test_a_scout_draws_one_tile_and_chooses_its_side() -> None:
    game = exploring(Side(explore="home"), bag="Public Works, Gem World")
    scout(game, FIRST)
    assert game.legal_answers(FIRST) == [
        "Public Works, developments, no",
        "Public Works, worlds, no",
    ]
    game.pick(FIRST, "Public Works", "worlds")
    assert game.worlds(FIRST) == ["Lost Alien Warship"]


@pytest.mark.parametrize("stack", ["developments", "worlds"])
def test_a_tile_is_put_under_its_stack(stack: str) -> None:
    side = Side(explore="home", developments="Space Docks", worlds="Outlaw World")
    game = exploring(side, bag="Public Works")
    scout(game, FIRST)
    game.pick(FIRST, "Public Works", stack)
    if stack == "developments":
        assert game.developments(FIRST) == ["Space Docks", "Public Works"]
    else:
        assert game.worlds(FIRST) == ["Outlaw World", "Lost Alien Warship"]


def test_a_scout_draws_one_tile_more_than_are_abandoned() -> None:
    side = Side(explore="home", developments="Space Docks", worlds="Outlaw World")
    game = exploring(side, bag="Public Works, Gem World, Replicant Robots, Mining World")
    scout(game, FIRST, "Space Docks", "Outlaw World")
    assert len(game.player(FIRST).drawn) == 3
    assert len(game.state.abandoned) == 2


def test_nothing_need_be_abandoned() -> None:
    game = exploring(Side(explore="home", worlds="Outlaw World"), bag="Public Works")
    game.pick(FIRST, "scout")
    game.pick(FIRST)
    assert game.worlds(FIRST) == ["Outlaw World"]
    assert len(game.player(FIRST).drawn) == 1


def test_drawn_tiles_are_placed_in_any_order() -> None:
    game = exploring(Side(explore="home", worlds="Outlaw World"), bag="Public Works, Gem World")
    scout(game, FIRST, "Outlaw World")
    game.pick(FIRST, "Gem World", "worlds")
    game.pick(FIRST, "Public Works", "worlds")
    assert game.worlds(FIRST) == ["Gem World", "Lost Alien Warship"]


def test_tiles_are_abandoned_from_anywhere_in_the_stacks() -> None:
    side = Side(explore="home", developments="Space Docks, Replicant Robots, Space Marines")
    game = exploring(side, bag="Public Works, Gem World")
    scout(game, FIRST, "Replicant Robots")
    assert game.developments(FIRST) == ["Space Docks", "Space Marines"]


def test_each_scout_can_abandon_also_what_an_earlier_one_drew() -> None:
    game = exploring(Side(explore="2 home"), bag="Public Works, Gem World, Space Docks")
    scout(game, FIRST)
    game.pick(FIRST, "Public Works", "developments")
    game.pick(FIRST, "scout")
    game.pick(FIRST, "Public Works")
    assert game.developments(FIRST) == []
    assert len(game.player(FIRST).drawn) == 2


def test_abandoned_tiles_return_to_the_bag_at_the_end_of_the_phase() -> None:
    side = Side(explore="home", worlds="Outlaw World")
    game = exploring(side, bag="Public Works, Gem World, Space Docks")
    scout(game, FIRST, "Outlaw World")
    game.pick(FIRST, "Public Works", "worlds")
    game.pick(FIRST, "Gem World", "worlds")
    assert game.over
    assert game.state.abandoned == []
    assert len(game.state.bag) == 2


def test_abandoned_tiles_do_not_come_back_within_the_phase() -> None:
    side = Side(explore="2 home", worlds="Outlaw World")
    game = exploring(side, bag="Public Works, Gem World, Space Docks, Mining World")
    scout(game, FIRST, "Outlaw World")
    game.pick(FIRST, "Public Works", "worlds")
    game.pick(FIRST, "Gem World", "worlds")
    assert len(game.state.abandoned) == 1
    assert len(game.state.bag) == 2


def test_what_was_abandoned_is_secret() -> None:
    """Etiquette."""
    game = exploring(Side(explore="home", worlds="Outlaw World"), bag="Public Works, Gem World")
    scout(game, FIRST, "Outlaw World")
    for kind in (TilesAbandoned, TilesDrawn):
        (event, *_) = game.events(kind)
        assert event.own
        assert not event.redacted().own


def test_builders_stay_on_a_stack_that_is_emptied_by_abandoning() -> None:
    side = Side(explore="home", worlds="Outlaw World", settlers="military")
    game = exploring(side, bag="Public Works, Gem World")
    scout(game, FIRST, "Outlaw World")
    game.pick(FIRST, "Public Works", "developments")
    game.pick(FIRST, "Gem World", "developments")
    assert game.worlds(FIRST) == []
    assert game.dice(FIRST, "settlers") == "1 military"


def test_a_stack_need_not_have_a_tile_during_play() -> None:
    """Explore: that both stacks must have one is for set-up alone."""
    game = exploring(Side(explore="home"), bag="Public Works")
    scout(game, FIRST)
    game.pick(FIRST, "Public Works", "worlds")
    assert game.developments(FIRST) == []


def test_all_explorers_must_be_used() -> None:
    """Fine Points."""
    game = exploring(Side(explore="2 home"))
    game.pick(FIRST, "stock")
    with pytest.raises(IllegalAnswer):
        game.answer(FIRST, ())


def test_each_explorer_is_decided_on_after_the_one_before() -> None:
    """Fine Points."""
    game = exploring(Side(explore="2 home, alien"))
    assert game.legal_answers(FIRST) == [
        "scout, home",
        "stock, home",
        "scout, alien",
        "stock, alien",
    ]
    game.pick(FIRST, "stock", "alien")
    assert game.legal_answers(FIRST) == ["scout, home", "stock, home"]


def test_a_tile_that_is_complete_waits_for_its_phase() -> None:
    """Develop and Settle: its workers stay on it during Explore."""
    side = Side(explore="home", worlds="Galactic Trendsetters, Outlaw World", settlers="2 home")
    game = exploring(side, bag="Public Works, Gem World")
    scout(game, FIRST, "Galactic Trendsetters")
    game.pick(FIRST, "Public Works", "developments")
    game.pick(FIRST, "Gem World", "developments")
    assert game.worlds(FIRST) == ["Outlaw World"]
    assert game.dice(FIRST, "settlers") == "2 home"


# --- the bag is empty


def test_the_last_tiles_are_drawn_before_abandoned_ones_come_back() -> None:
    """Fine Points: he finishes by putting the abandoned tiles into the bag."""
    game = exploring(Side(explore="home", worlds="Outlaw World, Mining World"), bag="Public Works")
    scout(game, FIRST, "Outlaw World", "Mining World")
    assert len(game.player(FIRST).drawn) == 3
    assert game.state.abandoned == []
    assert game.state.bag == []


def test_others_give_up_tiles_when_nothing_is_left() -> None:
    """Fine Points, very rare: each player with at least 3 tiles gives up one."""
    rich = Side(developments="Space Docks, Space Marines", worlds="Mining World")
    poor = Side(developments="Replicant Robots, Robot Surveyors")
    game = exploring(Side(explore="home"), rich, poor, bag="")
    game.pick(FIRST, "scout")
    assert game.players_to_answer() == [SECOND]
    game.pick(SECOND, "Space Marines")
    assert game.developments(SECOND) == ["Space Docks"]
    assert game.developments(THIRD) == ["Replicant Robots", "Robot Surveyors"]
    game.pick(FIRST, "Space Marines", "developments")
    assert game.developments(FIRST) == ["Space Marines"]


def test_the_scouting_player_places_what_is_drawn_before_others_give_up_tiles() -> None:
    """Fine Points, very rare; the scouting player can be one of them."""
    side = Side(explore="2 home", developments="Space Docks, Space Marines")
    game = exploring(side, bag="Public Works")
    scout(game, FIRST)
    game.pick(FIRST, "Public Works", "worlds")
    scout(game, FIRST)
    assert game.asked(FIRST) == "give up tile"
    assert len(game.legal_answers(FIRST)) == 3


def test_a_scout_ends_when_nobody_can_give_up_a_tile() -> None:
    game = exploring(Side(explore="home", developments="Space Docks"), bag="")
    game.pick(FIRST, "scout")
    game.pick(FIRST)
    assert game.over
    assert game.developments(FIRST) == ["Space Docks"]
    assert game.dice(FIRST, "citizenry") == "1 home"


def test_players_explore_in_order_when_the_bag_may_run_out() -> None:
    """Fine Points, Timing."""
    side = Side(explore="home")
    assert exploring(side, side, bag="Public Works").players_to_answer() == [FIRST]
    assert sorted(exploring(side, side).players_to_answer()) == [FIRST, SECOND]


def test_players_explore_in_order_where_that_is_wanted() -> None:
    side = Side(explore="home")
    assert exploring(side, side, strict=True).players_to_answer() == [FIRST]


# --- powers


def test_improved_reconnaissance_puts_tiles_on_top() -> None:
    side = Side("Improved Reconnaissance", explore="home", worlds="Outlaw World")
    game = exploring(side, bag="Public Works")
    scout(game, FIRST)
    game.pick(FIRST, "Public Works", "worlds", "yes")
    assert game.worlds(FIRST) == ["Lost Alien Warship", "Outlaw World"]


def test_improved_reconnaissance_may_put_tiles_under_stacks() -> None:
    side = Side("Improved Reconnaissance", explore="home", worlds="Outlaw World")
    game = exploring(side, bag="Public Works")
    scout(game, FIRST)
    game.pick(FIRST, "Public Works", "worlds", "no")
    assert game.worlds(FIRST) == ["Outlaw World", "Lost Alien Warship"]


@pytest.mark.parametrize(("colour", "credits"), [("alien", 5), ("home", 3)])
def test_alien_archaeology_gives_credits_for_stocking_with_an_alien_die(
    colour: str, credits: int
) -> None:
    game = exploring(Side("Alien Archaeology", explore=colour))
    game.pick(FIRST, "stock")
    assert game.credits(FIRST) == credits


def test_extra_explorers_are_no_dice() -> None:
    game = exploring(Side("Major Research Labs", explore="military"))
    game.pick(FIRST, "stock", "home")
    game.pick(FIRST, "stock", "military")
    assert game.credits(FIRST) == 5
    assert game.dice(FIRST, "citizenry") == "1 military"


def test_extra_explorers_work_without_any_assigned() -> None:
    """Develop: powers are used in a phase that occurs even without workers assigned to it."""
    game = exploring(Side("Major Research Labs"), Side(explore="home"))
    game.pick(SECOND, "stock")
    game.pick(FIRST, "stock")
    assert game.credits(FIRST) == 3


def test_the_alien_explorer_of_alien_research_ship_matters_for_powers() -> None:
    """Individual Power Clarifications."""
    game = exploring(Side("Alien Research Ship, Alien Archaeology"))
    game.pick(FIRST, "stock", "alien")
    game.pick(FIRST, "stock", "home")
    assert game.credits(FIRST) == 1 + 4 + 2


def test_alien_research_team_draws_after_all_tasks_before_tiles_return() -> None:
    """Individual Power Clarifications."""
    team = Side("Alien Research Team")
    other = Side(explore="home", worlds="Outlaw World")
    game = exploring(team, other, bag="Public Works, Gem World, Space Docks")
    scout(game, SECOND, "Outlaw World")
    game.pick(SECOND, "Public Works", "worlds")
    assert not game.player(FIRST).drawn
    game.pick(SECOND, "Gem World", "worlds")
    assert len(game.state.abandoned) == 1
    game.pick(FIRST, "Space Docks", "worlds")
    assert game.worlds(FIRST) == ["Armaments World"]
    assert len(game.state.bag) == 1


@pytest.mark.parametrize(("colour", "credits"), [("alien", 2), ("genes", 1)])
def test_alien_research_team_pays_for_an_alien_scout(colour: str, credits: int) -> None:
    game = exploring(Side("Alien Research Team", explore=colour))
    scout(game, FIRST, colour=colour)
    while not game.over:
        game.answer(FIRST, game.decision(FIRST).first())
    assert game.credits(FIRST) == credits


def test_alien_research_team_pays_nothing_for_an_alien_die_that_stocks() -> None:
    game = exploring(Side("Alien Research Team", explore="alien"))
    game.pick(FIRST, "stock")
    game.finish_step()
    assert game.credits(FIRST) == 3


def test_advanced_logistics_moves_and_turns_tiles_as_often_as_wanted() -> None:
    """Individual Power Clarifications."""
    side = Side("Advanced Logistics", explore="home", developments="Space Docks, Space Marines")
    game = exploring(side)
    game.pick(FIRST, "rearrange")
    game.pick(FIRST, "Space Docks", "worlds", "0")
    assert game.worlds(FIRST) == ["Armaments World"]
    game.pick(FIRST, "rearrange")
    game.pick(FIRST, "Space Marines", "worlds", "0")
    assert game.worlds(FIRST) == ["Prosperous World", "Armaments World"]
    game.pick(FIRST, "rearrange")
    game.pick(FIRST, "Space Marines", "worlds", "1")
    assert game.worlds(FIRST) == ["Armaments World", "Prosperous World"]
    game.pick(FIRST, "stock")
    game.pick(FIRST)
    assert game.over


def test_advanced_logistics_is_used_without_explorers() -> None:
    game = exploring(Side("Advanced Logistics", developments="Space Docks"), Side(explore="home"))
    assert game.legal_answers(FIRST) == ["none", "rearrange"]


def test_advanced_logistics_is_over_when_tiles_are_drawn_at_the_end() -> None:
    """Individual Power Clarifications: not after a draw by Alien Research Team."""
    game = exploring(Side("Advanced Logistics, Alien Research Team", developments="Space Docks"))
    game.pick(FIRST)
    assert game.asked(FIRST) == "place tile"
    game.answer(FIRST, game.decision(FIRST).first())
    assert game.over


@pytest.mark.parametrize(("others", "credits"), [("", 2), ("Space Docks", 1)])
def test_technology_unions_pay_with_the_most_developments(others: str, credits: int) -> None:
    assert exploring(Side("Technology Unions"), Side(others)).credits(FIRST) == credits


# --- what is often overlooked


def test_an_alien_worker_that_selects_explore_is_an_alien_explorer() -> None:
    """Fine Points, Development Powers: though alien dice have no Explore faces."""
    side = Side("Alien Archaeology", rolled="alien settle")
    game = Game(side, step="assign", until="explore", chance=spare_die("explore"))
    game.pick(FIRST, "explore")
    game.pick(FIRST, "stock", "alien")
    assert game.credits(FIRST) == 1 + 4


def test_all_tiles_of_the_zone_can_be_abandoned_again_and_again() -> None:
    """Explore, Scout: tiles are abandoned every time."""
    game = exploring(Side(explore="2 home", developments="Space Docks", worlds="Outlaw World"))
    scout(game, FIRST, "Space Docks", "Outlaw World")
    for stack in ("worlds", "developments", "worlds"):
        tile = game.state.players[game.state.order[FIRST]].drawn[0]
        game.answer(FIRST, (tile, int(stack == "worlds"), 0))
    scout(game, FIRST, *game.developments(FIRST), *game.worlds(FIRST))
    assert len(game.player(FIRST).drawn) == 4
    assert len(game.state.abandoned) == 5


def test_what_others_have_abandoned_comes_back_too_when_the_bag_is_empty() -> None:
    """Fine Points, Explore: all that lies under the Explore phase tile."""
    one = Side(explore="home", developments="Space Docks", worlds="Outlaw World")
    two = Side(explore="home", worlds="Mining World")
    game = exploring(one, two, bag="Public Works, Gem World, Replicant Robots")
    scout(game, FIRST, "Space Docks", "Outlaw World")
    while game.players_to_answer() == [FIRST]:
        game.answer(FIRST, game.decision(FIRST).first())
    assert not game.state.bag
    scout(game, SECOND)
    assert len(game.player(SECOND).drawn) == 1
    assert len(game.state.bag) == 1
    assert game.state.abandoned == []


def test_a_scout_may_draw_what_it_has_abandoned_itself() -> None:
    """Fine Points, Explore: when the bag is empty."""
    game = exploring(Side(explore="home", worlds="Outlaw World"), bag="Public Works")
    scout(game, FIRST, "Outlaw World")
    drawn = [game.table.titles[game.table.tiles[t].world] for t in game.player(FIRST).drawn]
    assert sorted(drawn) == ["Lost Alien Warship", "Outlaw World"]


def test_a_tile_that_is_given_up_is_a_new_one_for_who_draws_it() -> None:
    """Fine Points, Explore, very rare: Improved Reconnaissance puts it on top."""
    rich = Side(developments="Space Docks, Space Marines, Robot Surveyors", worlds="Mining World")
    side = Side("Improved Reconnaissance", explore="home", developments="Public Works")
    game = exploring(side, rich, bag="")
    scout(game, FIRST, "Public Works")
    game.pick(FIRST, "Public Works", "developments")
    game.pick(SECOND, "Space Docks")
    game.pick(FIRST, "Space Docks", "developments", "yes")
    assert game.over
    assert game.developments(FIRST) == ["Space Docks", "Public Works"]


def test_tiles_are_given_up_in_the_order_of_strict_timing() -> None:
    """Fine Points, Explore, very rare; Timing: clockwise from the lowest faction."""
    scouting = Side(explore="home", developments="Space Docks, Space Marines", worlds="Gem World")
    rich = Side(developments="Public Works, Robot Surveyors", worlds="Mining World")
    game = exploring(scouting, rich, bag="")
    scout(game, FIRST)
    assert game.players_to_answer() == [FIRST]
    game.pick(FIRST, "Gem World")
    assert game.players_to_answer() == [SECOND]


def test_a_stock_at_ten_credits_is_lost_and_the_worker_is_used() -> None:
    """Phases: the limit is for each moment, and each explorer does a task."""
    game = exploring(Side(explore="home", credits=10))
    game.pick(FIRST, "stock")
    assert game.credits(FIRST) == 10
    assert game.dice(FIRST, "citizenry") == "1 home"


def test_workers_stay_with_their_stack_when_tiles_are_moved() -> None:
    """Explore: developers and settlers stay on top of their stacks."""
    side = Side("Advanced Logistics", developments="Space Docks", developers="rare")
    game = exploring(side, Side(explore="home"))
    game.pick(SECOND, "stock")
    game.pick(FIRST, "rearrange")
    assert game.worlds(FIRST) == ["Armaments World"]
    assert game.dice(FIRST, "developers") == "1 rare"
    assert game.dice(FIRST, "settlers") == ""


def test_with_strict_timing_advanced_logistics_is_for_ones_own_turn() -> None:
    """Individual Power Clarifications."""
    owner = Side("Advanced Logistics", developments="Space Docks", explore="home")
    game = exploring(Side(explore="home"), owner, strict=True)
    assert game.players_to_answer() == [FIRST]
    game.pick(FIRST, "stock")
    assert game.players_to_answer() == [SECOND]
    game.pick(SECOND, "stock")
    assert game.legal_answers(SECOND) == ["none", "rearrange"]
