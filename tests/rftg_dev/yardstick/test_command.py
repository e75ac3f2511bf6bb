"""The yardstick as a command: what it prints, its exit codes, and that it is repeated exactly."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from rftg_dev.yardstick import export
from rftg_dev.yardstick.__main__ import main

QUICK = ["--jobs", "1", "--games", "2", "--levels", "greedy"]


def test_the_same_games_are_measured_the_same_in_one_process_and_in_two(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = [str(games), "--kinds", "base-2p", "--levels", "greedy", "--games", "2", "--json"]
    found = []
    for jobs in ("1", "2"):
        assert main([*wanted, "--jobs", jobs]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    measured = found[0]["base-2p"]
    assert measured["foresight"]["value"]["games"] == 1
    assert measured["agreement"]["games"]["exact"] == 1
    assert measured["cards"]["games"] == [2, 2]


def test_a_sample_is_the_first_games_of_each_part_and_whole_takes_all(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [str(games), "--kinds", "base-2p", "--parts", "foresight", "--json", "--jobs", "1"]
    assert main([*asked, "--sample", "3", "--whole"]) == 0
    found = json.loads(capsys.readouterr().out)["base-2p"]
    assert list(found) == ["foresight"]
    assert found["foresight"]["score"]["games"] == 3


def test_the_tables_name_values_kinds_of_decisions_and_cards(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(games), *QUICK, "--kinds", "base-2p", "arc1-3p"]) == 0
    text = capsys.readouterr().out
    for part in ("# base-2p", "# arc1-3p", "classic", "place world", "greedy", "rank correlation"):
        assert part in text
    assert max(map(len, text.splitlines())) < 160


def test_games_that_our_rules_do_not_lead_to_are_a_finding(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "positions-greedy-base-2p.jsonl.gz"
    with gzip.open(games / name, "rt") as good, gzip.open(tmp_path / name, "wt") as bad:
        for line in good:
            bad.write(line.replace('"answer":"settle"', '"answer":"search"'))
    assert main([str(tmp_path), *QUICK, "--parts", "agreement"]) == 1
    assert "unlike: greedy-base-2p/01000007: round" in capsys.readouterr().out


def test_what_cannot_be_measured_is_told(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert "has no positions-*.jsonl.gz" in capsys.readouterr().err
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err
    assert main([str(games), "--kinds", "base-5p"]) == 2
    assert "no positions of base-5p; there are: " in capsys.readouterr().err
    bad = tmp_path / "positions-greedy-base-2p.jsonl.gz"
    shutil.copy(games / bad.name, bad)
    with gzip.open(bad, "at") as file:
        file.write("{}\n")
    assert main([str(tmp_path), *QUICK, "--parts", "foresight"]) == 2
    assert f"error: {bad.name}: line 12: it is no game" in capsys.readouterr().err


def test_games_of_no_kind_are_not_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export.main(["chess", "-o", str(tmp_path)]) == 2
    assert "'expert-chess' names no kind of game" in capsys.readouterr().err
    assert export.main(["base-2p", "--games", "1", "-o", str(tmp_path / "nowhere")]) == 2
