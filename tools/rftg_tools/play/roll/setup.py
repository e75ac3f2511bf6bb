"""A form for a new game of Roll that was filled in, checked field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rftg_tools.play.forms import BadForm, bound, bundle_of, check_fields, seats_of, seed_of
from rftg_tools.play.seats import ROBOT, SeatConfig
from rftg_tools.play.shelves import Shelves
from rftg_tools.simulation.roll import table_for
from roll_engine.bots import LEVELS
from roll_engine.cards.table import Table
from roll_engine.flow import Options, check_options

Texts = tuple[tuple[str, str], ...]
STRICT: Final = "strict"
"""The option of strict timing."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game to begin. texts: of its own sets."""

    table: Table
    options: Options
    seed: str
    seats: tuple[SeatConfig, ...]
    texts: Texts


def set_up(form: Any, shelves: Shelves) -> SetUp:
    """Return the game that a form asks for. Raises BadForm."""
    check_fields(form)
    seats = seats_of(form.get("seats"), LEVELS)
    if any(seat.kind == ROBOT for seat in seats):
        raise BadForm("seats", "the robot plays Race for the Galaxy alone")
    if form.get("robot"):
        raise BadForm("robot", "the robot plays Race for the Galaxy alone")
    opening = form.get("opening", [])
    if not isinstance(opening, list) or any(opening):
        raise BadForm("opening", "Roll for the Galaxy has no opening hands to put cards into")
    options = Options(len(seats), _is_strict(form.get("options", {})))
    seed = seed_of(form.get("seed", ""))
    bundle = bundle_of(form.get("sets"), shelves)
    table = bound(lambda: table_for(bundle))
    try:
        check_options(table, options)
    except ValueError as error:
        raise BadForm("seats", str(error)) from None
    return SetUp(table, options, seed, seats, bundle.texts)


def _is_strict(options: Any) -> bool:
    if not isinstance(options, dict) or not set(options) <= {STRICT}:
        raise BadForm("options", f"the one option of Roll is {STRICT!r}")
    strict = options.get(STRICT, False)
    if type(strict) is not bool:
        raise BadForm("options", "an option is on or off")
    return strict
