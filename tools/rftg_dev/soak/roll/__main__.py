"""`python -m rftg_dev.soak.roll GAMES`: random games of Roll for 2 to 5 players, all checked.

After every step: dice of each colour and tiles are as many as in the box, chips and pool are
constant, there are 0 to 10 credits, goods lie where they may. Every game ends. Illegal answers are
refused and change nothing. Views do not depend on what is hidden. Exit code 0: all of it holds.
1: something does not.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Final

from rftg_dev.arguments import add_jobs, positive
from rftg_dev.soak.roll.games import Checked, check_game
from rftg_tools.progress import progress
from rftg_tools.workers.process import tune_garbage_collector
from rftg_tools.workers.processes import map_in_parallel

SHOWN: Final = 20
"""Failures that are printed in full."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play the games and print the counts, then the failures."""
    parser = argparse.ArgumentParser(prog="python -m rftg_dev.soak.roll", description=__doc__)
    parser.add_argument("games", type=positive, nargs="?", default=2_000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same games")
    add_jobs(parser)
    args = parser.parse_args(argv)
    tune_garbage_collector()
    found = map_in_parallel(partial(check_game, args.seed), range(args.games), args.jobs)
    total, longest = Checked(), 0
    for game in progress(found, args.games, "games"):
        total.steps += game.steps
        total.decisions += game.decisions
        total.views += game.views
        total.illegal.update(game.illegal)
        total.failures += game.failures
        longest = max(longest, game.rounds)
    print(f"games              {args.games:9}  seed {args.seed}")
    print(f"steps checked      {total.steps:9}")
    print(f"decisions          {total.decisions:9}")
    print(f"longest game       {longest:9}  rounds")
    print(f"views compared     {total.views:9}")
    print(f"illegal answers    {total.illegal.total():9}")
    print(f"failures           {len(total.failures):9}")
    print("\n".join(total.failures[:SHOWN]))
    return 1 if total.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
