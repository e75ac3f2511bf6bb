"""Building the wheel: annotations of the compiled engine, versions and files."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from rftg_dev.eager import eager_generators

ROOT = Path(__file__).parents[2]
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEELS: dict[str, Any] = SETTINGS["tool"]["cibuildwheel"]
WORKFLOW = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
SITE_WORKFLOW = (ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8")
PAGE = " ".join((ROOT / "docs" / "releasing.md").read_text(encoding="utf-8").split())


def test_wheels_are_compiled_and_tried() -> None:
    assert WHEELS["environment"] == {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
    assert "rftg_engine.COMPILED" in WHEELS["test-command"][0]
    assert any("simulate" in command for command in WHEELS["test-command"])


def test_every_python_from_the_oldest_that_is_supported_has_a_wheel() -> None:
    minors = [int(minor) for minor in re.findall(r"cp3(\d+)-\*", WHEELS["build"])]
    assert SETTINGS["project"]["requires-python"] == f">=3.{minors[0]}"
    assert minors == list(range(minors[0], minors[-1] + 1))
    assert f"CPython 3.{minors[0]} to 3.{minors[-1]} " in PAGE


def test_the_page_names_every_platform() -> None:
    archs = {system: ", ".join(WHEELS[system]["archs"]) for system in ("linux", "macos", "windows")}
    for told in ("Linux (%(linux)s", "macOS (%(macos)s)", "Windows (%(windows)s)"):
        assert told % archs in PAGE


def test_the_workflow_builds_compiled_and_plain_wheels_and_has_no_secrets() -> None:
    jobs = yaml.safe_load(WORKFLOW)["jobs"]
    commands = {
        name: "\n".join(step.get("run", "") for step in job["steps"]) for name, job in jobs.items()
    }
    assert "cibuildwheel --archs native" in commands["compiled"]
    assert "python -m build\n" in commands["plain"]
    assert "secrets" not in WORKFLOW + SITE_WORKFLOW
    (pin,) = set(re.findall(r"cibuildwheel==([\d.]+)", WORKFLOW + SITE_WORKFLOW + PAGE))
    assert f"cibuildwheel=={pin}" in PAGE


LAZY = """\
from itertools import count, islice


def first() -> list[int]:
    return list(islice((number * number for number in count()), 3))


def total() -> int:
    return sum(number for number in range(3))
"""


@pytest.mark.slow
def test_a_generator_that_would_become_a_list_is_found(tmp_path: Path) -> None:
    """Compiled, `first` would never end; `total` is a loop in C as well."""
    (tmp_path / "lazy.py").write_text(LAZY, encoding="utf-8")
    assert eager_generators(tmp_path, ["lazy.py"]) == [
        "lazy.py:5: error: Treating generator comprehension as list"
    ]
