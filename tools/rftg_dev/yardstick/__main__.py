"""`python -m rftg_dev.yardstick FOLDER`: forecasts of who wins, for games of another player.

A value is a number for what a seat sees at the start of a round; the higher, the better for it. One
slope turns it into a probability: it is fitted on the games that are trained on, and judged on
those held out. A value that is a probability already is judged as it is. Exit code 2: not possible.
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
from rftg_dev.yardstick.positions import (
    Game,
    Line,
    files_of,
    kind_of,
    lay_out,
    parse,
    training_and_judging,
)
from rftg_engine.bots.evaluator import expected_lead, win_chance
from rftg_engine.bots.knowledge import Knowledge, classic_knowledge_of, knowledge_of
from rftg_engine.bots.seats import open_features, stage_of
from rftg_engine.bots.tableaus import dot
from rftg_engine.phases.scoring import score
from rftg_engine.view import View, view_of
from rftg_tools.balance.statistics import Moments
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel

SURE: Final = 1e-9
"""No probability is nearer to 0 or 1."""


@dataclass(frozen=True)
class Seen:
    """Knowledge of a seat at the start of a round. scores: of all, if the game ended now."""

    known: Knowledge
    view: View
    scores: Sequence[int]


@dataclass(frozen=True)
class Example:
    """A seat at the start of a round. won: its share of the win in the end."""

    seen: Seen
    won: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """Values of a seat at the start of a round, by name. won: its share of the win in the end."""

    game: str
    players: int
    values: dict[str, float]
    won: float


def _log_odds(seen: Seen) -> float:
    """Return the log odds of the bots' own chance to win; 0 for one in as many as play."""
    chance = _bounded(win_chance(seen.known, seen.view))
    return log(chance / (1 - chance)) + log(len(seen.view.seats) - 1)


def _classic(seen: Seen) -> float:
    """Return the value of the own seat by the classic weights, less the mean of the others'."""
    view = seen.view
    known = classic_knowledge_of(seen.known.table)
    weights = stage_of(known, view).weights
    values = [dot(weights, open_features(known, view, seat)) for seat in range(len(view.seats))]
    return _lead(values, view.me)


def _lead(values: Sequence[float], me: int) -> float:
    """Return a value less the mean of the others'."""
    return values[me] - (fsum(values) - values[me]) / (len(values) - 1)


VALUES: Final[dict[str, Callable[[Seen], float]]] = {
    "value": lambda seen: expected_lead(seen.known, seen.view),
    "chance": _log_odds,
    "score": lambda seen: _lead(seen.scores, seen.view.me),
    "classic": _classic,
    "equal": lambda _seen: 0.0,
}
"""What is judged, by name: 0 if all have equal chances. Add other values here."""
UNFITTED: Final = {"chance": 1.0}
"""Slopes that are not fitted, because the value is a probability."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    args = _parser().parse_args(argv)
    measured = {}
    try:
        for kind, path in files_of(args.folder, args.kinds).items():
            measured[kind] = measure(path, args)
            if not args.json:
                print(f"{kind}\n{in_words(measured[kind])}\n", flush=True)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(measured, indent=1))
    return 0


def _parser() -> ArgumentParser:
    parser = tool_parser("yardstick", __doc__)
    parser.add_argument("folder", type=Path, help="with positions-*.jsonl.gz")
    parser.add_argument("--kinds", nargs="+", help="such as base-2p (default: all there are)")
    parser.add_argument("--sample", type=positive, metavar="N", help="first games of each part")
    parser.add_argument("--all", action="store_true", help="judge by all games, not those held out")
    return parser


def measure(path: Path, args: Namespace) -> dict[str, Any]:
    """Return how well each value foretells the games of a file."""
    training, judged = training_and_judging(path)
    if args.all:
        training = judged = [*training, *judged]
    return judge(
        _forecasts(training[: args.sample], args.jobs), _forecasts(judged[: args.sample], args.jobs)
    )


def _forecasts(lines: Sequence[Line], jobs: int | None) -> list[Forecast]:
    games = with_progress(map_in_parallel(forecasts_of, lines, jobs), len(lines), "games")
    return [forecast for forecasts in games for forecast in forecasts]


def forecasts_of(line: Line) -> list[Forecast]:
    """Return the values of each seat at the start of each round of a game."""
    game = parse(line)
    return [
        Forecast(
            game["id"],
            game["players"],
            {name: value(example.seen) for name, value in VALUES.items()},
            example.won,
        )
        for example in examples(game)
    ]


def examples(game: Game) -> Iterator[Example]:
    """Yield each seat at the start of each round of a game."""
    table, winners = kind_of(game["kind"]).table, game["result"]["winners"]
    known, seats = knowledge_of(table), range(game["players"])
    for played in game["rounds"]:
        if played["start"] is not None:
            state = lay_out(table, game, played).state
            scores = [score(table, state, seat) for seat in seats]
            for seat in seats:
                won = 1 / len(winners) if seat in winners else 0.0
                yield Example(Seen(known, view_of(state, seat), scores), won)


def judge(training: Sequence[Forecast], judged: Sequence[Forecast]) -> dict[str, Any]:
    """Return the figures of each value. Raises ValueError if there are no games.

    more: its log loss less that of the first value in the same games, with half an interval.
    """
    if not training or not judged:
        raise ValueError("there are no games to fit a value on, or none to judge it by")
    figures: dict[str, Any] = {}
    first: dict[str, float] = {}
    for name in judged[0].values:
        slope = UNFITTED[name] if name in UNFITTED else fit(training, name)
        chances = [chance(forecast.values[name], slope, forecast.players) for forecast in judged]
        pairs = list(zip(judged, chances, strict=True))
        losses = _by_game((one.game, log_loss(p, one.won)) for one, p in pairs)
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
    """Return the probability to win of a value; 1 in `players` for 0."""
    odds = (players - 1) * exp(max(-50.0, min(50.0, -slope * value)))
    return _bounded(1 / (1 + odds))


def _bounded(probability: float) -> float:
    return min(1 - SURE, max(SURE, probability))


def fit(training: Sequence[Forecast], name: str) -> float:
    """Return the slope by which a value loses least on some forecasts (Newton's method)."""
    slope = 0.0
    for _step in range(100):
        gradient = curvature = 0.0
        for forecast in training:
            value = forecast.values[name]
            p = chance(value, slope, forecast.players)
            gradient += (p - forecast.won) * value
            curvature += p * (1 - p) * value * value
        if curvature < SURE:
            return slope
        step = max(-1.0, min(1.0, gradient / curvature))
        slope -= step
        if abs(step) < 1e-7:
            break
    return slope


def log_loss(probability: float, won: float) -> float:
    """Return the loss of a probability; a shared win counts in part."""
    return -won * log(probability) - (1 - won) * log(1 - probability)


def _by_game(losses: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the mean in each game: its forecasts share its end."""
    of_game: dict[str, list[float]] = defaultdict(list)
    for game, loss in losses:
        of_game[game].append(loss)
    return {game: fsum(some) / len(some) for game, some in of_game.items()}


def _mean(numbers: Iterable[float]) -> tuple[float, float | None]:
    """Return a mean and half of its 95 % interval, None for too few games."""
    moments = Moments()
    for number in numbers:
        moments.add(number)
    half = moments.estimate().half
    return moments.mean, half if half < 1e9 else None


def in_words(figures: dict[str, Any]) -> str:
    """Return a table, a row for each value."""
    rows = [
        f"{'value':10} {'games':>6}  {'log loss':16}  {'more than first':17}  {'Brier':7} slope"
    ]
    for name, value in figures.items():
        loss, more = _with_half(*value["log_loss"]), _with_half(*value["more"])
        numbers = f"{loss:16}  {more:17}  {value['brier']:.4f}  {value['slope']:.3f}"
        rows.append(f"{name:10} {value['games']:5}  {numbers}")
    return "\n".join(rows)


def _with_half(mean: float, half: float | None) -> str:
    return f"{mean:.4f}" + ("" if half is None else f" ±{half:.4f}")


if __name__ == "__main__":
    raise SystemExit(main())
