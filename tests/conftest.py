"""What all tests begin with."""

from __future__ import annotations

import gc
import signal

from hypothesis import settings

from rftg_tools.workers.collector import ALLOCATIONS

settings.register_profile("busy", deadline=None)
settings.load_profile("busy")
"""No test fails because the machine is busy; those about time count that of their process."""


def pytest_configure() -> None:
    """Signals mean what they do at a terminal: what is started in the background, or by `nohup`,
    ignores some of them, and passes that on to all it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_runtest_teardown() -> None:
    """Garbage is collected: a program spares itself that for the rest of its process (rftg_dsl/cli,
    rftg_tools/workers/collector.py), but this one goes on with other tests."""
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(ALLOCATIONS)
