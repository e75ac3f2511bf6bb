"""Rule module of the solitaire robot, and its set-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gamekit.driver import Asking
from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.semantics.select import PLAIN_WORDS, keywords_in
from rftg_dsl.sets.robot import Robot, Row, Start
from rftg_dsl.syntax.ast import Selector
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import turn
from rftg_engine.modules.robot.state import RobotSeat, load, robot_in, state_from_view
from rftg_engine.modules.robot.turn import SEAT, robot_of
from rftg_engine.options import Options, start_worlds
from rftg_engine.phases.setup import create_supply, deal_hand, place_start_worlds, starting_hands
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import Part, State

REQUIRED_OPTION: Final = "experienced"
"""Option that solitaire games require."""


def _check_start_worlds(table: Table, options: Options) -> None:
    titles_in_use = [table.titles[world] for world in turn.start_worlds(table)]
    if len(titles_in_use) < options.players:
        raise ValueError("the robot needs two start worlds among the sets in use")
    starts = {table.titles[world] for world in table.start_worlds}
    for seat, opening in enumerate(options.opening):
        for title in opening:
            if title in starts and title not in titles_in_use:
                raise ValueError(f"{title!r} stays in the box in games against the robot")
            if seat == SEAT and title not in starts:
                raise ValueError("the opening hand of the robot can only have a start world")


def _check_keywords(table: Table) -> None:
    """Raise ValueError for keywords of the robot that no set in use declares."""
    keywords = {word for card_set in table.sets for word in card_set.keywords}
    robot = robot_of(table).data
    titles = {table.titles[world] for world in turn.start_worlds(table)}
    starts = [start for title, start in robot.starts if title in titles]
    for selector in _selectors([robot.any_start, *starts], robot.mat, robot.six):
        for word, _span in keywords_in(selector):
            if word not in keywords:
                raise ValueError(_unknown(word, keywords, robot))


def _unknown(word: str, keywords: set[str], robot: Robot) -> str:
    """Return the message for a keyword that no set declares: its place, and a suggestion."""
    place = robot.place_of(word)
    suggestion = nearest(word, keywords | PLAIN_WORDS)
    return (
        f"{f'robot file, {place}: ' if place else ''}"
        f"the robot looks for the keyword {word!r}, which no set declares"
        f"{f'; the nearest word is {suggestion!r}' if suggestion else ''}"
    )


def _selectors(
    starts: list[Start], mat: tuple[Row, ...], six: tuple[Selector, ...]
) -> Iterator[Selector]:
    yield from six
    for start in starts:
        yield from (*start.never, *start.prestige_for)
    for row in (*mat, *[row for start in starts for _name, row in start.rows]):
        for part in (row, row.otherwise):
            if part is not None:
                yield from (*(part.has or ()), *(part.draw_for or ()), *(part.find or ()))


class RobotModule(RuleModule):
    """A solitaire game against dice and a mat."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether a difficulty of the robot is chosen."""
        return options.robot != ""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError with the reason if the options do not allow the requested robot."""
        if not options.robot:
            return
        if table.robot is None:
            raise ValueError("there is no robot in use: the table needs a robot file")
        levels = list(table.robot.levels)
        if options.robot not in levels:
            raise ValueError(f"there is no robot {options.robot!r}; there are: {', '.join(levels)}")
        if options.players != 2 or not options.experienced:
            raise ValueError("a game against the robot is an experienced game for one player")
        for name in options.switched_on():
            if name != REQUIRED_OPTION:
                words = name.replace("_", " ")
                raise ValueError(f"the game against the robot is played without {words}")
        _check_start_worlds(table, options)
        _check_keywords(table)

    def load(self, data: Any) -> Part:
        """Return the robot from its data."""
        return load(data)

    def sample_part(self, seen: Any) -> Part | None:
        """Return the robot: everything but its draw stack, which is its hand, is visible."""
        return state_from_view(seen) if isinstance(seen, RobotSeat) else None

    def chips(self, rules: Rules, chips: int) -> int:
        """Return the points of chips in the robot file."""
        return turn.pool(rules)

    def deal(self, rules: Rules, state: State) -> Asking[None]:
        """Deal a start world each to the player and the robot (arc 1 booklet, Solitaire: Setup)."""
        available = turn.start_worlds(rules.table)
        own_world, robot_world = start_worlds(rules.openings, rules.moves.shuffle(state, available))
        unused = [world for world in rules.table.start_worlds if world not in available]
        create_supply(rules, state, [own_world, robot_world, *unused])
        place_start_worlds(rules, state, [own_world])
        turn.begin(rules, state, robot_world)
        deal_hand(rules, state, turn.PLAYER)
        yield from starting_hands(rules, state)

    def actions_chosen(self, rules: Rules, state: State) -> None:
        """Roll the dice."""
        turn.roll(rules, state)

    def actions_revealed(self, rules: Rules, state: State) -> None:
        """Place the dice on the mat."""
        turn.place_dice(rules, state)

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Play the robot's part of a phase."""
        # During set-up, the robot does not exist until it is dealt to.
        if robot_in(state) is not None:
            turn.after_step(rules, state, name)

    def shuffles_seen(self, rules: Rules, state: State, in_step: int) -> int:
        """Return all shuffles in the step in which the dice are rolled."""
        return state.shuffles + in_step if state.pending_steps[:1] == [steps.CHOOSE] else 0

    def counts_as_cards(self, state: State, seat: int) -> int:
        """Return the number of counters placed by the robot."""
        robot = robot_in(state)
        return robot.placed if robot is not None and robot.seat == seat else 0

    def result_of(self, table: Table, state: State, seat: int) -> tuple[int, int] | None:
        """Return the robot's points and tie-break."""
        robot = robot_in(state)
        if robot is None or robot.seat != seat:
            return None
        return turn.points(table, state, robot), turn.tie_break(robot)
