"""Which set-ups the solitaire robot plays in (arc 1 booklet, Solitaire Game Rules: Overview)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.semantics.select import PLAIN_WORDS, keywords_in
from rftg_dsl.sets.robot_model import Robot, Row, Start
from rftg_dsl.syntax.ast import Selector
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot.play import SEAT, robot_of, start_worlds
from rftg_engine.setups.options import Options

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
    used = [table.titles[world] for world in start_worlds(table)]
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
    here = {table.titles[world] for world in start_worlds(table)}
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
