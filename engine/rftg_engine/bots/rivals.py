"""Models of the other players: phases that they may call, and their gains from each phase."""

from __future__ import annotations

from typing import Final

from rftg_engine import actions
from rftg_engine.bots.habits import PHASE_OF_ACTION, PHASES, PREDICTED_ACTIONS
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.tableaus import Stage
from rftg_engine.cards.robot_mat import (
    CONSUME_RESPONSE,
    CONSUME_TRADE,
    DEVELOP_ACTION,
    DEVELOP_RESPONSE,
    EXPLORE_ACTION,
    EXPLORE_RESPONSE,
    PRODUCE_ACTION,
    PRODUCE_RESPONSE,
    SETTLE_ACTION,
    SETTLE_RESPONSE,
    BoundRow,
)
from rftg_engine.modules.robot_state import (
    MATCH,
    ROBOT,
    SPACE_OF,
    RobotState,
    robot_seen,
)
from rftg_engine.view import View

PHASE_OF: Final = [PHASE_OF_ACTION[actions.NAMES.index(name)] for name in PREDICTED_ACTIONS]
"""Index in PHASES of the phase that each predicted action selects."""


class Rival:
    """A player, from the view of the other players."""

    def __init__(self, knowledge: Knowledge, stage: Stage, view: View, seat: int) -> None:
        self.knowledge = knowledge
        self.stage = stage
        self.seat = view.seats[seat]
        self.outlook = knowledge.outlook(seat, stage, self.seat)
        self.tableau_value = self.outlook.tableau_value

    def call_chances(self, cards: int) -> list[float]:
        """Return the probability that the player calls each of PHASES.

        cards: number of actions that each player chooses.
        """
        if self.seat.actions:
            return self.revealed_calls()
        called = [0.0] * len(PHASES)
        for action_index, chance in enumerate(self.outlook.chances()):
            called[PHASE_OF[action_index]] += chance
        if cards == 2:
            called = [1.0 - (1.0 - probability) ** 2 for probability in called]
        return called

    def revealed_calls(self) -> list[float]:
        """Return 1 for each of PHASES that the revealed actions call, and 0 for the others."""
        called = [0.0] * len(PHASES)
        for action in self.seat.actions:
            name = actions.PHASE_OF[actions.plain(action)].removesuffix(" 2")
            if name in PHASES:
                called[PHASES.index(name)] = 1.0
        return called

    def phase_gains(self) -> list[float]:
        """Return the player's gain from each of PHASES."""
        return self.outlook.phase_gains()


CARD_POINTS: Final = 0.3
"""Points for a card of the draw stack, which is skipped more often than placed."""
CREDIT_POINTS: Final = 1.0
"""Points for a credit: two or three of them pay for a counter, one helps to place a card."""
ECONOMY_POINTS: Final = 2.0
"""Points for one step of economy, which pays off in each later Consume phase."""
COUNTER_POINTS: Final = 1.0
"""Points for a counter beyond those it scores, because the game is closer to its end."""
PLACED_CARD_POINTS: Final = 3.0
"""Points for a placed card: its printed points, and because the game is closer to its end."""
FIND_CHANCE: Final = 0.35
"""Probability that a card of the draw stack is of the required type."""

ACTION_ROWS: Final = (
    EXPLORE_ACTION,
    DEVELOP_ACTION,
    SETTLE_ACTION,
    CONSUME_TRADE,
    PRODUCE_ACTION,
)
RESPONSE_ROWS: Final = (
    EXPLORE_RESPONSE,
    DEVELOP_RESPONSE,
    SETTLE_RESPONSE,
    CONSUME_RESPONSE,
    PRODUCE_RESPONSE,
)
"""Rows of the robot's mat, in the order of PHASES: ACTION if a die selects the phase, RESPONSE if
only the player has chosen it."""


class RobotModel(Rival):
    """The robot. match_chance: mean probability that a die matches the player's action."""

    def __init__(self, knowledge: Knowledge, stage: Stage, view: View, seat: int) -> None:
        super().__init__(knowledge, stage, view, seat)
        robot, bound = robot_seen(view), knowledge.table.robot
        assert robot is not None
        assert bound is not None
        self.robot: RobotState = robot
        self.dice: list[list[int]] = bound.dice
        self.face = robot.face
        self.rows: list[BoundRow] = bound.start(knowledge.table.titles[robot.start_world]).rows
        self.mat: list[BoundRow] = bound.mat
        self.most_credit = bound.most_credit
        self.most_economy = bound.most_economy
        self.match_chance = 0.5 * sum(self._chance(die, MATCH) for die in self.dice)

    def _chance(self, die: list[int], face: int) -> float:
        """Return the probability that a die shows a face. A robot side counts as the robot's
        current face."""
        count = 0
        for side in die:
            count += (self.face if side == ROBOT else side) == face
        return count / len(die)

    def call_chances(self, cards: int) -> list[float]:
        """Return the probability that the dice call each of PHASES, ignoring matches."""
        called = [0.0] * len(PHASES)
        if self.robot.dice:
            return self.revealed_calls()
        for die in self.dice:
            die_chances = [0.0] * len(PHASES)
            for face, space in enumerate(SPACE_OF):
                phase = PHASES.index(actions.PHASE_OF[space])
                die_chances[phase] += self._chance(die, face)
            for phase in range(len(PHASES)):
                called[phase] = 1.0 - (1.0 - called[phase]) * (1.0 - die_chances[phase])
        return called

    def phase_gains(self) -> list[float]:
        """Return the robot's gain from each phase that the player calls and no die except a match
        does."""
        gains = []
        for phase in range(len(PHASES)):
            response, action = self._row(RESPONSE_ROWS[phase]), self._row(ACTION_ROWS[phase])
            matched = self.match_chance * self._worth(action)
            gains.append(matched + (1.0 - self.match_chance) * self._worth(response))
        return gains

    def _row(self, row: int) -> BoundRow:
        return self.mat[row] if row in self.robot.spent else self.rows[row]

    def _worth(self, row: BoundRow) -> float:
        """Return the value of a row, in points."""
        robot = self.robot
        if row.counter and robot.left and robot.credit >= row.counter:
            return COUNTER_POINTS + robot.points - CREDIT_POINTS * row.counter
        if robot.credit < row.needs:
            return 0.0
        if row.asks and not row.has & self.tableau_value.mask:
            return 0.0 if row.otherwise is None else self._worth(row.otherwise)
        draws = row.draw + (row.draw_for & self.tableau_value.mask).bit_count()
        if not row.finds:
            return CARD_POINTS * draws + self._gain(row)
        hope = 1.0 - (1.0 - FIND_CHANCE) ** (self.seat.hand_count + draws)
        return CARD_POINTS * draws + hope * (
            PLACED_CARD_POINTS - CREDIT_POINTS * row.spends + self._gain(row)
        )

    def _gain(self, row: BoundRow) -> float:
        robot = self.robot
        credit = min(row.credit, self.most_credit - robot.credit)
        economy = min(row.economy, self.most_economy - robot.economy)
        points = row.chips * robot.economy + row.prestige
        return points + CREDIT_POINTS * credit + ECONOMY_POINTS * economy
