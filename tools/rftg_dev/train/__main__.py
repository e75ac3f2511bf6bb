"""`python -m rftg_dev.train`: learns the weights of the bots from games against themselves.

Each generation plays trials: the weights changed at random against the opposite change, on the
same deals. Weights move the way that paid. What is written is the mean of the last half.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import rftg_engine
from rftg_dev.soak.kinds import in_words
from rftg_dev.train.learning import blended, direction, foresight, moved
from rftg_dev.train.trial import SETTINGS, parts, trial, values, with_values
from rftg_dsl.source.rewriting import write_atomically
from rftg_engine.bots import features, policy_weights
from rftg_engine.bots.weights import FORESEEN, FORMAT, Weights, read
from rftg_tools.progress import progress
from rftg_tools.workers.collector import collect_seldom
from rftg_tools.workers.fingerprint import digest_of
from rftg_tools.workers.processes import in_order

GUESSES: Final = Path(__file__).with_name("guesses.json")
"""Weights made up by hand, from which all learning began."""
ENGINE: Final = Path(str(rftg_engine.__file__)).parent


def main(argv: Sequence[str] | None = None) -> int:
    """Learn, and write the weights.

    0: done. 2: those to start from cannot be read, or none can be written.
    """
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.train", description=__doc__)
    parser.add_argument("--generations", type=int, default=100, help="steps of learning")
    parser.add_argument("--trials", type=int, default=500, help="of two games, a generation")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same weights")
    parser.add_argument("--jobs", type=int, help="processes (default: all cores)")
    parser.add_argument("--start", type=Path, default=GUESSES, help="begin with these weights")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write them")
    args = parser.parse_args(argv)
    try:
        weights = read(args.start)
        _try_folder(args.output.parent)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    came_from = origin(args.start)
    collect_seldom()
    learned = generations(weights, args.seed, args.generations, args.trials, args.jobs)
    found: list[Weights] = []
    for one in progress(learned, args.generations, "generations"):
        found.append(one)
        trained = {"seed": args.seed, "generations": len(found), "trials": args.trials, **came_from}
        write(args.output, as_data(mean(found[len(found) // 2 :]), trained))
    print(f"{args.output}: {len(found)} generations of {args.trials} trials")
    return 0


def _try_folder(folder: Path) -> None:
    """Refuse, before any game is played, a folder where no weights can be written.

    Raises OSError.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{str(folder)!r} is not writable")


def origin(start: Path, engine: Path = ENGINE) -> dict[str, str]:
    """Return what weights were learned from, as digests.

    The file of weights that they started with, and the Python files of the rules and bots that
    played.

    engine: the folder `rftg_engine` of a source tree, where that is not the one that runs.
    """
    code = digest_of({"rftg_engine": engine}, endings=(".py",))
    return {"start": digest_of({"start": start}), "code": code}


def generations(
    weights: Weights, seed: int, count: int, trials: int, jobs: int | None
) -> Iterator[Weights]:
    """Yield the weights after each generation."""
    way = [0.0] * len(values(weights))
    for generation in range(count):
        work = partial(trial, parts(weights), f"{seed}/{generation}")
        found = list(in_order(work, range(trials), jobs))
        way = blended(way, direction(found))
        predictors = foresight(weights.predictors, [call for one in found for call in one.calls])
        numbers = moved(values(weights), way)
        weights = with_values(Weights(weights.features, weights.policy, predictors), numbers)
        yield weights


def mean(some: list[Weights]) -> Weights:
    """Return the mean of weights.

    Of the predictors it takes the last, since they have learned from all calls.
    """
    columns = zip(*map(values, some), strict=True)
    return with_values(some[-1], [sum(column) / len(some) for column in columns])


def as_data(weights: Weights, trained: dict[str, Any]) -> dict[str, Any]:
    """Return the weights as they are written (see weights.py), and what they were trained with."""
    settings = [f"{'+'.join(one.sets)}: {in_words(one.options)}" for one in SETTINGS]
    return {
        "format": FORMAT,
        "trained": {**trained, "settings": settings},
        "features": _pairs(features.NAMES, weights.features),
        "habits": _pairs(policy_weights.NAMES, weights.policy),
        "actions": {
            name: [round(value, 4) for value in row]
            for name, row in zip(FORESEEN, weights.predictors, strict=True)
        },
    }


def _pairs(names: Sequence[str], pairs: Sequence[tuple[float, float]]) -> dict[str, list[float]]:
    return {
        name: [round(value, 4) for value in pair] for name, pair in zip(names, pairs, strict=True)
    }


def write(path: Path, data: dict[str, Any]) -> None:
    """Write the file, a weight a line, under its name only when it is whole."""
    text = json.dumps(data, indent=1)
    # A row of numbers stands on one line.
    text = re.sub(r"\[\s+([-\d.,\s]+?)\s+\]", lambda row: f"[{' '.join(row[1].split())}]", text)
    write_atomically(path, text + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
