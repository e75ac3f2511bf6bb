"""`python -m rftg_dev.yardstick FOLDER`: forecasts of the winner, for games of another player.

A value is a number for a player's view at the start of a round; higher is better. A single slope,
fitted on the training games and evaluated on held-out games, converts it to a probability. A value
that already is a probability is evaluated without a fit. Exit code 2: a file cannot be read.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from pathlib import Path
from typing import Any, Final

from rftg_dev.harness import positive, tool_parser
from rftg_dev.yardstick.positions import Game, Line, files_of, kind_of, lay_out, parse, split_games
from rftg_engine.bots.evaluator import expected_lead, win_chance
from rftg_engine.bots.knowledge import Knowledge, classic_knowledge_of, knowledge_of
from rftg_engine.bots.seats import open_features, stage_of
from rftg_engine.bots.tableaus import dot
from rftg_engine.phases.scoring import score
from rftg_engine.view import View, view_of
from rftg_tools.balance.statistics import Moments
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel

MIN_PROBABILITY: Final = 1e-9


@dataclass(frozen=True)
class Snapshot:
    """A player's view at the start of a round. scores: of all players if the game ended now."""

    knowledge: Knowledge
    view: View
    scores: Sequence[int]


@dataclass(frozen=True)
class Example:
    """A snapshot and its player's share of the win."""

    snapshot: Snapshot
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


def _classic(snapshot: Snapshot) -> float:
    """Return the player's value by the classic weights minus the opponents' mean."""
    view = snapshot.view
    knowledge = classic_knowledge_of(snapshot.knowledge.table)
    weights = stage_of(knowledge, view).weights
    values = [dot(weights, open_features(knowledge, view, seat)) for seat in range(len(view.seats))]
    return _lead(values, view.me)


def _lead(values: Sequence[float], me: int) -> float:
    """Return a player's value minus the opponents' mean."""
    return values[me] - (fsum(values) - values[me]) / (len(values) - 1)


VALUES: Final[dict[str, Callable[[Snapshot], float]]] = {
    "value": lambda snapshot: expected_lead(snapshot.knowledge, snapshot.view),
    "chance": _log_odds,
    "score": lambda snapshot: _lead(snapshot.scores, snapshot.view.me),
    "classic": _classic,
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
            {name: value(example.snapshot) for name, value in VALUES.items()},
            example.won,
        )
        for example in examples(game)
    ]


def examples(game: Game) -> Iterator[Example]:
    """Yield each player's example at the start of each round of a game."""
    table, winners = kind_of(game["kind"]).table, game["result"]["winners"]
    knowledge, seats = knowledge_of(table), range(game["players"])
    for played in game["rounds"]:
        if played["start"] is not None:
            state = lay_out(table, game, played).state
            scores = [score(table, state, seat) for seat in seats]
            for seat in seats:
                won = 1 / len(winners) if seat in winners else 0.0
                yield Example(Snapshot(knowledge, view_of(state, seat), scores), won)


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


if __name__ == "__main__":
    raise SystemExit(main())
