"""The benchmark runs and names its figures; no figure is asserted."""

from __future__ import annotations

import json

import pytest

from rftg_engine import Options
from rftg_tools.bench import BOTS, CARDS, KINDS, main


def test_there_is_a_row_for_each_bot_and_kind_of_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    rows = [(row["cards"], row["bot"], row["kind"]) for row in figures["games"]]
    assert rows == [(one.label, bot, kind) for one in CARDS for bot in BOTS for kind in KINDS]
    assert all(row["games"] > 0 for row in figures["games"])
    assert all(rate > 0 for rate in figures["forks_a_second"].values())


def test_all_rules_are_those_a_set_brings() -> None:
    plain, arc, all_rules = (one.options("3 players") for one in CARDS)
    assert plain == arc == Options(3)
    assert all_rules == Options(3, goals=True, takeovers=True)


def test_other_sets_are_measured_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01", "--json", "--sets", "base, gathering-storm"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {row["cards"] for row in figures["games"]} == {"base, gathering-storm"}


def test_the_table_is_printed_for_a_reader(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01", "--sets", "base"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("cards       bot     game         games/s  of base")
    assert "forks/s" in printed


def test_the_profile_names_functions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.01", "--profile", "--sets", "base"]) == 0
    assert "_run" in capsys.readouterr().out


def test_sets_that_cannot_be_played_are_code_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sets", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
