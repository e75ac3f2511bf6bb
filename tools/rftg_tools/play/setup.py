"""Form for a new game of Race, checked field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from rftg_engine.bots import LEVELS
from rftg_engine.cards.table import Table
from rftg_engine.options import SWITCHES, ModuleOption, Options, switches
from rftg_engine.phases.setup import check_options
from rftg_engine.rules import REGISTERED
from rftg_tools.games import Game
from rftg_tools.play.catalog import Data, SetCatalog
from rftg_tools.play.forms import (
    BadForm,
    SetUp,
    bound,
    bundle_of,
    check_fields,
    seats_of,
    seed_of,
)
from rftg_tools.play.sitting import ROBOT, SeatConfig

MOST_OPENING: Final = 10
"""Titles that one seat can ask for; what the rules allow is checked with the cards."""


_HANDS: Final = "The numbered start worlds and hands of a first game."
_OF_THE_BASE: Final = (
    ("preset_hands", ModuleOption("Preset hands", _HANDS, needs_set=False)),
    (
        "experienced",
        ModuleOption(
            "Experienced", "Each player chooses two actions a round.", needs_set=False, players=2
        ),
    ),
)
"""The options that belong to no module of rules."""


def offered_options() -> list[Data]:
    """Return the options of a set-up, as the page offers them: those of modules first.

    needs: the module that brings it. players: for so many only. robot: it goes with the robot.
    """
    known = [(module.name, module.option) for module in REGISTERED if module.option is not None]
    known.sort(
        key=lambda option: SWITCHES.index(option[0]) if option[0] in SWITCHES else len(SWITCHES)
    )
    return [
        {
            "name": name,
            "title": option.title,
            "says": option.description,
            "needs": name if option.needs_set else None,
            "players": option.players or None,
            "robot": name == "experienced",
        }
        for name, option in [*known, *_OF_THE_BASE]
    ]


def set_up(game: Game, form: Any, catalog: SetCatalog) -> SetUp:
    """Return the game that a form asks for. Raise BadForm."""
    check_fields(form)
    seats = seats_of(form.get("seats"), LEVELS)
    robot = _robot(form.get("robot"), seats)
    rules = _rules(form.get("options", {}))
    opening = _opening(form.get("opening", []), len(seats))
    if robot:
        seats = (seats[0], replace(seats[1], level=robot))
        rules.append("experienced")  # arc 1 booklet: two actions against the robot
    options = Options(len(seats), **switches(rules), opening=opening, robot=robot)
    seed = seed_of(form.get("seed", ""))
    bundle = bundle_of(form.get("sets"), catalog)
    table = bound(game, bundle, *([catalog.robot] if robot else ()))
    _check(table, options)
    return SetUp(bundle, table, options, seed, seats, catalog.folders())


def _check(table: Table, options: Options) -> None:
    """Raise BadForm for a set-up that the sets cannot serve, at the field that is to be changed."""
    try:
        check_options(table, options)
    except ValueError as error:
        message = str(error)
    else:
        return
    most = min(table.most_players, len(table.start_worlds))
    if not 2 <= options.players <= most:
        raise BadForm("seats", message)
    if any(options.opening) and _is_fine(table, options):
        raise BadForm("opening", message)
    raise BadForm("options", message)


def _is_fine(table: Table, options: Options) -> bool:
    """Return whether the set-up is served without cards in opening hands."""
    try:
        check_options(table, replace(options, opening=()))
    except ValueError:
        return False
    return True


def _robot(level: Any, seats: Sequence[SeatConfig]) -> str:
    """Return the difficulty of the robot, "" without one."""
    kinds = [seat.kind for seat in seats]
    if ROBOT not in kinds:
        return ""
    if len(kinds) != 2 or kinds[0] == ROBOT:
        raise BadForm("seats", "the robot plays against one player, who sits first")
    if not isinstance(level, str) or not level:
        raise BadForm("robot", "choose how hard the robot is")
    return level


def _opening(opening: Any, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the titles that each seat is dealt for certain; () where nobody is."""
    if not isinstance(opening, list) or len(opening) > seats:
        raise BadForm("opening", "cards for opening hands are a list of titles for each player")
    for titles in opening:
        if not isinstance(titles, list) or len(titles) > MOST_OPENING:
            raise BadForm("opening", f"at most {MOST_OPENING} cards go into an opening hand")
        if not all(isinstance(title, str) for title in titles):
            raise BadForm("opening", "cards for opening hands are named by their titles")
    if not any(opening):
        return ()
    return tuple(tuple(titles) for titles in [*opening, *[[]] * (seats - len(opening))])


def _rules(options: Any) -> list[str]:
    """Return the rules that are switched on."""
    known = {option["name"] for option in offered_options()}
    if not isinstance(options, dict):
        raise BadForm("options", "options are on or off, by name")
    for name, value in options.items():
        if name not in known or type(value) is not bool:
            raise BadForm("options", f"{name!r:.60} is not an option that is on or off")
    return [name for name, value in options.items() if value]
