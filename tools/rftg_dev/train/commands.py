"""What the commands that fit a network have in common."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rftg_dev.harness import add_jobs, positive
from rftg_dev.train.files import origin, settings_in_words
from rftg_dev.train.settings import SETTINGS
from rftg_engine.bots import weights


class NoNumPy(Exception):
    """It is not installed."""


def need_numpy(what: str) -> None:
    """Raise NoNumPy where it is not installed. what: is learned."""
    if find_spec("numpy") is None:
        raise NoNumPy(f"learning a {what} needs NumPy: pip install -e '.[train]'")


def told(args: argparse.Namespace, learned: Iterable[str]) -> int:
    """Print in words what is learned, as it is learned.

    0: done. 2: what is needed is missing, or what is learned cannot be written.
    """
    try:
        for said in learned:
            print(f"{args.output}: {said}", flush=True)
    except (NoNumPy, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def add_fit(parser: argparse.ArgumentParser, what: str, units: int, epochs: int) -> None:
    """Add the arguments of every fit. what: is learned. units, epochs: by default."""
    parser.add_argument("--seed", type=int, default=1, help=f"the same seed, the same {what}")
    add_jobs(parser)
    parser.add_argument("--units", type=positive, default=units, help=f"(default {units})")
    parser.add_argument(
        "--epochs",
        type=positive,
        default=epochs,
        help=f"times that all examples are gone through (default {epochs})",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, help="where to write it")


def add_arguments(parser: argparse.ArgumentParser, what: str, units: int, epochs: int) -> None:
    """Add the arguments of every fit to games of Race; what they are as for `add_fit`."""
    add_fit(parser, what, units, epochs)
    parser.add_argument(
        "--weights", type=Path, default=weights.SHIPPED, help="of those who play by a value"
    )
    parser.add_argument(
        "--never-seen", type=int, metavar="SEED", help="leave out the cards that this seed chooses"
    )


def notes(args: argparse.Namespace, *begins_with: Path | None) -> dict[str, Any]:
    """Return what a file notes of its training. begins_with: the files that players played by."""
    return {
        "seed": args.seed,
        "games": args.games,
        "units": args.units,
        "epochs": args.epochs,
        **({} if args.never_seen is None else {"never_seen": args.never_seen}),
        **origin(*(path for path in begins_with if path is not None)),
        "settings": settings_in_words(SETTINGS),
    }
