"""Where the solitaire robot comes into a game: set-up, dice, its turn after a phase, points.

Its draw stack is a player's hand and its tableau a player's tableau, of which only the number of
cards and their points matter: that player is asked nothing and has no powers.
"""

from __future__ import annotations

from typing import Final

from rftg_engine import steps
from rftg_engine.cards.robot_mat import BoundRobot
from rftg_engine.cards.table import Table
from rftg_engine.events import DiceRolled
from rftg_engine.modules.robot import dice
from rftg_engine.modules.robot.state import NAME, RobotState, robot_in
from rftg_engine.modules.robot.turn import RobotTurn, row_number
from rftg_engine.rules import Rules
from rftg_engine.state import State

PLAYER: Final = 0
SEAT: Final = 1
"""The robot's."""


def pool(rules: Rules) -> int:
    """Return the points of chips set out."""
    data = robot_of(rules.table).data
    return data.chips + (data.more_chips if rules.moves.prestige else 0)


def robot_of(table: Table) -> BoundRobot:
    """Return the robot of a table that has one."""
    assert table.robot is not None
    return table.robot


def start_worlds(table: Table) -> list[int]:
    """Return the start worlds that are dealt from; all others stay in the box."""
    low, high = robot_of(table).data.unused
    return [one for one in table.start_worlds if not low <= table.start_number(one) <= high]


def begin(rules: Rules, state: State, start_world: int) -> None:
    """Set the robot up (arc 1 booklet, Solitaire: Setup)."""
    bound = robot_of(rules.table)
    start = bound.start(rules.table.titles[start_world])
    level = bound.levels[rules.options.robot]
    robot = RobotState(SEAT, start.credit, start.economy, level.counters, level.points)
    robot.face = start.face
    robot.leads = bound.leads
    state.parts[NAME] = robot
    player = state.players[SEAT]
    player.start_world = start_world
    rules.moves.lay(state, player, start_world)
    rules.moves.draw_to_hand(state, player, start.stack)


def roll(rules: Rules, state: State) -> None:
    """Roll the dice: each is a shuffle of its sides, of which the first lies up."""
    robot = robot_in(state)
    assert robot is not None
    rolled = []
    for die in robot_of(rules.table).dice:
        sides = rules.moves.shuffle(state, list(range(len(die))))
        rolled.append(die[sides[0]])
    robot.dice = rolled
    rules.moves.tell(state, DiceRolled, SEAT, tuple(rolled))


def place_dice(rules: Rules, state: State) -> None:
    """Lay the dice on the mat, which selects phases as actions do."""
    robot = robot_in(state)
    assert robot is not None
    chosen = state.players[PLAYER].actions
    spaces = dice.spaces(robot.dice, robot.face, chosen)
    rules.moves.choose_actions(state, state.players[SEAT], spaces)


def after_step(rules: Rules, state: State, name: str) -> None:
    """Play the robot's part of a phase, after the player's."""
    robot = robot_in(state)
    assert robot is not None
    if name == steps.ROUND_END:
        robot.dice = []
    number = row_number(name, state.players[SEAT].actions)
    if number >= 0:
        turn = RobotTurn(rules, state, robot, robot_of(rules.table))
        turn.do(turn.row(number))
        turn.turn_face(name)
        turn.tell_tracks()


def points(table: Table, state: State, robot: RobotState) -> int:
    """Return the robot's points if the game ended now (arc 1 booklet, Solitaire: Scoring)."""
    bound, player = robot_of(table), state.players[robot.seat]
    cards = 0
    for card in player.tableau:
        cards += robot.points if bound.six >> card & 1 else table.vp[card]
    prestige = bound.prestige_points * player.prestige
    return cards + robot.placed * robot.points + player.vp + prestige


def tie_break(robot: RobotState) -> int:
    """Return the tie-break of a seat (arc 1 booklet, Solitaire: Scoring)."""
    return robot.credit + robot.economy
