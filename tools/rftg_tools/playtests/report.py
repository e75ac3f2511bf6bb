"""Report on the playtests in a folder, as data and as text."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.resources import shipped_ids
from rftg_dsl.source.files import write_atomically
from rftg_dsl.source.text import open_regular_file
from rftg_tools.playtests.games import PlayedGame, game_from_json, read_game
from rftg_tools.playtests.marks import BadMark, Kind, Mark, Marks
from rftg_tools.playtests.statistics import Version, find_bot_estimate, group_by_version
from rftg_tools.progress import with_progress
from rftg_tools.workers.fingerprint import fingerprint

Data = Mapping[str, Any]
_MAX_LISTED: Final = 10
"""Maximum number of games with problems in the text."""
CACHE: Final = ".playtests.json"
"""Name of the cache in a folder of games, which can be deleted at any time."""
_NOT_RECORDS: Final = ".review.json"
"""Extension of JSON files that are not records."""


class UnknownCard(LookupError):
    """No game has this card or set."""


@dataclass(frozen=True, slots=True)
class CardFilter:
    """Selection of cards to report. title: "" for all cards. set_id: "" for all user sets."""

    title: str = ""
    set_id: str = ""

    def matches(self, version: Version) -> bool:
        """Return whether to report a version."""
        if self.title and version.title.casefold() != self.title.casefold():
            return False
        if self.set_id:
            return version.set_id == self.set_id
        return bool(self.title) or version.set_id not in shipped_ids()


@dataclass(frozen=True, slots=True)
class PlaytestFolder:
    """Contents of a folder of games. games: by name of the record, in this order."""

    games: dict[str, PlayedGame]
    marks: tuple[Mark, ...]
    problem: str = ""
    """Why the marks can't be read, or ""."""


def read_folder(folder: Path) -> PlaytestFolder:
    """Return the contents of a folder, replaying only new records. Raises OSError."""
    stamps = _stamp_records(folder)
    games = _read_cache(folder / CACHE, stamps)
    missing = [name for name in stamps if name not in games]
    unreadable = {}
    for name in with_progress(missing, len(missing), "games"):
        try:
            games[name] = read_game(folder / name)
        except OSError as error:  # may be temporary, so it is not cached
            unreadable[name] = PlayedGame(problem=f"it can't be read ({error.strerror})")
    if missing:
        _write_cache(folder / CACHE, games, stamps)
    games |= unreadable
    try:
        marks, problem = Marks(folder).read_all(), ""
    except (sqlite3.Error, BadMark) as error:
        marks, problem = (), str(error)
    return PlaytestFolder({name: games[name] for name in stamps}, marks, problem)


def _stamp_records(folder: Path) -> dict[str, str]:
    """Return the records of a folder by name, each with a stamp that changes with the file.

    Raises OSError.
    """
    stamps = {}
    for path in sorted(folder.iterdir()):
        if path.suffix != ".json" or path.name.startswith(".") or path.name.endswith(_NOT_RECORDS):
            continue
        with suppress(OSError):
            if path.is_file() and not path.is_symlink():
                stat = path.stat()
                stamps[path.name] = f"{stat.st_mtime_ns} {stat.st_size}"
    return stamps


def _read_cache(path: Path, stamps: Mapping[str, str]) -> dict[str, PlayedGame]:
    """Return the games that this version of the program has read from these files, by name."""
    games = {}
    with suppress(AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError):
        cache = _read_json(path)
        if cache["by"] == fingerprint():
            for name, (stamp, game) in cache["games"].items():
                if stamps.get(name) == stamp:
                    games[name] = game_from_json(game)
    return games


def _write_cache(path: Path, games: Mapping[str, PlayedGame], stamps: Mapping[str, str]) -> None:
    """Store games with the stamps of their files, if possible, unless the file has other data."""
    stored = {name: [stamps[name], game.to_json()] for name, game in games.items()}
    with suppress(OSError):
        if not path.is_symlink() and not _has_other_data(path):
            write_atomically(path, json.dumps({"by": fingerprint(), "games": stored}))


def _has_other_data(path: Path) -> bool:
    """Return whether a file is a JSON object of something else. Raises OSError if unreadable."""
    try:
        data = _read_json(path)
    except (FileNotFoundError, RecursionError, ValueError):
        return False  # missing or damaged
    return isinstance(data, dict) and not data.keys() <= {"by", "games"}


def _read_json(path: Path) -> Any:
    """Return the data of a JSON file. Raises OSError, RecursionError and ValueError."""
    with open_regular_file(path) as file:
        return json.loads(file.read())


# --- data


def build_report(folder: PlaytestFolder, store: Path, chosen: CardFilter) -> Data:
    """Return the report as JSON data. store: file of `rftg-dsl balance`. Raises UnknownCard."""
    with_people = [game for game in folder.games.values() if game.people]
    grouped = group_by_version(with_people, folder.marks)
    versions = [version for version in grouped if chosen.matches(version)]
    if not versions and (chosen.title or chosen.set_id):
        subject = f"card {chosen.title!r}" if chosen.title else f"set {chosen.set_id!r}"
        raise UnknownCard(f"no game with people has a {subject}")
    readable = [game for game in folder.games.values() if not game.problem]
    reasons = folder.games.items()
    return {
        "games": len(with_people),
        "ended": sum(game.over for game in with_people),
        "of_bots": len(readable) - len(with_people),
        "left_out": [{"game": name, "why": game.problem} for name, game in reasons if game.problem],
        "parted": [
            {"game": name, "why": game.divergence} for name, game in reasons if game.divergence
        ],
        "marks_problem": folder.problem,
        "cards": [
            {"set": set_id, "title": title, "versions": [_version_data(v, store) for v in same]}
            for (set_id, title), same in groupby(versions, key=lambda v: (v.set_id, v.title))
        ],
    }


def _version_data(version: Version, store: Path) -> Data:
    kinds = Counter(kind for mark in version.marks for kind in mark.kinds)
    bots = find_bot_estimate(store, version)
    return {
        "version": version.version,
        "says": list(version.lines),
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
        "notes": [_note_data(mark) for mark in version.marks],
        "bots": bots
        and {
            "effect": bots.effect.mean,
            "half": bots.effect.margin,
            "pairs": bots.effect.count,
            "same_text": bots.is_same_text,
        },
    }


def _note_data(mark: Mark) -> Data:
    names = ("game", "seat", "name", "round", "over", "kinds", "text")
    return {name: getattr(mark, name) for name in names}


# --- text


def format_report(report: Data, folder: Path) -> str:
    """Return a report as text: a block for each card, latest version first."""
    return "\n".join([*_head(report, folder), *_cards(report["cards"])]) + "\n"


def _head(report: Data, folder: Path) -> Iterator[str]:
    yield f"{counted(report['games'], 'game')} with people in {folder}, {report['ended']} finished"
    if report["of_bots"]:
        yield f"{counted(report['of_bots'], 'game')} between bots not counted"
    yield from _list_games("skipped", report["left_out"])
    yield from _list_games("counted up to the point where it differs", report["parted"])
    if report["marks_problem"]:
        yield f"couldn't read the marks: {report['marks_problem']}"
    if not report["cards"] and report["games"]:
        yield "these games have no cards of your own sets; choose another set with --set"


def _list_games(status: str, games: Sequence[Data]) -> Iterator[str]:
    for game in games[:_MAX_LISTED]:
        yield f"{status}: {game['game']}: {game['why']}"
    if len(games) > _MAX_LISTED:
        yield f"{status}: {len(games) - _MAX_LISTED} more"


def _cards(cards: Sequence[Data]) -> Iterator[str]:
    for card in cards:
        yield ""
        yield f"{card['title']} ({card['set']})"
        for version in card["versions"]:
            text = "; ".join(version["says"])
            yield f"  version {version['version']}{': ' if text else ''}{text}"
            yield from (f"    {line}" for line in _version_lines(version))


def _version_lines(version: Data) -> Iterator[str]:
    yield from _game_lines(version)
    if version["bots"]:
        yield _bots(version["bots"])
    marks = [f"{kind} ({count})" for kind, count in version["marks"].items() if count]
    if marks:
        yield f"marked {', '.join(marks)}"
    for note in version["notes"]:
        if note["text"]:
            name = note["name"] or "a spectator"
            when = "after the game" if note["over"] else f"round {note['round']}"
            yield f"  {name}, {when}, {note['game']}: {note['text']}"


def _game_lines(version: Data) -> Iterator[str]:
    if not version["games"]:
        yield "in no readable game"
        return
    games, seats = counted(version["games"], "game"), counted(version["seats"], "seat")
    yield (
        f"{games} ({version['ended']} finished), {seats}:"
        f" drawn {version['drawn']}, kept {version['kept']}, played {version['played']}"
    )
    if version["rounds"]:
        rounds = version["rounds"]
        yield f"first played in round {rounds['mean']:.1f} ({rounds['least']} to {rounds['most']})"
    if version["worth"]:
        yield f"points of the card: {_mean(version['worth'])}"
    if version["wins"]:
        yield _wins(version["wins"])
        yield f"their total scores: {_mean(version['score'])}"


def _wins(wins: Data) -> str:
    share = 100 * wins["won"] / wins["of"]
    won = f"{wins['won']:.2f}".rstrip("0").rstrip(".")
    interval = f"{100 * wins['low']:.0f} to {100 * wins['high']:.0f} %"
    return (
        f"players who played it won {won} of {wins['of']}"
        f" ({share:.0f} %, 95 % interval {interval}; an even share is {wins['even']:.1f})"
    )


def _mean(mean: Data) -> str:
    if mean["half"] is None:
        return f"{mean['mean']:.1f} (once)"
    return f"{mean['mean']:.1f} ± {mean['half']:.1f}"


def _bots(bots: Data) -> str:
    other_text = "" if bots["same_text"] else ", measured with another text"
    return (
        f"bots: {bots['effect']:+.1f} ± {bots['half']:.1f} wins per 100 games for drawing it"
        f" ({bots['pairs']:,} pairs of games{other_text})"
    )
