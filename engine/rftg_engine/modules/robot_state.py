"""Dice and state of the solitaire robot.

The spaces for dice, from left to right, are action numbers (arc 1 booklet, Solitaire: Place Dice).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rftg_dsl.sets.robot_model import FACES
from rftg_engine import actions
from rftg_engine.state import Part, State
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
    """State of the robot: tracks, counters and tiles. All of it is public.

    seat: seat with its draw stack (as hand), tableau, chips and prestige.
    start_world: its start world, even if it is discarded; not part of the data.
    left: number of remaining 6-cost development counters.
    placed: number of placed counters.
    points: points for each counter and each 6-cost development.
    face: robot face, as index in FACES.
    dice: faces rolled in this round, or [] before the roll.
    leads: whether its prestige counts for the lead.
    spent: numbers of the rows whose tile is discarded.
    """

    def __init__(
        self, seat: int, start_world: int, credit: int, economy: int, left: int, points: int
    ) -> None:
        self.seat = seat
        self.start_world: Final = start_world
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
        tracks = (self.credit, self.economy)
        copy = RobotState(self.seat, self.start_world, *tracks, self.left, self.points)
        copy.placed = self.placed
        copy.leads = self.leads
        copy.face = self.face
        copy.dice = self.dice[:]
        copy.spent = self.spent[:]
        return copy

    def dump(self) -> dict[str, Any]:
        """Return the robot as JSON data."""
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


def robot_in(state: State) -> RobotState | None:
    """Return the robot, or None in games without it. It has no place in the turn order."""
    part = state.parts.get(NAME)
    return part if isinstance(part, RobotState) else None


def robot_seen(view: View) -> RobotState | None:
    """Return a copy of the robot, or None in games without it."""
    part = view_of_part(view, NAME)
    return part if isinstance(part, RobotState) else None
