"""The builder of wheels: it compiles the engine where it can, and says why where it cannot."""

import subprocess
import sys
from pathlib import Path

import pytest

from rftg_dev import wheel
from rftg_dev.eager import eager_generators


def builds(monkeypatch: pytest.MonkeyPatch, *kinds: bool) -> None:
    """Let wheels be built of these kinds only: compiled (True), plain (False)."""

    def build(folder: Path, compiled: bool) -> Path:
        if compiled not in kinds:
            raise wheel.CannotBuild("mypy could not be found")
        made = folder / ("rftg-cp311.whl" if compiled else "rftg-any.whl")
        made.touch()
        return made

    monkeypatch.setattr(wheel, "build", build)
    monkeypatch.setattr(wheel, "lacking", lambda: "")


def test_the_engine_is_compiled_where_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds(monkeypatch, True, False)
    assert wheel.main(["--out", str(tmp_path / "dist")]) == 0
    assert [path.name for path in (tmp_path / "dist").iterdir()] == ["rftg-cp311.whl"]


def test_without_a_compiler_the_wheel_is_plain_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    builds(monkeypatch, True, False)
    monkeypatch.setattr(wheel, "lacking", lambda: "there is no C compiler `cc`")
    assert wheel.main(["--out", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["rftg-any.whl"]
    assert "plain Python, since the engine cannot be compiled: there is no C compiler `cc`" in (
        capsys.readouterr().out
    )


def test_where_mypyc_fails_the_wheel_is_plain_and_shows_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    builds(monkeypatch, False)
    assert wheel.main(["--out", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["rftg-any.whl"]
    assert "mypy could not be found" in capsys.readouterr().out


def test_where_nothing_can_be_built_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    builds(monkeypatch)
    assert wheel.main(["--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "error: mypy could not be found\n"
    assert list(tmp_path.iterdir()) == []


def test_a_compiler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert wheel.lacking() == "there is no C compiler `no-such-compiler`"


def test_headers_that_are_not_there_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", sys.executable)
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path))
    assert wheel.lacking() == f"there is no {tmp_path / 'Python.h'}, which C compilers need"


@pytest.mark.parametrize(
    "line",
    [
        "< ERROR: No matching distribution found for mypy==2.4.1",
        'engine/rftg_engine/race.py:7: error: Name "x" is not defined  [name-defined]',
        "build/__native.c:10:10: fatal error: Python.h: No such file or directory",
    ],
)
def test_of_a_failed_build_the_errors_are_shown(line: str) -> None:
    printed = f"* Building wheel...\n{line}\n  File x\nsubprocess.CalledProcessError: 1\nERROR it\n"
    assert wheel.reason_in(printed) == line
    assert wheel.reason_in("one\ntwo") == "one\ntwo"


LAZY = """\
from itertools import count, islice


def first() -> list[int]:
    return list(islice((number * number for number in count()), 3))


def total() -> int:
    return sum(number for number in range(3))
"""


@pytest.mark.slow
def test_a_generator_that_mypyc_would_make_a_list_of_is_found_at_its_place(tmp_path: Path) -> None:
    """Compiled, `first` would never end; `total` is a loop in C as well."""
    (tmp_path / "lazy.py").write_text(LAZY, encoding="utf-8")
    assert eager_generators(tmp_path, ["lazy.py"]) == [
        "lazy.py:5: error: Treating generator comprehension as list"
    ]


def test_no_wheel_is_made_where_the_compiled_engine_would_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "x.py:5: error: Treating generator comprehension as list"

    def run(*_command: object, **_how: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, f"* Building wheel...\n{said}\n")

    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr(wheel, "lacking", lambda: "")
    assert wheel.main(["--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"error: {said}\n"
    assert list(tmp_path.iterdir()) == []
