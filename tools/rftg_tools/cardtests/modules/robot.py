"""The solitaire robot in card tests: what it begins with, how its dice fall, what it has then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gamekit.chance import Chance, RecordedChance, Shuffles
from rftg_dsl.diagnostics.text import there_are
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_dsl.sets.robot_model import Robot
from rftg_dsl.syntax.situations import CardList, CardTest, Value
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import turn
from rftg_engine.modules.robot.state import NAME, RobotState, number_of, robot_in
from rftg_engine.positions.layout import PositionBuilder, PositionError, RobotSide
from rftg_engine.state import Player, State
from rftg_tools.cardtests.module_keys import MODULE_KEYS, Compared, ModuleKey

LEVEL: Final = "medium"
"""How hard the robot is where a test does not say it."""


def given(test: CardTest) -> dict[str, Any]:
    """Return what a test says of the robot, {} where it is played without it."""
    found = dict(test.parts[0].modules).get(NAME, ())
    assert isinstance(found, tuple)
    return dict(found)


def robot_of_tests(tests: Sequence[CardTest]) -> tuple[Robot, ...]:
    """Return the shipped robot where some test is played against it."""
    return (shipped_robot(),) if any(given(test) for test in tests) else ()


def side_of(table: Table, facts: dict[str, Any]) -> RobotSide:
    """Return what the robot begins with. Raise PositionError for a card that is no start world."""
    start = facts["start"]
    if start not in {table.titles[world] for world in table.start_worlds}:
        raise PositionError(f"`{start}` is no start world, and the robot begins with one")
    return RobotSide(
        start,
        CardList(tuple(facts.get("tableau", ()))),
        CardList(tuple(facts.get("stack", ()))),
        credit=facts.get("credit"),
        economy=facts.get("economy"),
        left=facts.get("counters"),
        vp=facts.get("vp", 0),
        prestige=facts.get("prestige", 0),
    )


def chance_of(table: Table, facts: dict[str, Any], seed: str) -> Shuffles:
    """Return what lets the dice fall as a test says. Raise PositionError where they cannot."""
    if not facts:
        return Chance(seed)
    faces, dice = list(map(number_of, facts["dice"])), turn.robot_of(table).dice
    for order in (faces, faces[::-1]):
        if all(face in die for face, die in zip(order, dice, strict=True)):
            rolled = zip(order, dice, strict=True)
            return RecordedChance([_up(face, die) for face, die in rolled], seed)
    raise PositionError(f"no roll of the dice is {' and '.join(facts['dice'])}")


def _up(face: int, die: list[int]) -> list[int]:
    """Return the sides of a die, with one of that face up."""
    side = die.index(face)
    return [side, *(one for one in range(len(die)) if one != side)]


def _give(_layout: PositionBuilder, state: State, _seat: int, _value: Value) -> None:
    """Begin with the dice: the robot was laid out with all else, and its cards drawn for that."""
    state.shuffles = 0


def _compare(table: Table, state: State, _seat: int, value: Value) -> Compared:
    robot = robot_in(state)
    assert isinstance(value, tuple)
    if robot is None:
        return "no robot plays", "add `robot: {start: TITLE, dice: [settle, produce]}` to `given:`"
    player = state.players[robot.seat]
    for key, wanted in value:
        if key == "tableau":
            there = sorted(table.titles[card] for card in player.tableau)
            if there != sorted(wanted):
                return f"the robot's tableau is {', '.join(there)}", ""
        elif (got := _NUMBERS[key](table, state, robot, player)) != wanted:
            return f"the robot: expected {key} {wanted}, and {there_are(got)}", ""
    return None


_NUMBERS: Final[dict[str, Callable[[Table, State, RobotState, Player], int]]] = {
    "stack": lambda _table, _state, _robot, player: len(player.hand),
    "vp": lambda _table, _state, _robot, player: player.vp,
    "prestige": lambda _table, _state, _robot, player: player.prestige,
    "credit": lambda _table, _state, robot, _player: robot.credit,
    "economy": lambda _table, _state, robot, _player: robot.economy,
    "counters": lambda _table, _state, robot, _player: robot.left,
    "score": lambda table, state, robot, _player: turn.points(table, state, robot),
}

MODULE_KEYS[NAME] = ModuleKey(_give, _compare)
