"""A real browser without a window, for tests that look at pages as people do."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Browser

from rftg_dev.serving import chromium, find_chromium

NEEDED: Final = "RFTG_DSL_NEEDS_CHROMIUM"
"""Set where the tests must not be left out for want of a browser."""
PROGRAM: Final = find_chromium()
NEEDS_CHROMIUM: Final = pytest.mark.skipif(
    PROGRAM is None and not os.environ.get(NEEDED),
    reason="no Chromium is installed (Debian: apt-get install chromium)",
)
MARKS: Final = [pytest.mark.slow, NEEDS_CHROMIUM]
PATIENCE: Final = 180_000
"""Milliseconds until what is expected of a page is missed: a machine may be busy with others."""


@contextmanager
def started_browser() -> Iterator[Browser]:
    """Start the browser: one at a time, and none while something else runs an event loop."""
    assert PROGRAM is not None, f"{NEEDED} is set, and no Chromium is installed"
    with chromium(PROGRAM) as browser:
        yield browser
