"""Matches between levels of bots."""

from __future__ import annotations

import json

import pytest

from rftg_dev.studies.strength import main


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


def test_a_table_says_the_same_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "random:random", "--games", "2", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("base")
    assert "random:random" in lines[0]


@pytest.mark.parametrize("match", ["greedy", "greedy:clever", "a:b:c"])
def test_a_match_of_unknown_levels_is_refused(
    match: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--matches", match]) == 2
    assert "levels: master, expert, classic, greedy, random" in capsys.readouterr().err
