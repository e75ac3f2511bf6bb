"""The engine guide: its program runs, and what it names is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import rftg_engine
from rftg_dsl.hooks import HOOK_TYPES, MOMENTS
from rftg_dsl.library import load_shipped
from rftg_engine.options import SWITCHES
from rftg_engine.race import STEPS

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "engine" / "rftg_engine"
GUIDE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")


def test_the_program_of_the_guide_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", GUIDE, re.S)
    lines = [line for line in program.splitlines() if line and "import" not in line]
    assert len(lines) <= 10
    exec(compile(program, "docs/engine.md", "exec"), {})
    rounds, scores = capsys.readouterr().out.split(maxsplit=1)
    assert int(rounds) > 1
    assert re.fullmatch(r"\(-?\d+, -?\d+\)\n", scores)


def test_every_hook_type_is_in_the_guide() -> None:
    named = re.findall(r"^\| `(\w+)` \| ", GUIDE, re.M)
    assert {hook.__name__ for hook in HOOK_TYPES} <= set(named)


def test_every_moment_is_in_the_guide() -> None:
    for moment in MOMENTS:
        assert moment in GUIDE


def test_every_file_of_the_guide_exists() -> None:
    files = re.findall(r"^\| [\w ]+ \| `([\w/.]+)` \|", GUIDE, re.M)
    assert len(files) == len(set(files)) == 33
