"""The benchmark runs and names its figures; no figure is asserted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rftg_dev.bench.__main__ import main, parser
from rftg_dev.bench.commands import command_times
from rftg_dev.bench.games import CARDS, PLAYERS
from rftg_engine import COMPILED, Options
from rftg_engine.bots import LEVELS
from tests.rftg_dev.bench.test_engines import a_wheel

BOTS = ("greedy", "random")
QUICK = ["--seconds", "0.01", "--games-only", "--bots", *BOTS]
"""Of other levels no figure is made in another way, but a game of some takes a minute."""
Output = pytest.CaptureFixture[str]


@pytest.mark.soak
def test_there_is_a_rate_for_each_bot_and_number_of_players(capsys: Output) -> None:
    assert main([*QUICK, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    rates = [(one["cards"], one["bot"], one["players"]) for one in found["rates"]]
    labels = [one.label for one in CARDS]
    assert rates == [(label, bot, seats) for label in labels for bot in BOTS for seats in PLAYERS]
    assert all(one["games"] > 0 and one["compiled"] is COMPILED for one in found["rates"])
    assert [one["cards"] for one in found["forks"]] == labels
    assert all(one["forks_a_second"] > 0 for one in found["forks"])


def test_all_levels_are_measured_unless_some_are_named() -> None:
    assert parser().parse_args([]).bots == LEVELS
    assert tuple(parser().parse_args(QUICK).bots) == BOTS


def test_all_rules_are_those_a_set_brings() -> None:
    plain, arc, all_rules = (one.options(4) for one in CARDS)
    assert plain == arc == Options(4)
    assert all_rules == Options(4, goals=True, takeovers=True)


def test_other_sets_are_measured_alone(capsys: Output) -> None:
    assert main([*QUICK, "--json", "--sets", "base, gathering-storm"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["cards"] for one in found["rates"]} == {"base, gathering-storm"}


@pytest.mark.soak
def test_figures_are_kept_and_compared_with_the_last(tmp_path: Path, capsys: Output) -> None:
    history = tmp_path / "speed.jsonl"
    again = [*QUICK, "--sets", "base", "--history", str(history), "--compare"]
    assert main(again) == 0
    first = capsys.readouterr().out
    assert first.startswith("cards       bot     players  decisions a game")
    assert "no earlier figures of this machine" in first
    assert main(again) == 0
    second = capsys.readouterr().out
    assert "\nsince 2" in second
    assert "games/s: base, random, 2 players" in second
    assert [json.loads(line)["machine"] != "" for line in history.open()] == [True, True]


def test_with_a_plain_wheel_the_present_engine_is_measured_alone(
    tmp_path: Path, capsys: Output
) -> None:
    wheel = a_wheel(tmp_path, library="")
    assert main([*QUICK, "--sets", "base", "--compiled", str(wheel)]) == 0
    printed = capsys.readouterr()
    assert "rftg.whl' is not compiled" in printed.err
    assert "base        random" in printed.out


@pytest.mark.soak
def test_check_and_print_are_timed_in_new_processes() -> None:
    check, *rest = command_times(1, ["new-worlds"])
    assert check.name == "check"
    assert [one.name for one in rest] == ["print"]
    assert 0 < check.cpu_seconds < rest[0].cpu_seconds


@pytest.mark.skipif(COMPILED, reason="the profiler sees no function of a compiled engine")
def test_the_profile_names_functions(capsys: Output) -> None:
    assert main(["--seconds", "0.01", "--profile", "--sets", "base"]) == 0
    assert "_run" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["--sets", "nowhere"], ["--compiled", "nowhere"], ["--history", "no/folder/x"]]
)
def test_what_cannot_be_used_is_code_two(arguments: list[str], capsys: Output) -> None:
    assert main([*QUICK, "--sets", "base", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert arguments[1].split("/")[0] in error
