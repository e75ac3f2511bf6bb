"""What modules of rules say: for each a file of its name, where it has something to say.

Such a file tells the module's events (step_log.begins, step_log.follows) and words its decisions
(choices.CHOICES and the like). A module from elsewhere does the same where it is made.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from rftg_engine.rules import REGISTERED


def load_words() -> None:
    """Load what the modules that games can have say."""
    for module in REGISTERED:
        _load(module.name.replace(" ", "_"))


@cache
def _load(name: str) -> None:
    if find_spec(f"{__name__}.{name}") is not None:
        import_module(f"{__name__}.{name}")
