"""Roll rulebook, what it says in one place of what happens in another: examples, rare cases."""

import pytest

from gamekit.chance import Chance
from roll_engine import IllegalAnswer, Side, view_of
from roll_engine.events import TileGivenUp, TileMoved, TilePlaced
from roll_engine.phases.rounds import end_reasons
from roll_engine.rules import PHASES
from tests.roll_engine.game import FIRST, SECOND, THIRD, Game, at, spare_die

# --- the bag is empty


def test_tiles_placed_before_others_give_up_theirs_can_go_on_top_too() -> None:
    """Fine Points, Explore, very rare: they are new tiles, for Improved Reconnaissance as well."""
    side = Side("Improved Reconnaissance", explore="home", developments="Public Works, Space Docks")
    rich = Side(developments="Space Marines, Robot Surveyors", worlds="Mining World")
    game = at("explore", side, rich, bag="")
    game.pick(FIRST, "scout")
    game.pick(FIRST, "Space Docks")
    game.pick(FIRST, "Space Docks", "developments", "yes")
    assert game.players_to_answer() == [SECOND]
    assert game.developments(FIRST) == ["Space Docks", "Public Works"]


def test_what_the_scouting_player_gives_up_can_come_back() -> None:
    """Fine Points, Explore, very rare: the scouting player can be the one who abandons a tile."""
    side = Side(explore="home", developments="Space Docks, Space Marines", worlds="Mining World")
    game = at("explore", side, bag="")
    game.pick(FIRST, "scout")
    game.pick(FIRST)
    assert game.asked(FIRST) == "give up tile"
    game.pick(FIRST, "Space Docks")
    game.pick(FIRST, "Space Docks", "worlds")
    assert game.worlds(FIRST) == ["Mining World", "Armaments World"]
    assert game.over


def test_a_tile_that_nobody_draws_stays_in_the_bag() -> None:
    """Fine Points, Explore, very rare: each gives one up, the scout draws what it needs."""
    rich = Side(developments="Space Docks, Space Marines", worlds="Mining World")
    other = Side(developments="Public Works, Robot Surveyors", worlds="Gem World")
    game = at("explore", Side(explore="home"), rich, other, bag="")
    game.pick(FIRST, "scout")
    game.pick(SECOND, "Space Docks")
    game.pick(THIRD, "Public Works")
    assert len(game.player(FIRST).drawn) == 1
    assert len(game.state.bag) == 1


def test_which_of_the_tiles_given_up_is_drawn_is_a_matter_of_chance() -> None:
    """Fine Points, Explore, very rare: they go into the bag."""
    rich = Side(developments="Space Docks, Space Marines", worlds="Mining World")
    other = Side(developments="Public Works, Robot Surveyors", worlds="Gem World")
    drawn = set()
    for seed in range(12):
        game = at("explore", Side(explore="home"), rich, other, bag="", chance=Chance(str(seed)))
        game.pick(FIRST, "scout")
        game.pick(SECOND, "Space Docks")
        game.pick(THIRD, "Public Works")
        drawn.add(game.legal_answers(FIRST)[0])
    assert drawn == {"Space Docks, developments, no", "Public Works, developments, no"}


def test_abandoned_tiles_are_drawn_as_likely_as_others_afterwards() -> None:
    """Explore: at the end of the phase they return to the bag."""
    side = Side(explore="home", worlds="Outlaw World")
    following = set()
    for seed in range(12):
        bag = "Public Works, Gem World, Mining World"
        game = at("explore", side, bag=bag, chance=Chance(str(seed)))
        game.pick(FIRST, "scout")
        game.pick(FIRST, "Outlaw World")
        game.finish_step()
        following.add(game.table.titles[game.table.tiles[game.state.bag[-1]].world])
    assert following == {"Outlaw World", "Mining World"}


def test_a_bag_that_just_suffices_leaves_abandoned_tiles_where_they_are() -> None:
    """Fine Points, Explore: they come back when more tiles are needed than the bag has."""
    game = at("explore", Side(explore="home", worlds="Outlaw World"), bag="Public Works, Gem World")
    game.pick(FIRST, "scout")
    game.pick(FIRST, "Outlaw World")
    assert game.state.bag == []
    assert len(game.state.abandoned) == 1


def test_alien_research_team_draws_what_is_abandoned_when_the_bag_is_empty() -> None:
    """Individual Power Clarifications: before any abandoned tiles are returned; Fine Points."""
    side = Side("Alien Research Team", explore="home", worlds="Outlaw World")
    game = at("explore", side, bag="Public Works, Gem World")
    game.pick(FIRST, "scout")
    game.pick(FIRST, "Outlaw World")
    game.pick(FIRST, "Public Works", "developments")
    game.pick(FIRST, "Gem World", "developments")
    game.pick(FIRST, "Organic Shipyards", "worlds")
    assert game.over
    assert game.worlds(FIRST) == ["Outlaw World"]
    assert game.state.bag == game.state.abandoned == []


@pytest.mark.parametrize(
    ("bag", "seats"), [("Public Works", [FIRST]), ("Public Works, Gem World", [FIRST, SECOND])]
)
def test_players_explore_in_order_for_explorers_that_are_no_dice_too(
    bag: str, seats: list[int]
) -> None:
    """Fine Points, Explore; Timing: only where the bag might not suffice."""
    game = at("explore", Side("Major Research Labs"), Side(explore="home"), bag=bag)
    assert sorted(game.players_to_answer()) == seats


@pytest.mark.parametrize(("tiles", "seats"), [(3, [FIRST]), (4, [FIRST, SECOND])])
def test_what_a_second_scout_may_abandon_is_counted_for_the_bag(
    tiles: int, seats: list[int]
) -> None:
    """Fine Points, Explore; Explore, Scout: tiles drawn in earlier tasks can be abandoned."""
    bag = ", ".join(["Public Works", "Gem World", "Mining World", "Space Docks"][:tiles])
    game = at("explore", Side(explore="2 home"), Side(explore="home"), bag=bag)
    assert sorted(game.players_to_answer()) == seats


# --- Explore


def test_three_scouts_one_after_the_other() -> None:
    """Explore, the example of three consecutive Scout tasks: each abandons what it likes."""
    side = Side(explore="3 home", developments="Space Docks", worlds="Outlaw World")
    bag = "Public Works, Gem World, Mining World, Space Marines, Replicant Robots"
    game = at("explore", side, bag=bag)
    game.pick(FIRST, "scout")
    game.pick(FIRST, "Outlaw World")
    game.pick(FIRST, "Public Works", "developments")
    game.pick(FIRST, "Gem World", "worlds")
    game.pick(FIRST, "scout")
    game.pick(FIRST)
    game.pick(FIRST, "Mining World", "worlds")
    game.pick(FIRST, "scout")
    game.pick(FIRST, "Public Works")
    game.pick(FIRST, "Replicant Robots", "developments")
    game.pick(FIRST, "Space Marines", "worlds")
    assert game.developments(FIRST) == ["Space Docks", "Replicant Robots"]
    assert game.worlds(FIRST) == ["Gem World", "Mining World", "Prosperous World"]
    assert game.dice(FIRST, "citizenry") == "3 home"


def test_improved_reconnaissance_is_about_scouting_alone() -> None:
    """Individual Power Clarifications: what Alien Research Team draws comes of no Scout task."""
    side = Side("Improved Reconnaissance, Alien Research Team", worlds="Outlaw World")
    game = at("explore", side, bag="Public Works")
    assert game.legal_answers(FIRST) == [
        "Public Works, developments, no",
        "Public Works, worlds, no",
    ]


def test_a_stack_without_tiles_has_no_top() -> None:
    """Explore, Scout: a tile is put there in one way, also with Improved Reconnaissance."""
    side = Side("Improved Reconnaissance", explore="home", worlds="Outlaw World")
    game = at("explore", side, bag="Public Works")
    game.pick(FIRST, "scout")
    game.pick(FIRST)
    assert "Public Works, developments, yes" not in game.legal_answers(FIRST)
    assert "Public Works, worlds, yes" in game.legal_answers(FIRST)


def test_an_alien_explorer_that_is_no_die_scouts_for_alien_research_team() -> None:
    """Individual Power Clarifications, Alien Research Ship."""
    game = at("explore", Side("Alien Research Ship, Alien Research Team"))
    game.pick(FIRST, "stock", "home")
    game.pick(FIRST, "scout", "alien")
    game.finish_step()
    assert game.credits(FIRST) == 1 + 2 + 1


def test_alien_research_team_pays_once_however_many_alien_explorers_scout() -> None:
    """Individual Power Clarifications, Alien Research Team: if any has scouted."""
    game = at("explore", Side("Alien Research Team", explore="2 alien"))
    for _explorer in range(2):
        game.pick(FIRST, "scout")
        game.answer(FIRST, game.decision(FIRST).first())
    game.finish_step()
    assert game.credits(FIRST) == 1 + 1


def test_who_can_rearrange_must_use_all_explorers_all_the_same() -> None:
    """Fine Points, Explore: each explorer must either Scout or Stock."""
    game = at("explore", Side("Advanced Logistics", developments="Space Docks", explore="home"))
    assert game.legal_answers(FIRST) == ["scout, home", "stock, home", "rearrange"]
    game.pick(FIRST, "rearrange")
    assert game.legal_answers(FIRST) == ["scout, home", "stock, home", "rearrange"]


# --- Assign


def test_executive_power_leaves_workers_of_the_selected_phase_there() -> None:
    """Assign, Reassign: workers are reassigned to other phases."""
    game = at("assign", Side("Executive Power", rolled="3 home ship"))
    game.pick(FIRST, "ship", "ship")
    assert game.legal_answers(FIRST) == ["none", "dictate"]


@pytest.mark.parametrize(
    "powers", ["Backup Planning, Galactic Mandate", "Galactic Mandate, Backup Planning"]
)
def test_each_dictate_reassigns_up_to_three_with_both_powers(powers: str) -> None:
    """Fine Points, Development Powers: powers are used as often as they are triggered."""
    game = at("assign", Side(powers, rolled="9 home explore"))
    game.pick(FIRST, "ship")
    for left in (4, 0):
        game.pick(FIRST, "dictate")
        for _worker in range(3):
            if game.asked(FIRST) == "dictate":
                game.pick(FIRST, "home", "explore")
            game.pick(FIRST, "home", "explore", "ship")
        assert game.dice(FIRST, "explore") == (f"{left} home" if left else "")
    assert game.player(FIRST).dictated[0] == 2


def test_all_wild_faces_are_assigned_before_any_worker_is_revealed() -> None:
    """Fine Points, Assign."""
    sides = Side(rolled="home ship, genes wild"), Side(rolled="home settle")
    game = Game(*sides, step="assign", chance=spare_die("ship"))
    game.pick(FIRST, "ship", "ship")
    game.pick(SECOND, "settle")
    assert game.asked(FIRST) == "assign wild"
    assert view_of(game.state, game.state.order[FIRST]).seats[game.state.order[SECOND]].selected < 0


@pytest.mark.parametrize("phase", PHASES)
def test_workers_in_other_columns_return_whatever_they_show(phase: str) -> None:
    """Reveal: those assigned to a phase that does not occur, by power or by a wild face."""
    game = Game(
        Side(rolled="home ship, genes wild"), step="assign", until="reveal",
        chance=spare_die("ship"),
    )  # fmt: skip
    game.pick(FIRST, "ship", "ship")
    game.pick(FIRST, phase)
    assert game.dice(FIRST, "cup") == ("" if phase == "ship" else "1 genes")


def test_what_was_selected_in_the_round_before_is_over() -> None:
    """Manage Empire, Reset: phase tiles are turned back; it takes a worker to select again."""
    sides = Side(selects="ship"), Side(cup="home"), Side(cup="home")
    game = Game(*sides, step="manage", until="reveal")
    assert game.state.round == 2
    assert sorted(game.players_to_answer()) == [SECOND, THIRD]
    game.pick(SECOND, "settle")
    game.pick(THIRD, "settle")
    assert game.state.occurring == [2]


def test_workers_of_a_further_round_are_behind_the_screen_again() -> None:
    """Etiquette: workers rolled and assigned are secret in Roll and Assign."""
    side = Side(cup="2 home", selects="ship")
    game = Game(side, side, step="manage", until="assign")
    game.pick(SECOND, "settle")
    seat = view_of(game.state, game.state.order[FIRST]).seats[game.state.order[SECOND]]
    assert seat.selected == -1
    assert seat.screened == (2, 0, 0, 0, 0, 0, 0)
    assert not any(any(dice) for dice in seat.places)


# --- Phases


def test_a_world_of_this_round_holds_a_good_in_it() -> None:
    """Phases: in numeric order, Produce after Settle."""
    side = Side(worlds="Gem World", settle="2 home", produce="rare")
    assert Game(side, step="settle", until="produce").goods(FIRST) == {"Gem World": "1 rare"}


def test_a_price_of_this_round_is_paid_in_it() -> None:
    """Fine Points, Development Powers: a power counts from when its tile is built."""
    side = Side("Gem World", developments="Export Duties", develop="2 home", ship="home",
                goods="Gem World: home")  # fmt: skip
    game = Game(side, step="develop", until="ship")
    game.pick(FIRST, "trade")
    assert game.credits(FIRST) == 1 + 3 + 1


@pytest.mark.parametrize("power", ["Galactic Investors", "Robot Surveyors", "Merchant Guild"])
def test_a_phase_that_does_not_occur_pays_nothing(power: str) -> None:
    """Develop: powers are used in a phase that occurs."""
    assert Game(Side(power, cup="home", ship="home"), until="manage").credits(FIRST) == 1


def test_powers_without_may_are_not_asked_about() -> None:
    """Develop: powers are mandatory, unless their text includes "may"."""
    side = Side("Public Works, New Galactic Order", developments="Space Docks", develop="2 home")
    assert at("develop", side).credits(FIRST) == 2
    settled = at("settle", Side("New Galactic Order", worlds="Rebel Hideout", settle="2 military"))
    assert settled.over
    assert settled.dice(FIRST, "cup") == "2 military"


def test_a_discount_must_be_used() -> None:
    """Fine Points, Develop and Settle: one worker fewer completes it, and the other goes on."""
    side = Side("Replicant Robots", worlds="Gem World, Tourist World", settle="2 home")
    game = at("settle", side)
    assert game.tableau(FIRST)[-1] == "Gem World"
    assert game.dice(FIRST, "settlers") == "1 home"


@pytest.mark.parametrize(
    "powers", ["New Galactic Order, Galactic Exchange", "Galactic Exchange, New Galactic Order"]
)
def test_a_worker_returns_to_the_cup_once(powers: str) -> None:
    """Settle; Fine Points, Development Powers: both answer to a world that is completed."""
    game = at("settle", Side(powers, worlds="Tourist World", settle="3 military, home"))
    assert game.asked(FIRST) == "workers to cup"
    game.pick(FIRST, "home")
    assert game.over
    assert game.dice(FIRST, "cup") == "1 home, 3 military"
    assert game.dice(FIRST, "citizenry") == "1 consumption"


def test_who_has_returned_to_the_cup_is_not_there_for_another_power() -> None:
    """Settle: the workers of the Citizenry are left, which the powers are about."""
    powers = "New Galactic Order, Galactic Exchange"
    game = at("settle", Side(powers, worlds="Tourist World", settle="3 military, home"))
    with pytest.raises(IllegalAnswer):
        game.pick(FIRST, "military")
    game.pick(FIRST)
    assert game.dice(FIRST, "cup") == "3 military"


# --- Ship and the end


def test_a_point_of_a_power_empties_the_pool_as_well() -> None:
    """Ship: emptying the initial pool ends the game, whatever takes the last chip."""
    game = at("ship", Side("Galactic Salon"), pool=1)
    assert game.chips(FIRST) == 1
    assert end_reasons(game.state) == ["chips"]


def test_the_scoring_example() -> None:
    """Winning, the example: 13 for developments, 3 for worlds, 5 and 4 as a bonus."""
    developments = "Galactic Federation, New Galactic Order, Public Works"
    side = Side(f"{developments}, Old Earth", cup="4 military")
    assert Game(side, step="manage", until="manage").score(FIRST) == 13 + 3 + 5 + 4


# --- what is secret


def test_abandoned_tiles_are_seen_by_number_beside_the_bag() -> None:
    """Etiquette: what lies under the Explore phase tile is secret."""
    side = Side(explore="home", worlds="Outlaw World, Mining World")
    game = at("explore", side, bag="Public Works, Gem World, Space Docks, Space Marines")
    game.pick(FIRST, "scout")
    game.pick(FIRST, "Outlaw World", "Mining World")
    view = view_of(game.state, game.state.order[SECOND])
    assert (view.bag, view.abandoned) == (1, 2)
    assert view.seats[game.state.order[FIRST]].drawn == 3
    assert view.drawn == ()


def test_tiles_that_move_in_the_construction_zone_are_secret() -> None:
    """Etiquette: new tiles, those that are turned, and those that are given up."""
    side = Side("Advanced Logistics", explore="home", developments="Space Docks, Space Marines")
    rich = Side(developments="Public Works, Robot Surveyors", worlds="Mining World")
    game = at("explore", side, rich, bag="")
    game.pick(FIRST, "rearrange")
    game.pick(FIRST, "Space Marines", "developments", "0")
    game.pick(FIRST, "scout")
    game.pick(FIRST)
    game.pick(SECOND, "Robot Surveyors")
    game.pick(FIRST, "Robot Surveyors", "worlds")
    for kind in (TileMoved, TileGivenUp, TilePlaced):
        (event,) = game.events(kind)
        assert isinstance(event, TileMoved | TileGivenUp | TilePlaced)
        hidden = event.redacted()
        assert event.own
        assert isinstance(hidden, TileMoved | TileGivenUp | TilePlaced)
        assert hidden.own == ()
