"""A bot's model of the robot: what its dice may call, and what a phase would bring it."""

from typing import Any

import pytest

from rftg_dsl.sets.robot import shipped_robot
from rftg_engine import Options, new_game, view_of
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.habits import CONSUME, DEVELOP, EXPLORE, PHASES, PRODUCE, SETTLE
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.rivals import COUNTER_POINTS, CREDIT_POINTS, ECONOMY_POINTS, RobotModel
from rftg_engine.bots.seats import stage_number
from rftg_engine.bots.situation import rivals_of
from tests.solitaire import Solitaire, changed, table_of

DICE = (
    ("explore", "develop", "settle", "consume-trade", "produce", "match"),
    ("develop", "settle", "consume-x2", "match", "robot", "robot"),
)


def rival(world: str = "Old Earth", **situation: Any) -> RobotModel:
    game = Solitaire(world, **situation)
    (found,) = rivals_of(Evaluator(knowledge_of(game.table), view_of(game.driver.state, 0)))
    assert isinstance(found, RobotModel)
    return found


def test_the_robot_is_the_one_rival_that_is_reckoned_by_its_mat() -> None:
    table = table_of(("base",), shipped_robot())
    game = new_game(table, Options(2, experienced=True), "1")
    evaluator = Evaluator(knowledge_of(table), view_of(game.state, 0))
    assert not isinstance(rivals_of(evaluator)[0], RobotModel)
    assert rival().robot.seat == 1


def test_a_phase_is_called_as_often_as_the_dice_show_it() -> None:
    dice = [" ".join(die) for die in DICE]
    table = table_of(("base",), changed(dice=DICE))
    opening = ((), ("Old Earth",))
    game = new_game(table, Options(2, True, robot="easy", opening=opening), "1")
    game.answer(0, game.pending[0].first())
    (found,) = rivals_of(Evaluator(knowledge_of(table), view_of(game.state, 0)))
    called = found.call_chances(2)
    assert "robot robot" in dice[1]
    assert called[PHASES.index("explore")] == pytest.approx(1 / 6)
    assert called[PHASES.index("develop")] == pytest.approx(1 - (5 / 6) ** 2)
    # Old Earth reads its two robot faces as Consume: Trade.
    assert called[PHASES.index("consume")] == pytest.approx(1 - 5 / 6 * 3 / 6)
    assert called[PHASES.index("produce")] == pytest.approx(1 / 6)


def test_when_the_dice_are_rolled_the_phases_are_known() -> None:
    game = Solitaire(dice="develop, produce", hand="Public Works, Gem World")
    game.choose("settle", "consume: trade")
    (found,) = rivals_of(Evaluator(knowledge_of(game.table), view_of(game.driver.state, 0)))
    assert found.call_chances(2)[DEVELOP] == found.call_chances(2)[PRODUCE] == 1.0
    assert found.call_chances(2)[SETTLE] == 0.0


def test_what_it_gains_follows_from_its_mat_its_tracks_and_its_counters() -> None:
    """Without a match on the dice only the lower rows count for what the player calls."""
    gains = rival(dice="explore, produce", credit=3, economy=2, left=1).phase_gains()
    assert gains[CONSUME] == 2
    assert gains[PRODUCE] == 0
    assert gains[DEVELOP] == COUNTER_POINTS + 6 - CREDIT_POINTS * 3
    poor = rival(dice="explore, produce", credit=0).phase_gains()
    assert poor[DEVELOP] == poor[SETTLE] == 0
    assert poor[EXPLORE] > 0


def test_matches_bring_it_the_upper_rows() -> None:
    always = rival(dice="match, match", credit=0, economy=2)
    assert always.match_chance == 1.0
    assert always.phase_gains()[PRODUCE] == ECONOMY_POINTS
    assert rival(dice="match, match", credit=4, economy=5).phase_gains()[PRODUCE] == 0


def test_a_tile_of_its_start_world_is_reckoned_with() -> None:
    finds = rival("Alien Research Team", dice="match, match", economy=1, tableau="Gem World")
    with_alien = rival("Alien Research Team", dice="match, match", tableau="Lost Alien Warship")
    assert finds.phase_gains()[CONSUME] > 0
    assert with_alien.phase_gains()[SETTLE] > 0
    assert rival("Epsilon Eridani", dice="explore, produce", credit=0).phase_gains()[SETTLE] > 0


def test_its_counters_bring_the_end_nearer() -> None:
    game = Solitaire(tableau="Gem World, Comet Zone")
    before = stage_number(view_of(game.driver.state, 0))
    game.robot.placed = 6
    assert stage_number(view_of(game.driver.state, 0)) > before
