"""All that is told of the games of people in a folder, as data: of one folder always the same."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from rftg_dsl.resources import shipped_ids
from rftg_tools.playtests.bots import said_by_bots
from rftg_tools.playtests.figures import Version, versions_of
from rftg_tools.playtests.known import Known, stamps
from rftg_tools.playtests.marks import BadMark, Kind, Mark, Marks
from rftg_tools.playtests.played import PlayedGame, read_game
from rftg_tools.progress import progress

Data = dict[str, Any]


class NoCard(LookupError):
    """A card or set that is in no game; says which."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which cards are told of.

    title: of one, of any set, "" for all. set_id: "" for all sets that are not shipped.
    """

    title: str = ""
    set_id: str = ""

    def holds(self, version: Version) -> bool:
        """Return whether a version is of a card that is told of."""
        if self.title and version.title.casefold() != self.title.casefold():
            return False
        if self.set_id:
            return version.set_id == self.set_id
        return bool(self.title) or version.set_id not in shipped_ids()


@dataclass(frozen=True, slots=True)
class Folder:
    """What lies in a folder of games. games: by the names of their records, in that order."""

    games: dict[str, PlayedGame]
    marks: tuple[Mark, ...]
    problem: str = ""
    """Why the marks cannot be read, else ""."""


def read_folder(folder: Path) -> Folder:
    """Return what lies in a folder; records are played that were not before. Raises OSError."""
    here = stamps(folder)
    known = Known(folder)
    games = known.read(here)
    fresh = [name for name in here if name not in games]
    read = {}
    for name in progress(fresh, len(fresh), "games"):
        try:
            read[name] = read_game(folder / name)
        except OSError as error:  # which may pass, so it is not kept
            games[name] = PlayedGame(problem=f"it cannot be read ({error.strerror})")
    if read:
        known.keep(read, here)
    games |= read
    try:
        marks, problem = Marks(folder).all(), ""
    except (sqlite3.Error, BadMark) as error:
        marks, problem = (), str(error)
    return Folder({name: games[name] for name in here}, marks, problem)


def report(found: Folder, store: Path, wanted: Wanted) -> Data:
    """Return what is told. store: of the games of `rftg-dsl balance`. Raises NoCard."""
    people = [one for one in found.games.values() if one.people]
    versions = [one for one in versions_of(people, found.marks) if wanted.holds(one)]
    if not versions and (wanted.title or wanted.set_id):
        named = f"card {wanted.title!r}" if wanted.title else f"set {wanted.set_id!r}"
        raise NoCard(f"no game of people has a {named}")
    sound = [one for one in found.games.values() if not one.problem]
    return {
        "games": len(people),
        "ended": sum(one.over for one in people),
        "of_bots": len(sound) - len(people),
        "left_out": _named(found, lambda one: one.problem),
        "parted": _named(found, lambda one: one.parted),
        "marks_problem": found.problem,
        "cards": list(_cards(versions, store)),
    }


def _named(found: Folder, why: Callable[[PlayedGame], str]) -> list[Data]:
    return [{"game": name, "why": why(one)} for name, one in found.games.items() if why(one)]


def _cards(versions: Sequence[Version], store: Path) -> Iterator[Data]:
    for (set_id, title), own in groupby(versions, key=lambda one: (one.set_id, one.title)):
        yield {"set": set_id, "title": title, "versions": [_version(one, store) for one in own]}


def _version(version: Version, store: Path) -> Data:
    kinds = Counter(kind for mark in version.marks for kind in mark.kinds)
    bots = said_by_bots(store, version.set_id, version.title, version.says)
    effect = bots and {
        "effect": bots.effect.mean,
        "half": bots.effect.half,
        "pairs": bots.effect.count,
        "same_text": bots.same,
    }
    return {
        "version": version.version,
        "says": list(version.says),
        "games": version.games,
        "ended": version.ended,
        "seats": version.seats,
        "drawn": version.drawn,
        "kept": version.kept,
        "played": version.played,
        "rounds": version.rounds and asdict(version.rounds),
        "worth": version.worth and asdict(version.worth),
        "score": version.score and asdict(version.score),
        "wins": version.wins and asdict(version.wins),
        "marks": {kind.value: kinds[kind] for kind in Kind},
        "notes": [_note(mark) for mark in version.marks],
        "bots": effect,
    }


def _note(mark: Mark) -> Data:
    return {
        "game": mark.game,
        "seat": mark.seat,
        "name": mark.name,
        "round": mark.round,
        "over": mark.over,
        "kinds": list(mark.kinds),
        "text": mark.text,
    }
