"""Where the robot's dice lie (arc 1 booklet, Solitaire: Place Dice).

The spaces of the mat, left to right, are the actions by number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rftg_dsl.sets.robot_model import FACES
from rftg_engine import actions

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
