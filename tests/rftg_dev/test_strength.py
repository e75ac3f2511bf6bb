"""Matches between levels of bots, and between what experts have learned."""

import json
import shutil
from pathlib import Path

import pytest

from rftg_dev.strength import main
from rftg_engine.bots import network, policy


def test_a_match_is_played_with_each_kind_of_cards_and_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--matches", "random:random", "--games", "4", "--jobs", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["cards"], row["players"]) for row in rows] == [
        ("base", 2),
        ("base", 4),
        ("arc 1, all", 2),
        ("arc 1, all", 4),
    ]
    for row in rows:
        assert row["games"] == 4
        assert row["low"] <= row["wins"] <= row["high"]


def test_players_alike_win_their_part_of_each_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(network.SHIPPED, tmp_path)
    match = ["--matches", f"{tmp_path}:expert", "--players", "2", "--json"]
    assert main([*match, "--cards", "base", "--games", "6", "--jobs", "1"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["wins"] == pytest.approx(row["par"]), "every seat of every deal once"


def test_a_table_says_the_same_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "random:random", "--games", "2", "--jobs", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("base       2 players  random:random")
    assert "from par" in lines[0]


@pytest.mark.parametrize("match", ["greedy", "a:b:c"])
def test_what_is_no_match_is_refused(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", match]) == 2
    assert f"{match} is not a match" in capsys.readouterr().err


def test_a_player_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "greedy:clever"]) == 2
    assert "levels: master, expert, classic, greedy, random" in capsys.readouterr().err
    assert main(["--matches", f"{tmp_path}:expert"]) == 2
    assert "holds none of weights.json, value.json, policy.json" in capsys.readouterr().err
    shutil.copy(network.SHIPPED, tmp_path / policy.SHIPPED.name)
    assert main(["--matches", f"{tmp_path}:expert"]) == 2
    assert "policy.json: this is not rftg-policy/1" in capsys.readouterr().err
