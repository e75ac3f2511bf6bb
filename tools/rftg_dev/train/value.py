"""`python -m rftg_dev.train.value`: learns the value of positions from games between bots.

Bots play; each position at the start of a round is an example, and how the game ended is what it
teaches. A network is fitted to how much the lead will still change, and written.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from rftg_dev.harness import positive
from rftg_dev.minds import Mind
from rftg_dev.train.common import (
    add_arguments,
    need_numpy,
    notes,
    print_progress,
    try_output,
    write,
)
from rftg_dev.train.positions import Course, all_examples
from rftg_dev.train.taught import teacher_examples, teacher_lines
from rftg_engine.bots import network, weights
from rftg_tools.progress import with_progress
from rftg_tools.workers.process import tune_garbage_collector

GAMES: Final = 60_000
UNITS: Final = 12
EPOCHS: Final = 30
REPEAT: Final = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit, and write the value.

    0: done. 2: what is needed is missing, or the value cannot be written.
    """
    args = _parser().parse_args(argv)
    return print_progress(args, _learn(args))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.train.value", description=__doc__)
    parser.add_argument("--games", type=positive, default=GAMES, help=f"(default {GAMES})")
    parser.add_argument(
        "--start", type=Path, help="half of the bots play by this value (default: none does)"
    )
    parser.add_argument("--policy", type=Path, help="what they have learned of actions beside it")
    parser.add_argument(
        "--classic", type=Path, default=weights.CLASSIC, help="weights of the others"
    )
    parser.add_argument(
        "--teacher", type=Path, metavar="FOLDER", help="learn from these games in words too"
    )
    parser.add_argument(
        "--repeat",
        type=positive,
        default=REPEAT,
        help=f"how often each example of the teacher counts (default {REPEAT})",
    )
    add_arguments(parser, "value", UNITS, EPOCHS)
    return parser


def _learn(args: argparse.Namespace) -> Iterator[str]:
    """Learn and write the value, and yield in words how good it is.

    Raises NoNumPy, OSError and ValueError.
    """
    if args.policy is not None and args.start is None:
        raise ValueError("a policy goes with a value: give --start too, or leave out --policy")
    need_numpy("value")
    from rftg_dev.train.fit import learn

    classic, learned = Mind(args.classic, None, None), None
    classic.read()
    begins_with = [args.classic]
    if args.start is not None:
        learned = Mind(args.weights, args.start, args.policy)
        learned.read()
        begins_with += [args.weights, args.start, args.policy]
    try_output(args.output)
    lessons = [] if args.teacher is None else teacher_lines(args.teacher)
    trained = {
        **notes(args, *begins_with),
        **({} if args.teacher is None else {"taught": len(lessons), "repeat": args.repeat}),
    }
    tune_garbage_collector()
    course = Course(args.seed, args.games, classic, learned)
    games = chain(
        with_progress(all_examples(course, args.jobs), args.games, "games"),
        repeated(
            with_progress(teacher_examples(course, lessons, args.jobs), len(lessons), "lessons"),
            args.repeat,
        ),
    )
    data, said = learn(games, args.units, args.epochs, args.seed)
    write(args.output, {"format": network.FORMAT, "trained": trained, **data})
    yield f"{args.games} games, {said}"


def repeated(games: Iterable[array[float]], times: int) -> Iterator[array[float]]:
    """Yield the examples of each game so many times."""
    for game in games:
        yield from [game] * times


if __name__ == "__main__":
    raise SystemExit(main())
