"""`python -m rftg_dev.train.policy`: learns what actions are worth from rounds played out.

Experts play; for half of their choices of actions the options are played out on imagined games, as
the master does, and a network is fitted to what they come to. The next iteration plays with it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rftg_dev.arguments import positive
from rftg_dev.minds import Mind
from rftg_dev.train.choices import WIDTH, Course, all_examples
from rftg_dev.train.files import origin, settings_in_words, try_folder, write
from rftg_dev.train.settings import SETTINGS
from rftg_dev.train.value import NoNumPy
from rftg_engine.bots import network, policy, weights
from rftg_tools.progress import progress
from rftg_tools.workers.collector import collect_seldom

if TYPE_CHECKING:
    from rftg_dev.train.fit import Floats

ITERATIONS: Final = 3
GAMES: Final = 3_000
SAMPLES: Final = 12
UNITS: Final = 16
EPOCHS: Final = 15


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit, and write the policy after each iteration.

    0: done. 2: what is needed is missing, or the policy cannot be written.
    """
    args = _parser().parse_args(argv)
    try:
        for said in _learn(args):
            print(f"{args.output}: {said}", flush=True)
    except (NoNumPy, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


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
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same policy")
    parser.add_argument("--jobs", type=int, help="processes (default: all cores)")
    parser.add_argument("--units", type=positive, default=UNITS, help=f"(default {UNITS})")
    parser.add_argument(
        "--epochs",
        type=positive,
        default=EPOCHS,
        help=f"times that all examples are gone through (default {EPOCHS})",
    )
    parser.add_argument(
        "--start", type=Path, help="the first iteration plays by this policy (default: without one)"
    )
    parser.add_argument("--value", type=Path, default=network.SHIPPED, help="of all players")
    parser.add_argument("--weights", type=Path, default=weights.SHIPPED, help="beside it")
    parser.add_argument(
        "--never-seen", type=int, metavar="SEED", help="leave out the cards that this seed chooses"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write it")
    return parser


def _learn(args: argparse.Namespace) -> Iterator[str]:
    """Learn and write the policy of each iteration, and yield in words how good it is.

    Raises NoNumPy, OSError and ValueError.
    """
    if find_spec("numpy") is None:
        raise NoNumPy("learning a policy needs NumPy: pip install -e '.[train]'")
    mind = Mind(args.weights, args.value, args.start)
    mind.read()
    try_folder(args.output.parent)
    trained: dict[str, Any] = {
        "seed": args.seed,
        "games": args.games,
        "samples": args.samples,
        "units": args.units,
        "epochs": args.epochs,
        **({} if args.never_seen is None else {"never_seen": args.never_seen}),
        **origin(args.weights, args.value, *([] if args.start is None else [args.start])),
        "settings": settings_in_words(SETTINGS),
    }
    collect_seldom()
    tables: list[Floats] = []
    data: dict[str, Any] | None = None
    for iteration in range(args.iterations):
        seed = f"{args.seed}/{iteration}"
        course = Course(seed, args.games, args.samples, mind, data, args.never_seen)
        tables.append(_gathered(course, args.jobs))
        done = {**trained, "iterations": iteration + 1}
        found, said = _fit(tables, args)
        data = {"format": policy.FORMAT, "trained": done, **found}
        write(args.output, data)
        yield f"iteration {iteration + 1}, {said}"


def _gathered(course: Course, jobs: int | None) -> Floats:
    """Return the examples of games as a table. Raises ValueError where there is none."""
    from rftg_dev.train.learned import gathered

    games = progress(all_examples(course, jobs), course.games, "games")
    return gathered(games, WIDTH, "no choice was played out")


def _fit(tables: list[Floats], args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    """Return the parts of a policy file that are learned, and in words how good they are."""
    import numpy as np

    from rftg_dev.train.policy_fit import fitted

    examples: Floats = np.concatenate(tables)
    epochs = fitted(examples, args.units, args.epochs, args.seed)
    *_, last = progress(epochs, args.epochs, "epochs")
    said = f"{len(examples)} choices"
    if last.gain is not None:
        said += f"; games held out: a choice brings {last.gain:+.2%} of a win"
    return last.as_data(), said


if __name__ == "__main__":
    raise SystemExit(main())
