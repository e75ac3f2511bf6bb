"""Benchmarks name their figures; no figure is asserted."""

import json
import os
import re
import zipfile
from pathlib import Path

import pytest

import rftg_engine
from rftg_dev.bench import games, history
from rftg_dev.bench.__main__ import main
from rftg_dev.bench.commands import command_times, count_instructions
from rftg_dev.bench.instructions import millions_per_game
from rftg_engine import COMPILED

Output = pytest.CaptureFixture[str]
QUICK = ["--seconds", "0.01", "--games-only", "--bots", "greedy", "random", "--sets", "base"]
LIBRARY = "0a1b__mypyc.cpython-311.so"
BEFORE = {
    "date": "2030-01-02",
    "revision": "abc",
    "machine": "an abacus",
    "load": 0.5,
    "figures": {"games/s: base": 100.0, "gone": 1.0},
}


def wheel_with(folder: Path, changed: str = "", library: str = LIBRARY) -> Path:
    """Return a wheel with our engine. changed: a file of it with another text."""
    path = folder / "rftg.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in games.sources(Path(rftg_engine.__file__).parents[1]).items():
            archive.writestr(name, b"pass" if name == changed else text)
        archive.writestr("rftg_dsl/__init__.py", "")
        if library:
            archive.writestr(library, "")
    return path


@pytest.mark.soak
def test_figures_are_kept_and_compared_with_the_last(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "speed.jsonl"
    again = [*QUICK, "--history", str(path), "--compare"]
    assert main(again) == 0
    assert "no earlier figures from this machine" in capsys.readouterr().out
    assert main([*again, "--json"]) == 0
    printed = capsys.readouterr()
    kind = "compiled" if COMPILED else "plain"
    assert set(json.loads(printed.out)) == {f"forks/s: base, {kind}"} | {
        f"games/s: base, {bot}, {players} players, {kind}"
        for bot in ("greedy", "random")
        for players in (2, 4)
    }
    assert "\nsince 2" in printed.err
    assert "games/s: base, random, 2 players" in printed.err
    assert len(history.read(path)) == 2


@pytest.mark.soak
def test_check_and_print_are_timed_in_new_processes() -> None:
    times = command_times(1, ["new-worlds"])
    assert list(times) == ["check", "print"]
    assert 0 < times["check"][1] < times["print"][1]


@pytest.mark.skipif(COMPILED, reason="the profiler sees no function of a compiled engine")
def test_the_profile_names_functions(capsys: Output) -> None:
    assert main(["--seconds", "0.01", "--profile", "--sets", "base"]) == 0
    assert re.search(r"[a-z_]+\.py:\d+\([a-z_]+\)", capsys.readouterr().out)


@pytest.mark.parametrize(
    "arguments", [["--sets", "nowhere"], ["--compiled", "nowhere"], ["--history", "no/folder/x"]]
)
def test_unusable_input_is_code_two(arguments: list[str], capsys: Output) -> None:
    assert main([*QUICK, *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert arguments[1].split("/")[0] in error


def test_only_the_engine_is_unpacked_from_a_wheel(tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    assert games.unpack_engine(wheel_with(tmp_path), folder)
    assert sorted(path.name for path in folder.iterdir()) == [LIBRARY, "gamekit", "rftg_engine"]
    assert not games.unpack_engine(wheel_with(tmp_path, library=""), folder)


@pytest.mark.parametrize("changed", ["gamekit/driver.py", "rftg_engine/bots/weights.json"])
def test_an_engine_of_another_source_or_weights_is_refused(changed: str, tmp_path: Path) -> None:
    with pytest.raises(games.NotMeasured, match="has other sources"):
        games.unpack_engine(wheel_with(tmp_path, changed), tmp_path / "engine")


def test_the_engine_of_a_folder_is_measured(tmp_path: Path) -> None:
    package = tmp_path / "rftg_engine"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('this engine stalls')")
    with pytest.raises(games.NotMeasured, match="this engine stalls"):
        games.measure_engine("base", 0.01, ["random"], tmp_path)


def test_plain_and_compiled_are_on_one_line_with_their_ratio() -> None:
    rates = {f"games/s: base, {kind}": rate for kind, rate in (("plain", 100), ("compiled", 500))}
    lines = games.format_figures(
        {**rates, "forks/s: base, plain": 1000.0, "CPU seconds: check": 0.5}
    )
    rows = [line.split() for line in lines.splitlines()[1:]]
    assert rows[0] == ["games/s:", "base", "100", "500", "5.00"]
    assert [row[-1] for row in rows[1:]] == ["1000", "0.5"]


def test_a_change_is_a_percentage_of_the_last_figure_of_that_machine() -> None:
    other = {**BEFORE, "machine": "a clock", "figures": {"games/s: base": 1.0}}
    now = {**BEFORE, "figures": {"games/s: base": 110.0, "new": 3.0}}
    head, load, line = history.compare(now, [other, BEFORE, other])
    assert head == "since 2030-01-02, revision abc"
    assert load == "load of the machine: 0.5 then, 0.5 now"
    assert line.split() == ["games/s:", "base", "100", "110", "+10.0%"]


def test_a_command_is_compared_with_that_of_another_checkout(
    tmp_path: Path, capsys: Output
) -> None:
    package = tmp_path / "rftg_dsl"
    package.mkdir()
    (package / "__main__.py").write_text("import sys; assert sys.argv[1:] == ['explain', 'E210']")
    command = ["compare", "--count", "1", str(tmp_path), "explain", "E210"]
    assert main(command) == 0
    here, there, ratio = capsys.readouterr().out.splitlines()
    assert here.startswith("here ")
    assert there.startswith("there ")
    assert float(ratio.rpartition(" ")[2]) > 0
    assert main(["compare", str(package)]) == 2
    assert "is not a checkout" in capsys.readouterr().err


def test_instructions_are_counted_where_callgrind_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    valgrind = tmp_path / "valgrind"  # counts a million for the last argument
    valgrind.write_text(
        '#!/bin/sh\nfor last; do :; done\necho "==1== Collected : ${last}000000" >&2\n'
    )
    valgrind.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert count_instructions(["rftg_dsl", "3"], dict(os.environ)) == 3_000_000
    assert millions_per_game("base", "random", 2, dict(os.environ)) == 1.0
    monkeypatch.setenv("PATH", "")
    assert count_instructions(["rftg_dsl", "3"], dict(os.environ)) == 0
    assert millions_per_game("base", "random", 2, dict(os.environ)) == 0.0


def test_instructions_need_valgrind(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["--instructions"]) == 2
    assert (
        capsys.readouterr().err == "error: valgrind, which counts instructions, is not installed\n"
    )
