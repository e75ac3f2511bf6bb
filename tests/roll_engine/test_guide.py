"""The page of the engine: its programs run, and what there is is on it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import roll_engine
from rftg_dev.generators.engine_page import ROLL, page
from roll_engine.asks import ASKS

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "engine" / "roll_engine"
GUIDE = (ROOT / "docs" / "roll-engine.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", GUIDE, re.S)


def test_the_programs_of_the_page_print_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (printed,) = re.findall(r"```python\n.*?```\n\n```\n(.*?)```", GUIDE, re.S)
    names: dict[str, object] = {}
    exec(compile(PROGRAMS[0], "docs/roll-engine.md", "exec"), names)
    assert re.fullmatch(r"\d+ \(\d+, \d+\)\n", capsys.readouterr().out)
    exec(compile(PROGRAMS[1], "docs/roll-engine.md", "exec"), names)
    assert capsys.readouterr().out == printed


def test_every_method_of_a_position_is_on_the_page() -> None:
    public = {name for name in vars(roll_engine.Position) if not name.startswith("_")}
    named = set(re.findall(r"`(\w+)`", GUIDE))
    assert public | set(roll_engine.Side.__dataclass_fields__) <= named


def test_every_file_is_on_the_page() -> None:
    named = set(re.findall(r"`([\w/]+\.py)`", GUIDE.split("## The parts")[1].split("\n## ")[0]))
    parts = (path for path in ENGINE.rglob("*.py") if path.parent.name != "bots")
    files = {path.relative_to(ENGINE).as_posix() for path in parts}
    assert {name for name in files if not name.endswith("__init__.py")} == named


def test_every_decision_and_every_event_is_on_the_page() -> None:
    """It is made by rftg_dev.generators.engine_page."""
    assert page(GUIDE, ROLL) == GUIDE
    assert ASKS.keys() <= set(re.findall(r"^\| `([\w ]+)` \|", GUIDE, re.M))


def test_every_public_name_has_a_docstring() -> None:
    bodies = [
        ast.parse(path.read_text(encoding="utf-8")).body for path in (ROOT / "engine").rglob("*.py")
    ]
    nodes = [node for body in bodies for node in body]
    defined = [one for one in nodes if isinstance(one, ast.ClassDef | ast.FunctionDef)]
    documented = {one.name for one in defined if ast.get_docstring(one)}
    assert set(roll_engine.__all__) - documented == {"Answer", "COMPILED"}
