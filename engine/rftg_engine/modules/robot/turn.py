"""Turns of the solitaire robot: set-up, dice, phases, points.

Its draw stack is the hand of a player, and its tableau is the tableau of that player. Only the
number of cards and their points matter; the player makes no decisions and has no powers.
"""

from __future__ import annotations

from typing import Final

from rftg_engine import actions, steps
from rftg_engine.cards.robot_mat import (
    CONSUME_BOTH,
    CONSUME_RESPONSE,
    CONSUME_TRADE,
    CONSUME_X2,
    DEVELOP_ACTION,
    DEVELOP_RESPONSE,
    EXPLORE_ACTION,
    EXPLORE_BOTH,
    EXPLORE_RESPONSE,
    PRODUCE_ACTION,
    PRODUCE_RESPONSE,
    SETTLE_ACTION,
    SETTLE_RESPONSE,
    BoundRobot,
    BoundRow,
    BoundStart,
)
from rftg_engine.cards.table import Table
from rftg_engine.events import CardsFlipped, CounterPlaced, DiceRolled, TracksMoved
from rftg_engine.modules.robot.state import FACE_OF, NAME, RobotState, robot_in, spaces
from rftg_engine.rules import Rules
from rftg_engine.state import Player, State


def row_number(name: str, robot_spaces: list[int]) -> int:
    """Return the row of the mat for a step, or -1 if the robot does nothing in it.

    robot_spaces: spaces with dice. They select the upper rows; the lower rows are for other phases.
    """
    if name == steps.EXPLORE:
        index = (actions.EXPLORE_5 in robot_spaces) + (actions.EXPLORE_1_1 in robot_spaces)
        return (EXPLORE_RESPONSE, EXPLORE_ACTION, EXPLORE_BOTH)[index]
    if name == steps.CONSUME:
        index = (actions.CONSUME_TRADE in robot_spaces) + 2 * (actions.CONSUME_X2 in robot_spaces)
        return (CONSUME_RESPONSE, CONSUME_TRADE, CONSUME_X2, CONSUME_BOTH)[index]
    for step, action, upper, lower in _SINGLE:
        if step == name:
            return upper if action in robot_spaces else lower
    return -1


_SINGLE: Final = (
    (steps.DEVELOP, actions.DEVELOP, DEVELOP_ACTION, DEVELOP_RESPONSE),
    (steps.DEVELOP_2, actions.DEVELOP_2, DEVELOP_ACTION, DEVELOP_RESPONSE),
    (steps.SETTLE, actions.SETTLE, SETTLE_ACTION, SETTLE_RESPONSE),
    (steps.SETTLE_2, actions.SETTLE_2, SETTLE_ACTION, SETTLE_RESPONSE),
    (steps.PRODUCE, actions.PRODUCE, PRODUCE_ACTION, PRODUCE_RESPONSE),
)
"""Phases with one space: step, space, and rows with and without a die."""


class RobotTurn:
    """The robot's part of one phase."""

    def __init__(self, rules: Rules, state: State, robot: RobotState, bound: BoundRobot) -> None:
        self.table = rules.table
        self.moves = rules.moves
        self.state = state
        self.robot = robot
        self.player: Player = state.players[robot.seat]
        self.bound = bound
        self.tracks = (robot.credit, robot.economy)
        self.start: BoundStart = self.bound.start(rules.table.titles[self.player.start_world])

    def row(self, row_number: int) -> BoundRow:
        """Return the row in effect: a tile of the start world, or the row of the mat."""
        is_spent = row_number in self.robot.spent
        return self.bound.mat[row_number] if is_spent else self.start.rows[row_number]

    def do(self, row: BoundRow) -> None:
        """Play a row, as far as the robot's credit allows."""
        robot = self.robot
        if row.once:
            robot.spent.append(row.number)
        if row.counter and robot.left and robot.credit >= row.counter:
            self._place_counter(row.counter)
            return
        if robot.credit < row.needs:
            return
        if row.asks and not row.has & self._mask():
            if row.otherwise is not None:
                self.do(row.otherwise)
            return
        draws = row.draw + (row.draw_for & self._mask()).bit_count()
        self.moves.draw_to_hand(self.state, self.player, draws)
        if not row.finds or self._find(row):
            self._gain(row)

    def _place_counter(self, price: int) -> None:
        """Place a counter instead of the regular Develop (arc 1 booklet, Solitaire)."""
        self.robot.left -= 1
        self.robot.placed += 1
        self.robot.credit -= price
        self.moves.notify(self.state, CounterPlaced, self.robot.seat)

    def _mask(self) -> int:
        bits = 0
        for card in self.player.tableau:
            bits |= 1 << card
        return bits

    def _find(self, row: BoundRow) -> bool:
        """Flip cards until a card can be placed, and place it; return whether a card was placed."""
        flipped: list[int] = []
        match = -1
        while match < 0:
            card = self._flip(row.from_supply)
            if card < 0:
                break
            if self._matches(row, card):
                match = card
            else:
                flipped.append(card)
        # Cards flipped from the supply must not return to it before the search is over.
        self.moves.discard(self.state, self.player, flipped)
        if flipped:
            self.moves.notify(self.state, CardsFlipped, self.robot.seat, tuple(flipped))
        if match < 0:
            return False
        self._place(row, match)
        return True

    def _flip(self, from_supply: bool) -> int:
        if from_supply:
            return self.moves.draw(self.state, self.player)
        return self.player.hand.pop() if self.player.hand else -1

    def _matches(self, row: BoundRow, card: int) -> bool:
        """Return whether a row places a flipped card."""
        if not (row.find & ~self.start.never) >> card & 1:
            return False
        if self.table.vp[card] < row.least_points:
            return False
        return row.for_six < 0 or not self._is_six(card) or self.robot.credit >= row.for_six

    def _is_six(self, card: int) -> bool:
        return self.bound.six >> card & 1 != 0

    def _place(self, row: BoundRow, card: int) -> None:
        price = row.for_six if row.for_six >= 0 and self._is_six(card) else row.spends
        self.robot.credit = max(0, self.robot.credit - price)
        self.moves.place_without_powers(self.state, self.player, card)
        prestige = self.start.prestige_for >> card & 1
        if self.bound.printed_prestige:
            prestige += self.table.cards[card].prestige
        self.moves.gain_prestige(self.state, self.player, prestige)

    def _gain(self, row: BoundRow) -> None:
        """Gain chips by the economy size before it grows (arc 1 booklet, Solitaire)."""
        robot, bound = self.robot, self.bound
        if row.chips:
            self.moves.gain_chips(self.state, self.player, row.chips * robot.economy)
        # Increases beyond the end of a track are lost; a start beyond the end stays.
        robot.credit = max(robot.credit, min(robot.credit + row.credit, bound.most_credit))
        robot.economy = max(robot.economy, min(robot.economy + row.economy, bound.most_economy))
        self.moves.gain_prestige(self.state, self.player, row.prestige)
        if row.discards_start and self.player.start_world in self.player.tableau:
            self.moves.discard_without_powers(self.state, self.player, self.player.start_world)

    def turn_face(self, name: str) -> None:
        """Turn the robot face after actions named by its start world."""
        for space in self.player.actions:
            if actions.PHASE_OF[space] == name:
                face = self.start.after[FACE_OF[space]]
                if face >= 0:
                    self.robot.face = face

    def notify_tracks(self) -> None:
        """Notify observers of the tracks if a track has changed."""
        tracks = (self.robot.credit, self.robot.economy)
        if tracks != self.tracks:
            self.moves.notify(self.state, TracksMoved, self.robot.seat, *tracks)


PLAYER: Final = 0
SEAT: Final = 1
"""Seat of the robot."""


def pool(rules: Rules) -> int:
    """Return the points of chips set out."""
    data = robot_of(rules.table).data
    return data.chips + (data.more_chips if rules.moves.prestige else 0)


def robot_of(table: Table) -> BoundRobot:
    """Return the robot of a table that has one."""
    assert table.robot is not None
    return table.robot


def start_worlds(table: Table) -> list[int]:
    """Return the start worlds that can be dealt in solitaire games."""
    low, high = robot_of(table).data.unused
    return [world for world in table.start_worlds if not low <= table.start_number(world) <= high]


def begin(rules: Rules, state: State, start_world: int) -> None:
    """Set up the robot (arc 1 booklet, Solitaire: Setup)."""
    bound = robot_of(rules.table)
    start = bound.start(rules.table.titles[start_world])
    level = bound.levels[rules.options.robot]
    robot = RobotState(SEAT, start.credit, start.economy, level.counters, level.points)
    robot.face = start.face
    robot.leads = bound.leads
    state.parts[NAME] = robot
    player = state.players[SEAT]
    player.start_world = start_world
    rules.moves.place_without_powers(state, player, start_world)
    rules.moves.draw_to_hand(state, player, start.stack)


def roll(rules: Rules, state: State) -> None:
    """Roll the dice. Each roll is a shuffle of the sides, of which the first is up."""
    robot = robot_in(state)
    assert robot is not None
    rolled = []
    for die in robot_of(rules.table).dice:
        sides = rules.moves.shuffle(state, list(range(len(die))))
        rolled.append(die[sides[0]])
    robot.dice = rolled
    rules.moves.notify(state, DiceRolled, SEAT, tuple(rolled))


def place_dice(rules: Rules, state: State) -> None:
    """Place the dice on the mat. They select phases as actions do."""
    robot = robot_in(state)
    assert robot is not None
    chosen = state.players[PLAYER].actions
    placed = spaces(robot.dice, robot.face, chosen)
    rules.moves.choose_actions(state, state.players[SEAT], placed)


def after_step(rules: Rules, state: State, name: str) -> None:
    """Play the robot's part of a phase, after the player's part."""
    robot = robot_in(state)
    assert robot is not None
    if name == steps.ROUND_END:
        robot.dice = []
    row_index = row_number(name, state.players[SEAT].actions)
    if row_index >= 0:
        turn = RobotTurn(rules, state, robot, robot_of(rules.table))
        turn.do(turn.row(row_index))
        turn.turn_face(name)
        turn.notify_tracks()


def points(table: Table, state: State, robot: RobotState) -> int:
    """Return the robot's points if the game ended now (arc 1 booklet, Solitaire: Scoring)."""
    bound, player = robot_of(table), state.players[robot.seat]
    cards = 0
    for card in player.tableau:
        cards += robot.points if bound.six >> card & 1 else table.vp[card]
    prestige = bound.prestige_points * player.prestige
    return cards + robot.placed * robot.points + player.vp + prestige


def tie_break(robot: RobotState) -> int:
    """Return the tie-break of the robot (arc 1 booklet, Solitaire: Scoring)."""
    return robot.credit + robot.economy
