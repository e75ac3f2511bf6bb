"""`rftg-dsl review`: what it prints, what it keeps, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.cli import main
from tests.rftg_tools.review.games import record

FEW = ["--playouts", "1", "--level", "random", "--jobs", "1"]


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record()), encoding="utf-8")
    return path


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_a_review_is_kept_beside_the_record_and_not_made_twice(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(recorded), "--json", *FEW]) == 0
    first = printed(capsys)
    kept = recorded.with_name("game.review.json")
    before = kept.stat().st_mtime_ns
    assert main(["review", str(recorded), "--json", *FEW]) == 0
    assert printed(capsys) == first
    assert kept.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--playouts", "0"], "--playouts must be 1 to"),
        (["--level", "best"], "there is no bot 'best'"),
        (["--jobs", "0"], "--jobs must be at least 1"),
        (["--sets", "nowhere"], "nowhere"),
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
        json.dumps(record() | {"seed": "2"}),
    ):
        path = tmp_path / "bad.json"
        path.write_text(text, encoding="utf-8")
        assert main(["review", str(path), *FEW]) == 2
        assert "bad.json" in capsys.readouterr().err
