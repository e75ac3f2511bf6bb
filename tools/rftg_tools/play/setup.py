"""Setting up a game: what can be chosen, and a form that was filled in, checked field by field."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rftg_dsl.compiler import compile_files
from rftg_dsl.library import load
from rftg_dsl.model import CardSet
from rftg_dsl.parcel import Parcel, pack
from rftg_dsl.render import Text
from rftg_dsl.resources import shipped_sets
from rftg_engine.bots import LEVELS
from rftg_engine.options import SWITCHES, Options, check_options
from rftg_engine.table import Table
from rftg_tools.play.chairs import BOT, HUMAN, Chair
from rftg_tools.simulation import table_for

Data = dict[str, Any]
MOST_NAME: Final = 40
"""Letters of a player's name, and of a seed, at most."""
MOST_SEED: Final = 200
MOST_OPENING: Final = 10
"""Titles that one seat can ask for; what the rules allow is checked with the cards."""
MOST_SETS: Final = 64


@dataclass(frozen=True, slots=True)
class SetUp:
    """A game to begin. folders: where sets have their pictures, by id."""

    parcel: Parcel
    table: Table
    options: Options
    seed: str
    chairs: tuple[Chair, ...]
    folders: Mapping[str, Path]


class BadForm(Exception):
    """A form with which no game can be set up: each problem with its field."""

    def __init__(self, *problems: tuple[str, str]) -> None:
        super().__init__("; ".join(message for _field, message in problems))
        self.problems = [{"field": field, "message": message} for field, message in problems]


class Shelves:
    """The sets that games can be played with: the shipped ones, and those of own files.

    files: card files named on the command line; they are read anew for each game.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = tuple(files)

    def choices(self) -> Data:
        """What the page offers."""
        shipped = compile_files(shipped_sets(), pictures=False).sets
        own = [self._own(path) for path in self._files]
        return {
            "sets": [*own, *(_offered(one, False) for one in shipped)],
            "levels": list(LEVELS),
            "robot": [],
            "options": _OPTIONS,
        }

    def _own(self, path: Path) -> Data:
        compiled = load([str(path)])
        unit = next(one for one in compiled.units if one.path.resolve() == path.resolve())
        card_set = next((one for one in compiled.sets if one.id == unit.id), None)
        said = Text(compiled.sources)
        problems = [said.diagnostic(one) for one in compiled.diagnostics]
        if card_set is None:
            names = {"id": unit.id or path.stem, "title": str(path), "players": 0, "modules": []}
            return {**names, "requires": [], "own": True, "playable": False, "problems": problems}
        return _offered(card_set, True) | {"problems": problems}

    def names(self, ids: Sequence[str]) -> list[str]:
        """The ids, or in place of own ones their files, as `load` takes them. Raises BadForm."""
        own = {self._own(path)["id"]: str(path) for path in self._files}
        shipped = {path.stem for path in shipped_sets()}
        for one in ids:
            if one not in own and one not in shipped:
                raise BadForm(("sets", f"there is no set {one!r:.60}"))
        return [own.get(one, one) for one in ids]

    def folders(self) -> dict[str, Path]:
        """Where own sets have their pictures, by id."""
        return {self._own(path)["id"]: path.resolve().parent for path in self._files}


_OPTIONS: Final[list[Data]] = [
    {"name": "goals", "title": "Goals", "says": "", "needs": "goals", "players": None},
    {"name": "takeovers", "title": "Takeovers", "says": "", "needs": "takeovers", "players": None},
    {"name": "draft", "title": "Draft", "says": "", "needs": "draft", "players": None},
    {"name": "scenario", "title": "Scenario", "says": "", "needs": "scenario", "players": 2},
    {"name": "preset_hands", "title": "Preset hands", "says": "", "needs": None, "players": None},
    {"name": "experienced", "title": "Experienced", "says": "", "needs": None, "players": 2},
]


def _offered(card_set: CardSet, own: bool) -> Data:
    return {
        "id": card_set.id,
        "title": card_set.title,
        "players": card_set.players,
        "modules": list(card_set.modules),
        "requires": list(card_set.requires),
        "own": own,
        "playable": True,
        "problems": [],
    }


def set_up(form: Any, shelves: Shelves) -> SetUp:
    """The game that a form asks for. Raises BadForm."""
    if not isinstance(form, dict):
        raise BadForm(("", "a form is an object"))
    unknown = form.keys() - {"sets", "seats", "options", "robot", "seed", "opening"}
    if unknown:
        raise BadForm(("", f"a form has no field {min(map(str, unknown))!r:.60}"))
    chairs = _chairs(form.get("seats"))
    switches = _switches(form.get("options", {}))
    opening = _opening(form.get("opening", []), len(chairs))
    options = Options(len(chairs), **switches, opening=opening)
    seed = _seed(form.get("seed", ""))
    parcel = _parcel(form.get("sets"), shelves)
    table = table_for(parcel)
    try:
        check_options(table, options)
    except ValueError as error:
        raise BadForm(("seats" if "players" in str(error) else "options", str(error))) from None
    return SetUp(parcel, table, options, seed, chairs, shelves.folders())


def _parcel(ids: Any, shelves: Shelves) -> Parcel:
    if not isinstance(ids, list) or not all(isinstance(one, str) for one in ids):
        raise BadForm(("sets", "sets are a list of ids"))
    if not 1 <= len(ids) <= MOST_SETS:
        raise BadForm(("sets", f"choose 1 to {MOST_SETS} sets"))
    try:
        return pack(shelves.names(list(dict.fromkeys(ids))))
    except (LookupError, OSError, ValueError) as error:
        raise BadForm(("sets", str(error))) from None


def _chairs(seats: Any) -> tuple[Chair, ...]:
    if not isinstance(seats, list) or not 2 <= len(seats) <= 6:
        raise BadForm(("seats", "a game has 2 to 6 players"))
    chairs = [_chair(seat, number) for number, seat in enumerate(seats, 1)]
    names = [one.name for one in chairs]
    for name in names:
        if names.count(name) > 1:
            raise BadForm(("seats", f"two players are called {name!r}"))
    return tuple(chairs)


def _chair(seat: Any, number: int) -> Chair:
    if not isinstance(seat, dict) or seat.keys() - {"kind", "name", "level"}:
        raise BadForm(("seats", f"player {number}: kind, name and level are what a seat has"))
    kind, name, level = seat.get("kind"), seat.get("name", ""), seat.get("level", "")
    if not isinstance(name, str) or len(name) > MOST_NAME or not (name == "" or name.isprintable()):
        raise BadForm(("seats", f"player {number}: a name has at most {MOST_NAME} letters"))
    name = name.strip()
    if kind == HUMAN:
        return Chair(HUMAN, name or f"Player {number}")
    if kind == BOT and level in LEVELS:
        return Chair(BOT, name or f"Bot {number} ({level})", level)
    raise BadForm(("seats", f"player {number} is neither a person nor a bot of a level"))


def _opening(opening: Any, seats: int) -> tuple[tuple[str, ...], ...]:
    """The titles that each seat is dealt for certain; () where nobody is."""
    if not isinstance(opening, list) or len(opening) > seats:
        raise BadForm(("opening", "cards for opening hands are a list of titles for each player"))
    for titles in opening:
        if not isinstance(titles, list) or len(titles) > MOST_OPENING:
            raise BadForm(("opening", f"at most {MOST_OPENING} cards go into an opening hand"))
        if not all(isinstance(title, str) for title in titles):
            raise BadForm(("opening", "cards for opening hands are named by their titles"))
    if not any(opening):
        return ()
    return tuple(tuple(titles) for titles in [*opening, *[[]] * (seats - len(opening))])


def _switches(options: Any) -> dict[str, Any]:
    if not isinstance(options, dict):
        raise BadForm(("options", "options are on or off, by name"))
    for name, value in options.items():
        if name not in SWITCHES or type(value) is not bool:
            raise BadForm(("options", f"{name!r:.60} is no option that is on or off"))
    return options


def _seed(seed: Any) -> str:
    if not isinstance(seed, str) or len(seed) > MOST_SEED:
        raise BadForm(("seed", f"a seed is a text of at most {MOST_SEED} letters"))
    return seed or secrets.token_hex(8)
