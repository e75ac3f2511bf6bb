"""`python -m rftg_dev.yardstick FOLDER`: forecasts of the winner, for games of another player.

A value is a number for a player's view at the start of a round; higher is better. A single slope,
fitted on the training games and evaluated on held-out games, converts it to a probability. A value
that already is a probability is evaluated without a fit. In the same games, choices are compared
with those of `expert`. Exit code 2: a file cannot be read.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, fsum, log
from pathlib import Path
from typing import Any, Final

from rftg_dev.harness import positive, tool_parser
from rftg_dev.positions import (
    Line,
    Snapshot,
    files_of,
    kind_of,
    parse,
    snapshots,
    split_games,
)
from rftg_dev.teacher import taught_actions, taught_placements
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.players import best_option
from rftg_engine.bots.ratings import lead, win_chance
from rftg_engine.bots.situation import Situation
from rftg_tools.balance.statistics import Moments
from rftg_tools.progress import with_progress
from rftg_tools.workers.processes import map_in_parallel

MIN_PROBABILITY: Final = 1e-9


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
    training, judged = training[: args.sample], judged[: args.sample]
    figures = judge(_forecasts(training, args.jobs), _forecasts(judged, args.jobs))
    counts: Counter[tuple[str, bool]] = Counter()
    for counted in with_progress(
        map_in_parallel(choices_of, judged, args.jobs), len(judged), "games"
    ):
        counts += counted
    figures["same choice"] = {
        what: {"share": counts[what, True] / total, "choices": total}
        for what in CHOICES
        if (total := counts[what, True] + counts[what, False])
    }
    return figures


CHOICES: Final = ("actions", "developments", "worlds")
"""Choices that are compared: of actions, and of a card to place or none."""


def choices_of(line: Line) -> Counter[tuple[str, bool]]:
    """Return how often `expert` makes the same choice as a game's players, and how often not."""
    game = parse(line)
    knowledge = knowledge_of(kind_of(game["kind"]).table)
    counts: Counter[tuple[str, bool]] = Counter()
    for evaluator, options, chosen in taught_actions(game, knowledge):
        best = best_option(options, Situation(evaluator, options).values())
        counts["actions", best == chosen] += 1
    for taught in taught_placements(game, knowledge):
        gains = [option.gain(taught.evaluator) for option in taught.options]
        what = "worlds" if taught.for_worlds else "developments"
        counts[what, gains.index(max(gains)) == taught.chosen] += 1
    return counts


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
    for name in VALUES:
        value = figures[name]
        loss, more = _with_margin(*value["log_loss"]), _with_margin(*value["more"])
        numbers = f"{loss:16}  {more:17}  {value['brier']:.4f}  {value['slope']:.3f}"
        rows.append(f"{name:10} {value['games']:5}  {numbers}")
    rows += [
        f"same {what}: {same['share']:.1%} of {same['choices']:,}"
        for what, same in figures["same choice"].items()
    ]
    return "\n".join(rows)


def _with_margin(mean: float, margin: float | None) -> str:
    return f"{mean:.4f}" + ("" if margin is None else f" ±{margin:.4f}")


if __name__ == "__main__":
    raise SystemExit(main())
