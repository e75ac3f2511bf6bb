"""Python's garbage collector, in programs that play many games."""

from __future__ import annotations

import gc
from typing import Final

ALLOCATIONS: Final = 10_000
"""Objects that come to be, less those that go, before garbage is looked for; Python's is 700."""


def collect_seldom() -> None:
    """Have the collector pass over all that is there now, and look at the rest seldom.

    A game leaves no cycles behind, and its record a few hundred objects. This is for programs,
    which call it when their cards are loaded: it changes the collector of the whole process.
    """
    gc.freeze()
    gc.set_threshold(ALLOCATIONS)
