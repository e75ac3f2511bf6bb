"""Checks that forms for a new game of any kind share, field by field."""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rftg_dsl.bundle import SetBundle
from rftg_tools.games import Game
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.sitting import BOT, HUMAN, ROBOT, SeatConfig
from rftg_tools.simulation.games import table_for
from rftg_tools.untrusted import NotVisible, check_name

MOST_NAME: Final = 40
"""Letters of a player's name at most."""
MOST_SEED: Final = 200
"""Letters of a seed at most."""
MOST_SETS: Final = 64
MOST_PLAYERS: Final = 6
_FIELDS: Final = ("game", "sets", "seats", "options", "robot", "seed", "opening")


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game to begin. folders: where sets have their pictures, by id."""

    bundle: SetBundle
    table: Any
    options: Any
    seed: str
    seats: tuple[SeatConfig, ...]
    folders: Mapping[str, Path] = field(default_factory=dict)


class BadForm(Exception):
    """A field of a form with which no game can be set up, and what is wrong with it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field, self.message = field, message


def set_up(game: Game, form: Any, catalog: SetCatalog) -> SetUp:
    """Return what a form asks for, of a game without a form of its own. Raise BadForm."""
    check_fields(form)
    seats = seats_of(form.get("seats"), game.rules.levels)
    if any(seat.kind == ROBOT for seat in seats):
        raise BadForm("seats", f"{game.title} has no robot")
    if form.get("robot"):
        raise BadForm("robot", f"{game.title} has no robot")
    opening = form.get("opening", [])
    if not isinstance(opening, list) or any(opening):
        raise BadForm("opening", f"{game.title} has no opening hands to put cards into")
    options = game.call("options", len(seats), **_switches(game, form.get("options", {})))
    bundle = bundle_of(form.get("sets"), catalog)
    table = bound(game, bundle)
    try:
        game.rules.check_options(table, options)
    except ValueError as error:
        raise BadForm("seats", str(error)) from None
    return SetUp(bundle, table, options, seed_of(form.get("seed", "")), seats)


def _switches(game: Game, options: Any) -> dict[str, bool]:
    """Return the options of a game that are on or off."""
    if not isinstance(options, dict) or not set(options) <= set(game.form_options):
        named = ", ".join(map(repr, game.form_options)) or "none"
        raise BadForm("options", f"the options of {game.title} are: {named}")
    if any(type(value) is not bool for value in options.values()):
        raise BadForm("options", "an option is on or off")
    return options


def check_fields(form: Any) -> None:
    """Raise BadForm for what is no form, or has a field that none has."""
    if not isinstance(form, dict):
        raise BadForm("", "a form is an object")
    for name in form:
        if name not in _FIELDS:
            raise BadForm("", f"a form has no field {name!r:.60}")


def bundle_of(ids: Any, catalog: SetCatalog) -> SetBundle:
    """Return the sets of some ids. Raises BadForm."""
    if not isinstance(ids, list) or not all(isinstance(set_id, str) for set_id in ids):
        raise BadForm("sets", "sets are a list of ids")
    if not 1 <= len(ids) <= MOST_SETS:
        raise BadForm("sets", "choose the cards to play with")
    try:
        return catalog.pack(list(dict.fromkeys(ids)))
    except (LookupError, OSError, ValueError) as error:
        raise BadForm("sets", str(error.args[0] if error.args else error)) from None


def bound(game: Game, bundle: SetBundle, *parts: Hashable) -> Any:
    """Return the table of the sets chosen. Raises BadForm where they are of another game."""
    try:
        return table_for(game, bundle, *parts)
    except ValueError as error:
        raise BadForm("sets", str(error)) from None


def seats_of(form: Any, levels: Sequence[str]) -> tuple[SeatConfig, ...]:
    """Return who plays. levels: of the bots that there are. Raises BadForm."""
    if not isinstance(form, list) or not 2 <= len(form) <= MOST_PLAYERS:
        raise BadForm("seats", f"a game has 2 to {MOST_PLAYERS} players")
    seats = tuple(_seat(data, number, levels) for number, data in enumerate(form, 1))
    names = [seat.name for seat in seats]
    for number, name in enumerate(names):
        try:
            check_name(name, names[:number])
        except NotVisible as problem:
            raise BadForm("seats", f"player {number + 1}: {name!r}: {problem}") from None
    return seats


def _seat(data: Any, number: int, levels: Sequence[str]) -> SeatConfig:
    if not isinstance(data, dict) or data.keys() - {"kind", "name", "level"}:
        raise BadForm("seats", f"player {number}: a seat has kind, name and level")
    kind, level, name = data.get("kind"), data.get("level", ""), _name(data.get("name", ""), number)
    if kind == HUMAN:
        return SeatConfig(HUMAN, name or f"Player {number}")
    if kind == ROBOT:
        return SeatConfig(ROBOT, name or "Robot")
    if kind == BOT and level in levels:
        return SeatConfig(BOT, name or f"Bot {number} ({level})", level)
    raise BadForm("seats", f"player {number} is neither a person nor a bot of a level")


def _name(name: Any, number: int) -> str:
    if not isinstance(name, str) or len(name) > MOST_NAME:
        raise BadForm("seats", f"player {number}: a name has at most {MOST_NAME} letters")
    return name.strip()


def seed_of(seed: Any) -> str:
    """Return the seed of a game, by chance where none is given. Raises BadForm."""
    if not isinstance(seed, str) or len(seed) > MOST_SEED:
        raise BadForm("seed", f"a seed is a text of at most {MOST_SEED} letters")
    return seed or secrets.token_hex(8)
