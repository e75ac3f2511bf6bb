"""`python -m rftg_dev.yardstick FOLDER`: forecasts of the winner, for games of another player.

A value is a number for a player's view at the start of a round; higher is better. A single slope,
fitted on the training games and evaluated on held-out games, converts it to a probability. A value
that already is a probability is evaluated without a fit. Exit code 2: a file cannot be read.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import zlib
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from pathlib import Path
from random import Random
from typing import Any, Final

from gamekit.chance import Chance
from gamekit.driver import Driver
from gamekit.positions import PositionError
from gamekit.work import RECORD_LIMIT, Work
from rftg_dev.harness import positive, tool_parser
from rftg_dsl.syntax.situations import CardList
from rftg_engine import steps
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge, knowledge_of
from rftg_engine.bots.ratings import lead, win_chance
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.phases.scoring import score
from rftg_engine.positions.layout import PositionBuilder, Side
from rftg_engine.race import Race
from rftg_engine.state import Player, State
from rftg_engine.view import View, view_of
from rftg_tools.balance.statistics import Moments
from rftg_tools.progress import with_progress
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.processes import map_in_parallel

MIN_PROBABILITY: Final = 1e-9

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


@dataclass(frozen=True)
class Snapshot:
    """A player's view at the start of a round.

    scores: of all players if the game ended now. won: the player's share of the win.
    """

    knowledge: Knowledge
    view: View
    scores: Sequence[int]
    won: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """Values of a snapshot by name, and its player's share of the win."""

    game: str
    players: int
    values: dict[str, float]
    won: float


def _log_odds(snapshot: Snapshot) -> float:
    """Return the log odds of the bots' chance to win, relative to equal chances."""
    chance = _bounded(win_chance(snapshot.knowledge, snapshot.view))
    return log(chance / (1 - chance)) + log(len(snapshot.view.seats) - 1)


def _lead(values: Sequence[float], me: int) -> float:
    """Return a player's value minus the opponents' mean."""
    return values[me] - (fsum(values) - values[me]) / (len(values) - 1)


VALUES: Final[dict[str, Callable[[Snapshot], float]]] = {
    "value": lambda snapshot: lead(Evaluator(snapshot.knowledge, snapshot.view)),
    "chance": _log_odds,
    "score": lambda snapshot: _lead(snapshot.scores, snapshot.view.me),
    "equal": lambda _snapshot: 0.0,
}
"""Values to evaluate, by name; 0 means equal chances. Add others here."""
UNFITTED: Final = {"chance": 1.0}
"""Slopes of values that already are probabilities."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    args = _parser().parse_args(argv)
    measured = {}
    try:
        for kind, path in files_of(args.folder, args.kinds).items():
            measured[kind] = measure(path, args)
            if not args.json:
                print(f"{kind}\n{format_figures(measured[kind])}\n", flush=True)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(measured, indent=1))
    return 0


def _parser() -> ArgumentParser:
    parser = tool_parser("yardstick", __doc__)
    parser.add_argument("folder", type=Path, help="folder with positions-*.jsonl.gz")
    parser.add_argument("--kinds", nargs="+", help="such as base-2p (default: all)")
    parser.add_argument("--sample", type=positive, metavar="N", help="first games of each part")
    parser.add_argument("--all", action="store_true", help="evaluate on all games, held out or not")
    return parser


def measure(path: Path, args: Namespace) -> dict[str, Any]:
    """Return the quality of each value's forecasts for the games of a file."""
    training, judged = split_games(path)
    if args.all:
        training = judged = [*training, *judged]
    return judge(
        _forecasts(training[: args.sample], args.jobs), _forecasts(judged[: args.sample], args.jobs)
    )


def _forecasts(lines: Sequence[Line], jobs: int | None) -> list[Forecast]:
    games = with_progress(map_in_parallel(forecasts_of, lines, jobs), len(lines), "games")
    return [forecast for forecasts in games for forecast in forecasts]


def forecasts_of(line: Line) -> list[Forecast]:
    """Return the forecasts of each player at the start of each round of a game."""
    game = parse(line)
    return [
        Forecast(
            game["id"],
            game["players"],
            {name: value(snapshot) for name, value in VALUES.items()},
            snapshot.won,
        )
        for snapshot in snapshots(game)
    ]


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


def judge(training: Sequence[Forecast], judged: Sequence[Forecast]) -> dict[str, Any]:
    """Return the figures of each value. Raises ValueError if there are no games.

    more: log loss minus that of the first value in the same games, with its margin of error.
    """
    if not training or not judged:
        raise ValueError("there are no games to fit the values on, or none to evaluate them on")
    figures: dict[str, Any] = {}
    first: dict[str, float] = {}
    for name in judged[0].values:
        slope = UNFITTED[name] if name in UNFITTED else fit(training, name)
        chances = [chance(forecast.values[name], slope, forecast.players) for forecast in judged]
        pairs = list(zip(judged, chances, strict=True))
        losses = _by_game((snapshot.game, log_loss(p, snapshot.won)) for snapshot, p in pairs)
        squares = _by_game((one.game, (p - one.won) ** 2) for one, p in pairs)
        first = first or losses
        loss, more = _mean(losses.values()), _mean(losses[game] - first[game] for game in losses)
        figures[name] = {
            "slope": slope,
            "games": len(losses),
            "forecasts": len(pairs),
            "log_loss": loss,
            "more": more,
            "brier": _mean(squares.values())[0],
        }
    return figures


def chance(value: float, slope: float, players: int) -> float:
    """Return the probability to win for a value; 1 / players for 0."""
    odds = (players - 1) * exp(max(-50.0, min(50.0, -slope * value)))
    return _bounded(1 / (1 + odds))


def _bounded(probability: float) -> float:
    return min(1 - MIN_PROBABILITY, max(MIN_PROBABILITY, probability))


def fit(training: Sequence[Forecast], name: str) -> float:
    """Return the slope with the smallest log loss on some forecasts (Newton's method)."""
    slope = 0.0
    for _step in range(100):
        gradient = curvature = 0.0
        for forecast in training:
            value = forecast.values[name]
            p = chance(value, slope, forecast.players)
            gradient += (p - forecast.won) * value
            curvature += p * (1 - p) * value * value
        if curvature < MIN_PROBABILITY:
            return slope
        step = max(-1.0, min(1.0, gradient / curvature))
        slope -= step
        if abs(step) < 1e-7:
            break
    return slope


def log_loss(probability: float, won: float) -> float:
    """Return the log loss of a probability; a shared win counts partly."""
    return -won * log(probability) - (1 - won) * log(1 - probability)


def _by_game(losses: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the mean loss per game, because its forecasts share the outcome."""
    by_game: dict[str, list[float]] = defaultdict(list)
    for game, loss in losses:
        by_game[game].append(loss)
    return {game: fsum(values) / len(values) for game, values in by_game.items()}


def _mean(numbers: Iterable[float]) -> tuple[float, float | None]:
    """Return a mean and its margin of error (95 %), or None if there are too few games."""
    moments = Moments()
    for number in numbers:
        moments.add(number)
    margin = moments.estimate().margin
    return moments.mean, margin if margin < 1e9 else None


def format_figures(figures: dict[str, Any]) -> str:
    """Format a table with a row for each value."""
    rows = [
        f"{'value':10} {'games':>6}  {'log loss':16}  {'more than first':17}  {'Brier':7} slope"
    ]
    for name, value in figures.items():
        loss, more = _with_margin(*value["log_loss"]), _with_margin(*value["more"])
        numbers = f"{loss:16}  {more:17}  {value['brier']:.4f}  {value['slope']:.3f}"
        rows.append(f"{name:10} {value['games']:5}  {numbers}")
    return "\n".join(rows)


def _with_margin(mean: float, margin: float | None) -> str:
    return f"{mean:.4f}" + ("" if margin is None else f" ±{margin:.4f}")


# --- games and their positions


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


if __name__ == "__main__":
    raise SystemExit(main())
