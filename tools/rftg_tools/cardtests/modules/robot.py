"""The solitaire robot in card tests: its start, its dice, and its final state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gamekit.chance import Chance, RecordedChance, Shuffles
from rftg_dsl.diagnostics.text import there_are
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_dsl.sets.robot_model import FACES, Robot
from rftg_dsl.syntax.situations import CardList, CardTest, Value
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import points, robot_of
from rftg_engine.modules.robot_state import NAME, RobotState, robot_in
from rftg_engine.positions.layout import PositionBuilder, PositionError, RobotSide
from rftg_engine.state import Player, State
from rftg_tools.cardtests.module_keys import MODULE_KEYS, Mismatch, ModuleKey

DEFAULT_LEVEL: Final = "medium"


def robot_settings(test: CardTest) -> dict[str, Any]:
    """Return the settings of the robot in a test, or {} if the test has no robot."""
    settings = dict(test.parts[0].modules).get(NAME, ())
    assert isinstance(settings, tuple)
    return dict(settings)


def robot_of_tests(tests: Sequence[CardTest]) -> tuple[Robot, ...]:
    """Return the shipped robot if some test is played against it."""
    return (shipped_robot(),) if any(robot_settings(test) for test in tests) else ()


def read_side(table: Table, settings: dict[str, Any]) -> RobotSide:
    """Return the side of the robot. Raises PositionError if it has no start world."""
    start = settings["start"]
    if start not in {table.titles[world] for world in table.start_worlds}:
        raise PositionError(f"`{start}` is not a start world, and the robot needs one")
    return RobotSide(
        start,
        CardList(tuple(settings.get("tableau", ()))),
        CardList(tuple(settings.get("stack", ()))),
        credit=settings.get("credit"),
        economy=settings.get("economy"),
        left=settings.get("counters"),
        vp=settings.get("vp", 0),
        prestige=settings.get("prestige", 0),
    )


def create_chance(table: Table, settings: dict[str, Any], seed: str) -> Shuffles:
    """Return chance that rolls the dice of a test. Raises PositionError for an impossible roll."""
    if not settings:
        return Chance(seed)
    faces, dice = [FACES.index(face) for face in settings["dice"]], robot_of(table).dice
    for order in (faces, faces[::-1]):
        if all(face in die for face, die in zip(order, dice, strict=True)):
            rolls = zip(order, dice, strict=True)
            return RecordedChance([_shuffle_for(face, die) for face, die in rolls], seed)
    raise PositionError(f"the dice cannot show {' and '.join(settings['dice'])}")


def _shuffle_for(face: int, die: list[int]) -> list[int]:
    """Return an order of the sides of a die in which a side with this face comes first."""
    first = die.index(face)
    return [first, *(side for side in range(len(die)) if side != first)]


def _set_up(_layout: PositionBuilder, state: State, _seat: int, _value: Value) -> None:
    """Let the recorded dice come first: laying out the robot has used up shuffles."""
    state.shuffles = 0


def _compare(table: Table, state: State, _seat: int, value: Value) -> Mismatch:
    robot = robot_in(state)
    assert isinstance(value, tuple)
    if robot is None:
        return "no robot plays", "add `robot: {start: TITLE, dice: [settle, produce]}` to `given:`"
    player = state.players[robot.seat]
    for key, expected in value:
        if key == "tableau":
            tableau = sorted(table.titles[card] for card in player.tableau)
            if tableau != sorted(expected):
                return f"the robot's tableau is {', '.join(tableau)}", ""
        elif (count := _NUMBERS[key](table, state, robot, player)) != expected:
            return f"the robot: expected {key} {expected}, but {there_are(count)}", ""
    return None


_NUMBERS: Final[dict[str, Callable[[Table, State, RobotState, Player], int]]] = {
    "stack": lambda _table, _state, _robot, player: len(player.hand),
    "vp": lambda _table, _state, _robot, player: player.vp,
    "prestige": lambda _table, _state, _robot, player: player.prestige,
    "credit": lambda _table, _state, robot, _player: robot.credit,
    "economy": lambda _table, _state, robot, _player: robot.economy,
    "counters": lambda _table, _state, robot, _player: robot.left,
    "score": lambda table, state, robot, _player: points(table, state, robot),
}

MODULE_KEYS[NAME] = ModuleKey(_set_up, _compare)
