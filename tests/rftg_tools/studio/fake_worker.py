"""Fake worker for tests.

The name of the requested file says what it does.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOREVER = 3_600.0
"""Seconds, longer than any test."""


def handle(asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what the worker of card tests, or of a balance, would say."""
    name = Path(asked.get("request", asked)["path"]).stem
    print("a word that is no answer", flush=True)
    if name == "dies":
        os._exit(3)
    if "texts" in asked:
        yield {"test": "the first one", "line": 7}
        if name == "endless":
            time.sleep(FOREVER)
        told = {"name": "the first one", "line": 7, "cards": [], "found": []}
        yield {"done": [told], "broken": False, "problem": "", "seconds": 0.0}
        return
    yield {"games": 0, "share": 0.0, "seconds": None}
    if name == "refused":
        yield {"problem": "there is nothing to compare it with"}
        return
    yield {"games": 20, "share": 0.5, "seconds": 9.0}
    if name == "endless":
        time.sleep(FOREVER)
    figures = {"faces": ["A"], "plays": "p", "verdict": "about average", "said": [], "found": []}
    yield {"games": 40, "set": "s", "figures": [figures]}
