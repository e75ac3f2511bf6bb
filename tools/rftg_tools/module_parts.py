"""Loader for parts of tools that belong to rule modules: files named after the modules."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from rftg_engine.rules import REGISTERED


def load_parts(package: str) -> None:
    """Load the files of a package that are named after rule modules."""
    for module in REGISTERED:
        _load(package, module.name.replace(" ", "_"))


@cache
def _load(package: str, name: str) -> None:
    if find_spec(f"{package}.{name}") is not None:
        import_module(f"{package}.{name}")
