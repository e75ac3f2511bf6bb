"""Catalog of playable sets: shipped sets and the user's files.

User files are read again on each request, so that new games use the saved version.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.formats import TextRenderer
from rftg_dsl.games import GAMES as LANGUAGES
from rftg_dsl.games import Game as Language
from rftg_dsl.library import SetBundle, cards_in_use, load, pack, unpack, unshipped_with_goals
from rftg_dsl.model import CardSet
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.sets.robot import Robot
from rftg_tools.games import GAMES, default_game
from rftg_tools.play.cards import alt_text, is_own

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class UserSet:
    """A set from a user file. card_set: None if the file has errors."""

    path: Path
    id: str
    card_set: CardSet | None
    problems: tuple[str, ...]


class SetCatalog:
    """Playable sets.

    files: user card files, or a function that returns them. chosen: ids of preselected sets.
    robot: opponent of solitaire games, if they are available. more: returns files whose sets can be
    played too, unless their ids are those of other sets.
    """

    def __init__(
        self,
        files: Sequence[Path] | Callable[[], Sequence[Path]],
        chosen: Sequence[str] = (),
        robot: Robot | None = None,
        more: Callable[[], Sequence[Path]] = tuple,
    ) -> None:
        self._more = more
        self._files = files if callable(files) else partial(tuple, files)
        self._chosen = tuple(chosen)
        self.robot = robot

    def choices(self) -> Data:
        """Return the choices for a new game."""
        own = self.own()
        offered = [card_set for game in LANGUAGES.values() for card_set in _shipped(game)]
        robot = [level for level, _difficulty in self.robot.difficulties] if self.robot else []
        return {
            "sets": [
                *({**_user_set_data(user_set), "file": str(user_set.path)} for user_set in own),
                *(_set_data(card_set, False, ()) for card_set in offered),
            ],
            "chosen": [*self._chosen, *(user_set.id for user_set in own if self._chosen)],
            "levels": list(default_game().rules.levels),
            "robot": robot,
            "options": [option for game in GAMES.values() for option in game.call("table_options")],
            "games": _games(),
        }

    def own(self) -> list[UserSet]:
        """Return the sets of the user's files."""
        own = [_read(path) for path in self._files()]
        ids = {*shipped_ids(), *(user_set.id for user_set in own)}
        for more in map(_read, self._more()):
            if more.id not in ids:
                own.append(more)
                ids.add(more.id)
        return own

    def pack(self, ids: Sequence[str]) -> SetBundle:
        """Return a bundle of the sets with these ids.

        Raises LookupError, OSError, ValueError as `bundle.pack` does.
        """
        files = {user_set.id: str(user_set.path) for user_set in self.own()}
        shipped = shipped_ids()
        for set_id in ids:
            if set_id not in files and set_id not in shipped:
                raise LookupError(f"there is no set {set_id!r:.60}")
        if not files.keys() & set(ids):
            return _pack_shipped(tuple(ids))
        return pack([files.get(set_id, set_id) for set_id in ids])

    def folders(self) -> dict[str, Path]:
        """Return the picture folders of user sets by id."""
        return {user_set.id: user_set.path.resolve().parent for user_set in self.own()}

    def cards(self, ids: Sequence[str]) -> list[Data]:
        """Return the cards that can be in an opening hand. Raises whatever `pack` raises."""
        in_use = cards_in_use(unpack(self.pack(ids)))
        return [
            {
                "title": card.title,
                "own": is_own(card),
                "start": card.start is not None,
                "says": alt_text(card),
            }
            for card in in_use
        ]


@cache
def _shipped(game: Language) -> tuple[CardSet, ...]:
    return compile_files(shipped_sets(game), pictures=False).sets


def _games() -> list[Data]:
    """Return the available games with their bot levels."""
    return [
        {"id": game.id, "title": game.title, "levels": list(game.rules.levels)}
        for game in GAMES.values()
    ]


@lru_cache(64)
def _pack_shipped(ids: tuple[str, ...]) -> SetBundle:
    return pack(ids)


def _read(path: Path) -> UserSet:
    """Return the set of a file. If the file can't be read, the error is its only problem."""
    try:
        compiled = load([str(path)])
    except (LookupError, OSError, ValueError) as error:
        return UserSet(path, path.stem, None, (str(error),))
    unit = next(unit for unit in compiled.units if unit.path.resolve() == path.resolve())
    card_set = next((card_set for card_set in compiled.sets if card_set.id == unit.id), None)
    text = TextRenderer(compiled.sources)
    problems = tuple(text.diagnostic(diagnostic) for diagnostic in compiled.diagnostics)
    return UserSet(path, unit.id or path.stem, card_set, problems)


def _user_set_data(own: UserSet) -> Data:
    if own.card_set is not None:
        return _set_data(own.card_set, True, own.problems)
    return {
        "id": own.id,
        "title": own.path.name,
        "game": default_game().id,
        "players": 0,
        "modules": [],
        "requires": [],
        "switches_on": [],
        "own": True,
        "playable": False,
        "problems": list(own.problems),
    }


def _set_data(card_set: CardSet, own: bool, problems: Sequence[str]) -> Data:
    return {
        "id": card_set.id,
        "title": card_set.title,
        "game": card_set.game,
        "players": card_set.players or GAMES[card_set.game].most_players,
        "modules": list(card_set.modules),
        "requires": list(card_set.requires),
        "switches_on": ["goals"] if unshipped_with_goals([card_set]) else [],
        "own": own,
        "playable": True,
        "problems": list(problems),
    }
