"""Set-up and simulation figures of Race."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Protocol

from gamekit.events import Event
from gamekit.records import RecordError
from rftg_dsl.bundle import SetBundle, pack
from rftg_dsl.library import unshipped_with_goals
from rftg_dsl.resources import shipped_ids
from rftg_dsl.sets.robot_file import BadRobotFile, parse_robot, shipped_robot
from rftg_dsl.sets.robot_model import Robot
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import awards
from rftg_engine.modules.invasion_attack import invasion_military
from rftg_engine.modules.invasion_state import (
    NAME,
    BunkerUsed,
    InvasionCame,
    InvasionDefended,
    InvasionMet,
    WorldRepaired,
    invasion_of,
)
from rftg_engine.modules.robot import SEAT as ROBOT_SEAT
from rftg_engine.options import SWITCHES, Options
from rftg_engine.rules import find_module
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now
from rftg_tools.games import GAMES
from rftg_tools.simulation import games
from rftg_tools.simulation.games import Counts


class StatisticsObserver(Protocol):
    """Observer that counts something in one game."""

    def see(self, event: Event, state: State) -> None:
        """Note an event."""

    def counts(self, table: Table, state: State) -> Counts:
        """Return the counts. state: at the end of the game."""


class InvasionStatistics:
    """Counts of the attacks in a game by wave, and of what follows them."""

    def __init__(self) -> None:
        self.wave = 0
        self.attacks: dict[int, int] = {}
        self.defenses: dict[int, int] = {}
        self.bunkers = 0
        self.repairs = 0

    def see(self, event: Event, state: State) -> None:
        """Note an event."""
        if isinstance(event, InvasionCame):
            self.wave = event.wave
        elif isinstance(event, InvasionMet):
            self.attacks[self.wave] = self.attacks.get(self.wave, 0) + 1
        elif isinstance(event, InvasionDefended):
            self.defenses[self.wave] = self.defenses.get(self.wave, 0) + 1
        elif isinstance(event, BunkerUsed):
            self.bunkers += 1
        elif isinstance(event, WorldRepaired):
            self.repairs += 1

    def counts(self, table: Table, state: State) -> Counts:
        """Return the counts, per player except for attacks."""
        part, players = invasion_of(state), float(len(state.players))
        seats = range(len(state.players))
        military = [invasion_military(powers_now(table, state.players, seat)) for seat in seats]
        award = table.invasion.award if table.invasion is not None else 0
        attacks: Counts = {
            f"attacks of wave {wave} held out": (float(self.defenses.get(wave, 0)), float(met))
            for wave, met in self.attacks.items()
        }
        return attacks | {
            "points for holding out": (float(sum(part.rewards)), players),
            "points of awards": (
                float(award * sum([len(awards(part, seat)) for seat in seats])),
                players,
            ),
            "goods contributed": (float(sum(part.contributed)), players),
            "cards in the bunker": (float(self.bunkers), players),
            "worlds repaired": (float(self.repairs), players),
            "worlds damaged at the end": (
                float(sum([len(worlds) for worlds in part.damaged])),
                players,
            ),
            "Military against the invaders": (float(sum(military)), players),
        }


OBSERVERS: Final[dict[str, Callable[[], StatisticsObserver]]] = {NAME: InvasionStatistics}
"""Factories of observers by name of the rule module."""


class Figures:
    """Figures that rule modules count in a game."""

    def __init__(self, options: Options) -> None:
        self.observers = [OBSERVERS[name]() for name in options.modules if name in OBSERVERS]

    def counts(self, table: Table, state: State) -> Counts:
        """Return the counts of all modules. state: at the end of the game."""
        counts: Counts = {}
        for observer in self.observers:
            counts |= observer.counts(table, state)
        return counts


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
