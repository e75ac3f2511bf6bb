"""`rftg-dsl test`: exit codes, what it prints, and which tests it plays."""

import json
from pathlib import Path

import pytest

from rftg_dsl.cli import main

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
