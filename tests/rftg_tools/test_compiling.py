"""Compiling the engine into the cache, and running a command again with it."""

import os
import sys
import tomllib
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from mypy.main import process_options

import gamekit
from rftg_dsl.cli import main
from rftg_tools import compiling
from rftg_tools.build_flags import MYPY_OPTIONS, missing_to_compile
from rftg_tools.compiling import (
    CannotCompile,
    cached_engine,
    compile_engine,
    files_to_compile,
    use_compiled_engine,
)

ROOT = Path(__file__).parents[2]
SOURCE = Path(gamekit.__file__).parents[1]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cached engine, whose parent is empty."""
    monkeypatch.setattr(compiling, "cache_folder", lambda: tmp_path / "cache")
    return cached_engine(SOURCE)


def test_the_same_modules_are_compiled_as_for_a_wheel() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    in_wheel = [
        name
        for path in hook["include"]
        for found in sorted((ROOT / path[1:]).rglob("*.py"))
        if not (name := f"/{found.relative_to(ROOT).as_posix()}").startswith(tuple(hook["exclude"]))
    ]
    assert [f"/engine/{name}" for name in files_to_compile(ROOT / "engine")] == in_wheel


def test_a_configuration_of_mypy_does_not_apply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hook = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    assert tuple(hook["mypy-args"]) == MYPY_OPTIONS
    for name in ("mypy.ini", ".mypy.ini"):
        (tmp_path / name).write_text("[mypy]\nstrict = true\n", encoding="utf-8")
    (tmp_path / "module.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    _sources, options = process_options([*MYPY_OPTIONS, "module.py"], mypyc=True)
    assert not options.disallow_untyped_defs


@pytest.mark.parametrize("file", ["rftg_engine/state.py", "rftg_engine/cards/table.py"])
def test_another_engine_has_another_folder(file: str, tmp_path: Path) -> None:
    source = tmp_path / "engine"
    for name in compiling.ENGINE:
        copytree(SOURCE / name, source / name, ignore=ignore_patterns("*.so", "__pycache__"))
    before = cached_engine(source)
    assert cached_engine(source) == before
    changed = source / file
    changed.write_text(changed.read_text("utf-8") + "\n# another rule\n", encoding="utf-8")
    assert cached_engine(source) != before


def test_a_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert missing_to_compile() == "C compiler `no-such-compiler`"
    with pytest.raises(CannotCompile, match=r"no C compiler `no-such-compiler`\. Install a C"):
        compile_engine(SOURCE, cache)
    assert not cache.parent.exists()


def test_missing_headers_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", sys.executable)
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path))
    assert missing_to_compile() == str(tmp_path / "Python.h")
    (tmp_path / "Python.h").touch()
    assert missing_to_compile() == ""


def test_a_missing_mypyc_is_reported_with_the_install_command(
    monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    monkeypatch.setattr(compiling, "find_spec", lambda _name: None)
    with pytest.raises(CannotCompile, match=r"pip install 'rftg-dsl\[compile\]'"):
        compile_engine(SOURCE, cache)


def test_a_build_that_fails_leaves_only_its_messages(
    monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    monkeypatch.setattr(compiling, "missing_to_compile", lambda: "")
    monkeypatch.setattr(compiling, "_BUILD", "raise SystemExit('no space left')")
    with pytest.raises(CannotCompile, match=r"the messages are in .*compile\.log"):
        compile_engine(SOURCE, cache)
    (log,) = cache.parent.iterdir()
    assert log.read_text("utf-8") == "no space left\n"


FAKE = """
import sys, sysconfig
from pathlib import Path
for name in [name for name in sys.argv[1:] if name.endswith(".py")][:2]:
    result = Path("build", "__native_" + name.replace("/", "_")).with_suffix(".o")
    result.parent.mkdir(exist_ok=True)
    result.touch()
Path("gamekit", "driver" + sysconfig.get_config_var("EXT_SUFFIX")).touch()
"""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere, a program runs another")
def test_a_build_is_stored_entirely_and_used_from_then_on(
    monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    runs: list[tuple[list[str], list[str]]] = []

    def execute(_program: str, command: list[str], environment: dict[str, str]) -> None:
        runs.append((command, environment["PYTHONPATH"].split(os.pathsep)))
        raise SystemExit

    monkeypatch.setattr(compiling, "missing_to_compile", lambda: "")
    monkeypatch.setattr(compiling, "_BUILD", FAKE)
    monkeypatch.setattr(os, "execve", execute)
    monkeypatch.setattr(compiling, "_is_compiled", lambda source: source != SOURCE)
    monkeypatch.setattr(sys, "argv", ["rftg-dsl", "simulate", "--games", "1"])
    use_compiled_engine(False)
    assert runs == []
    for compile_it in (True, False):
        with pytest.raises(SystemExit):
            use_compiled_engine(compile_it)
    assert runs[0] == runs[1]
    assert runs[0][0][1:] == ["-P", "-m", "rftg_dsl", "simulate", "--games", "1"]
    assert runs[0][1] == [str(cache), *filter(None, sys.path)]
    assert sorted(path.name for path in cache.iterdir()) == list(compiling.ENGINE)
    assert {path.name for path in cache.parent.iterdir()} == {cache.name, "compile.log"}


def test_commands_that_are_called_are_not_run_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "use_compiled_engine", lambda _compile: pytest.fail("run"))
    assert main(["simulate", "--compile", "--games", "1", "--jobs", "1", "--bots", "random"]) == 0
    assert capsys.readouterr().out
