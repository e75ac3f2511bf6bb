"""A value that learns from a teacher: from its games in words, but for those held out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rftg_dev.minds import CLASSIC, Mind
from rftg_dev.train import value
from rftg_dev.train.examples import WIDTH
from rftg_dev.train.games import Course
from rftg_dev.train.taught import lines_of, taught
from rftg_dev.yardstick.positions import is_held_out, read_games
from rftg_engine.bots import network

BRIEFLY = ["--games", "12", "--units", "2", "--epochs", "1", "--jobs", "1"]


def test_a_teacher_has_an_example_with_and_without_the_hand_for_each_seat_and_round(
    games: Path,
) -> None:
    lines = [line for line in lines_of(games) if "base-2p" in line[0]]
    told = list(read_games(games / "positions-greedy-base-2p.jsonl.gz"))
    learned = [game for game in told if not is_held_out(game["id"])]
    course = Course(1, 0, CLASSIC, Mind())
    found = list(taught(course, lines[:3], 1))
    rows = [len(one) // WIDTH for one in found]
    assert rows == [2 * 2 * game["result"]["rounds"] for game in learned[:3]]


def test_the_file_tells_how_many_games_a_teacher_gave(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    assert value.main([*BRIEFLY, "--teacher", str(games), "--repeat", "3", "-o", str(path)]) == 0
    trained = json.loads(path.read_text(encoding="utf-8"))["trained"]
    assert trained["taught"] == len(lines_of(games))
    assert trained["repeat"] == 3
    assert network.read(path).rows


def test_a_teacher_has_seen_all_cards(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "value.json")
    teacher = ["--teacher", str(games), "--never-seen", "1"]
    assert value.main([*BRIEFLY, *teacher, "-o", path]) == 2
    assert "leave out --teacher or --never-seen" in capsys.readouterr().err
