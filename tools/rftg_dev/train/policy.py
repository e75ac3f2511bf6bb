"""`python -m rftg_dev.train.policy`: learns what actions are worth from rounds played out.

Experts play; for half of their choices of actions the options are played out on imagined games, as
the master does, and a network is fitted to what they come to. The next iteration plays with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dev.harness import positive
from rftg_dev.minds import Mind
from rftg_dev.train.choices import WIDTH, Course, all_examples
from rftg_dev.train.common import (
    add_arguments,
    need_numpy,
    notes,
    print_progress,
    try_output,
    write,
)
from rftg_engine.bots import network, policy
from rftg_tools.progress import with_progress
from rftg_tools.workers.process import tune_garbage_collector

if TYPE_CHECKING:
    from rftg_dev.train.softsign import Floats

ITERATIONS: Final = 1
GAMES: Final = 5_600
SAMPLES: Final = 6
UNITS: Final = 32
EPOCHS: Final = 15


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit, and write the policy after each iteration.

    0: done. 2: what is needed is missing, or the policy cannot be written.
    """
    args = _parser().parse_args(argv)
    return print_progress(args, _learn(args))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.train.policy", description=__doc__)
    parser.add_argument(
        "--iterations", type=positive, default=ITERATIONS, help=f"(default {ITERATIONS})"
    )
    parser.add_argument(
        "--games", type=positive, default=GAMES, help=f"of each iteration (default {GAMES})"
    )
    parser.add_argument(
        "--samples",
        type=positive,
        default=SAMPLES,
        help=f"imagined games for each choice (default {SAMPLES})",
    )
    parser.add_argument(
        "--start", type=Path, help="the first iteration plays by this policy (default: without one)"
    )
    parser.add_argument("--value", type=Path, default=network.SHIPPED, help="of all players")
    add_arguments(parser, "policy", UNITS, EPOCHS)
    return parser


def _learn(args: argparse.Namespace) -> Iterator[str]:
    """Learn and write the policy of each iteration, and yield in words how good it is.

    Raises NoNumPy, OSError and ValueError.
    """
    need_numpy("policy")
    mind = Mind(args.weights, args.value, args.start)
    mind.read()
    try_output(args.output)
    trained = {
        **notes(args, args.weights, args.value, args.start),
        "samples": args.samples,
    }
    tune_garbage_collector()
    tables: list[Floats] = []
    data: dict[str, Any] | None = None
    for iteration in range(args.iterations):
        seed = f"{args.seed}/{iteration}"
        course = Course(seed, args.games, args.samples, mind, data)
        tables.append(_gathered(course, args.jobs))
        done = {**trained, "iterations": iteration + 1}
        found, said = _fit(tables, args)
        data = {"format": policy.FORMAT, "trained": done, **found}
        write(args.output, data)
        yield f"iteration {iteration + 1}, {said}"


def _gathered(course: Course, jobs: int | None) -> Floats:
    """Return the examples of games as a table. Raises ValueError where there is none."""
    from rftg_dev.train.fit import stack_examples

    games = with_progress(all_examples(course, jobs), course.games, "games")
    return stack_examples(games, WIDTH, "no choice was played out")


def _fit(tables: list[Floats], args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    """Return the parts of a policy file that are learned, and in words how good they are."""
    import numpy as np

    from rftg_dev.train.policy_fit import fit_epochs

    examples: Floats = np.concatenate(tables)
    epochs = fit_epochs(examples, args.units, args.epochs, args.seed)
    *_, last = with_progress(epochs, args.epochs, "epochs")
    said = f"{len(examples)} choices"
    if last.gain is not None:
        said += f"; games held out: a choice brings {last.gain:+.2%} of a win"
    return last.as_data(), said


if __name__ == "__main__":
    raise SystemExit(main())
