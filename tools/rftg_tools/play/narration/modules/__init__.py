"""Words of modules of rules: a file of the module's name, or a few sentences in short.py.

Each gives the module's events a line in the log (step_log.starts_line, step_log.joins_line) and
words its decisions (choices.CHOICES and the like). A module from elsewhere does so where it is
defined.
"""

from __future__ import annotations

from importlib import import_module

from rftg_tools.module_parts import load_parts


def load_words() -> None:
    """Load the words of all modules that games can have."""
    import_module(f"{__name__}.short")
    load_parts(__name__)
