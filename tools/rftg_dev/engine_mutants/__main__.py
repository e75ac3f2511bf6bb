"""Which faults of the engine the tests of its rules see.

    python -m rftg_dev.engine_mutants [WORDS] [--game roll] [--records PATH...] [--jobs N]

Plays the tests of the rules with each mutant (docs/engine.md), or recorded games with
--records, and lists those that nothing saw. WORDS: only mutants whose description has them.
Exit code 1 where one survives, 2 where a mutant no longer fits the engine, or something fails
without any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rftg_dev.engine_mutants.invasion import INVASION
from rftg_dev.engine_mutants.mutant import Mutant
from rftg_dev.engine_mutants.roll import ROLL
from rftg_dev.engine_mutants.round_end import ROUND_END
from rftg_dev.engine_mutants.rules import RULES
from rftg_dev.engine_mutants.trial import outcome_of
from rftg_dev.engine_mutants.turn_order import TURN_ORDER
from rftg_dev.harness import add_jobs
from rftg_tools.progress import progress
from rftg_tools.workers.processes import map_in_parallel

OF_GAME = {"race": (*TURN_ORDER, *RULES, *ROUND_END, *INVASION), "roll": ROLL}
ALL = tuple(mutant for mutants in OF_GAME.values() for mutant in mutants)
NO_FAULT = Mutant("nothing", "modules/search.py", "def search(", "def search(")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description="Play the tests with faults in the engine.")
    parser.add_argument("words", nargs="?", default="", help="of the mutants to be played")
    parser.add_argument("--game", choices=OF_GAME, default="race", help="default race")
    parser.add_argument("--records", nargs="+", type=Path, default=[], help="instead of the tests")
    add_jobs(parser)
    args = parser.parse_args(argv)
    mutants = [mutant for mutant in OF_GAME[args.game] if args.words in mutant.wrong]
    survivors = 0
    try:
        if outcome_of(NO_FAULT, args.records).seen_by:
            raise ValueError("the tests or games fail with the engine as it is")
        outcomes = map_in_parallel(partial(outcome_of, records=args.records), mutants, args.jobs)
        for outcome in progress(outcomes, len(mutants), "mutants"):
            survivors += not outcome.seen_by
            print(f"{outcome.seen_by or 'SURVIVES'}\n    {outcome.mutant.wrong}", flush=True)
    except (RuntimeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{len(mutants)} mutants, {survivors} survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
