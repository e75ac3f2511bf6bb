"""Models of the other players: the phases they may call, and what they gain from each."""

from __future__ import annotations

from typing import Final

from rftg_engine import actions
from rftg_engine.bots.habits import NUMBER_OF_PHASE, PHASES
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.standing import Stage
from rftg_engine.bots.weights import FORESEEN
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
from rftg_engine.modules.robot.state import MATCH, ROBOT, SPACE_OF, RobotSeat, number_of, robot_seen
from rftg_engine.view import View

PHASE_OF: Final = [NUMBER_OF_PHASE[actions.NAMES.index(name)] for name in FORESEEN]
"""The phase that each foreseen action selects, by its number in PHASES."""


class Rival:
    """A player as all others see them."""

    def __init__(self, known: Knowledge, stage: Stage, view: View, seat: int) -> None:
        self.known = known
        self.stage = stage
        self.seat = view.seats[seat]
        self.outlook = known.outlook(seat, stage, self.seat)
        self.standing = self.outlook.standing

    def calls(self, cards: int) -> list[float]:
        """Return the probability that they call each of PHASES.

        cards: the actions that each chooses.
        """
        called = [0.0] * len(PHASES)
        if self.seat.actions:
            for action in self.seat.actions:
                name = actions.PHASE_OF[actions.plain(action)].removesuffix(" 2")
                if name in PHASES:
                    called[PHASES.index(name)] = 1.0
            return called
        for number, chance in enumerate(self.outlook.chances()):
            called[PHASE_OF[number]] += chance
        if cards == 2:
            called = [1.0 - (1.0 - one) ** 2 for one in called]
        return called

    def gains(self) -> list[float]:
        """Return what each of PHASES brings them."""
        return self.outlook.gains()


CARD: Final = 0.3
"""Points of a card of the draw stack: it is flipped past more often than placed."""
CREDIT: Final = 1.0
"""Points of a credit: two or three of them make a counter, one makes a card placed."""
ECONOMY: Final = 2.0
"""Points of economy size: it pays in each Consume phase to come."""
COUNTER: Final = 1.0
"""Points that a counter is worth besides those it scores: the game comes nearer to its end."""
PLACED: Final = 3.0
"""Points of a card placed: those printed on it, and that the game comes nearer to its end."""
FOUND: Final = 0.35
"""How often a card of the draw stack is what is looked for."""

ACTION: Final = (
    EXPLORE_ACTION,
    DEVELOP_ACTION,
    SETTLE_ACTION,
    CONSUME_TRADE,
    PRODUCE_ACTION,
)
RESPONSE: Final = (
    EXPLORE_RESPONSE,
    DEVELOP_RESPONSE,
    SETTLE_RESPONSE,
    CONSUME_RESPONSE,
    PRODUCE_RESPONSE,
)
"""By number of PHASES: the rows when a die lies there, and when only the player has chosen it."""


class RobotModel(Rival):
    """The robot. matches: how often a given action of the player is matched."""

    def __init__(self, known: Knowledge, stage: Stage, view: View, seat: int) -> None:
        super().__init__(known, stage, view, seat)
        robot, bound = robot_seen(view), known.table.robot
        assert robot is not None
        assert bound is not None
        self.robot: RobotSeat = robot
        self.dice: list[list[int]] = bound.dice
        self.face = number_of(robot.face)
        self.rows: list[BoundRow] = bound.start(known.table.titles[robot.start_world]).rows
        self.mat: list[BoundRow] = bound.mat
        self.most_credit = bound.most_credit
        self.most_economy = bound.most_economy
        self.matches = 0.5 * sum(self._chance(die, MATCH) for die in self.dice)

    def _chance(self, die: list[int], face: int) -> float:
        """Return how often a die shows a face, robot faces read as what they stand for."""
        found = 0
        for side in die:
            found += (self.face if side == ROBOT else side) == face
        return found / len(die)

    def calls(self, cards: int) -> list[float]:
        """Return the probability that the dice call each of PHASES, matches left aside."""
        called = [0.0] * len(PHASES)
        if self.robot.dice:
            return super().calls(cards)
        for die in self.dice:
            one = [0.0] * len(PHASES)
            for face, space in enumerate(SPACE_OF):
                number = PHASES.index(actions.PHASE_OF[space])
                one[number] += self._chance(die, face)
            for number in range(len(PHASES)):
                called[number] = 1.0 - (1.0 - called[number]) * (1.0 - one[number])
        return called

    def gains(self) -> list[float]:
        """Return what each phase brings it when the player calls it and no die but a match does."""
        found = []
        for number in range(len(PHASES)):
            response, action = self._row(RESPONSE[number]), self._row(ACTION[number])
            matched = self.matches * self._worth(action)
            found.append(matched + (1.0 - self.matches) * self._worth(response))
        return found

    def _row(self, number: int) -> BoundRow:
        return self.mat[number] if number in self.robot.spent else self.rows[number]

    def _worth(self, row: BoundRow) -> float:
        """Return what a row brings, in points."""
        robot = self.robot
        if row.counter and robot.left and robot.credit >= row.counter:
            return COUNTER + robot.points - CREDIT * row.counter
        if robot.credit < row.needs:
            return 0.0
        if row.asks and not row.has & self.standing.mask:
            return 0.0 if row.otherwise is None else self._worth(row.otherwise)
        draws = row.draw + (row.draw_for & self.standing.mask).bit_count()
        if not row.finds:
            return CARD * draws + self._gain(row)
        hope = 1.0 - (1.0 - FOUND) ** (self.seat.hand_count + draws)
        return CARD * draws + hope * (PLACED - CREDIT * row.spends + self._gain(row))

    def _gain(self, row: BoundRow) -> float:
        robot = self.robot
        credit = min(row.credit, self.most_credit - robot.credit)
        economy = min(row.economy, self.most_economy - robot.economy)
        points = row.chips * robot.economy + row.prestige
        return points + CREDIT * credit + ECONOMY * economy
