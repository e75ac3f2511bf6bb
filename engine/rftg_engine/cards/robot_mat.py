"""The robot's mat, tiles and start worlds bound to the cards in use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rftg_dsl.sets.robot import FACES, ROWS, Robot, Row, Start
from rftg_dsl.syntax.ast import Selector

EXPLORE_ACTION: Final = ROWS.index("explore action")
EXPLORE_BOTH: Final = ROWS.index("explore both")
EXPLORE_RESPONSE: Final = ROWS.index("explore response")
DEVELOP_ACTION: Final = ROWS.index("develop action")
DEVELOP_RESPONSE: Final = ROWS.index("develop response")
SETTLE_ACTION: Final = ROWS.index("settle action")
SETTLE_RESPONSE: Final = ROWS.index("settle response")
CONSUME_TRADE: Final = ROWS.index("consume trade")
CONSUME_X2: Final = ROWS.index("consume x2")
CONSUME_BOTH: Final = ROWS.index("consume both")
CONSUME_RESPONSE: Final = ROWS.index("consume response")
PRODUCE_ACTION: Final = ROWS.index("produce action")
PRODUCE_RESPONSE: Final = ROWS.index("produce response")

ALL: Final = -1
MaskOf = Callable[[Sequence[Selector]], int]
"""Function that returns the mask of the cards that match at least one of the selectors."""


class BoundRow:
    """A row of the mat, or a tile on it, with the fields of rftg_dsl.sets.robot.Row.

    number: index in ROWS.
    has, draw_for, find: masks of cards, or 0 if the row has no such word.
    least_points: -99 if there is no minimum.
    for_six: -1 if 6-cost developments are not special.
    """

    def __init__(self, number: int, row: Row, mask_of: MaskOf) -> None:
        self.number: Final = number
        self.needs: Final[int] = row.needs
        self.counter: Final[int] = row.counter
        self.once: Final[bool] = row.once
        self.asks: Final[bool] = row.has is not None
        self.has: Final = mask_of(row.has or ())
        self.draw: Final[int] = row.draw
        self.draw_for: Final = mask_of(row.draw_for or ())
        self.from_supply: Final[bool] = row.from_supply
        self.finds: Final[bool] = row.find is not None
        self.find: Final = mask_of(row.find or ())
        self.least_points: Final[int] = -99 if row.least_points is None else row.least_points
        self.spends: Final[int] = row.spends
        self.for_six: Final[int] = -1 if row.for_six is None else row.for_six
        self.chips: Final[int] = row.chips
        self.credit: Final[int] = row.credit
        self.economy: Final[int] = row.economy
        self.prestige: Final[int] = row.prestige
        self.discards_start: Final[bool] = row.discards_start
        self.otherwise: Final[BoundRow | None] = (
            None if row.otherwise is None else BoundRow(number, row.otherwise, mask_of)
        )


class BoundStart:
    """The robot with one start world, with the fields of rftg_dsl.sets.robot.Start.

    rows: rows by index in ROWS, from the mat unless the start world has a tile. after: next robot
    face, by the face that was played; -1 if the robot face does not change.
    """

    def __init__(self, start: Start, mat: list[BoundRow], mask_of: MaskOf) -> None:
        self.face: Final = FACES.index(start.face)
        self.credit: Final[int] = start.credit
        self.economy: Final[int] = start.economy
        self.stack: Final[int] = start.stack
        self.never: Final = mask_of(start.never)
        self.prestige_for: Final = mask_of(start.prestige_for)
        self.after: Final = [-1] * len(FACES)
        for played, face in start.after:
            self.after[FACES.index(played)] = FACES.index(face)
        self.rows: Final = mat[:]
        for name, row in start.rows:
            row_index = ROWS.index(name)
            self.rows[row_index] = BoundRow(row_index, row, mask_of)


class BoundRobot:
    """A robot file bound to the cards in use.

    six: mask of the 6-cost developments. dice: indices in FACES. leads, printed_prestige,
    prestige_points: as in rftg_dsl.sets.robot.Robot.
    """

    def __init__(self, robot: Robot, mask_of: MaskOf) -> None:
        self.data: Final = robot
        self.levels: Final = dict(robot.difficulties)
        self.dice: Final = [[FACES.index(face) for face in die] for die in robot.dice]
        self.six: Final = mask_of(robot.six)
        self.most_credit: Final[int] = robot.most_credit
        self.most_economy: Final[int] = robot.most_economy
        self.prestige_points: Final[int] = robot.prestige_points
        self.printed_prestige: Final[bool] = robot.printed_prestige
        self.leads: Final[bool] = robot.leads
        self.mat: Final = [BoundRow(index, row, mask_of) for index, row in enumerate(robot.mat)]
        self._any: Final = BoundStart(robot.any_start, self.mat, mask_of)
        self._starts: Final = {
            title: BoundStart(start, self.mat, mask_of) for title, start in robot.starts
        }

    def start(self, title: str) -> BoundStart:
        """Return the robot with a start world. title: title of the start world."""
        return self._starts.get(title, self._any)
