"""Dice and state of the solitaire robot.

The spaces for dice, from left to right, are action numbers (arc 1 booklet, Solitaire: Place Dice).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rftg_dsl.sets.robot import FACES
from rftg_engine import actions
from rftg_engine.state import Part, Player, State
from rftg_engine.view import View, view_of_part

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
"""Space of each action face; the left space of a pair."""
PAIRS: Final = (
    (actions.EXPLORE_5, actions.EXPLORE_1_1),
    (actions.DEVELOP, actions.DEVELOP_2),
    (actions.SETTLE, actions.SETTLE_2),
)
"""Pairs of spaces."""
FACE_OF: Final = (0, 0, 1, 1, 2, 2, 3, 4, 5)
"""Action face of each space."""


def spaces(dice: Sequence[int], face: int, chosen: Sequence[int]) -> list[int]:
    """Return the spaces of the dice, from the left.

    dice: rolled faces. face: meaning of robot faces. chosen: actions of the player. Several dice on
    one space select it once. A match without a free space below a marker selects nothing.
    """
    faces = [face if die == ROBOT else die for die in dice]
    occupied: list[int] = []
    for die in faces:
        if die != MATCH:
            _place(occupied, SPACE_OF[die])
    markers = sorted(actions.plain(action) for action in chosen)
    # A search has no space on the mat.
    markers = [marker for marker in markers if marker != actions.SEARCH]
    if faces.count(MATCH) == len(dice):
        return markers
    if MATCH in faces:
        for marker in _match_order(markers):
            if marker not in occupied:
                occupied.append(marker)
                break
    return sorted(occupied)


def face_names(faces: list[int]) -> tuple[str, ...]:
    """Return the names of faces of dice."""
    return tuple([FACES[face] for face in faces])


def face_number(face: str) -> int:
    """Return the number of a face. face: name of the face."""
    return FACES.index(face)


def _place(occupied: list[int], space: int) -> None:
    """Place a die on its space, or on the right space of a pair if the left is occupied."""
    if space not in occupied:
        occupied.append(space)
    elif any(space == left for left, _right in PAIRS):
        occupied.append(space + 1)


def _match_order(markers: list[int]) -> list[int]:
    """Return the markers in the order in which a single match uses them, rightmost first.

    Below two markers on a pair, it uses the first of them.
    """
    if any(markers == [left, right] for left, right in PAIRS):
        return markers
    return markers[::-1]


NAME: Final = "robot"


class RobotState(Part):
    """State of the robot: tracks, counters and tiles.

    seat: seat with its draw stack (as hand), tableau, chips and prestige.
    left: number of remaining 6-cost development counters.
    placed: number of placed counters.
    points: points for each counter and each 6-cost development.
    face: robot face, as index in FACES.
    dice: faces rolled in this round, or [] before the roll.
    leads: whether its prestige counts for the lead.
    spent: numbers of the rows whose tile is discarded.
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
        copy = RobotState(self.seat, self.credit, self.economy, self.left, self.points)
        copy.placed = self.placed
        copy.leads = self.leads
        copy.face = self.face
        copy.dice = self.dice[:]
        copy.spent = self.spent[:]
        return copy

    def dump(self) -> dict[str, Any]:
        """Return the robot as JSON data, the inverse of `load`."""
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
        """Return the public data of the robot."""
        return RobotSeat(self, state.players[self.seat])


def load(data: dict[str, Any]) -> RobotState:
    """Return the robot from the data of `RobotState.dump`."""
    robot = RobotState(data["seat"], data["credit"], data["economy"], data["left"], data["points"])
    robot.placed = data["placed"]
    robot.leads = data["leads"]
    robot.face = data["face"]
    robot.dice = list(data["dice"])
    robot.spent = list(data["spent"])
    return robot


def state_from_view(robot_seat: RobotSeat) -> RobotState:
    """Return the state of a robot from its public data, which is complete."""
    robot = RobotState(
        robot_seat.seat, robot_seat.credit, robot_seat.economy, robot_seat.left, robot_seat.points
    )
    robot.placed = robot_seat.placed
    robot.leads = robot_seat.leads
    robot.face = face_number(robot_seat.face)
    robot.dice = [face_number(face) for face in robot_seat.dice]
    robot.spent = list(robot_seat.spent)
    return robot


def robot_in(state: State) -> RobotState | None:
    """Return the robot, or None in games without it. It has no place in the turn order."""
    part = state.parts.get(NAME)
    return part if isinstance(part, RobotState) else None


class RobotSeat:
    """Public data of the robot, in addition to its seat.

    start_world: its start world, even if it is discarded.
    left: number of remaining 6-cost development counters.
    placed: number of placed counters.
    points: points for each counter.
    leads: whether its prestige counts for the lead.
    face: robot face.
    dice: faces rolled in this round, or () before the roll; their spaces are the actions of the
        seat.
    spent: numbers of the rows of the mat whose tile is discarded.
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
        """Return all fields."""
        tracks = (self.seat, self.start_world, self.credit, self.economy)
        counters = (self.left, self.placed, self.points, self.leads)
        return *tracks, *counters, self.face, self.dice, self.spent


def robot_seen(view: View) -> RobotSeat | None:
    """Return the public data of the robot, or None in games without it."""
    part = view_of_part(view, NAME)
    return part if isinstance(part, RobotSeat) else None
