"""`python -m rftg_dev.train WHAT -o FILE`: learn a value, a policy or weights from bot games.

value: rates positions of Race, to predict who wins. policy: what selecting each action of Race is
worth beyond its estimate. weights: of the bots' habits. roll: the value for Roll.
selections: which phases players of Roll select.
Exit code 2: NumPy or an input file is missing, or the result cannot be written.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from rftg_dev.harness import add_jobs
from rftg_tools.workers.process import tune_garbage_collector


def main(argv: Sequence[str] | None = None) -> int:
    """Learn, write the file, and print how good the result is."""
    if find_spec("numpy") is None:
        print("error: training needs NumPy: pip install -e '.[train]'", file=sys.stderr)
        return 2
    args = _parser().parse_args(argv)
    tune_garbage_collector()
    try:
        check_output(args.output)
        for report in args.learn(args):
            print(f"{args.output}: {report}", flush=True)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def check_output(path: Path) -> None:
    """Raise OSError, before any game is played, if a file cannot be written."""
    folder = path.parent
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} is a folder: name a file")
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{str(folder)!r} is not writable")


def _parser() -> argparse.ArgumentParser:
    from rftg_dev.train import policy, roll, selections, value, weights

    parser = argparse.ArgumentParser(prog="python -m rftg_dev.train", description=__doc__)
    commands = parser.add_subparsers(metavar="WHAT", required=True)
    for name, learner in (
        ("value", value),
        ("policy", policy),
        ("weights", weights),
        ("roll", roll),
        ("selections", selections),
    ):
        command = commands.add_parser(name, help=(learner.__doc__ or "").partition("\n")[0])
        command.set_defaults(learn=learner.learn)
        command.add_argument("-o", "--output", type=Path, required=True, help="result file")
        command.add_argument("--seed", type=int, default=1, help="same seed, same result")
        add_jobs(command)
        learner.add_arguments(command)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
