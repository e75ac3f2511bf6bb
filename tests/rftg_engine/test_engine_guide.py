"""The engine guide: its programs run, and it names what programs need."""

import re
from pathlib import Path

import pytest

import rftg_engine
import roll_engine
from rftg_dsl.hooks.race import HOOK_TYPES, MOMENTS
from rftg_dsl.library import load_shipped
from rftg_engine.options import SWITCHES

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "engine" / "rftg_engine"
GUIDE, ROLL_GUIDE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8").split("## Roll for")
PROGRAMS = re.findall(r"```python\n(.*?)```", GUIDE, re.S)


def lines_of(program: str) -> int:
    """The lines of a program, its imports and empty lines apart."""
    return len([line for line in program.splitlines() if line and "import" not in line])


def test_the_program_of_the_guide_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    program = PROGRAMS[0]
    assert lines_of(program) <= 10
    exec(compile(program, "docs/engine.md", "exec"), {})
    rounds, scores = capsys.readouterr().out.split(maxsplit=1)
    assert int(rounds) > 1
    assert re.fullmatch(r"\(-?\d+, -?\d+\)\n", scores)


def test_the_positions_of_the_guide_print_what_the_page_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    outputs = re.findall(r"```python\n.*?```\n\n```\n(.*?)```", GUIDE, re.S)
    names: dict[str, object] = {}
    assert lines_of(PROGRAMS[1]) <= 10
    for program, printed in zip(PROGRAMS[1:], outputs, strict=True):
        exec(compile(program, "docs/engine.md", "exec"), names)
        assert capsys.readouterr().out == printed


def test_every_method_of_a_position_is_in_the_guide() -> None:
    public = {name for name in vars(rftg_engine.Position) if not name.startswith("_")}
    fields = {*rftg_engine.Side.__dataclass_fields__, *rftg_engine.RobotSide.__dataclass_fields__}
    section = GUIDE.split("## Set up a position")[1].split("\n## ")[0]
    assert public | fields <= set(re.findall(r"`(\w+)`", section))


def test_every_hook_type_is_in_the_guide() -> None:
    named = re.findall(r"^\| `(\w+)` \| ", GUIDE, re.M)
    assert {hook.__name__ for hook in HOOK_TYPES} <= set(named)


def test_every_moment_is_in_the_guide() -> None:
    for moment in MOMENTS:
        assert moment in " ".join(GUIDE.split())


def test_every_module_that_a_set_can_bring_is_in_the_guide() -> None:
    table = re.findall(r"^\| ([\w ]+) \| (?:option|module)", GUIDE, re.M)
    modules = {name for one in load_shipped().sets for name in one.modules}
    assert modules <= set(table)
    assert {name for name in SWITCHES if name in modules} <= set(re.findall(r"`(\w+)`", GUIDE))


def test_the_programs_for_roll_print_what_the_page_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second = re.findall(r"```python\n(.*?)```", ROLL_GUIDE, re.S)
    (printed,) = re.findall(r"```python\n.*?```\n\n```\n(.*?)```", ROLL_GUIDE, re.S)
    names: dict[str, object] = {}
    exec(compile(first, "docs/engine.md", "exec"), names)
    assert re.fullmatch(r"\d+ \(\d+, \d+\)\n", capsys.readouterr().out)
    exec(compile(second, "docs/engine.md", "exec"), names)
    assert capsys.readouterr().out == printed


def test_every_method_of_a_position_of_roll_is_in_the_guide() -> None:
    public = {name for name in vars(roll_engine.Position) if not name.startswith("_")}
    named = set(re.findall(r"`(\w+)`", ROLL_GUIDE))
    assert public | set(roll_engine.Side.__dataclass_fields__) <= named
