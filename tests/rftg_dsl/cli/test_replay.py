"""`rftg-dsl replay`: records come from strangers, and each misuse is one line of error."""

import json
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.cli import main

Output = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("records")
    assert main(["simulate", "--games", "1", "--jobs", "1", "--record", str(folder)]) == 0
    record: dict[str, Any] = json.loads((folder / "game-000000.json").read_text())
    return record


def replay(folder: Path, text: str | bytes, *more: str) -> int:
    path = folder / "game.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return main(["replay", str(path), *more])


def test_a_record_is_verified(recorded: dict[str, Any], tmp_path: Path, capsys: Output) -> None:
    assert replay(tmp_path, json.dumps(recorded)) == 0
    assert ": verified, " in capsys.readouterr().out


@pytest.mark.parametrize("member", ["seed", "answers", "over"])
def test_a_member_that_appears_twice_exits_with_2(
    member: str, recorded: dict[str, Any], tmp_path: Path, capsys: Output
) -> None:
    text = json.dumps(recorded)
    assert replay(tmp_path, text.replace(f'"{member}":', f'"{member}": 0, "{member}":', 1)) == 2
    assert f"the member {member!r} appears twice" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        '{"x":' * 100_000,
        "9" * 5_000,
        b"\xff\xfe\xfa",
        '"\x00"',
        '"\\ud800"',
    ],
    ids=["empty", "open", "lists", "objects", "digits", "bytes", "control", "half"],
)
def test_what_is_no_json_exits_with_2(text: str | bytes, tmp_path: Path, capsys: Output) -> None:
    assert replay(tmp_path, text) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("rftg-dsl: error: ")


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null", ".", "missing.json"])
def test_what_is_no_file_exits_with_2(
    name: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["replay", name]) == 2
    assert capsys.readouterr().err.startswith("rftg-dsl: error: ")


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.recorded.MAX_BYTES", 10)
    assert replay(tmp_path, "[1,2,3,4,5,6]") == 2
    assert "at most 10 bytes" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["/etc/passwd", "../base", "mine", "cards/base.yaml"])
def test_a_record_cannot_name_files(
    name: str, recorded: dict[str, Any], tmp_path: Path, capsys: Output
) -> None:
    assert replay(tmp_path, json.dumps({**recorded, "sets": [[name, "x"]]})) == 1
    assert "is not shipped: add its file with --sets" in capsys.readouterr().out


def test_a_member_that_the_format_does_not_have_is_refused(
    recorded: dict[str, Any], tmp_path: Path, capsys: Output
) -> None:
    assert replay(tmp_path, json.dumps({**recorded, "notes": []})) == 1
    assert "a record has no member 'notes'" in capsys.readouterr().out


@pytest.mark.parametrize("record", ["null", "[]", "{}", '{"sets": 3}', '"text"', "1e999"])
def test_other_json_is_no_record(record: str, tmp_path: Path, capsys: Output) -> None:
    assert replay(tmp_path, record) == 1
    assert "NOT verified" in capsys.readouterr().out


@pytest.mark.parametrize("depth", [200, 900])
def test_a_record_with_deep_lists_is_refused(
    depth: int, recorded: dict[str, Any], tmp_path: Path
) -> None:
    deep = json.dumps({**recorded, "answers": ["X"]}).replace('"X"', "[" * depth + "]" * depth)
    assert replay(tmp_path, deep) in (1, 2)
