"""`rftg-dsl` whose studio balances with few games: `python -m tests.rftg_tools.studio.quickly`.

With no arguments it is the worker that plays them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rftg_dsl.cli import main
from rftg_tools.studio.figures import balancing, measuring
from rftg_tools.studio.figures.process import work

GAMES = 80
"""So many that some are told of before the last: they are told of 20 at a time."""


def quickly(arguments: Sequence[str]) -> int:
    """Run the command."""
    balancing.MODULE = "tests.rftg_tools.studio.quickly"  # type: ignore[misc]
    return main(arguments)


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(quickly(sys.argv[1:]))
    measuring.GAMES = GAMES  # type: ignore[misc]
    work(measuring.measure, 1)  # a busy machine would never let it come to an end
