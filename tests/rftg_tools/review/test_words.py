"""A review in words: answers, turning points, and the summary that the command prints."""

from pathlib import Path

import pytest

from rftg_engine import Options
from rftg_tools.review.analysis import Store, run_analysis
from rftg_tools.review.decisions import INDISTINGUISHABLE
from rftg_tools.review.review import (
    display_names,
    format_chance,
    format_moment,
    format_points,
    format_summary,
    review_data,
)
from tests.rftg_tools.review.games import game


def test_players_of_one_name_are_told_apart_by_their_seat() -> None:
    assert display_names(["Ann", "greedy", "greedy", ""]) == [
        "Ann",
        "greedy 2",
        "greedy 3",
        "Player 4",
    ]


def test_a_chance_that_is_not_certain_is_not_said_to_be() -> None:
    said = [format_chance(one) for one in (0.0, 0.001, 0.41, 0.999, 1.0)]
    assert said == ["0 %", "under 1 %", "41 %", "over 99 %", "100 %"]


def test_differences_have_their_sign() -> None:
    assert [format_points(one) for one in (0.12, -0.12, 0.0)] == ["+12", "−12", "0"]


def test_moments_are_named_by_round_and_phase() -> None:
    said = [format_moment(0, "setup"), format_moment(4, "settle"), format_moment(4, "choose")]
    assert said == ["Setup", "Round 4, Settle", "Round 4, actions"]


@pytest.mark.parametrize(
    ("options", "sets"),
    [
        (Options(2), "base"),
        (Options(4, goals=True, takeovers=True), "brink-of-war"),
        (Options(2, experienced=True), "brink-of-war"),
        (Options(3, modules=("invasion",)), "xeno-invasion"),
    ],
)
@pytest.mark.slow
def test_a_whole_game_is_told_in_words(options: Options, sets: str, tmp_path: Path) -> None:
    reviewed = game(options, sets, playouts=1)
    store = Store(tmp_path / "x.json", reviewed.plan)
    run_analysis(reviewed.plan, store, 2)
    data = review_data(reviewed, store.found)
    assert data["complete"]
    assert len(data["decisions"]) + len(data["not_rated"]) == len(reviewed.plan.answers)
    for decision in data["decisions"]:
        labels = [str(option["label"]) for option in decision["options"]]
        assert len(set(labels)) == len(labels), labels
        assert sum(option["taken"] for option in decision["options"]) == 1
        assert sum(option["bot"] for option in decision["options"]) == 1
    said = format_summary(data)
    assert "chance to win" in said
    assert all(name in said for name in data["players"])


def test_what_has_not_been_looked_at_is_left_out() -> None:
    reviewed = game()
    data = review_data(reviewed, {"answer 0": None})
    assert not data["complete"]
    assert data["chart"] == data["decisions"] == data["turning_points"] == []
    assert data["not_rated"] == [{"number": 0, "reason": INDISTINGUISHABLE}]


def test_nothing_that_a_terminal_would_act_on_is_said() -> None:
    data = review_data(game(), {}) | {"note": "broken off: \x1b[2J", "players": ["\x1b]", "b"]}
    assert "\x1b" not in format_summary(data)
