"""What each start world changes in the robot: setup, its robot face, its tiles.

arc 1 = expansion-arc-1 booklet, Solitaire Game Rules; GS = The Gathering Storm, Solitaire Game. How
many cards a tile draws is a reading, stated in cards/robot/robot.yaml; these tests say what comes
of it.
"""

import pytest

from rftg_dsl.sets.robot import shipped_robot
from tests.solitaire import Solitaire, changed

SETUP = {
    "Old Earth": (1, 0, 4),
    "Epsilon Eridani": (1, 1, 4),
    "Alpha Centauri": (2, 0, 4),
    "New Sparta": (1, 0, 4),
    "Earth's Lost Colony": (1, 1, 4),
    "Separatist Colony": (1, 0, 4),
    "Ancient Race": (0, 0, 3),
    "Damaged Alien Factory": (1, 0, 4),
    "Doomed World": (1, 0, 4),
    "Rebel Cantina": (1, 0, 4),
    "Galactic Developers": (1, 0, 4),
    "Imperium Warlord": (1, 0, 4),
    "Galactic Scavengers": (2, 0, 3),
    "Uplift Mercenary Force": (1, 0, 4),
    "Alien Research Team": (1, 0, 4),
    "Rebel Freedom Fighters": (1, 0, 4),
}
"""Credit, economy and draw stack (arc 1, Setup)."""


def test_the_start_worlds_begin_as_the_booklet_says() -> None:
    robot = shipped_robot()
    assert [title for title, _start in robot.starts] == list(SETUP)
    for title, start in robot.starts:
        assert (start.credit, start.economy, start.stack) == SETUP[title], title


# --- Settle


@pytest.mark.parametrize(
    "world",
    [
        "Epsilon Eridani",
        "New Sparta",
        "Separatist Colony",
        "Imperium Warlord",
        "Uplift Mercenary Force",
        "Rebel Freedom Fighters",
    ],
)
def test_some_flip_to_find_military_worlds(world: str) -> None:
    """arc 1, Settle: they flip to find military worlds instead."""
    game = Solitaire(world, "settle, produce", stack="Comet Zone, Rebel Base", rest="box")
    game.round("produce", "consume: trade")
    assert game.placed() == ["Rebel Base"]


@pytest.mark.parametrize("world", [world for world in SETUP if world != "Uplift Mercenary Force"])
def test_some_need_no_credit_to_settle_on_response(world: str) -> None:
    """arc 1, Settle: these, and Alpha Centauri, do not need positive credit on response."""
    game = Solitaire(
        world, "produce, produce", stack="Rebel Base, Comet Zone", credit=0, rest="box"
    )
    game.round("settle", "produce")
    free = (
        "Epsilon Eridani",
        "New Sparta",
        "Separatist Colony",
        "Imperium Warlord",
        "Rebel Freedom Fighters",
        "Alpha Centauri",
    )
    assert len(game.placed()) == (world in free)


@pytest.mark.parametrize(
    ("world", "action", "response"),
    [
        ("Alpha Centauri", 4, 2),
        ("New Sparta", 4, 3),
        ("Epsilon Eridani", 3, 2),
        ("Old Earth", 3, 2),
    ],
)
def test_two_start_worlds_draw_more_when_they_settle(
    world: str, action: int, response: int
) -> None:
    """GS, Settle: New Sparta receives extra Settle draws, Alpha Centauri on its Settle actions."""
    for dice, drawn in (("settle, produce", action), ("produce, produce", response)):
        game = Solitaire(world, dice, supply=FIVE, rest="box", credit=1)
        game.round("settle", "produce")
        assert len(game.driver.state.discard) == drawn


FIVE = "Public Works, Public Works, Export Duties, Export Duties, Colony Ship"


@pytest.mark.parametrize(("credit", "placed"), [(0, []), (1, ["Rebel Base"])])
def test_uplift_mercenary_force_needs_credit_and_draws_by_its_worlds(
    credit: int, placed: list[str]
) -> None:
    """arc 1, Settle: except Uplift Mercenary Force; draws by the number of worlds."""
    game = Solitaire(
        "Uplift Mercenary Force",
        "produce, produce",
        tableau="Comet Zone, Gem World, Public Works",
        supply="Colony Ship, Colony Ship, Rebel Base, Rebel Outpost",
        credit=credit,
    )
    game.round("settle", "produce")
    assert game.placed()[3:] == placed


@pytest.mark.parametrize("stack", ["Comet Zone, Rebel Base", "Rebel Base, Comet Zone"])
def test_rebel_cantina_finds_worlds_of_both_sorts(stack: str) -> None:
    """arc 1, Settle: whichever it finds first."""
    game = Solitaire("Rebel Cantina", "settle, explore", stack=stack, rest="box", left=0)
    game.round("explore +5", "consume: trade")
    assert game.placed() == [stack.split(", ")[0]]


@pytest.mark.parametrize(
    ("dice", "stack", "placed"),
    [
        ("settle, explore", "Comet Zone, Rebel Base, Lost Alien Warship", "Lost Alien Warship"),
        (
            "settle, explore",
            "Comet Zone, Rebel Base, Deserted Alien Colony",
            "Deserted Alien Colony",
        ),
        ("explore, explore", "Rebel Base, Lost Alien Warship, Comet Zone", "Lost Alien Warship"),
        ("explore, explore", "Rebel Base, Comet Zone, Lost Alien Warship", "Comet Zone"),
    ],
)
def test_alien_research_team_settles_alien_worlds(dice: str, stack: str, placed: str) -> None:
    """arc 1, Settle: only Alien worlds; on response any non-military or Alien military world."""
    game = Solitaire("Alien Research Team", dice, stack=stack, rest="box", credit=1)
    game.round("settle", "produce")
    assert game.placed() == [placed]


def test_doomed_world_finds_a_good_world_in_the_supply_once_and_is_discarded() -> None:
    """arc 1, Settle: flip from the draw pile until a 3 or more VP non-military world is found."""
    game = Solitaire(
        "Doomed World",
        "settle, settle",
        stack="Gem World",
        supply="Rebel Base, Comet Zone, New Earth, Public Works, Spice World, Plague World",
        credit=1,
    )
    game.round("produce", "consume: trade")
    assert game.placed() == ["New Earth", "Plague World"]
    titles = [game.table.titles[card] for card in game.seat.tableau]
    assert "Doomed World" not in titles
    assert (game.robot.credit, game.robot.economy) == (3, 1)
    discards = [game.table.titles[card] for card in game.driver.state.discard]
    assert discards[:3] == ["Rebel Base", "Comet Zone", "Doomed World"]


def test_doomed_world_that_finds_nothing_gains_nothing_and_its_tile_is_gone() -> None:
    game = Solitaire("Doomed World", "settle, explore", rest="box", credit=1, tableau="Gem World")
    game.round("consume: x2", "produce")
    assert (game.robot.credit, game.robot.economy, len(game.seat.tableau)) == (2, 0, 2)
    assert game.robot.spent


# --- Explore and Develop


@pytest.mark.parametrize(
    ("world", "action", "both", "response"),
    [
        ("Old Earth", 1, 3, 1),
        ("Separatist Colony", 2, 4, 2),
        ("Uplift Mercenary Force", 2, 4, 2),
        ("Imperium Warlord", 2, 4, 1),
        ("Rebel Freedom Fighters", 2, 4, 1),
        ("Alien Research Team", 3, 5, 2),
    ],
)
def test_some_draw_more_when_they_explore(
    world: str, action: int, both: int, response: int
) -> None:
    """arc 1, Explore: these draw more cards on Explore, as shown on their special mat tiles."""
    drawn = {
        "explore, produce": action,
        "explore, explore": both,
        "produce, produce": response,
    }
    for dice, cards in drawn.items():
        game = Solitaire(world, dice, credit=0)
        game.round("explore +5", "produce")
        assert game.stack() == cards
        assert game.robot.credit == dice.startswith("explore")


def test_galactic_developers_draw_more_and_need_no_credit_on_response() -> None:
    """arc 1, Develop: more efficiently, and does not require credits on response."""
    action = Solitaire("Galactic Developers", "develop, produce", credit=0, supply=FIVE)
    action.round("produce", "consume: trade")
    assert len(action.placed()) == 1
    assert action.stack() == 1
    response = Solitaire("Galactic Developers", "produce, produce", stack="Public Works", credit=0)
    response.round("develop", "produce")
    assert response.placed() == ["Public Works"]


# --- robot faces, Consume, Produce


def test_old_earth_turns_to_x2_after_its_first_trade() -> None:
    """arc 1, Consume: after its first Trade action: replace its robot counter."""
    game = Solitaire("Old Earth", "robot, develop", rest="box")
    game.round("explore +5", "explore +1,+1")
    assert game.spaces() == ["develop", "consume: trade"]
    game.round("explore +5", "explore +1,+1")
    assert game.spaces() == ["develop", "consume: x2"]
    game.round("explore +5", "explore +1,+1")
    assert game.spaces() == ["develop", "consume: x2"]


def test_old_earth_turns_also_after_a_trade_that_was_rolled() -> None:
    game = Solitaire("Old Earth", "consume-trade, develop", rest="box")
    game.round("explore +5", "explore +1,+1")
    assert game.robot.face == 4


def test_damaged_alien_factory_goes_from_produce_to_trade_and_back() -> None:
    """arc 1, Consume and Produce: after every such action, its counter is flipped."""
    game = Solitaire("Damaged Alien Factory", "robot, explore", rest="box")
    seen = []
    for _round in range(4):
        game.round("explore +5", "explore +1,+1")
        seen.append(game.spaces()[-1])
    assert seen == ["produce", "consume: trade", "produce", "consume: trade"]


@pytest.mark.parametrize("world", ["Rebel Cantina", "Galactic Scavengers"])
def test_some_gain_credit_when_they_produce(world: str) -> None:
    """arc 1, Produce: increase their credits by 1 on Produce."""
    game = Solitaire(world, "produce, produce", credit=1)
    game.round("explore +5", "produce")
    assert (game.robot.credit, game.robot.economy) == (2, 1)


@pytest.mark.parametrize(
    ("dice", "tableau", "found"),
    [
        ("consume-trade, explore", "", (4, 2, 2, 0)),
        ("consume-x2, explore", "", (1, 3, 4, 0)),
        ("consume-x2, explore", "Lost Alien Warship", (1, 2, 4, 1)),
        ("consume-trade, consume-x2", "Lost Alien Warship", (3, 2, 4, 1)),
        ("consume-trade, consume-x2", "", (3, 3, 4, 0)),
    ],
)
def test_alien_research_team_gains_credit_and_prestige_when_it_consumes(
    dice: str, tableau: str, found: tuple[int, int, int, int]
) -> None:
    """arc 1, Consume: +1 credit on Trade; 1 prestige on 2x with an Alien world, but no economy."""
    game = Solitaire("Alien Research Team", dice, tableau=tableau, credit=0, economy=2, rest="box")
    game.round("explore +5", "explore +1,+1")
    robot, seat = game.robot, game.seat
    # It then leads in prestige alone, for which the next round gives it a chip.
    chips = seat.vp - seat.prestige
    assert (robot.credit, robot.economy, chips, seat.prestige) == found


# --- prestige and words that forbid


def test_rebel_freedom_fighters_gain_prestige_by_rebels_and_pass_by_imperium() -> None:
    """arc 1, Develop and Settle: 1 prestige each time; never place (or match on) Imperium cards."""
    game = Solitaire(
        "Rebel Freedom Fighters",
        "develop, settle",
        stack="Imperium Troops, Rebel Pact, Imperium Fuel Depot, Rebel Base, Rebel Outpost",
        rest="box",
        left=0,
    )
    game.round("produce", "consume: trade")
    assert game.placed() == ["Rebel Pact", "Rebel Base"]
    assert game.seat.prestige == 2


def test_prestige_printed_on_cards_is_not_the_robots_unless_its_file_says_so() -> None:
    for printed in (False, True):
        data = changed(printed_prestige=printed)
        game = Solitaire(
            "Imperium Warlord", "settle, explore", stack="Rebel Council", rest="box", data=data
        )
        game.round("produce", "consume: trade")
        assert (game.placed(), game.seat.prestige) == (["Rebel Council"], int(printed))


def test_a_start_world_that_the_file_does_not_name_plays_by_the_mat() -> None:
    data = changed(starts=())
    game = Solitaire("Epsilon Eridani", "settle, robot", stack="Comet Zone, Gem World", data=data)
    assert (game.robot.credit, game.robot.economy) == (1, 0)
    game.round("produce", "consume: trade")
    assert game.spaces() == ["settle", "second settle"]
    assert len(game.placed()) == 2


@pytest.mark.parametrize(
    ("leads", "prestige", "mine", "robots"),
    [
        (True, (2, 3), 0, 1),
        (True, (3, 3), 1, 1),
        (True, (3, 2), 1, 0),
        (False, (2, 3), 1, 0),
    ],
)
def test_the_robot_has_part_in_the_lead_of_prestige_unless_its_file_says_not(
    leads: bool, prestige: tuple[int, int], mine: int, robots: int
) -> None:
    """arc 1, Prestige Lead Bonus; that it is the robot's too is a reading."""
    data = changed(leads=leads)
    game = Solitaire("Imperium Warlord", "produce, explore", prestige=prestige, data=data)
    game.round("explore +5", "produce")
    assert (game.driver.state.players[0].vp, game.seat.vp) == (mine, robots)


def test_a_robot_that_leads_alone_by_fresh_prestige_draws_a_card_to_its_stack() -> None:
    """arc 1, Prestige Lead Bonus: gains 1 VP chip, draws 1 card."""
    game = Solitaire(
        "Rebel Freedom Fighters",
        "develop, produce",
        stack="Rebel Pact, Gem World",
        supply="Comet Zone, Spice World",
        left=0,
    )
    game.round("produce", "consume: trade")
    assert (game.seat.prestige, game.seat.vp) == (1, 1)
    assert game.stack() == 1 + 1
