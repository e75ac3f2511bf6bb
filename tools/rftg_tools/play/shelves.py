"""The sets that games can be played with: the shipped ones, and those of own files.

Own files are read anew whenever they are asked for, so that the next game has what was saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final

from rftg_dsl.bundle import SetBundle, pack, unpack
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.render import Text
from rftg_dsl.games import GAMES, RACE, ROLL, Game
from rftg_dsl.library import cards_in_use, load, own_with_goals
from rftg_dsl.model import CardSet
from rftg_dsl.resources import shipped_ids, shipped_sets
from rftg_dsl.sets.robot_model import Robot
from rftg_engine.bots import LEVELS
from rftg_engine.rules import REGISTERED
from rftg_engine.setups.options import SWITCHES, ModuleOption
from rftg_tools.play.cards import alt_text, is_own
from roll_engine.bots import LEVELS as ROLL_LEVELS
from roll_engine.rules import MOST_PLAYERS as ROLL_PLAYERS

Data = dict[str, Any]

_HANDS: Final = "The numbered start worlds and hands of a first game."
_OF_THE_BASE: Final = (
    ("preset_hands", ModuleOption("Preset hands", _HANDS, brought=False)),
    (
        "experienced",
        ModuleOption(
            "Experienced", "Each player chooses two actions a round.", brought=False, players=2
        ),
    ),
)
"""The options that belong to no module of rules."""


def offered_options() -> list[Data]:
    """Return the options of a set-up, as the page offers them: those of modules first.

    needs: the module that brings it. players: for so many only. robot: it goes with the robot.
    """
    known = [(one.name, one.option) for one in REGISTERED if one.option is not None]
    known.sort(key=lambda one: SWITCHES.index(one[0]) if one[0] in SWITCHES else len(SWITCHES))
    return [
        {
            "name": name,
            "title": option.title,
            "says": option.says,
            "needs": name if option.brought else None,
            "players": option.players or None,
            "robot": name == "experienced",
        }
        for name, option in [*known, *_OF_THE_BASE]
    ]


@dataclass(frozen=True, slots=True)
class Own:
    """A set of an own file, as the file was when it was read. card_set: None with errors."""

    path: Path
    id: str
    card_set: CardSet | None
    problems: tuple[str, ...]


class Shelves:
    """What can be played with.

    files: own card files, or what returns them as they are now. chosen: ids of the sets that the
    page proposes. robot: what the solitaire game is played against, None where it is not offered.
    """

    def __init__(
        self,
        files: Sequence[Path] | Callable[[], Sequence[Path]],
        chosen: Sequence[str] = (),
        robot: Robot | None = None,
    ) -> None:
        self._files = files if callable(files) else partial(tuple, files)
        self._chosen = tuple(chosen)
        self.robot = robot

    def choices(self) -> Data:
        """Return what the page offers."""
        own = self.own()
        offered = [one for game in GAMES.values() for one in _shipped(game)]
        robot = [level for level, _difficulty in self.robot.difficulties] if self.robot else []
        return {
            "sets": [*map(_own_offered, own), *(_offered(one, False, ()) for one in offered)],
            "chosen": [*self._chosen, *(one.id for one in own if self._chosen)],
            "levels": list(LEVELS),
            "robot": robot,
            "options": offered_options(),
            "games": _games(),
        }

    def own(self) -> list[Own]:
        """Return the sets of the own files, as they are now."""
        return [_read(path) for path in self._files()]

    def pack(self, ids: Sequence[str]) -> SetBundle:
        """Return the sets of some ids.

        Raises LookupError, OSError, ValueError as `bundle.pack` does.
        """
        files = {one.id: str(one.path) for one in self.own()}
        shipped = shipped_ids()
        for one in ids:
            if one not in files and one not in shipped:
                raise LookupError(f"there is no set {one!r:.60}")
        if not files.keys() & set(ids):
            return _pack_shipped(tuple(ids))
        return pack([files.get(set_id, set_id) for set_id in ids])

    def folders(self) -> dict[str, Path]:
        """Return where own sets have their pictures, by id."""
        return {one.id: one.path.resolve().parent for one in self.own()}

    def cards(self, ids: Sequence[str]) -> list[Data]:
        """Return the cards that can be put into an opening hand. Raises what `pack` raises."""
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
def _shipped(game: Game) -> tuple[CardSet, ...]:
    return compile_files(shipped_sets(game), pictures=False).sets


def _games() -> list[Data]:
    """Return the games that can be played, each with the levels of its bots."""
    return [
        {"id": RACE.id, "title": RACE.title, "levels": list(LEVELS)},
        {"id": ROLL.id, "title": ROLL.title, "levels": list(ROLL_LEVELS)},
    ]


@lru_cache(64)
def _pack_shipped(ids: tuple[str, ...]) -> SetBundle:
    return pack(ids)


def _most_players(card_set: CardSet) -> int:
    """Return the most players of a game whose sets do not say it; 0 where they do."""
    return ROLL_PLAYERS if card_set.game == ROLL.id else 0


def _read(path: Path) -> Own:
    """Return the set of a file; a file that cannot be read now has that as its problem."""
    try:
        compiled = load([str(path)])
    except (LookupError, OSError, ValueError) as error:
        return Own(path, path.stem, None, (str(error),))
    unit = next(one for one in compiled.units if one.path.resolve() == path.resolve())
    card_set = next((one for one in compiled.sets if one.id == unit.id), None)
    text = Text(compiled.sources)
    problems = tuple(text.diagnostic(diagnostic) for diagnostic in compiled.diagnostics)
    return Own(path, unit.id or path.stem, card_set, problems)


def _own_offered(own: Own) -> Data:
    if own.card_set is not None:
        return _offered(own.card_set, True, own.problems)
    return {
        "id": own.id,
        "title": own.path.name,
        "game": RACE.id,
        "players": 0,
        "modules": [],
        "requires": [],
        "switches_on": [],
        "own": True,
        "playable": False,
        "problems": list(own.problems),
    }


def _offered(card_set: CardSet, own: bool, problems: Sequence[str]) -> Data:
    return {
        "id": card_set.id,
        "title": card_set.title,
        "game": card_set.game,
        "players": card_set.players or _most_players(card_set),
        "modules": list(card_set.modules),
        "requires": list(card_set.requires),
        "switches_on": ["goals"] if own_with_goals([card_set]) else [],
        "own": own,
        "playable": True,
        "problems": list(problems),
    }
