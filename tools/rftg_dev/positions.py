"""Games of another player in the format rftg-positions/1 (docs/bots.md), and their positions."""

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
from gamekit.positions import PositionError
from gamekit.work import RECORD_LIMIT, Work
from rftg_dsl.syntax.situations import CardList
from rftg_engine import steps
from rftg_engine.bots.knowledge import Knowledge, knowledge_of
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.phases.scoring import score
from rftg_engine.positions.layout import PositionBuilder, Side
from rftg_engine.race import Race
from rftg_engine.state import Player, State
from rftg_engine.view import View, view_of
from rftg_tools.simulation.race import table_of

Game = dict[str, Any]
"""A game in the format rftg-positions/1 (see docs/bots.md): JSON with titles and power lines."""
Line = tuple[str, bytes]
"""A line of a file: its place, for messages, and its text."""
FORMAT: Final = "rftg-positions/1"
HELD_OUT: Final = "7"
"""Last digit of the IDs of games that are held out."""
MAX_BYTES: Final = 20_000_000
"""Maximum size of a game."""
_FILE: Final = re.compile(r"positions-(\w+-(?:base|arc1)-[2-6]pa?)\.jsonl(\.gz)?")
_KIND: Final = re.compile(r"\w+-(base|arc1)-([2-6])pa?")
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
"""Schema of the members that are used: types, lists, objects, and (form, None) for null."""


class BadPositions(ValueError):
    """A file that does not have this format; the message contains the file and the line."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game."""

    table: Table
    players: int


def kind_of(name: str) -> Kind:
    """Return a kind by its name, such as "ai-base-2p". Raises ValueError for other names."""
    match = _KIND.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r:.60} is not a kind of game, such as ai-base-2p or ai-arc1-2pa")
    table = table_of(("base",) if match[1] == "base" else ("brink-of-war",))
    return Kind(table, int(match[2]))


def files_of(folder: Path, kinds: Sequence[str] | None = None) -> dict[str, Path]:
    """Return the files of the given kinds of games, such as base-2p, or of all kinds if None.

    Raises OSError, and ValueError if one is missing.
    """
    files = {
        match[1].partition("-")[2]: path
        for path in sorted(folder.iterdir())
        if (match := _FILE.fullmatch(path.name))
    }
    missing = [name for name in kinds or () if name not in files]
    if missing or not files:
        problem = f"no positions of {', '.join(missing)}" if missing else "no positions-*.jsonl.gz"
        raise ValueError(f"{folder} has {problem}; there are: {', '.join(files) or 'none'}")
    return {name: files[name] for name in kinds or files}


def split_games(path: Path) -> tuple[list[Line], list[Line]]:
    """Return the training games and the held-out games of a file.

    Raises BadPositions and OSError.
    """
    parts: tuple[list[Line], list[Line]] = ([], [])
    for line in read_lines(path):
        match = re.search(rb'"id": ?"([^"\\]*)"', line[1])
        game_id = parse(line)["id"] if match is None else match[1].decode(errors="replace")
        parts[game_id.endswith(HELD_OUT)].append(line)
    return parts


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a .jsonl or .jsonl.gz file. Raises BadPositions and OSError."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        try:
            number = 0
            while text := file.readline(MAX_BYTES + 1):
                number += 1
                if len(text) > MAX_BYTES:
                    raise BadPositions(f"{path.name}: a game may have at most {MAX_BYTES:,} bytes")
                yield f"{path.name}: line {number}", text
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise BadPositions(f"{path.name}: cannot be unpacked: {error}") from None


def parse(line: Line) -> Game:
    """Parse and validate the game of a line. Raises BadPositions."""
    place, text = line
    try:
        game = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPositions(f"{place}: not JSON: {error}") from None
    if not isinstance(game, dict) or game.get("format") != FORMAT:
        raise BadPositions(f"{place}: not a game in the format {FORMAT}")
    _check(game, _GAME, place)
    try:
        fits = _is_consistent(game)
    except ValueError as error:
        raise BadPositions(f"{place}: {error}") from None
    if not fits:
        raise BadPositions(f"{place}: players, winners or orders do not fit {game['kind']}")
    return game


def _check(value: Any, form: Any, place: str) -> None:
    """Raise BadPositions if a value does not match a schema."""
    if isinstance(form, tuple):
        if value is not None:
            _check(value, form[0], place)
    elif isinstance(form, list):
        _check(value, list, place)
        for item in value:
            _check(item, form[0], place)
    elif isinstance(form, dict):
        _check(value, dict, place)
        for name, part in form.items():
            if name not in value:
                raise BadPositions(f"{place}: `{name}` is missing")
            _check(value[name], part, f"{place}: `{name}`")
    elif not isinstance(value, form) or (form is int and isinstance(value, bool)):
        raise BadPositions(f"{place}: expected {form.__name__}, got {value!r:.60}")


def _is_consistent(game: Game) -> bool:
    """Return whether the players and seats of a game fit its kind."""
    seats = list(range(kind_of(game["kind"]).players))
    winners = game["result"]["winners"]
    starts = [played["start"] for played in game["rounds"] if played["start"]]
    return (
        game["players"] == len(seats)
        and bool(winners)
        and set(winners) <= set(seats)
        and all(sorted(start["order"]) == seats for start in starts)
        and all(len(start["players"]) == len(seats) for start in starts)
    )


def lay_out(table: Table, game: Game, played: dict[str, Any]) -> Driver[State]:
    """Return a game at the start of a round, before actions are chosen.

    Hidden cards (under goods, discard pile, order of the supply) are dealt at random, with the same
    result for the same round. Raises PositionError for the set-up and for other cards in use.
    """
    start = played["start"]
    if start is None:
        raise PositionError("the set-up has no position")
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
    state.round = played["round"] - 1  # choosing actions starts the next round
    state.work = Work(RECORD_LIMIT)
    return Driver(race, state, forkable=False)


def _side(data: dict[str, Any]) -> Side:
    saved = [title for titles in data["saved"].values() for title in titles]
    return Side(
        tableau=_cards(data["tableau"]),
        hand=_cards(data["hand"]),
        saved=_cards(saved),
        goods=_cards(list(data["goods"])),
        goals=_cards(data["goals"]),
        vp=data["chips"],
        prestige=data["prestige"],
        prestige_card=not data["prestige_card_used"],
    )


def _cards(titles: list[str]) -> CardList:
    return CardList(tuple(titles), 0)


def _put_saved(table: Table, player: Player, saved: dict[str, list[str]]) -> None:
    """Move the saved cards from the first card, where they were laid out, to their places."""
    laid = [card for cards in player.saved.values() for card in cards]
    player.saved = {}
    for title, titles in saved.items():
        place = next((card for card in player.tableau if table.titles[card] == title), None)
        if place is None:
            raise PositionError(f"cards are saved under {title!r}, which is not in the tableau")
        player.saved[place] = [_pop_titled(table, laid, saved_title) for saved_title in titles]


def _pop_titled(table: Table, cards: list[int], title: str) -> int:
    return cards.pop(next(i for i, card in enumerate(cards) if table.titles[card] == title))


def _deal_hidden(state: State, start: dict[str, Any], seed: str) -> None:
    """Deal the cards under goods, the discard pile, and the supply."""
    goods = [(player, world) for player in state.players for world in player.goods]
    hidden = [*state.deck, *(player.goods[world] for player, world in goods)]
    hidden.sort()
    Random(seed).shuffle(hidden)
    for player, world in goods:
        player.goods[world] = hidden.pop()
    state.discard = [hidden.pop() for _card in range(min(start["discard"], len(hidden)))]
    state.deck = hidden[: start["supply"]]


# --- views at the start of each round


@dataclass(frozen=True)
class Snapshot:
    """A player's view at the start of a round.

    scores: of all players if the game ended now. won: the player's share of the win.
    """

    knowledge: Knowledge
    view: View
    scores: Sequence[int]
    won: float


def snapshots(game: Game) -> Iterator[Snapshot]:
    """Yield each player's snapshot at the start of each round of a game."""
    table, winners = kind_of(game["kind"]).table, game["result"]["winners"]
    knowledge, seats = knowledge_of(table), range(game["players"])
    for played in game["rounds"]:
        if played["start"] is not None:
            state = lay_out(table, game, played).state
            scores = [score(table, state, seat) for seat in seats]
            for seat in seats:
                won = 1 / len(winners) if seat in winners else 0.0
                yield Snapshot(knowledge, view_of(state, seat), scores, won)
