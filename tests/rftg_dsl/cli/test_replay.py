"""`rftg-dsl replay` and `test`: records and card tests, and one line of error for each misuse."""

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


CARDS = """\
set: mine
title: My Cards
cards:
  - title: Ice Harvesters
    world: 2
    vp: 1
tests:
  - test: a world lies there
    given: {tableau: [Ice Harvesters]}
    then: {tableau: 1}
  - test: it is worth a point
    given: {tableau: [Ice Harvesters]}
    then: {score: 1}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(CARDS, encoding="utf-8")
    return path


def test_without_a_failure_the_code_is_0(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(file)]) == 0
    assert capsys.readouterr().out == "2 tests passed\n"


def test_with_a_failure_it_is_1(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(CARDS.replace("score: 1", "score: 2"), encoding="utf-8")
    assert main(["test", str(file)]) == 1
    out = capsys.readouterr().out
    assert "expected 2 points, but there is 1" in out
    assert out.endswith("1 test failed, 1 test passed\n")


def test_tests_are_chosen_by_their_names(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(file), "-k", "POINT"]) == 0
    assert capsys.readouterr().out == "1 test passed\n"
    assert main(["test", str(file), "-k", "nothing like it"]) == 2


def test_a_folder_is_played_file_by_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beside = CARDS.replace("set: mine", "set: other").replace("Ice H", "Fire H")
    (file.parent / "other.yaml").write_text(beside, encoding="utf-8")
    assert main(["test", str(file.parent)]) == 0
    assert capsys.readouterr().out == "4 tests passed\n"


def test_cards_with_errors_are_not_played(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(CARDS.replace("world: 2", "wrld: 2"), encoding="utf-8")
    assert main(["test", str(file)]) == 2
    captured = capsys.readouterr()
    assert "error[E201]" in captured.out
    assert "can't be played" in captured.err


def test_a_file_that_is_not_there_and_one_without_tests_cannot_be_played(file: Path) -> None:
    assert main(["test", "nowhere.yaml"]) == 2
    file.write_text(CARDS.partition("tests:")[0], encoding="utf-8")
    assert main(["test", str(file)]) == 2


def test_json_says_what_came_of_each(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(CARDS.replace("score: 1", "score: 2"), encoding="utf-8")
    assert main(["test", str(file), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["passed"], data["failed"]) == (1, 1)
    assert data["tests"][1] == {"set": "mine", "test": "it is worth a point", "passed": False}
    (found,) = data["diagnostics"]
    assert (found["code"], found["line"]) == ("E611", 13)


def test_lines_that_no_test_needs_are_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card, _tests, tests = CARDS.partition("tests:")
    line = "    powers: |\n      settle: military +1\n"
    file.write_text(f"{card}{line}tests:{tests}", encoding="utf-8")
    assert main(["test", str(file), "--prove"]) == 1
    out = capsys.readouterr().out
    assert "warning[W509]" in out
    assert f"{file}:8:7" in out
    assert out.endswith("2 tests passed, which need 0 of 1 line\n")


def test_lines_that_all_are_needed_are_counted(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card, _tests, tests = CARDS.partition("tests:")
    line = "    powers: |\n      settle: military +1\n"
    tests = tests.replace("score: 1", "military: 1")
    file.write_text(f"{card}{line}tests:{tests}", encoding="utf-8")
    assert main(["test", str(file), "--prove"]) == 0
    assert capsys.readouterr().out == "2 tests passed, which need 1 of 1 line\n"


def test_check_notes_untested_cards_only_when_asked(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card, _tests, tests = CARDS.partition("tests:")
    other = "  - title: Ice Guards\n    development: 1\n    vp: 1\n    powers: |\n"
    other += "      settle: military +1\n"
    file.write_text(f"{card}{other}tests:{tests}", encoding="utf-8")
    main(["check", str(file)])
    assert "W507" not in capsys.readouterr().out
    main(["check", "--untested", str(file)])
    assert "no test plays `Ice Guards`" in capsys.readouterr().out


def test_without_a_path_the_cookbook_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "-k", "claims are jumped"]) == 0
    assert capsys.readouterr().out == "1 test passed\n"
