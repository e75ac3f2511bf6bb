"""`rftg-dsl review`: what it prints, what it keeps, what it refuses."""

import argparse
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from gamekit.work import Work
from rftg_dsl.cli import main
from rftg_dsl.cli.review import add_review_arguments
from rftg_tools.review.plan import PLAYOUTS
from tests.rftg_tools.review.games import record

FEW = ["--playouts", "1", "--level", "random", "--jobs", "1"]


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(seed=5)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What a review of the record keeps beside it."""
    path = tmp_path_factory.mktemp("found") / "game.json"
    path.write_text(json.dumps(record(seed=5)), encoding="utf-8")
    assert main(["review", str(path), "--json", *FEW]) == 0
    return path.with_name("game.review.json").read_bytes()


@pytest.fixture
def reviewed(recorded: Path, found: bytes) -> Path:
    """A record that has been reviewed before."""
    recorded.with_name("game.review.json").write_bytes(found)
    return recorded


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_a_review_is_kept_beside_the_record_and_not_made_twice(
    recorded: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --json no progress is shown, not even on a terminal."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["review", str(recorded), "--json", *FEW]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    first = json.loads(out)
    kept = recorded.with_name("game.review.json")
    before = kept.stat().st_mtime_ns
    assert main(["review", str(recorded), "--json", *FEW]) == 0
    assert printed(capsys) == first
    assert kept.stat().st_mtime_ns == before


def test_on_a_terminal_decisions_are_counted_with_percent_and_time_left(
    recorded: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing may be written, a note says that the review is not kept."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("rftg_dsl.cli.review.os.access", lambda *_arguments: False)
    assert main(["review", str(recorded), "--words", *FEW]) == 0
    decisions = len(record(seed=5)["answers"])
    bar = rf"(\d+)%\|[^|]*\| (\d+)/{decisions} decisions \[[\d:]+(, [\d:]+ left)?\]"
    error = capsys.readouterr().err
    told = re.findall(bar, error)
    assert told[0] == ("0", "0", "")
    assert all(
        int(format_chance) == round(100 * int(done) / decisions)
        for format_chance, done, _left in told
    )
    assert all(left for _share, _done, left in told[1:])
    (note,) = [line for line in error.splitlines() if "not saved" in line]
    assert note.rpartition("\r")[2].startswith("note: ")
    assert list(recorded.parent.iterdir()) == [recorded]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--playouts", "0"], "--playouts must be 1 to"),
        (["--level", "best"], "unknown bot 'best'"),
        (["--jobs", "0"], "--jobs must be at least 1"),
        (["--sets", "nowhere"], "nowhere"),
        (["--port", "70000"], "--port must be"),
        (["--game", "2"], "it holds one game"),
        (["--export", "nowhere/review.html"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_refused(
    arguments: list[str], said: str, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(recorded), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_what_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (
        "",
        "[]",
        '{"format": "other"}',
        "[" * 100_000,
        json.dumps(record(seed=5) | {"seed": "2"}),
    ):
        path = tmp_path / "bad.json"
        path.write_text(text, encoding="utf-8")
        assert main(["review", str(path), *FEW]) == 2
        assert "bad.json" in capsys.readouterr().err


def test_a_game_against_the_robot_is_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = ["--players", "2", "--robot", "easy", "--bots", "random", "--games", "1"]
    folder = ["--record", str(tmp_path)]
    assert main(["simulate", "--sets", "gathering-storm", *played, *folder, "--jobs", "1"]) == 0
    capsys.readouterr()
    assert main(["review", str(tmp_path / "game-000000.json"), "--json", *FEW]) == 0
    found = printed(capsys)
    assert found["complete"]
    assert {one["seat"] for one in found["decisions"]} == {0}


def test_a_review_in_words_has_the_chances_of_each_round(
    reviewed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(reviewed), "--words", *FEW]) == 0
    said = capsys.readouterr().out
    for round_ in range(1, record(seed=5)["result"]["rounds"] + 1):
        assert f"\nround {round_} " in said


def test_an_export_is_written_whole_under_its_name(
    reviewed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = reviewed.with_name("review.html")
    assert main(["review", str(reviewed), "--export", str(path), *FEW]) == 0
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert capsys.readouterr().out.startswith(f"{path}: ")
    assert {one.name for one in reviewed.parent.iterdir()} == {
        "game.json",
        "game.review.json",
        "review.html",
    }


@pytest.mark.parametrize("target", ["game.json", "./game.json", "link.json", "game.review.json"])
def test_an_export_never_writes_over_the_record_or_what_was_found(
    target: str, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = recorded.read_bytes()
    os.link(recorded, recorded.with_name("link.json"))
    path = f"{recorded.parent}/{target}"
    assert main(["review", str(recorded), "--export", path, *FEW]) == 2
    assert "would overwrite" in capsys.readouterr().err
    assert recorded.read_bytes() == before


def test_another_record_where_the_findings_would_be_kept_is_not_lost(
    recorded: Path, found: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    other = recorded.with_name("game.review.json")
    other.write_bytes(recorded.read_bytes())
    assert main(["review", str(recorded), "--json", *FEW]) == 2
    assert "other contents" in capsys.readouterr().err
    recorded.with_name("game.review.review.json").write_bytes(found)
    assert main(["review", str(other), "--json", *FEW]) == 0
    assert other.read_bytes() == recorded.read_bytes()


@pytest.mark.parametrize("name", ["\ud800", "\x1b[2J", "a\u202eb", "a\nb"])
def test_names_that_could_not_be_printed_are_refused(
    name: str, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded.write_text(json.dumps(record(seed=5) | {"players": ["a", name]}), encoding="utf-8")
    for how in ("--words", "--json"):
        assert main(["review", str(recorded), how, *FEW]) == 2
        told = capsys.readouterr()
        assert ("half of a character" if name == "\ud800" else "cannot be printed") in told.err
        assert name not in told.out + told.err


def test_the_command_and_the_server_play_out_as_many_games_between_the_same_bots() -> None:
    parser = argparse.ArgumentParser()
    add_review_arguments(parser)
    args = parser.parse_args(["game.json"])
    assert (args.playouts, args.level) == (PLAYOUTS, "")


def test_a_game_that_takes_too_much_work_to_be_played_out_is_told(
    recorded: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.review.plan.Work", lambda: Work(1_000))
    assert main(["review", str(recorded), "--words", "--jobs", "2"]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith(
        "rftg-dsl: error: a sampled game was stopped: more than 1,000 steps of work"
    )
