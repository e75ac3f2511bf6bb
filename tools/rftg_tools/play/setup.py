"""Form for a new game of Race."""

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
from rftg_tools.play.game_session import ROBOT, SeatConfig

MAX_OPENING_CARDS: Final = 10
"""Maximum number of titles per seat. The rules may allow fewer."""


_HANDS: Final = "Numbered start worlds with preset hands, for a first game."
_BASE_OPTIONS: Final = (
    ("preset_hands", ModuleOption("Preset hands", _HANDS, needs_set=False)),
    (
        "experienced",
        ModuleOption(
            "Experienced", "Each player chooses two actions per round.", needs_set=False, players=2
        ),
    ),
)
"""Options that don't belong to a rule module."""


def list_options() -> list[Data]:
    """Return the options of a new game for the page, options of rule modules first.

    needs: the module that a set must provide. players: required number of players. robot: whether
    it is always on against the robot.
    """
    options = [(module.name, module.option) for module in REGISTERED if module.option is not None]
    options.sort(
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
        for name, option in [*options, *_BASE_OPTIONS]
    ]


def set_up(game: Game, form: Any, catalog: SetCatalog) -> SetUp:
    """Return the game described by a form. Raises BadForm."""
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
    """Raise BadForm for the field to change if the sets don't support the setup."""
    try:
        check_options(table, options)
    except ValueError as error:
        message = str(error)
    else:
        return
    max_players = min(table.most_players, len(table.start_worlds))
    if not 2 <= options.players <= max_players:
        raise BadForm("seats", message)
    if any(options.opening) and _is_valid_without_opening(table, options):
        raise BadForm("opening", message)
    raise BadForm("options", message)


def _is_valid_without_opening(table: Table, options: Options) -> bool:
    try:
        check_options(table, replace(options, opening=()))
    except ValueError:
        return False
    return True


def _robot(level: Any, seats: Sequence[SeatConfig]) -> str:
    """Return the difficulty of the robot, or "" if there is none."""
    kinds = [seat.kind for seat in seats]
    if ROBOT not in kinds:
        return ""
    if len(kinds) != 2 or kinds[0] == ROBOT:
        raise BadForm("seats", "the robot plays against one player, who sits first")
    if not isinstance(level, str) or not level:
        raise BadForm("robot", "choose the difficulty of the robot")
    return level


def _opening(opening: Any, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the titles that each seat is always dealt, or () if there are none."""
    if not isinstance(opening, list) or len(opening) > seats:
        raise BadForm("opening", "opening hands must be a list of titles for each player")
    for titles in opening:
        if not isinstance(titles, list) or len(titles) > MAX_OPENING_CARDS:
            raise BadForm("opening", f"an opening hand has at most {MAX_OPENING_CARDS} cards")
        if not all(isinstance(title, str) for title in titles):
            raise BadForm("opening", "opening hands must contain card titles")
    if not any(opening):
        return ()
    return tuple(tuple(titles) for titles in [*opening, *[[]] * (seats - len(opening))])


def _rules(options: Any) -> list[str]:
    """Return the rules that are on."""
    names = {option["name"] for option in list_options()}
    if not isinstance(options, dict):
        raise BadForm("options", "options must be an object of names and true or false")
    for name, value in options.items():
        if name not in names:
            raise BadForm("options", f"unknown option {name!r:.60}")
        if type(value) is not bool:
            raise BadForm("options", f"the option {name!r:.60} must be on or off")
    return [name for name, value in options.items() if value]
