"""Module of rules for games against the solitaire robot, and their set-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gamekit.driver import Asking
from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.semantics.select import PLAIN_WORDS, keywords_in
from rftg_dsl.sets.robot_model import Robot, Row, Start
from rftg_dsl.syntax.ast import Selector
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import turn
from rftg_engine.modules.robot.state import RobotSeat, imagined, load, robot_in
from rftg_engine.modules.robot.turn import SEAT, robot_of
from rftg_engine.options import Options, start_worlds
from rftg_engine.phases.setup import create_supply, deal_hand, place_start_worlds, starting_hands
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import Part, State

NEEDED: Final = "experienced"
"""The one option that the solitaire game does not do without."""


def check_robot(table: Table, options: Options) -> None:
    """Raise ValueError, with the reason, for a set-up in which a robot asked for does not play."""
    if not options.robot:
        return
    if table.robot is None:
        raise ValueError("the robot is not in use: a table needs its file")
    levels = list(table.robot.levels)
    if options.robot not in levels:
        raise ValueError(f"there is no robot {options.robot!r}; there are: {', '.join(levels)}")
    if options.players != 2 or not options.experienced:
        raise ValueError("against the robot one player plays the experienced game with two actions")
    for name in options.switched_on():
        if name != NEEDED:
            words = name.replace("_", " ")
            raise ValueError(f"the game against the robot is played without {words}")
    _check_start_worlds(table, options)
    _check_keywords(table)


def _check_start_worlds(table: Table, options: Options) -> None:
    used = [table.titles[world] for world in turn.start_worlds(table)]
    if len(used) < options.players:
        raise ValueError("the robot needs two start worlds among the sets in use")
    starts = {table.titles[world] for world in table.start_worlds}
    for seat, titles in enumerate(options.opening):
        for title in titles:
            if title in starts and title not in used:
                raise ValueError(f"{title!r} stays in the box in games against the robot")
            if seat == SEAT and title not in starts:
                raise ValueError("the robot has no opening hand but a start world")


def _check_keywords(table: Table) -> None:
    """Refuse words unknown to the table by which the robot's mat or start worlds mean cards."""
    known = {word for one in table.sets for word in one.keywords}
    robot = robot_of(table).data
    here = {table.titles[world] for world in turn.start_worlds(table)}
    starts = [start for title, start in robot.starts if title in here]
    for selector in _selectors([robot.any_start, *starts], robot.mat, robot.six):
        for word, _span in keywords_in(selector):
            if word not in known:
                raise ValueError(_unknown(word, known, robot))


def _unknown(word: str, known: set[str], robot: Robot) -> str:
    """Return that no set in use declares a keyword, where it stands, and what is near."""
    place = robot.place_of(word)
    near = nearest(word, known | PLAIN_WORDS)
    return (
        f"{f'robot file, {place}: ' if place else ''}"
        f"the robot looks for the keyword {word!r}, which no set declares"
        f"{f'; the nearest word is {near!r}' if near else ''}"
    )


def _selectors(
    starts: list[Start], mat: tuple[Row, ...], six: tuple[Selector, ...]
) -> Iterator[Selector]:
    yield from six
    for start in starts:
        yield from (*start.never, *start.prestige_for)
    for row in (*mat, *[row for start in starts for _name, row in start.rows]):
        for one in (row, row.otherwise):
            if one is not None:
                yield from (*(one.has or ()), *(one.draw_for or ()), *(one.find or ()))


class RobotModule(RuleModule):
    """One player plays against dice and a mat."""

    def is_active(self, table: Table, options: Options) -> bool:
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
        return turn.pool(rules)

    def deal(self, rules: Rules, state: State) -> Asking[None] | None:
        """Return the step that deals to the player and sets the robot up."""
        return _deal(rules, state)

    def actions_chosen(self, rules: Rules, state: State) -> None:
        """Roll the dice."""
        turn.roll(rules, state)

    def actions_revealed(self, rules: Rules, state: State) -> None:
        """Lay the dice on the mat."""
        turn.place_dice(rules, state)

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Do the robot's part of a phase."""
        # In set-up there is no robot until it has been dealt to.
        if robot_in(state) is not None:
            turn.after_step(rules, state, name)

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
        return turn.points(table, state, robot), turn.tie_break(robot)


def _deal(rules: Rules, state: State) -> Asking[None]:
    """Deal a start world to the player and one to the robot (arc 1 booklet, Solitaire: Setup)."""
    used = turn.start_worlds(rules.table)
    mine, other = start_worlds(rules.openings, rules.moves.shuffle(state, used))
    unused = [world for world in rules.table.start_worlds if world not in used]
    create_supply(rules, state, [mine, other, *unused])
    place_start_worlds(rules, state, [mine])
    turn.begin(rules, state, other)
    deal_hand(rules, state, turn.PLAYER)
    yield from starting_hands(rules, state)
