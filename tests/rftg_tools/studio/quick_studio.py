"""`rftg-dsl` whose studio plays few games, and the worker that plays them."""

from collections.abc import Iterator, Sequence
from typing import Any

from rftg_dsl.cli import main
from rftg_tools.studio import balance_worker, balancing

GAMES = 80
"""So many that some are told of before the last: they are told of 20 at a time."""


def quickly(arguments: Sequence[str]) -> int:
    """Run the command."""
    balancing._NICENESS = 1  # type: ignore[misc]  # a busy machine would never let it end
    balancing.BALANCE_WORKER = "tests.rftg_tools.studio.quick_studio"  # type: ignore[misc]
    return main(arguments)


def handle(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Play them."""
    balance_worker.GAMES = GAMES  # type: ignore[misc]
    return balance_worker.handle(request)
