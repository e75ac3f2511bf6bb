"""How long some work takes, with the processes that it starts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds of wall and CPU time that some work and its child processes take."""
    begun, used = time.perf_counter(), _cpu()
    work()
    return time.perf_counter() - begun, _cpu() - used


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
