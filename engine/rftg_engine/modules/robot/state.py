"""Dice and state of the solitaire robot.

The spaces for dice, left to right, are the actions by number (arc 1 booklet, Solitaire: Place
Dice).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rftg_dsl.sets.robot_model import FACES
from rftg_engine import actions
from rftg_engine.state import Part, Player, State
from rftg_engine.view import View, seen_of

MATCH: Final = FACES.index("match")
ROBOT: Final = FACES.index("robot")
SPACE_OF: Final = (
    actions.EXPLORE_5,
    actions.DEVELOP,
    actions.SETTLE,
    actions.CONSUME_TRADE,
    actions.CONSUME_X2,
    actions.PRODUCE,
)
"""The space of each action face; of a pair the left one."""
PAIRS: Final = (
    (actions.EXPLORE_5, actions.EXPLORE_1_1),
    (actions.DEVELOP, actions.DEVELOP_2),
    (actions.SETTLE, actions.SETTLE_2),
)
"""The spaces that are pairs."""
FACE_OF: Final = (0, 0, 1, 1, 2, 2, 3, 4, 5)
"""The action face of each space."""


def spaces(dice: Sequence[int], face: int, chosen: Sequence[int]) -> list[int]:
    """Return the spaces on which the dice lie, from the left.

    dice: faces as rolled. face: how the robot faces are read. chosen: the player's actions. Two
    dice on one space select it once; a match without a free space below a marker selects nothing.
    """
    read = [face if die == ROBOT else die for die in dice]
    taken: list[int] = []
    for die in read:
        if die != MATCH:
            _lay(taken, SPACE_OF[die])
    markers = sorted(actions.plain(action) for action in chosen)
    # A search has no space on the mat.
    markers = [marker for marker in markers if marker != actions.SEARCH]
    if read.count(MATCH) == len(dice):
        return markers
    if MATCH in read:
        for marker in _match_order(markers):
            if marker not in taken:
                taken.append(marker)
                break
    return sorted(taken)


def face_names(faces: list[int]) -> tuple[str, ...]:
    """Return faces of dice by name."""
    return tuple([FACES[face] for face in faces])


def number_of(face: str) -> int:
    """Return the number of a face by name."""
    return FACES.index(face)


def _lay(taken: list[int], space: int) -> None:
    """Lay a die on its space; of a pair on the other one where the left has a die."""
    if space not in taken:
        taken.append(space)
    elif any(space == left for left, _right in PAIRS):
        taken.append(space + 1)


def _match_order(markers: list[int]) -> list[int]:
    """Return the markers in the order in which a single match takes them: the rightmost first.

    Below two markers on a pair it is shifted to the first of them.
    """
    if any(markers == [left, right] for left, right in PAIRS):
        return markers
    return markers[::-1]


NAME: Final = "robot"


class RobotState(Part):
    """The robot's tracks, counters and tiles.

    seat: that of the player who holds its draw stack (as hand), tableau, chips and prestige.
    left, placed: 6-cost development counters; each, and each 6-cost development, is worth
    `points`. face: the robot face, as a number of FACES. dice: the faces rolled in this round,
    [] before. leads: its prestige counts for the lead. spent: numbers of the rows whose tile is
    discarded.
    """

    def __init__(self, seat: int, credit: int, economy: int, left: int, points: int) -> None:
        self.seat = seat
        self.credit = credit
        self.economy = economy
        self.left = left
        self.points = points
        self.placed = 0
        self.leads = False
        self.face = 0
        self.dice: list[int] = []
        self.spent: list[int] = []

    def copy(self) -> RobotState:
        """Return an independent copy."""
        twin = RobotState(self.seat, self.credit, self.economy, self.left, self.points)
        twin.placed = self.placed
        twin.leads = self.leads
        twin.face = self.face
        twin.dice = self.dice[:]
        twin.spent = self.spent[:]
        return twin

    def dump(self) -> dict[str, Any]:
        """Return the robot as JSON data; `load` is its inverse."""
        return {
            "seat": self.seat,
            "credit": self.credit,
            "economy": self.economy,
            "left": self.left,
            "points": self.points,
            "placed": self.placed,
            "leads": self.leads,
            "face": self.face,
            "dice": self.dice,
            "spent": self.spent,
        }

    def visible_to(self, state: State, seat: int) -> object:
        """Return what everybody sees of it."""
        return RobotSeat(self, state.players[self.seat])


def load(data: dict[str, Any]) -> RobotState:
    """Return the robot that `RobotState.dump` gave."""
    robot = RobotState(data["seat"], data["credit"], data["economy"], data["left"], data["points"])
    robot.placed = data["placed"]
    robot.leads = data["leads"]
    robot.face = data["face"]
    robot.dice = list(data["dice"])
    robot.spent = list(data["spent"])
    return robot


def imagined(seen: RobotSeat) -> RobotState:
    """Return the robot that is seen; nothing of its part is hidden."""
    robot = RobotState(seen.seat, seen.credit, seen.economy, seen.left, seen.points)
    robot.placed = seen.placed
    robot.leads = seen.leads
    robot.face = number_of(seen.face)
    robot.dice = [number_of(face) for face in seen.dice]
    robot.spent = list(seen.spent)
    return robot


def robot_in(state: State) -> RobotState | None:
    """Return the robot, None in games without it; it has no place in the order."""
    part = state.parts.get(NAME)
    return part if isinstance(part, RobotState) else None


class RobotSeat:
    """What everybody sees of the solitaire robot besides its seat, whose hand is its draw stack.

    start_world: where it began, also when that is discarded. left, placed: 6-cost development
    counters, each of `points` points. leads: its prestige counts for the lead. face: the robot
    face. dice: faces as rolled in this round, () before; the actions of the seat are the spaces
    they lie on. spent: numbers of the rows of the mat whose tile is discarded.
    """

    def __init__(self, robot: RobotState, player: Player) -> None:
        self.seat: Final = robot.seat
        self.start_world: Final = player.start_world
        self.credit: Final = robot.credit
        self.economy: Final = robot.economy
        self.left: Final = robot.left
        self.placed: Final = robot.placed
        self.points: Final = robot.points
        self.leads: Final = robot.leads
        self.face: Final = face_names([robot.face])[0]
        self.dice: Final = face_names(robot.dice)
        self.spent: Final = tuple(robot.spent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RobotSeat) and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.facts())

    def facts(self) -> tuple[object, ...]:
        """Return all of it, in the order above."""
        tracks = (self.seat, self.start_world, self.credit, self.economy)
        counters = (self.left, self.placed, self.points, self.leads)
        return *tracks, *counters, self.face, self.dice, self.spent


def robot_seen(view: View) -> RobotSeat | None:
    """Return what is seen of the robot, None in games without it."""
    seen = seen_of(view, NAME)
    return seen if isinstance(seen, RobotSeat) else None
