"""Roll rulebook, Develop and Settle, their fine points, and immediate effects."""

from typing import NamedTuple

import pytest

from roll_engine import Side
from tests.roll_engine.game import FIRST, SECOND, Game, at


class Phase(NamedTuple):
    """Develop or Settle, with a tile that takes two workers and another that takes four."""

    step: str
    stack: str
    builders: str
    cheap: str
    costly: str

    def side(self, tiles: str = "", assigned: str = "", on_stack: str = "") -> Side:
        """Return a player with tiles on the stack, and workers assigned or on it already."""
        return Side(**{self.stack: tiles, self.step: assigned, self.builders: on_stack})

    def at(self, tiles: str = "", assigned: str = "", on_stack: str = "") -> Game:
        """Return a game of that player at this phase."""
        return at(self.step, self.side(tiles, assigned, on_stack))


DEVELOP = Phase("develop", "developments", "developers", "Space Docks", "Investment Credits")
SETTLE = Phase("settle", "worlds", "settlers", "Rebel Hideout", "Tourist World")
BOTH = pytest.mark.parametrize("phase", [DEVELOP, SETTLE], ids=["develop", "settle"])


def tiles_on_stack(game: Game, phase: Phase) -> list[str]:
    return game.developments(FIRST) if phase is DEVELOP else game.worlds(FIRST)


@BOTH
def test_a_tile_is_complete_with_as_many_workers_as_it_costs(phase: Phase) -> None:
    game = phase.at(phase.cheap, "2 home")
    assert game.tableau(FIRST) == [phase.cheap]
    assert "2 home" in game.dice(FIRST, "citizenry")
    assert game.dice(FIRST, phase.builders) == ""


@BOTH
def test_workers_that_do_not_complete_it_stay_on_the_stack(phase: Phase) -> None:
    game = phase.at(phase.costly, "3 home")
    assert game.tableau(FIRST) == []
    assert game.dice(FIRST, phase.builders) == "3 home"


@BOTH
def test_those_of_earlier_rounds_count(phase: Phase) -> None:
    game = phase.at(phase.costly, "2 home", on_stack="2 military")
    assert game.tableau(FIRST) == [phase.costly]
    assert game.dice(FIRST, "citizenry").startswith("2 home, 2 military")


@BOTH
def test_several_tiles_are_completed_in_a_phase(phase: Phase) -> None:
    game = phase.at(f"{phase.cheap}, {phase.costly}", "7 home")
    assert game.tableau(FIRST) == [phase.cheap, phase.costly]
    assert game.dice(FIRST, "cup") == "1 home"


@BOTH
def test_further_workers_go_to_the_next_tile(phase: Phase) -> None:
    game = phase.at(f"{phase.cheap}, {phase.costly}", "3 home")
    assert tiles_on_stack(game, phase) == [phase.costly]
    assert game.dice(FIRST, phase.builders) == "1 home"


@BOTH
def test_workers_return_to_the_cup_when_the_stack_is_empty(phase: Phase) -> None:
    game = phase.at(assigned="2 home", on_stack="military")
    assert game.dice(FIRST, "cup") == "2 home, 1 military"
    assert game.dice(FIRST, phase.builders) == ""


@BOTH
def test_workers_are_put_on_the_top_tile_one_at_a_time(phase: Phase) -> None:
    """Its owner chooses which of them complete it."""
    game = phase.at(f"{phase.cheap}, {phase.costly}", "2 home, alien")
    game.pick(FIRST, "home", "alien")
    assert game.dice(FIRST, phase.builders) == "1 home"
    assert "1 alien" in game.dice(FIRST, "citizenry")


@BOTH
def test_all_workers_must_be_used(phase: Phase) -> None:
    """Fine Points."""
    game = phase.at(phase.costly, "home, alien")
    assert game.over
    assert game.dice(FIRST, phase.builders) == "1 home, 1 alien"


@BOTH
def test_what_is_complete_already_comes_first(phase: Phase) -> None:
    """Its owner chooses which workers return to the Citizenry; the others stay on the stack."""
    game = phase.at(f"{phase.cheap}, {phase.costly}", on_stack="2 home, alien")
    assert game.asked(FIRST) == "builders returned"
    game.pick(FIRST, "home", "alien")
    assert game.tableau(FIRST) == [phase.cheap]
    assert game.dice(FIRST, phase.builders) == "1 home"


@BOTH
def test_nothing_is_built_where_the_phase_does_not_occur(phase: Phase) -> None:
    game = Game(phase.side(phase.cheap, on_stack="2 home"), step="manage")
    assert tiles_on_stack(game, phase) == [phase.cheap]


def test_workers_build_in_their_own_stack() -> None:
    game = at("develop", Side(worlds="Rebel Hideout", develop="2 home"))
    assert game.worlds(FIRST) == ["Rebel Hideout"]
    assert game.dice(FIRST, "cup") == "2 home"


def test_there_can_be_more_than_twelve_squares() -> None:
    """Fine Points."""
    tableau = (
        "Space Piracy, Hidden Fortress, New Sparta, Space Docks, Gem World, Space Port, Spice World"
        ", Outlaw World, Mining World, Galactic Resort, Fifth Column"
    )
    game = at("settle", Side(tableau, worlds="Star Nomad Lair, Artist Colony", settle="2 home"))
    assert len(game.tableau(FIRST)) == 13


# --- costs


@pytest.mark.parametrize(
    ("powers", "world", "cost"),
    [
        ("", "Tourist World", 4),
        ("Replicant Robots", "Tourist World", 3),
        ("Replicant Robots", "Fifth Column", 1),
        ("Free Trade Zone", "Trading World", 2),
        ("Free Trade Zone", "Tourist World", 2),
        ("Free Trade Zone", "Rebel Hideout", 2),
        ("Free Trade Zone", "Fifth Column", 1),
        ("Free Trade Zone", "Terraformed World", 3),
        ("Free Trade Zone", "Mining World", 3),
        ("Free Trade Zone, Replicant Robots", "Trading World", 1),
        ("Replicant Robots, Free Trade Zone", "Trading World", 1),
        ("Replicant Robots, Free Trade Zone", "Tourist World", 1),
        ("Replicant Robots, Free Trade Zone", "Terraformed World", 2),
        ("Alien Uplift Blueprints", "Plague World", 2),
        ("Alien Uplift Blueprints", "Alien Sentinels", 5),
        ("Alien Uplift Blueprints", "Mining World", 3),
        ("Investment Credits", "Tourist World", 4),
    ],
)
def test_discounts_on_worlds(powers: str, world: str, cost: int) -> None:
    """All apply (Fine Points), not below 1; Individual Power Clarifications, Free Trade Zone."""
    less = at("settle", Side(powers, worlds=world, settle=f"{cost - 1} home" if cost > 1 else ""))
    assert less.worlds(FIRST) == [world]
    assert at("settle", Side(powers, worlds=world, settle=f"{cost} home")).worlds(FIRST) == []


@pytest.mark.parametrize(
    ("powers", "development", "cost"),
    [
        ("", "Space Marines", 3),
        ("Investment Credits", "Space Docks", 1),
        ("Investment Credits", "Public Works", 1),
        ("Biological Adaptation", "Nanotechnology", 4),
        ("Biological Adaptation", "Space Docks", 2),
        ("Biological Adaptation", "Backup Planning", 1),
        ("Biological Adaptation", "Galactic Mandate", 2),
        ("Biological Adaptation, Investment Credits", "Nanotechnology", 3),
    ],
)
def test_discounts_on_developments(powers: str, development: str, cost: int) -> None:
    short = f"{cost - 1} home" if cost > 1 else ""
    less = at("develop", Side(powers, developments=development, develop=short))
    assert less.developments(FIRST) == [development]
    enough = at("develop", Side(powers, developments=development, develop=f"{cost} home"))
    assert not enough.developments(FIRST)


def test_a_discount_can_complete_what_was_begun_before() -> None:
    game = at("settle", Side("Replicant Robots", worlds="Tourist World", settlers="3 home"))
    assert game.tableau(FIRST)[-1] == "Tourist World"


def test_a_discount_counts_in_the_phase_in_which_it_is_built() -> None:
    """Fine Points, Development Powers."""
    game = at("develop", Side(developments="Investment Credits, Export Duties", develop="5 home"))
    assert game.tableau(FIRST) == ["Investment Credits", "Export Duties"]


# --- immediate effects


@pytest.mark.parametrize(
    ("world", "dice", "place"),
    [
        ("Spice World", "1 novelty", "cup"),
        ("Secluded World", "1 novelty", "citizenry"),
        ("Rebel Hideout", "2 military", "citizenry"),
        ("Blaster Gem Mines", "1 military, 1 rare", "citizenry"),
    ],
)
def test_a_world_grants_dice_when_it_is_placed(world: str, dice: str, place: str) -> None:
    found = at("settle", Side(worlds=world, settlers="7 genes")).dice(FIRST, place)
    assert all(die in found for die in dice.split(", "))


def test_a_die_can_come_as_a_good_on_the_world() -> None:
    game = at("settle", Side(worlds="Galactic Resort", settle="3 home"))
    assert game.goods(FIRST) == {"Galactic Resort": "1 novelty"}


def test_some_worlds_give_credits() -> None:
    game = at("settle", Side(worlds="Lost Alien Warship", settle="5 home"))
    assert game.credits(FIRST) == 3
    assert game.dice(FIRST, "cup") == "1 alien"


@pytest.mark.parametrize(
    ("place", "die"),
    [
        ({"cup": "alien"}, "alien cup"),
        ({"ship": "alien"}, "alien ship"),
        ({"developments": "Space Docks", "developers": "alien"}, "alien developers"),
        ({"tableau": "Gem World", "goods": "Gem World: alien"}, "alien Gem World"),
        ({"citizenry": "alien"}, "alien citizenry"),
    ],
)
def test_a_die_is_removed_from_any_place(place: dict[str, str], die: str) -> None:
    """Fine Points, Immediate Effects: any die, with no effects beyond that."""
    game = at("settle", Side(worlds="Former Penal Colony", settle="home", **place))
    assert game.asked(FIRST) == "remove die"
    supply = game.state.supply[6]
    game.pick(FIRST, die)
    assert game.state.supply[6] == supply + 1
    assert game.player(FIRST).dice()[6] == 0
    assert game.dice(FIRST, "cup") == "1 military"


def test_a_phase_occurs_though_the_die_that_selected_it_is_removed() -> None:
    """Fine Points, Immediate Effects."""
    side = Side("Gem World", worlds="Former Penal Colony", settle="home", ship="alien",
                selects="ship", goods="Gem World: home")  # fmt: skip
    game = Game(side, Side("Space Tourism"))
    game.pick(FIRST, "alien ship")
    assert game.state.occurring == [2, 4]
    assert game.step == "manage"
    assert game.credits(SECOND) >= 1


@pytest.mark.parametrize(
    ("development", "dice", "credits"),
    [
        ("Conscription", "2 military", 1),
        ("Information Tech", "2 novelty", 1),
        ("Space Marines", "1 military", 2),
    ],
)
def test_developments_with_immediate_effects(development: str, dice: str, credits: int) -> None:
    game = at("develop", Side(developments=development, developers="4 home", cup="alien"))
    while not game.over:
        if game.asked(FIRST) == "remove die":
            game.pick(FIRST, "alien cup")
        else:
            game.answer(FIRST, game.decision(FIRST).first())
    assert dice in game.dice(FIRST, "cup")
    assert game.credits(FIRST) == credits


def test_nothing_is_gained_of_dice_that_have_run_out() -> None:
    game = at("settle", Side(worlds="Lost Alien Warship", settle="5 home"), Side(cup="9 alien"))
    assert game.player(FIRST).dice()[6] == 0
    assert game.credits(FIRST) == 3


def test_a_removed_die_is_there_to_be_gained() -> None:
    side = Side(worlds="Rebel Warrior Race", settle="2 home, genes")
    game = at("settle", side, Side(cup="11 genes"))
    game.pick(FIRST, "genes citizenry")
    assert "1 genes" in game.dice(FIRST, "citizenry")


# --- powers


def test_a_power_answers_as_often_as_it_is_triggered() -> None:
    """Fine Points, Development Powers, the example of Public Works: not for itself."""
    side = Side(developments="Public Works, Space Docks, Export Duties", develop="5 home")
    assert at("develop", side).credits(FIRST) == 3


def test_galactic_recycling_answers_to_worlds_too() -> None:
    game = at("settle", Side("Galactic Recycling", worlds="Fifth Column", settle="home"))
    assert game.credits(FIRST) == 2


@pytest.mark.parametrize(("world", "credits"), [("Ore-Rich World", 3), ("Gem World", 2)])
def test_terraforming_robots_pay_once_more_for_rare_worlds(world: str, credits: int) -> None:
    game = at("settle", Side("Terraforming Robots", worlds=world, settle="2 home"))
    assert game.credits(FIRST) == credits


@pytest.mark.parametrize(("step", "power"), [("develop", "Galactic Investors"),
                                             ("settle", "Robot Surveyors")])  # fmt: skip
def test_credits_come_at_the_end_of_the_phase_without_workers(step: str, power: str) -> None:
    """Develop: powers are used even without workers assigned to the phase."""
    assert at(step, Side(power)).credits(FIRST) == 3


def test_galactic_religion_counts_novelty_dice_in_the_citizenry_at_the_end() -> None:
    side = Side("Galactic Religion", developments="Space Docks", develop="2 novelty",
                citizenry="novelty", cup="novelty")  # fmt: skip
    assert at("develop", side).credits(FIRST) == 4


def test_galactic_federation_may_return_two_workers_to_the_cup() -> None:
    side = Side("Galactic Federation", developments="Space Marines", develop="3 home", cup="alien")
    game = at("develop", side)
    game.pick(FIRST, "alien cup")
    assert game.asked(FIRST) == "workers to cup"
    game.pick(FIRST, "2 home")
    assert game.dice(FIRST, "cup") == "2 home, 1 military"
    assert game.dice(FIRST, "citizenry") == "1 home"


def test_workers_need_not_be_returned_where_it_says_may() -> None:
    game = at("settle", Side("Galactic Exchange", worlds="Tourist World", settle="4 home"))
    game.pick(FIRST)
    assert game.dice(FIRST, "citizenry") == "4 home, 1 consumption"


def test_at_most_two_workers_are_returned() -> None:
    game = at("settle", Side("Galactic Exchange", worlds="Tourist World", settle="4 home"))
    assert game.decision(FIRST).refusal((3,))


def test_new_galactic_order_returns_all_military_workers() -> None:
    side = Side("New Galactic Order", worlds="Tourist World", settle="3 military, home",
                citizenry="military")  # fmt: skip
    game = at("settle", side)
    assert game.dice(FIRST, "cup") == "3 military"
    assert game.dice(FIRST, "citizenry") == "1 home, 1 military, 1 consumption"


def test_a_worker_that_was_removed_cannot_be_returned() -> None:
    game = at("settle", Side("New Galactic Order", worlds="Former Penal Colony", settle="military"))
    assert game.dice(FIRST, "cup") == "1 military"
    assert game.dice(FIRST, "citizenry") == ""


# --- what is often overlooked


@BOTH
def test_too_many_workers_on_a_stack_go_on_to_the_next_tile(phase: Phase) -> None:
    """Develop and Settle: the ones that scouting has left over build the tile below."""
    game = phase.at(f"{phase.cheap}, {phase.costly}", "home", on_stack="5 home")
    assert game.tableau(FIRST) == [phase.cheap, phase.costly]
    assert "6 home" in game.dice(FIRST, "citizenry")


@BOTH
def test_workers_of_an_emptied_stack_complete_what_comes_there(phase: Phase) -> None:
    """Explore: they stay, and what is under them is built when the phase occurs."""
    assert phase.at(phase.cheap, on_stack="2 home").tableau(FIRST) == [phase.cheap]


@BOTH
def test_more_workers_than_the_last_tile_takes_return_to_the_cup(phase: Phase) -> None:
    """Develop and Settle: those on the stack too, once it is empty."""
    game = phase.at(phase.cheap, on_stack="4 home")
    assert game.dice(FIRST, "cup") == "2 home"
    assert game.dice(FIRST, phase.builders) == ""


@BOTH
def test_phases_of_building_are_done_in_order_where_that_is_wanted(phase: Phase) -> None:
    """Timing: when a player might build the last tile square."""
    other = {"developments": "Space Marines", "worlds": "Outlaw World"}[phase.stack]
    one = phase.side(f"{phase.cheap}, {phase.costly}", "2 home, alien")
    game = at(phase.step, one, phase.side(other, "3 home, alien"), strict=True)
    assert game.players_to_answer() == [FIRST]
    game.pick(FIRST, "2 home")
    assert game.players_to_answer() == [SECOND]


def test_developments_of_this_round_count_in_later_phases_of_it() -> None:
    """Fine Points, Development Powers: a power is there once it is built."""
    side = Side(developments="Replicant Robots", develop="4 home", worlds="Tourist World",
                settle="3 home")  # fmt: skip
    game = Game(side, step="develop", until="settle")
    assert game.tableau(FIRST) == ["Replicant Robots", "Tourist World"]


def test_credits_at_the_end_come_of_what_is_built_in_the_phase() -> None:
    """Fine Points, Development Powers: it can be used in the phase in which it is built."""
    side = Side(developments="Galactic Investors", develop="6 home")
    assert at("develop", side).credits(FIRST) == 3


def test_nothing_is_granted_twice() -> None:
    """Setup, Fine Points: dice of faction and home world are taken in set-up alone."""
    game = at("settle", Side("Hidden Fortress, New Sparta", worlds="Tourist World", settle="home"))
    assert game.player(FIRST).dice() == [1, 0, 0, 0, 0, 0, 0]


def test_a_die_that_is_removed_can_be_the_last_one() -> None:
    """Fine Points, Immediate Effects: any of one's dice."""
    game = at("settle", Side(worlds="Former Penal Colony", settle="home"))
    assert game.player(FIRST).dice() == [0, 1, 0, 0, 0, 0, 0]


def test_a_worker_assigned_to_this_phase_can_be_removed_before_it_builds() -> None:
    """Fine Points, Immediate Effects: from the phase strip too."""
    game = at("settle", Side(worlds="Former Penal Colony, Rebel Hideout", settle="2 home, alien"))
    game.pick(FIRST, "home")
    game.pick(FIRST, "alien settle")
    assert game.worlds(FIRST) == ["Rebel Hideout"]
    assert game.dice(FIRST, "settlers") == "1 home"


def test_credits_of_a_world_are_lost_above_ten() -> None:
    """Phases: at most 10 credits, also by an immediate effect."""
    game = at("settle", Side(worlds="Lost Alien Warship", settle="5 home", credits=9))
    assert game.credits(FIRST) == 10
