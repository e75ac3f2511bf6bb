"""What the yardstick measures: made-up values, choices and cards of which the answer is known."""

from __future__ import annotations

import json
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_dev.yardstick.agreement import agreement, as_data
from rftg_dev.yardstick.cards import FEWEST, Fates, _corrected, compare, rank_correlation
from rftg_dev.yardstick.foresight import (
    Forecast,
    chance,
    examples,
    fit,
    judge,
    log_loss,
    own_chance,
)
from rftg_dev.yardstick.positions import Game, read_games, read_lines
from rftg_engine.bots.evaluator import win_chance


def made_up(slope: float, players: int, count: int) -> list[Forecast]:
    """Forecasts of a value of which the slope is known but for chance."""
    rng = Random(f"{slope}/{players}")
    found = []
    for number in range(count):
        value = rng.gauss(0.0, 3.0)
        won = float(rng.random() < chance(value, slope, players))
        values = {"told": value, "noise": rng.gauss(0.0, 3.0), "equal": 0.0}
        found.append(Forecast(str(number), players, 1 + number % 12, values, won))
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_a_value_of_nothing_is_a_par_chance(players: int) -> None:
    assert chance(0.0, 0.7, players) == pytest.approx(1 / players)
    assert chance(2.0, 0.7, players) > 1 / players > chance(-2.0, 0.7, players)


@pytest.mark.parametrize("players", [2, 4])
def test_the_slope_of_a_value_is_found(players: int) -> None:
    assert fit(made_up(0.5, players, 6_000), "told") == pytest.approx(0.5, abs=0.05)
    assert fit(made_up(0.5, players, 6_000), "noise") == pytest.approx(0.0, abs=0.03)


def test_a_value_that_tells_loses_less_than_noise_and_is_calibrated() -> None:
    forecasts = made_up(0.5, 2, 8_000)
    found = judge(forecasts[:4_000], forecasts[4_000:])
    assert found["told"]["log_loss"] < 0.6 < found["noise"]["log_loss"]
    assert found["equal"]["log_loss"] == pytest.approx(log(2))
    assert found["told"]["beside"] == 0.0
    assert found["noise"]["beside"] > 5 * found["noise"]["beside_half"] > 0.0
    assert found["told"]["calibration_error"] < 0.03
    rows = found["told"]["calibration"]
    assert sum(row["count"] for row in rows) == 4_000
    assert [row["from"] for row in rows] == sorted(row["from"] for row in rows)
    assert sum(row["forecasts"] for row in found["told"]["by_rounds_left"]) == 4_000


def test_a_value_that_says_chances_itself_is_judged_as_it_is() -> None:
    forecasts = [
        Forecast(one.game, one.players, one.left, {"chance": one.values["told"]}, one.won)
        for one in made_up(0.5, 2, 400)
    ]
    found = judge(forecasts[:200], forecasts[200:])
    assert found["chance"]["slope"] == 1.0
    assert fit(forecasts[:200], "chance") < 0.7


@pytest.mark.parametrize("kind", ["base-2p", "arc1-3p"])
def test_the_chance_that_bots_see_is_what_is_judged(games: Path, kind: str) -> None:
    game, _record = first_games(games, kind, 1)[0]
    for one in examples(game):
        said = chance(own_chance(one.seen), 1.0, game["players"])
        assert said == pytest.approx(win_chance(one.seen.known, one.seen.view))


def test_a_shared_win_costs_least_where_it_was_foretold() -> None:
    assert log_loss(0.5, 0.5) == pytest.approx(log(2))
    assert log_loss(0.9, 0.5) > log(2)
    assert chance(1e9, 1.0, 2) < 1.0
    assert chance(-1.0, 1.0, 2) == pytest.approx(1 / (1 + exp(1)))


def test_nothing_to_judge_by_is_an_error() -> None:
    with pytest.raises(ValueError, match="there are no games to fit a value on"):
        judge([], made_up(0.5, 2, 1))


def first_games(folder: Path, kind: str, count: int) -> list[tuple[Game, bytes]]:
    told = read_games(folder / f"positions-greedy-{kind}.jsonl.gz")
    kept = read_lines(folder / f"greedy-{kind}.jsonl.gz")
    return [(game, line) for game, (_at, line) in zip(told, kept, strict=True)][:count]


@pytest.mark.parametrize("kind", ["base-2p", "arc1-3p"])
def test_a_bot_agrees_with_its_own_games(games: Path, kind: str) -> None:
    for game, record in first_games(games, kind, 2):
        found = as_data(agreement(game, record, ["greedy", "random"]))
        assert found["games"] == {"exact": 1, "in_part": 0, "in_words": 0, "unlike": 0}
        mine = [row for row in found["kinds"] if row["level"] == "greedy"]
        assert {row["same"] for row in mine} == {row["in_common"] for row in mine} == {1.0}
        assert {"action", "explore", "place world"} <= {row["kind"] for row in mine}
        told = sum(len(one["decisions"]) for one in game["rounds"])
        assert sum(row["asked"] for row in mine) == told
        assert found["calls"]["player"] == found["calls"]["greedy"] != found["calls"]["random"]


def test_without_a_record_the_choice_of_actions_is_judged_by_words(games: Path) -> None:
    for game, _record in first_games(games, "arc1-2pa", 3):
        found = as_data(agreement(game, None, ["greedy"]))
        assert found["games"] == {"exact": 0, "in_part": 0, "in_words": 1, "unlike": 0}
        assert {row["same"] for row in found["kinds"]} == {1.0}
        assert {row["kind"] for row in found["kinds"]} <= {"action", "first action", "late action"}


def test_a_record_that_parts_is_followed_so_far_and_words_give_the_rest(games: Path) -> None:
    game, line = first_games(games, "base-2p", 1)[0]
    record = json.loads(line)
    record["steps"][20][1] = "0" * 16
    found = as_data(agreement(game, json.dumps(record).encode(), ["greedy"]))
    assert found["games"]["in_part"] == 1
    assert game["id"] in found["in_part"][0]
    actions = next(row for row in found["kinds"] if row["kind"] == "action")
    asked = [one["kind"] for rounds in game["rounds"] for one in rounds["decisions"]]
    assert actions["asked"] == asked.count("action")
    others = sum(row["asked"] for row in found["kinds"] if row["kind"] != "action")
    assert 0 < others < len(asked) - asked.count("action")


def test_words_that_the_rules_do_not_lead_to_are_told(games: Path) -> None:
    game: Any = json.loads(json.dumps(first_games(games, "base-2p", 1)[0][0]))
    game["rounds"][3]["decisions"][0]["answer"] = "search"
    found = agreement(game, None, ["greedy"])
    assert found.unlike == [f"{game['id']}: round 3: action: 'search' is no answer here"]


# --- cards


def side(hand: list[str], tableau: list[str]) -> dict[str, Any]:
    return {"hand": hand, "tableau": tableau}


def short_game(winner: int, played: dict[int, str], seen: list[list[str]]) -> Any:
    """A game of one round: who placed which card, and who had which in hand."""
    decisions = [
        {"player": seat, "kind": "place world", "answer": title} for seat, title in played.items()
    ]
    start = {"players": [side(hand, ["Home"]) for hand in seen]}
    rounds = [
        {"round": 0, "start": None, "decisions": []},
        {"round": 1, "start": start, "decisions": decisions},
    ]
    final = {"players": [side([], ["Home"]) for _hand in seen]}
    return {
        "players": len(seen),
        "result": {"winners": [winner]},
        "rounds": rounds,
        "final": final,
    }


def test_a_card_that_winners_play_has_an_effect_and_a_rate() -> None:
    fates = Fates()
    for number in range(4 * FEWEST):
        seat = number % 2
        plays = number % 4 < 2
        seen = [["Good"], []] if seat == 0 else [[], ["Good"]]
        played = {seat: "Good"} if plays else {}
        fates.add(short_game(seat if plays else 1 - seat, played, seen))
    assert fates.rates() == {"Good": 0.5}
    assert fates.effects() == {"Good": pytest.approx(1.0)}


def test_a_seat_that_wins_more_often_gives_its_cards_no_effect() -> None:
    fates = Fates()
    for number in range(8 * FEWEST):
        played = {0: "Any"} if number % 2 else {1: "Any"}
        fates.add(short_game(0, played, [["Any"], ["Any"]]))
    assert fates.effects() == {"Any": pytest.approx(0.0)}


def test_cards_seen_seldom_are_not_told() -> None:
    fates = Fates()
    fates.add(short_game(0, {0: "Rare"}, [["Rare"], []]))
    assert fates.rates() == fates.effects() == {}


def test_ranks_are_compared_and_not_values() -> None:
    ones = {"a": 1.0, "b": 2.0, "c": 3.0, "x": 0.0}
    assert rank_correlation(ones, {"a": 1.0, "b": 10.0, "c": 1e6}) == pytest.approx(1.0)
    assert rank_correlation(ones, {"a": 3.0, "b": 2.0, "c": 1.0}) == pytest.approx(-1.0)
    assert rank_correlation(ones, {"a": 1.0, "b": 1.0, "c": 2.0}) == pytest.approx(0.866, abs=1e-3)
    assert rank_correlation(ones, {"a": 1.0}) is None
    assert rank_correlation(ones, dict.fromkeys("abc", 1.0)) is None


def test_chance_is_taken_off_a_correlation() -> None:
    assert _corrected(0.5, [1.0, 1.0]) == 0.5
    assert _corrected(0.5, [0.5, 0.5]) == pytest.approx(0.75)
    assert _corrected(0.9, [0.5, 0.5]) == 1.0
    assert _corrected(0.5, [0.5, -0.1]) is None
    assert _corrected(0.5, [0.5, None]) is None


def test_a_player_is_like_itself(games: Path) -> None:
    own = [game for game, _record in first_games(games, "base-2p", 11)] * 3
    found = compare(own, own)
    assert found["games"] == [33, 33]
    assert found["plays"]["rank_correlation"] == pytest.approx(1.0)
    assert all(row["theirs"] == row["ours"] for row in found["plays"]["apart"])
