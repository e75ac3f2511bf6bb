"""`python -m rftg_dev.train.roll`: learns the value of Roll's positions from games between bots."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import roll_engine
from rftg_dev.harness import positive
from rftg_dev.train.common import add_fit, need_numpy, print_progress, try_output, write
from rftg_tools.progress import with_progress
from rftg_tools.workers.fingerprint import digest_files
from roll_engine.bots import lead

GAMES: Final = 4_000
UNITS: Final = 10
EPOCHS: Final = 30


def main(argv: Sequence[str] | None = None) -> int:
    """Play, fit, and write the value.

    0: done. 2: what is needed is missing, or the value cannot be written.
    """
    args = _parser().parse_args(argv)
    return print_progress(args, _learn(args))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.train.roll", description=__doc__)
    parser.add_argument("--games", type=positive, default=GAMES, help=f"(default {GAMES})")
    parser.add_argument(
        "--start", type=Path, help="the bots play by this value (default: by guesses)"
    )
    add_fit(parser, "value", UNITS, EPOCHS)
    return parser


def _learn(args: argparse.Namespace) -> Iterator[str]:
    """Learn and write the value, and yield in words how good it is.

    Raises NoNumPy, OSError and ValueError.
    """
    need_numpy("value")
    from rftg_dev.train.roll_fit import PLAYERS, Course, all_examples, learn

    if args.start is not None:
        lead.read(args.start)
    try_output(args.output)
    course = Course(args.seed, args.start)
    games = with_progress(all_examples(course, args.games, args.jobs), args.games, "games")
    data, said = learn(games, args.units, args.epochs, args.seed)
    write(args.output, {"format": lead.FORMAT, "trained": _notes(args, PLAYERS), **data})
    lead.read(args.output)
    yield f"{args.games} games, {said}"


def _notes(args: argparse.Namespace, players: Sequence[int]) -> dict[str, Any]:
    """Return what the file notes of its training."""
    start = {} if args.start is None else {"start": args.start}
    engine = Path(str(roll_engine.__file__)).parent
    return {
        "seed": args.seed,
        "games": args.games,
        "units": args.units,
        "epochs": args.epochs,
        "start": digest_files(start, suffixes=("",)),
        "code": digest_files({"roll_engine": engine}, suffixes=(".py",)),
        "settings": [f"roll: {number} players" for number in players],
    }


if __name__ == "__main__":
    sys.exit(main())
