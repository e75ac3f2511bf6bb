"""`python -m rftg_dev.train WHAT -o FILE`: learn a value, a policy or weights from bot games.

value: predicts how much a lead at Race still changes. policy: what selecting each action of Race is
worth beyond its estimate. weights: of Race's features and habits. roll: the value for Roll.
Exit code 2: NumPy or an input file is missing, or the result cannot be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from rftg_dev.harness import add_jobs
from rftg_dev.train.common import check_output
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


def _parser() -> argparse.ArgumentParser:
    from rftg_dev.train import policy, roll, value, weights

    parser = argparse.ArgumentParser(prog="python -m rftg_dev.train", description=__doc__)
    commands = parser.add_subparsers(metavar="WHAT", required=True)
    for name, learner in (
        ("value", value),
        ("policy", policy),
        ("weights", weights),
        ("roll", roll),
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
