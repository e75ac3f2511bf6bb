"""Chances from few games, and how long work is expected to take."""

import pytest

from rftg_tools.intervals import smoothed_proportion, wilson
from rftg_tools.progress import format_duration, print_duration, seconds_per_call


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("games", [1, 2, 10, 240])
def test_few_games_drive_no_chance_to_0_or_1(players: int, games: int) -> None:
    even = 1 / players
    for won in range(games + 1):
        low, high = wilson(won, games)
        assert low <= smoothed_proportion(won, games, even) <= high
        assert 0 < smoothed_proportion(won, games, even) < 1
    shares = [
        smoothed_proportion(games, games, even),
        *[smoothed_proportion(0, games, even)] * (players - 1),
    ]
    assert sum(shares) == pytest.approx(1)


def test_many_games_say_what_they_say() -> None:
    assert smoothed_proportion(2, 2) == pytest.approx(0.67, abs=0.005)
    assert smoothed_proportion(180, 240) == pytest.approx(0.75, abs=0.01)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (8.4, "8 s"), (42, "40 s"), (150, "2 min"), (2900, "50 min"), (9000, "2 h")],
)
def test_a_duration_is_no_more_exact_than_an_estimate(seconds: float, words: str) -> None:
    assert format_duration(seconds) == words


def test_a_sample_leaves_out_what_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    def work(number: int) -> None:
        now[0] += 0.25 if number else 9

    assert seconds_per_call(work) == pytest.approx(0.25)


@pytest.mark.parametrize("on_terminal", [False, True])
def test_an_estimate_is_told_on_a_terminal_only(
    on_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: on_terminal)
    print_duration(180, 45)
    told = "about 3 min on this machine; with --quick 40 s\n" if on_terminal else ""
    assert capsys.readouterr().err == told
