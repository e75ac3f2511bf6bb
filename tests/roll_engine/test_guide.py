"""The engine guide on Roll: its programs run, and it names what programs need."""

import re
from pathlib import Path

import pytest

import roll_engine

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8").split("## Roll for")[1]
PROGRAMS = re.findall(r"```python\n(.*?)```", GUIDE, re.S)


def test_the_programs_of_the_page_print_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (printed,) = re.findall(r"```python\n.*?```\n\n```\n(.*?)```", GUIDE, re.S)
    names: dict[str, object] = {}
    exec(compile(PROGRAMS[0], "docs/engine.md", "exec"), names)
    assert re.fullmatch(r"\d+ \(\d+, \d+\)\n", capsys.readouterr().out)
    exec(compile(PROGRAMS[1], "docs/engine.md", "exec"), names)
    assert capsys.readouterr().out == printed


def test_every_method_of_a_position_is_on_the_page() -> None:
    public = {name for name in vars(roll_engine.Position) if not name.startswith("_")}
    named = set(re.findall(r"`(\w+)`", GUIDE))
    assert public | set(roll_engine.Side.__dataclass_fields__) <= named
