"""Set-up and simulation figures of Race."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from gamekit.records import RecordError
from rftg_dsl.bundle import SetBundle, pack
from rftg_dsl.library import unshipped_with_goals
from rftg_dsl.resources import shipped_ids
from rftg_dsl.sets.robot_file import BadRobotFile, parse_robot, shipped_robot
from rftg_dsl.sets.robot_model import Robot
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot import SEAT as ROBOT_SEAT
from rftg_engine.options import SWITCHES, Options
from rftg_engine.rules import find_module
from rftg_engine.state import State
from rftg_tools.games import GAMES
from rftg_tools.module_statistics import Counts, collect_counts, observers_for
from rftg_tools.simulation import games


class Figures:
    """Figures that rule modules count in a game."""

    def __init__(self, options: Options) -> None:
        self.observers = observers_for(options)

    def counts(self, table: Table, state: State) -> Counts:
        """Return the counts. state: at the end of the game."""
        return collect_counts(self.observers, table, state)


def robot_seats(options: Options) -> dict[int, tuple[str, str]]:
    """Return the seat of the solitaire robot, if there is one."""
    return {ROBOT_SEAT: ("robot", options.robot)} if options.robot else {}


def set_up_notes(table: Table, options: Options, goals: bool | None) -> Iterator[str]:
    """Yield notes on renumbered start worlds and on rules of the user's sets that are on or off.

    goals: whether they were requested, or None for the default.
    """
    for card, number in table.renumbered_start_worlds.items():
        start = table.cards[card].start
        assert start is not None
        yield (
            f"`{table.titles[card]}` plays as start world {number}, because number"
            f" {start.number} is taken; to print it so, write `number: {number}` on the card"
        )
    for name in unshipped_with_goals(table.sets) if options.goals and goals is None else ():
        yield f"`{name}` has goals, so they are used; --no-goals leaves them out"
    for card_set in table.sets:
        for name in card_set.modules if card_set.id not in shipped_ids() else ():
            module = find_module(name)
            if name != "goals" and module and module.option and not options.is_on(name):
                flag = f"--{name}" if name in SWITCHES else f"--with {shlex.quote(name)}"
                yield f"`{card_set.id}` provides {name}, which is off; {flag} turns it on"


def robot_of_record(record: Mapping[str, Any]) -> tuple[Robot, ...]:
    """Return the robot of a record, its own or the shipped one. Raises RecordError."""
    if "robot" not in record:
        return ()
    if not record["robot"].get("text"):
        return (shipped_robot(),)
    try:
        return (parse_robot(record["robot"]["text"]),)
    except BadRobotFile as error:
        raise RecordError(f"the robot in the record is invalid: {error}") from None


@cache
def table_of(sets: tuple[str, ...], robot: Robot | None = None) -> Table:
    """Bind the cards of the given sets (IDs or files). Raises whatever `pack` raises."""
    return table_for(pack(sets), robot)


def table_for(sets: SetBundle, robot: Robot | None = None) -> Table:
    """Bind the cards of packed sets. robot: opponent of the solitaire game.

    Raises ValueError for sets of another game.
    """
    table: Table = games.table_for(GAMES["race"], sets, *([robot] if robot else ()))
    return table
