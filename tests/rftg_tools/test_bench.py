"""The benchmark runs and names its figures; no figure is asserted."""

from __future__ import annotations

import json

import pytest

from rftg_tools.bench import BOTS, KINDS, main


def test_there_is_a_row_for_each_bot_and_kind_of_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    rows = [(row["bot"], row["kind"]) for row in figures["games"]]
    assert rows == [(bot, kind) for bot in BOTS for kind in KINDS]
    assert all(row["games"] > 0 for row in figures["games"])
    assert figures["forks_a_second"] > 0


def test_the_table_is_printed_for_a_reader(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("bot     game         games/s")
    assert "forks/s" in printed


def test_the_profile_names_functions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01", "--profile"]) == 0
    assert "_run" in capsys.readouterr().out


def test_sets_that_cannot_be_played_are_code_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sets", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
