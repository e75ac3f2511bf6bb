"""Whole games in a real browser, through the page alone: what it shows is read, what it asks is
answered by clicks, taps or keys. Nothing here talks to the server."""

from __future__ import annotations

import os
from typing import Final

import pytest

from rftg_dev.serving import find_chromium

PROGRAM: Final = find_chromium()
NEEDS_CHROMIUM: Final = pytest.mark.skipif(
    PROGRAM is None and not os.environ.get("RFTG_DSL_NEEDS_CHROMIUM"),
    reason="no Chromium is installed (Debian: apt-get install chromium)",
)
MARKS: Final = [pytest.mark.slow, NEEDS_CHROMIUM]
