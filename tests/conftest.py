"""What all tests begin with."""

import gc
import signal
from typing import Final

import pytest
from hypothesis import settings

from rftg_tools.workers.process import GC_THRESHOLD

settings.register_profile("busy", deadline=None)
settings.load_profile("busy")
"""No test fails because the machine is busy; those about time count that of their process."""

LONGEST: Final = (
    "tests/rftg_tools/site/test_walks.py",
    "tests/rftg_tools/play/games/",
    "tests/rftg_tools/studio/",
    "tests/rftg_tools/review/",
    "tests/rftg_dev/generators/",
)
"""The files that take longest, in the order in which they start, before all others, so that no
worker is left running one at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, and give soak tests an hour."""
    items.sort(key=lambda item: [not item.nodeid.startswith(path) for path in LONGEST])
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.timeout(3600))


def pytest_configure() -> None:
    """Signals mean what they do at a terminal: what is started in the background, or by `nohup`,
    ignores some of them, and passes that on to all it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    gc.set_threshold(GC_THRESHOLD)  # test modules and their imports create little garbage


def pytest_runtest_teardown() -> None:
    """Garbage is collected: a program spares itself that for the rest of its process (rftg_dsl/cli,
    rftg_tools/workers/process.py), but this one goes on with other tests."""
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(GC_THRESHOLD)
