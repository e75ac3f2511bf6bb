"""`rftg-dsl` whose studio plays few games: `python -m tests.rftg_tools.studio.quick_studio`.

With no arguments it is the worker that plays them.
"""

import sys
from collections.abc import Sequence

from rftg_dsl.cli import main
from rftg_tools.studio import balance_worker, worker_processes

GAMES = 80
"""So many that some are told of before the last: they are told of 20 at a time."""


def quickly(arguments: Sequence[str]) -> int:
    """Run the command."""
    worker_processes.BALANCE_WORKER = "tests.rftg_tools.studio.quick_studio"  # type: ignore[misc]
    return main(arguments)


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(quickly(sys.argv[1:]))
    balance_worker.GAMES = GAMES  # type: ignore[misc]
    worker_processes.run_worker(
        balance_worker.measure, 1
    )  # a busy machine would never let it come to an end
