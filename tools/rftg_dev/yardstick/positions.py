"""Games in words (`rftg-positions/1`) and their positions, as positions of our engine.

A line of a file is a game, in titles and power lines; docs/bots.md describes its members.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from gamekit.chance import Chance
from gamekit.driver import Driver
from gamekit.work import RECORD_LIMIT, Work
from rftg_dsl.syntax.situations import CardList
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.positions.layout import PositionBuilder, PositionError, Side
from rftg_engine.race import Race
from rftg_engine.state import Player, State
from rftg_tools.simulation.race import table_of

Game = dict[str, Any]
"""A game in words, whose form has been checked."""
Line = tuple[str, bytes]
"""A line of a file: its place in words, and its text."""
FORMAT: Final = "rftg-positions/1"
HELD_OUT: Final = "7"
"""The last digit of the ids of games that nothing is trained on."""
LONGEST: Final = 20_000_000
"""Most bytes of a game."""
_FILE: Final = re.compile(r"positions-(\w+-(?:base|arc1)-[2-6]pa?)\.jsonl(\.gz)?")
_KIND: Final = re.compile(r"\w+-(base|arc1)-([2-6])p(a?)")
_SIDE: Final[Any] = {
    "tableau": [str],
    "hand": [str],
    "goods": {},
    "saved": {},
    "chips": int,
    "prestige": int,
    "goals": [str],
    "prestige_card_used": (bool, None),
}
_START: Final[Any] = {
    "order": [int],
    "players": [_SIDE],
    "pool": int,
    "supply": int,
    "discard": int,
}
_GAME: Final[Any] = {
    "id": str,
    "kind": str,
    "players": int,
    "experienced": bool,
    "goals": [str],
    "takeovers": bool,
    "result": {"scores": [int], "winners": [int], "rounds": int},
    "rounds": [{"round": int, "start": (_START, None)}],
}
"""The form of what is read: types, a list of one form, members, or several forms."""


class BadPositions(ValueError):
    """A file that holds no games in words; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Kind of games: its cards, "base" or "arc1" with all its rules, and how many play."""

    cards: str
    players: int
    experienced: bool

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets in use."""
        return ("base",) if self.cards == "base" else ("brink-of-war",)

    @property
    def table(self) -> Table:
        """The cards in use, bound."""
        return table_of(self.sets)

    @property
    def options(self) -> Options:
        """The set-up of such games."""
        all_rules = self.cards == "arc1"
        return Options(self.players, self.experienced, goals=all_rules, takeovers=all_rules)


def kind_of(name: str) -> Kind:
    """Return a kind by its name, such as "ai-base-2p". Raises ValueError for other names."""
    match = _KIND.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r:.60} names no kind of game, such as ai-base-2p or ai-arc1-2pa")
    return Kind(match[1], int(match[2]), bool(match[3]))


def files_of(folder: Path, kinds: Sequence[str] | None = None) -> dict[str, Path]:
    """Return the files of some kinds of games, such as base-2p; of all without `kinds`.

    Raises ValueError if one is missing, and OSError.
    """
    files = {
        match[1].partition("-")[2]: path
        for path in sorted(folder.iterdir())
        if (match := _FILE.fullmatch(path.name))
    }
    missing = [name for name in kinds or () if name not in files]
    if missing or not files:
        what = f"no positions of {', '.join(missing)}" if missing else "no positions-*.jsonl.gz"
        raise ValueError(f"{folder} has {what}; there are: {', '.join(files) or 'none'}")
    return {name: files[name] for name in kinds or files}


def training_and_judging(path: Path) -> tuple[list[Line], list[Line]]:
    """Return the games of a file that can be learned from, and those that are held out.

    Raises BadPositions and OSError.
    """
    parts: tuple[list[Line], list[Line]] = ([], [])
    for line in read_lines(path):
        match = re.search(rb'"id": ?"([^"\\]*)"', line[1])
        game_id = parse(line)["id"] if match is None else match[1].decode(errors="replace")
        parts[game_id.endswith(HELD_OUT)].append(line)
    return parts


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file, .jsonl or .jsonl.gz. Raises BadPositions and OSError."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        try:
            number = 0
            while text := file.readline(LONGEST + 1):
                number += 1
                if len(text) > LONGEST:
                    raise BadPositions(f"{path.name}: a game has at most {LONGEST:,} bytes")
                yield f"{path.name}: line {number}", text
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise BadPositions(f"{path.name}: it cannot be unpacked: {error}") from None


def parse(line: Line) -> Game:
    """Return the game of a line. Raises BadPositions."""
    where, text = line
    try:
        game = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPositions(f"{where}: it is not JSON: {error}") from None
    if not isinstance(game, dict) or game.get("format") != FORMAT:
        raise BadPositions(f"{where}: it is no game in the format {FORMAT}")
    _check(game, _GAME, where)
    try:
        players = kind_of(game["kind"]).players
    except ValueError as error:
        raise BadPositions(f"{where}: {error}") from None
    seats, result = list(range(players)), game["result"]
    starts = [played["start"] for played in game["rounds"] if played["start"]]
    if (
        game["players"] != players
        or not result["winners"]
        or not set(result["winners"]) <= set(seats)
        or any(sorted(start["order"]) != seats for start in starts)
        or any(len(start["players"]) != players for start in starts)
    ):
        raise BadPositions(f"{where}: players, winners or orders do not fit {game['kind']}")
    return game


def _check(value: Any, form: Any, where: str) -> None:
    """Raise BadPositions if a value has another form."""
    if isinstance(form, tuple):
        if value is not None:
            _check(value, form[0], where)
    elif isinstance(form, list):
        _check(value, list, where)
        for item in value:
            _check(item, form[0], where)
    elif isinstance(form, dict):
        _check(value, dict, where)
        for name, part in form.items():
            if name not in value:
                raise BadPositions(f"{where}: `{name}` is missing")
            _check(value[name], part, f"{where}: `{name}`")
    elif not isinstance(value, form) or (form is int and isinstance(value, bool)):
        raise BadPositions(f"{where}: expected {form.__name__}, got {value!r:.60}")


def lay_out(table: Table, game: Game, played: dict[str, Any]) -> Driver[State]:
    """Return a game in which the players of a round choose their actions next.

    Hidden cards are dealt at random, the same for the same round: goods, the discard pile, and the
    order of the supply. No player sees any of them. Raises PositionError if the cards in use are
    others, and for the set-up.
    """
    start = played["start"]
    if start is None:
        raise PositionError("the set-up has no position to lay out")
    seed = f"{game['id']}/{played['round']}"
    goals, takeovers = bool(game["goals"]), game["takeovers"]
    options = Options(game["players"], game["experienced"], goals=goals, takeovers=takeovers)
    race = Race(table, options, Chance(seed))
    sides = [_side(side) for side in start["players"]]
    state = PositionBuilder(race).lay_out(sides, rest="supply", goals=_cards(game["goals"]))
    for player, side in zip(state.players, start["players"], strict=True):
        _put_saved(table, player, side["saved"])
    state.order, state.pool = list(start["order"]), start["pool"]
    state.takeovers, state.pending_steps = takeovers, [steps.CHOOSE]
    _deal_hidden(state, start, seed)
    state.round = played["round"] - 1  # choosing actions begins the next one
    state.work = Work(RECORD_LIMIT)
    return Driver(race, state, forkable=False)


def _side(words: dict[str, Any]) -> Side:
    saved = [title for titles in words["saved"].values() for title in titles]
    return Side(
        tableau=_cards(words["tableau"]),
        hand=_cards(words["hand"]),
        saved=_cards(saved),
        goods=_cards(list(words["goods"])),
        goals=_cards(words["goals"]),
        vp=words["chips"],
        prestige=words["prestige"],
        prestige_card=not words["prestige_card_used"],
    )


def _cards(titles: list[str]) -> CardList:
    return CardList(tuple(titles), 0)


def _put_saved(table: Table, player: Player, saved: dict[str, list[str]]) -> None:
    """Move the cards that were laid under the first card to their places."""
    laid = [card for cards in player.saved.values() for card in cards]
    player.saved = {}
    for title, titles in saved.items():
        place = next((card for card in player.tableau if table.titles[card] == title), None)
        if place is None:
            raise PositionError(f"cards are saved under {title!r}, which is not in the tableau")
        player.saved[place] = [
            laid.pop(next(at for at, card in enumerate(laid) if table.titles[card] == below))
            for below in titles
        ]


def _deal_hidden(state: State, start: dict[str, Any], seed: str) -> None:
    """Deal the cards under goods, the discard pile, and the supply in its order."""
    goods = [(player, world) for player in state.players for world in player.goods]
    hidden = [*state.deck, *(player.goods[world] for player, world in goods)]
    hidden.sort()
    Random(seed).shuffle(hidden)
    for player, world in goods:
        player.goods[world] = hidden.pop()
    state.discard = [hidden.pop() for _card in range(min(start["discard"], len(hidden)))]
    state.deck = hidden[: start["supply"]]
