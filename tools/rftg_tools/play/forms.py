"""Forms for new games, with the checks that all games share."""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rftg_dsl.library import SetBundle
from rftg_tools.games import Game
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.game_session import BOT, HUMAN, ROBOT, SeatConfig
from rftg_tools.simulation.games import table_for
from rftg_tools.untrusted import NotVisible, check_name

MAX_NAME_LENGTH: Final = 40
MAX_SEED_LENGTH: Final = 200
MAX_SETS: Final = 64
MAX_PLAYERS: Final = 6
_FIELDS: Final = ("game", "sets", "seats", "options", "robot", "seed", "opening")


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game to start. folders: picture folders by set id."""

    bundle: SetBundle
    table: Any
    options: Any
    seed: str
    seats: tuple[SeatConfig, ...]
    folders: Mapping[str, Path] = field(default_factory=dict)


class BadForm(Exception):
    """An invalid form. field: the field to correct. message: the problem."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field, self.message = field, message


def set_up(game: Game, form: Any, catalog: SetCatalog) -> SetUp:
    """Return the game described by a form, for games without their own form. Raises BadForm."""
    check_fields(form)
    seats = seats_of(form.get("seats"), game.rules.levels)
    if any(seat.kind == ROBOT for seat in seats):
        raise BadForm("seats", f"{game.title} has no robot")
    if form.get("robot"):
        raise BadForm("robot", f"{game.title} has no robot")
    opening = form.get("opening", [])
    if not isinstance(opening, list) or any(opening):
        raise BadForm("opening", f"{game.title} has no opening hands")
    options = game.call("options", len(seats), **_switches(game, form.get("options", {})))
    bundle = bundle_of(form.get("sets"), catalog)
    table = bound(game, bundle)
    try:
        game.rules.check_options(table, options)
    except ValueError as error:
        raise BadForm("seats", str(error)) from None
    return SetUp(bundle, table, options, seed_of(form.get("seed", "")), seats)


def _switches(game: Game, options: Any) -> dict[str, bool]:
    """Return the options of a form, each on or off."""
    if not isinstance(options, dict) or not set(options) <= set(game.form_options):
        names = ", ".join(map(repr, game.form_options)) or "none"
        raise BadForm("options", f"the options of {game.title} are: {names}")
    if any(type(value) is not bool for value in options.values()):
        raise BadForm("options", "an option must be on or off")
    return options


def check_fields(form: Any) -> None:
    """Raise BadForm unless this is a form without unknown fields."""
    if not isinstance(form, dict):
        raise BadForm("", "a form must be an object")
    for name in form:
        if name not in _FIELDS:
            raise BadForm("", f"unknown form field {name!r:.60}")


def bundle_of(ids: Any, catalog: SetCatalog) -> SetBundle:
    """Return a bundle of the sets with these ids. Raises BadForm."""
    if not isinstance(ids, list) or not all(isinstance(set_id, str) for set_id in ids):
        raise BadForm("sets", "sets must be a list of ids")
    if not 1 <= len(ids) <= MAX_SETS:
        raise BadForm("sets", "choose the cards to play with")
    try:
        return catalog.pack(list(dict.fromkeys(ids)))
    except (LookupError, OSError, ValueError) as error:
        raise BadForm("sets", str(error.args[0] if error.args else error)) from None


def bound(game: Game, bundle: SetBundle, *parts: Hashable) -> Any:
    """Return the table for the chosen sets. Raises BadForm if they are for another game."""
    try:
        return table_for(game, bundle, *parts)
    except ValueError as error:
        raise BadForm("sets", str(error)) from None


def seats_of(form: Any, levels: Sequence[str]) -> tuple[SeatConfig, ...]:
    """Return the players. levels: available bot levels. Raises BadForm."""
    if not isinstance(form, list) or not 2 <= len(form) <= MAX_PLAYERS:
        raise BadForm("seats", f"a game has 2 to {MAX_PLAYERS} players")
    seats = tuple(_seat(data, player_number, levels) for player_number, data in enumerate(form, 1))
    names = [seat.name for seat in seats]
    for seat, name in enumerate(names):
        try:
            check_name(name, names[:seat])
        except NotVisible as problem:
            raise BadForm("seats", f"player {seat + 1}: {name!r}: {problem}") from None
    return seats


def _seat(data: Any, player_number: int, levels: Sequence[str]) -> SeatConfig:
    if not isinstance(data, dict) or data.keys() - {"kind", "name", "level"}:
        raise BadForm("seats", f"player {player_number}: a seat has only kind, name and level")
    kind, level, name = (
        data.get("kind"),
        data.get("level", ""),
        _name(data.get("name", ""), player_number),
    )
    if kind == HUMAN:
        return SeatConfig(HUMAN, name or f"Player {player_number}")
    if kind == ROBOT:
        return SeatConfig(ROBOT, name or "Robot")
    if kind == BOT and level in levels:
        return SeatConfig(BOT, name or f"Bot {player_number} ({level})", level)
    problem = f"player {player_number} must be a person, the robot or a bot with a level"
    raise BadForm("seats", problem)


def _name(name: Any, player_number: int) -> str:
    if not isinstance(name, str) or len(name) > MAX_NAME_LENGTH:
        problem = f"player {player_number}: a name has at most {MAX_NAME_LENGTH} letters"
        raise BadForm("seats", problem)
    return name.strip()


def seed_of(seed: Any) -> str:
    """Return the seed of a game, or a random seed if the form has none. Raises BadForm."""
    if not isinstance(seed, str) or len(seed) > MAX_SEED_LENGTH:
        raise BadForm("seed", f"a seed is a text of at most {MAX_SEED_LENGTH} letters")
    return seed or secrets.token_hex(8)
