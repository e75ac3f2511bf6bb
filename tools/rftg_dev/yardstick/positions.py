"""Games in words (`rftg-positions/1`): titles and power lines, and no numbers of any version.

A line of a file is a game; docs/bots.md describes its members. What is read is checked as far
as the yardstick relies on it.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BufferedIOBase
from pathlib import Path
from typing import Any, Final, NotRequired, TypedDict, cast

from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_tools.simulation.race import table_of

FORMAT: Final = "rftg-positions/1"
HELD_OUT: Final = "7"
"""The last digit of the ids of games that nothing is trained on."""
LONGEST: Final = 20_000_000
"""Most bytes of a game."""


class BadPositions(ValueError):
    """A file that holds no games in words; the message names the file and the line."""


class Side(TypedDict):
    """What a player has. goods: by world, its kind; true where it is of any kind."""

    tableau: list[str]
    hand: list[str]
    goods: dict[str, str | bool]
    saved: dict[str, list[str]]
    chips: int
    prestige: int
    goals: list[str]
    prestige_card_used: bool | None
    military: int


class Start(TypedDict):
    """A position as actions are to be chosen; prestige_leaders is None without prestige."""

    order: list[int]
    players: list[Side]
    pool: int
    supply: int
    discard: int
    prestige_leaders: list[int] | None


class Asked(TypedDict):
    """A decision and its answer in words. options: all of them, or how many."""

    player: int
    step: str
    kind: str
    about: str | None
    together: NotRequired[bool]
    options: list[Any] | int
    answer: Any


class Round(TypedDict):
    """A round, 0 for the set-up, which has no start."""

    round: int
    start: Start | None
    decisions: list[Asked]


class Result(TypedDict):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    rounds: int
    end: list[str]


class Game(TypedDict):
    """A whole game."""

    format: str
    id: str
    kind: str
    players: int
    experienced: bool
    goals: list[str]
    takeovers: bool
    result: Result
    rounds: list[Round]
    final: Start


_KIND: Final = re.compile(r"(?P<player>\w+)-(?P<cards>base|arc1)-(?P<seats>[2-6])p(?P<pairs>a?)")
_SETS: Final = {"base": ("base",), "arc1": ("brink-of-war",)}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of games. name: as in files, "ai-base-2p"; cards: "base" or "arc1"."""

    name: str
    cards: str
    players: int
    experienced: bool

    @property
    def short(self) -> str:
        """The name without who played: "base-2p"."""
        return self.name.partition("-")[2]

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets in use."""
        return _SETS[self.cards]

    @property
    def table(self) -> Table:
        """The cards in use, bound."""
        return table_of(self.sets)

    @property
    def options(self) -> Options:
        """How such games are set up."""
        all_rules = self.cards == "arc1"
        return Options(self.players, self.experienced, goals=all_rules, takeovers=all_rules)


def kind_of(name: str) -> Kind:
    """Return a kind by its name. Raise ValueError for what is no name of one."""
    found = _KIND.fullmatch(name)
    if found is None:
        raise ValueError(
            f"{name!r:.60} names no kind of game; ai-base-2p and ai-arc1-2pa are such names"
        )
    return Kind(name, found["cards"], int(found["seats"]), bool(found["pairs"]))


def is_held_out(game_id: str) -> bool:
    """Return whether nothing may be trained on a game."""
    return game_id.endswith(HELD_OUT)


def shares(game: Game) -> list[float]:
    """Return by seat the share of the win."""
    winners = game["result"]["winners"]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(game["players"])]


def read_games(path: Path) -> Iterator[Game]:
    """Yield the games of a file, .jsonl or .jsonl.gz, one after the other.

    Raise BadPositions, and OSError for a file that cannot be opened.
    """
    for where, line in read_lines(path):
        yield parse(line, where)


def read_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the lines of a file, each with where it stands. Raise as `read_games`."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        for number, line in enumerate(_lines(file, path), 1):
            yield f"{path.name}: line {number}", line


def _lines(file: BufferedIOBase, path: Path) -> Iterator[bytes]:
    try:
        while line := file.readline(LONGEST + 1):
            if len(line) > LONGEST:
                raise BadPositions(f"{path.name}: a game has at most {LONGEST:,} bytes")
            yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadPositions(f"{path.name}: it cannot be unpacked: {error}") from None


def parse(line: bytes | str, where: str) -> Game:
    """Return the game of a line. Raise BadPositions, whose message begins with `where`."""
    try:
        data = json.loads(line)
    except RecursionError:
        raise BadPositions(f"{where}: its lists lie too deep") from None
    except ValueError as error:
        raise BadPositions(f"{where}: it is not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadPositions(f"{where}: it is no game in the format {FORMAT}")
    _check_game(data, where)
    return cast(Game, data)


# --- checking the form

Form = Mapping[str, type | tuple[type, ...]]
_NOTHING: Final = type(None)
_GAME: Final[Form] = {
    "id": str,
    "kind": str,
    "players": int,
    "experienced": bool,
    "goals": list,
    "takeovers": bool,
    "result": dict,
    "rounds": list,
    "final": dict,
}
_RESULT: Final[Form] = {"scores": list, "winners": list, "rounds": int, "end": list}
_ROUND: Final[Form] = {"round": int, "start": (dict, _NOTHING), "decisions": list}
_START: Final[Form] = {
    "order": list,
    "players": list,
    "pool": int,
    "supply": int,
    "discard": int,
    "prestige_leaders": (list, _NOTHING),
}
_SIDE: Final[Form] = {
    "tableau": list,
    "hand": list,
    "goods": dict,
    "saved": dict,
    "chips": int,
    "prestige": int,
    "goals": list,
    "prestige_card_used": (bool, _NOTHING),
    "military": int,
}
_ASKED: Final[Form] = {
    "player": int,
    "step": str,
    "kind": str,
    "about": (str, _NOTHING),
    "options": (list, int),
    "answer": (str, int, list, dict),
}


def _check_game(game: dict[str, Any], where: str) -> None:
    _check(game, _GAME, where)
    where = f"{where}: game {game['id']!r:.60}"
    try:
        players = kind_of(game["kind"]).players
    except ValueError as error:
        raise BadPositions(f"{where}: {error}") from None
    if players != game["players"]:
        raise BadPositions(f"{where}: {game['players']} `players` of {game['kind']}")
    _check(game["result"], _RESULT, f"{where}: result")
    _check_winners(game["result"]["winners"], players, where)
    for one in game["rounds"]:
        _check(one, _ROUND, f"{where}: a round")
        _check_round(one, players, f"{where}: round {one['round']}")
    _check_start(game["final"], players, f"{where}: final")


def _check_winners(winners: list[Any], players: int, where: str) -> None:
    if not winners or any(type(seat) is not int or seat not in range(players) for seat in winners):
        raise BadPositions(f"{where}: `winners` are seats, 0 to {players - 1}: {winners!r:.60}")


def _check_round(one: dict[str, Any], players: int, where: str) -> None:
    if one["start"] is not None:
        _check_start(one["start"], players, where)
    for asked in one["decisions"]:
        _check(asked, _ASKED, f"{where}: a decision")
        if asked["player"] not in range(players):
            raise BadPositions(f"{where}: no player has the seat {asked['player']}")


def _check_start(start: dict[str, Any], players: int, where: str) -> None:
    _check(start, _START, where)
    if sorted(map(str, start["order"])) != [str(seat) for seat in range(players)]:
        raise BadPositions(f"{where}: `order` holds each seat once: {start['order']!r:.60}")
    if len(start["players"]) != players:
        raise BadPositions(f"{where}: {len(start['players'])} of {players} `players`")
    for side in start["players"]:
        _check(side, _SIDE, f"{where}: a player")


def _check(data: Any, form: Form, where: str) -> None:
    """Raise BadPositions where a member is missing or of another type."""
    if not isinstance(data, dict):
        raise BadPositions(f"{where}: expected an object, got {data!r:.60}")
    for name, kind in form.items():
        if name not in data:
            raise BadPositions(f"{where}: `{name}` is missing")
        if not isinstance(data[name], kind):
            raise BadPositions(f"{where}: `{name}` is not what it should be: {data[name]!r:.60}")
