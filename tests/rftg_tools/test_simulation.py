"""Simulations: the same figures for any number of processes, and figures that add up."""

import pickle

import pytest

from rftg_dsl.bundle import pack
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_engine import Options, replay
from rftg_tools.intervals import wilson
from rftg_tools.simulation.games import (
    Outcome,
    Plan,
    average_counts,
    play_games,
    play_one,
    summarize,
)
from rftg_tools.simulation.race import table_of

BASE = pack(["base"])
PLAN = Plan("race", BASE, Options(2), ("greedy", "random"), 5)


def test_the_number_of_processes_does_not_change_the_outcomes() -> None:
    assert list(play_games(PLAN, 12, 1)) == list(play_games(PLAN, 12, 2))


def test_another_seed_plays_other_games() -> None:
    other = Plan("race", BASE, Options(2), ("greedy", "random"), 6)
    assert list(play_games(PLAN, 3, 1)) != list(play_games(other, 3, 1))


def test_seats_rotate_from_game_to_game() -> None:
    plan = Plan("race", BASE, Options(3), ("greedy", "random"), 1)
    assert [[plan.entrant(game, seat) for seat in range(3)] for game in range(3)] == [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
    ]
    assert [plan.level(entrant) for entrant in range(3)] == ["greedy", "random", "greedy"]


def test_a_recorded_game_is_the_same_game_and_can_be_replayed() -> None:
    recorded = Plan("race", BASE, Options(2), ("greedy", "random"), 5, record=True)
    with_record, without = play_one(recorded, 3), play_one(PLAN, 3)
    assert with_record.record is not None
    assert (with_record.scores, with_record.decisions) == (without.scores, without.decisions)
    done = replay(table_of(("base",)), with_record.record)
    assert done.game.state.round == without.rounds


def test_the_robot_always_has_the_second_seat_and_no_bot_answers_for_it() -> None:
    options = Options(2, experienced=True, robot="easy")
    plan = Plan("race", BASE, options, ("random",), 5, record=True, parts=(shipped_robot(),))
    assert [[plan.entrant(game, seat) for seat in range(2)] for game in range(2)] == [[0, 1]] * 2
    assert [plan.level(entrant) for entrant in range(2)] == ["random", "robot"]
    assert pickle.loads(pickle.dumps(plan)) == plan
    outcomes = list(play_games(plan, 8, 2))
    assert outcomes == list(play_games(plan, 8, 1))
    assert all(one.record and one.record["players"] == ["random", "robot"] for one in outcomes)
    assert summarize(plan, outcomes)["robot"] == "easy"


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (10, 10, 0.7225, 1)],
)
def test_wilson_intervals_are_those_of_published_tables(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-4)


def test_without_a_trial_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_summary_adds_up_over_the_games_that_ended() -> None:
    outcomes = [
        Outcome((1.0, 0.0), (30, 20), 10, 100, True, None),
        Outcome((0.5, 0.5), (25, 25), 12, 140, True, None),
        Outcome((0.0, 1.0), (10, 40), 500, 300, False, None),
    ]
    summary = summarize(PLAN, outcomes)
    assert (summary["games"], summary["unfinished"]) == (3, 1)
    assert (summary["mean_rounds"], summary["mean_decisions"]) == (11, 120)
    first, second = summary["players"]
    assert (first["wins"], second["wins"]) == (1.5, 0.5)
    assert first["win_rate"] == 0.75
    assert first["mean_score"] == pytest.approx(55 / 2)
    assert first["win_rate_low"] < 0.75 < first["win_rate_high"]
    assert (first["bot"], second["bot"]) == ("greedy", "random")


def test_games_are_told_by_what_ended_them_and_by_all_of_it() -> None:
    ended = [("tableau",), ("tableau", "chips"), ("chips",), ("tableau",)]
    outcomes = [
        Outcome((1.0, 0.0), (30, 20), 10, 100, True, None, ends=reasons) for reasons in ended
    ]
    assert summarize(PLAN, outcomes)["ends"] == {"tableau": 0.75, "chips": 0.5}


def test_modules_add_figures_of_their_own() -> None:
    plan = Plan("race", pack(("xeno-invasion",)), Options(2, modules=("invasion",)), ("greedy",), 3)
    summary = summarize(plan, list(play_games(plan, 4, 1)))
    held = {name: value for name, value in summary["figures"].items() if "held out" in name}
    assert "attacks of wave 1 held out" in held
    assert all(0.0 <= value <= 1.0 for value in held.values())
    assert "figures" not in summarize(PLAN, list(play_games(PLAN, 1, 1)))


def test_figures_are_the_quotients_of_what_all_games_count() -> None:
    assert average_counts([{"a": (1.0, 4.0)}, {"a": (3.0, 4.0), "b": (1.0, 2.0)}]) == {
        "a": 0.5,
        "b": 0.5,
    }


def test_wins_of_all_players_make_one_a_game() -> None:
    outcomes = list(play_games(Plan("race", BASE, Options(4), ("random",), 2), 6, 1))
    for outcome in outcomes:
        assert sum(outcome.wins) == pytest.approx(1)
        assert outcome.finished


def test_sets_with_errors_cannot_be_played() -> None:
    with pytest.raises(LookupError):
        table_of(("nowhere",))


def test_an_error_of_the_engine_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever designs cards is told how to show it again, not `index out of range`."""
    plan = Plan("race", BASE, Options(2), ("random",), 7)

    def breaks(*_anything: object) -> int:
        raise IndexError("tuple index out of range")

    monkeypatch.setattr("rftg_tools.simulation.games.patience_of", breaks)
    with pytest.raises(RuntimeError, match="game 3 of --sets base --seed 7 failed") as broken:
        play_one(plan, 3)
    again = pickle.loads(pickle.dumps(broken.value))
    assert str(again) == str(broken.value)
