"""The solitaire robot as a module of rules (arc 1 booklet, Solitaire Game Rules)."""

from __future__ import annotations

from typing import Any

from gamekit.driver import Asking
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import play
from rftg_engine.modules.robot.setting import check_robot
from rftg_engine.modules.robot.state import RobotSeat, imagined, load, robot_in
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.setups.dealing import deal_hand, make_supply, place_start_worlds, starting_hands
from rftg_engine.setups.opening import start_worlds
from rftg_engine.setups.options import Options
from rftg_engine.state import Part, State


class RobotModule(RuleModule):
    """One player plays against dice and a mat."""

    def is_played(self, table: Table, options: Options) -> bool:
        """Return whether a level of the robot is chosen."""
        return options.robot != ""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError where the sets or other options leave no place to the robot."""
        check_robot(table, options)

    def load(self, data: Any) -> Part:
        """Return the robot."""
        return load(data)

    def imagined(self, seen: Any) -> Part | None:
        """Return the robot: all of it is seen but its draw stack, which is its hand."""
        return imagined(seen) if isinstance(seen, RobotSeat) else None

    def chips(self, rules: Rules, chips: int) -> int:
        """Return what the robot's file says."""
        return play.pool(rules)

    def deal(self, rules: Rules, state: State) -> Asking[None] | None:
        """Return the step that deals to the player and sets the robot up."""
        return _deal(rules, state)

    def actions_chosen(self, rules: Rules, state: State) -> None:
        """Roll the dice."""
        play.roll(rules, state)

    def actions_revealed(self, rules: Rules, state: State) -> None:
        """Lay the dice on the mat."""
        play.place_dice(rules, state)

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Do the robot's part of a phase."""
        # In set-up there is no robot until it has been dealt to.
        if robot_in(state) is not None:
            play.after_step(rules, state, name)

    def shuffles_seen(self, rules: Rules, state: State, in_step: int) -> int:
        """Return all of them in the step in which the dice are rolled."""
        return state.shuffles + in_step if state.todo[:1] == [steps.CHOOSE] else 0

    def counts_as_cards(self, state: State, seat: int) -> int:
        """Return the counters that the robot has placed."""
        robot = robot_in(state)
        return robot.placed if robot is not None and robot.seat == seat else 0

    def result_of(self, table: Table, state: State, seat: int) -> tuple[int, int] | None:
        """Return the robot's points and tie-break."""
        robot = robot_in(state)
        if robot is None or robot.seat != seat:
            return None
        return play.points(table, state, robot), play.tie_break(robot)


def _deal(rules: Rules, state: State) -> Asking[None]:
    """Deal a start world to the player and one to the robot (arc 1 booklet, Solitaire: Setup)."""
    used = play.start_worlds(rules.table)
    mine, other = start_worlds(rules.openings, rules.moves.shuffle(state, used))
    unused = [world for world in rules.table.start_worlds if world not in used]
    make_supply(rules, state, [mine, other, *unused])
    place_start_worlds(rules, state, [mine])
    play.begin(rules, state, other)
    deal_hand(rules, state, play.PLAYER)
    yield from starting_hands(rules, state)
