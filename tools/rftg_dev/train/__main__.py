"""`python -m rftg_dev.train`: learns the weights of the bots from games against themselves.

Each generation plays trials: the weights changed at random against the opposite change, on the
same deals. Weights move the way that paid. What is written is the mean of the last half.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from rftg_dev.harness import add_jobs
from rftg_dev.minds import Mind
from rftg_dev.train.common import SETTINGS, origin, settings_in_words, try_output, write
from rftg_dev.train.trial import (
    Beside,
    blended,
    direction,
    foresight,
    moved,
    parts,
    trial,
    values,
    with_values,
)
from rftg_engine.bots import features, habits, network, policy
from rftg_engine.bots.weights import FORESEEN, FORMAT, Weights, read
from rftg_tools.progress import with_progress
from rftg_tools.workers.process import tune_garbage_collector
from rftg_tools.workers.processes import map_in_parallel

GUESSES: Final = Path(__file__).with_name("guesses.json")
"""Weights made up by hand, from which all learning began."""


def main(argv: Sequence[str] | None = None) -> int:
    """Learn, and write the weights.

    0: done. 2: those to start from cannot be read, or none can be written.
    """
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.train", description=__doc__)
    parser.add_argument("--generations", type=int, default=100, help="steps of learning")
    parser.add_argument("--trials", type=int, default=500, help="of two games, a generation")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same weights")
    add_jobs(parser)
    parser.add_argument("--start", type=Path, default=GUESSES, help="begin with these weights")
    parser.add_argument(
        "--value", type=Path, default=network.SHIPPED, help="learn beside this value"
    )
    parser.add_argument("--policy", type=Path, default=policy.SHIPPED, help="and this policy")
    parser.add_argument(
        "--habits", action="store_true", help="learn the habits alone: features weigh what they do"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write them")
    args = parser.parse_args(argv)
    try:
        weights = read(args.start)
        beside = Beside(Mind(args.start, args.value, args.policy), args.habits)
        beside.mind.read()
        try_output(args.output)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    came_from: dict[str, Any] = origin(args.start, args.value, args.policy)
    tune_garbage_collector()
    learned = generations(weights, beside, args.seed, args.generations, args.trials, args.jobs)
    found: list[Weights] = []
    for one in with_progress(learned, args.generations, "generations"):
        found.append(one)
        trained = {"seed": args.seed, "generations": len(found), "trials": args.trials, **came_from}
        write(args.output, as_data(mean(found[len(found) // 2 :]), trained))
    print(f"{args.output}: {len(found)} generations of {args.trials} trials")
    return 0


def generations(
    weights: Weights, beside: Beside, seed: int, count: int, trials: int, jobs: int | None
) -> Iterator[Weights]:
    """Yield the weights after each generation."""
    way = [0.0] * len(values(weights))
    for generation in range(count):
        work = partial(trial, parts(weights), beside, f"{seed}/{generation}")
        found = list(map_in_parallel(work, range(trials), jobs))
        way = blended(way, direction(found))
        predictors = foresight(weights.predictors, [call for one in found for call in one.calls])
        numbers = moved(values(weights), way, beside.steps(values(weights)))
        weights = with_values(Weights(weights.features, weights.habits, predictors), numbers)
        yield weights


def mean(some: list[Weights]) -> Weights:
    """Return the mean of weights.

    Of the predictors it takes the last, since they have learned from all calls.
    """
    columns = zip(*map(values, some), strict=True)
    return with_values(some[-1], [sum(column) / len(some) for column in columns])


def as_data(weights: Weights, trained: dict[str, Any]) -> dict[str, Any]:
    """Return the weights as they are written (see weights.py), and what they were trained with."""
    return {
        "format": FORMAT,
        "trained": {**trained, "settings": settings_in_words(SETTINGS)},
        "features": _pairs(features.NAMES, weights.features),
        "habits": _pairs(habits.NAMES, weights.habits),
        "actions": {
            name: [round(value, 4) for value in row]
            for name, row in zip(FORESEEN, weights.predictors, strict=True)
        },
    }


def _pairs(names: Sequence[str], pairs: Sequence[tuple[float, float]]) -> dict[str, list[float]]:
    return {
        name: [round(value, 4) for value in pair] for name, pair in zip(names, pairs, strict=True)
    }


if __name__ == "__main__":
    raise SystemExit(main())
