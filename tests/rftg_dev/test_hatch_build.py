"""The build hook tells at once that a compiled engine needs a C compiler."""

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

HOOK = Path(__file__).parents[2] / "hatch_build.py"


@pytest.fixture
def missing_to_compile(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return the function of the hook, which is loaded without hatch-mypyc."""
    plugin = SimpleNamespace(plugin=SimpleNamespace(MypycBuildHook=object))
    monkeypatch.setitem(sys.modules, "hatch_mypyc", plugin)
    function: Callable[[], str] = runpy.run_path(str(HOOK))["missing_to_compile"]
    return function


def test_a_missing_compiler_is_named(
    missing_to_compile: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert missing_to_compile() == "C compiler `no-such-compiler`"


def test_missing_headers_are_named(
    missing_to_compile: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", sys.executable)
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path))
    assert missing_to_compile() == str(tmp_path / "Python.h")
    (tmp_path / "Python.h").touch()
    assert missing_to_compile() == ""
