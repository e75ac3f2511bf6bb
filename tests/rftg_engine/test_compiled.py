"""The engine is compiled as a whole or not at all; where RFTG_DSL_NEEDS_COMPILED is set, it is."""

import importlib
import os
import pickle
from pathlib import Path

import pytest

import rftg_engine
from rftg_engine import COMPILED, Options

FOLDER = Path(rftg_engine.__file__).parent
MODULES = [
    ".".join(("rftg_engine", *path.relative_to(FOLDER).with_suffix("").parts))
    for path in sorted(FOLDER.rglob("*.py"))
    if path.stem != "__init__" and path.parent.name != "positions"
]
"""What is compiled: all but the package of positions, of which people derive classes."""


def test_the_tests_run_with_the_engine_that_they_are_meant_for() -> None:
    if "RFTG_DSL_NEEDS_COMPILED" in os.environ:
        assert COMPILED


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_compiled_where_the_others_are(name: str) -> None:
    file = importlib.import_module(name).__file__ or ""
    assert file.endswith((".so", ".pyd")) is COMPILED


def test_options_go_to_other_processes() -> None:
    options = Options(4, goals=True)
    assert pickle.loads(pickle.dumps(options)) == options
