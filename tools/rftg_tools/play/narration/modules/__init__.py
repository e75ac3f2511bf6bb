"""Wording of rule modules: a file named like the module, or a few sentences in short.py.

Each registers log lines for the module's events (step_log.starts_line, step_log.joins_line) and
wording for its decisions (choices.CHOICES and others). External modules do the same in their own
code.
"""

from __future__ import annotations

from importlib import import_module

from rftg_tools.module_parts import load_parts


def load_words() -> None:
    """Load the wording of all rule modules."""
    import_module(f"{__name__}.short")
    load_parts(__name__)
