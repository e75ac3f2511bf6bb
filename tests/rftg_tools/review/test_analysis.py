"""Every moment of a game is looked at: the same figures whoever works, chances that sum to 1."""

import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gamekit.chance import Chance
from rftg_dsl.resources import data_folder
from rftg_dsl.sets.robot import shipped_robot
from rftg_engine import Options, resume
from rftg_engine.bots.determinize import shuffle_unknown
from rftg_engine.game import new_game
from rftg_tools.progress import remaining_seconds
from rftg_tools.review.analysis import (
    Store,
    analyse_all,
    findings_path,
    key_of,
    review_moments,
    run_analysis,
    work_left,
)
from rftg_tools.review.chart import chances, points
from rftg_tools.review.decisions import DRAFTED, MIN_GAMES, Rating, rate
from rftg_tools.review.plan import begin, groups, moment_of, play_ahead
from rftg_tools.review.review import review_data
from rftg_tools.workers.fingerprint import fingerprint
from tests.rftg_tools.review.games import game, record
from tests.solitaire import table_of

GAME = game()
SOLITAIRE = Options(2, experienced=True, robot="medium")
ARC = Options(3, goals=True, takeovers=True)


@pytest.mark.slow
def test_any_number_of_workers_finds_the_same(tmp_path: Path) -> None:
    one, two = Store(tmp_path / "1.json", GAME.plan), Store(tmp_path / "2.json", GAME.plan)
    run_analysis(GAME.plan, one, 1)
    run_analysis(GAME.plan, two, 2)
    assert one.found == two.found
    assert len(one.found) == len(review_moments(GAME.plan))


@pytest.mark.slow
def test_a_review_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path, plan = tmp_path / "game.review.json", game(playouts=1).plan
    store = Store(path, plan)
    for name, found in analyse_all(plan, {}, 1):
        store.found[name] = found
        if len(store.found) == 9:
            break
    store.write()
    again = Store(path, plan)
    assert len(again.found) == 9
    assert len(list(analyse_all(plan, again.found, 1))) == len(review_moments(plan)) - 9


def test_the_time_left_allows_for_later_decisions_to_be_quicker() -> None:
    seconds = [60 - number for number in range(60)]
    for done in (5, 20, 40, 59):
        taken, to_come = sum(seconds[:done]), sum(seconds[done:])
        assert remaining_seconds(taken, work_left(60, done)) == pytest.approx(to_come, rel=0.5)
    assert remaining_seconds(sum(seconds), work_left(60, 60)) == 0


def test_findings_of_another_plan_or_in_a_damaged_file_are_not_used(tmp_path: Path) -> None:
    path = tmp_path / "game.review.json"
    store = Store(path, GAME.plan)
    store.found["answer 0"] = None
    store.write()
    assert Store(path, game(playouts=5).plan).found == {}
    path.write_text('{"format": ', encoding="utf-8")
    assert Store(path, GAME.plan).found == {}


def test_findings_lie_beside_the_record() -> None:
    assert findings_path(Path("a/game-1.json"), None) == Path("a/game-1.review.json")
    assert findings_path(Path("a/games.jsonl.gz"), "17") == Path("a/games-17.review.json")
    assert findings_path(Path("a/games.jsonl"), "b/17") == Path("a/games-b%2F17.review.json")


def test_no_record_shares_its_findings_with_another_or_is_where_they_are_kept() -> None:
    names = ["g", "g.1.json", "g.2.json", "g.review.json", "g.review.review.json"]
    places = [findings_path(Path(name), None).name for name in names]
    assert len(set(places)) == len(places)
    assert all(name != place for name, place in zip(names, places, strict=True))


def test_findings_are_for_the_cards_rules_and_tools_that_they_were_made_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = tmp_path / "cards"
    shutil.copytree(data_folder("cards"), cards)
    with (cards / "base.yaml").open("a", encoding="utf-8") as file:
        file.write("# another card\n")
    changed: dict[str, Path] = {}
    monkeypatch.setattr(
        "rftg_tools.workers.fingerprint.data_folder",
        lambda name: changed.get(name, data_folder(name)),
    )
    monkeypatch.setattr("rftg_tools.review.analysis.fingerprint", fingerprint.__wrapped__)
    before = key_of(GAME.plan)
    changed["cards"] = cards
    assert key_of(GAME.plan) != before
    changed.clear()
    assert key_of(GAME.plan) == before


def test_of_findings_only_those_are_used_that_a_review_can_be_made_of(tmp_path: Path) -> None:
    names = [spot.name for spot in review_moments(GAME.plan)]
    rated = next(
        data for name, data in analyse_all(GAME.plan, {}, 1) if data and name.startswith("answer")
    )
    name, first = f"answer {rated['number']}", rated["options"][0]
    chart = next(one for one in names if one.startswith("chart"))
    store = Store(tmp_path / "g.review.json", GAME.plan)
    for good in (None, rated):
        assert kept(store, {name: good}) == {name: good}
    assert kept(store, {chart: [0.5, 0.5]}) == {chart: [0.5, 0.5]}
    for bad in ([0.5], [0.5, 2], [0.5, float("nan")], [0.5, "0.5"], None, {}):
        assert kept(store, {chart: bad}) == {}
    wrong: list[dict[str, Any]] = [
        {"options": []},
        {"options": [[[9_999], *first[1:]]]},
        {"options": [first[:2]]},
        {"options": [[first[0], "1", 0, 1, 4]]},
        {"taken": 99},
        {"taken": True},
        {"number": -1},
        {"behind": [0, 0, 0]},
        {"behind": [9, 0, 0, 0]},
        {"more": 1},
    ]
    for data in (*(rated | one for one in wrong), [], 7, "text"):
        assert kept(store, {name: data}) == {}
    assert kept(store, {"answer 9999": None, "chart -1": [0.5, 0.5], "": 1}) == {}


def kept(store: Store, found: dict[str, Any]) -> dict[str, Any]:
    """What is read again of such findings."""
    store.found = found
    store.write()
    return Store(store.path, GAME.plan).found


def test_the_record_is_played_through_all_of_its_answers() -> None:
    played = begin(GAME.plan)
    firsts = list(groups(GAME.plan, played))
    assert played.over
    assert firsts[0] == 0
    assert played.answers == list(GAME.plan.answers)


@pytest.mark.parametrize(("options", "sets"), [(Options(2), "base"), (ARC, "brink-of-war")])
def test_the_chances_of_all_players_sum_to_one_at_each_point(options: Options, sets: str) -> None:
    plan = game(options, sets).plan
    found = points(plan)
    assert [point.step for point in found].count("") == 1
    assert found[0].round == 1
    for point in found[::9]:
        assert sum(chances(plan, point)) == pytest.approx(1)


def test_each_round_has_a_point_at_its_start() -> None:
    found = points(GAME.plan)
    starts = [point.round for point in found if point.step == "choose"]
    assert starts == list(range(1, GAME.result["rounds"] + 1))


def test_the_last_point_is_the_result() -> None:
    last = points(GAME.plan)[-1]
    won = chances(GAME.plan, last)
    assert [seat for seat, share in enumerate(won) if share] == GAME.result["winners"]


def test_every_decision_with_answers_that_differ_is_rated() -> None:
    for number in range(0, len(GAME.plan.answers), 5):
        rating = rate(GAME.plan, number)
        if rating is not None:
            answers = [one.answer for one in rating.options]
            assert GAME.plan.answers[number] == answers[rating.taken]
            assert 2 <= len(answers) <= rating.legal
            assert Rating.from_data(rating.data()) == rating


def test_the_winner_of_a_game_is_seen_ahead_by_a_glance_near_its_end() -> None:
    point = [one for one in points(GAME.plan) if one.step == "choose"][-1]
    ahead = []
    for seat in range(2):
        played, _decision = moment_of(GAME.plan, point.answers)
        ahead.append(play_ahead(GAME.plan, played, seat, "glance"))
    assert [ahead.index(max(ahead))] == GAME.result["winners"]


def test_options_that_were_only_glanced_at_come_after_those_compared() -> None:
    plan = game(playouts=60).plan
    rating = next(one for one in map(partial(rate, plan), range(99)) if one and one.legal > 4)
    games = [one.games for one in rating.options]
    compared = [number for number, one in enumerate(games) if one > MIN_GAMES]
    assert compared == list(range(len(compared)))
    assert {rating.taken, rating.bot} <= set(compared)
    assert len(compared) <= 3 < len(games)


def test_a_draft_is_not_rated() -> None:
    drafted = game(Options(2, draft=True), "brink-of-war")
    assert rate(drafted.plan, 0) is None
    assert review_data(drafted, {"answer 0": None})["not_rated"] == [
        {"number": 0, "reason": DRAFTED}
    ]


def test_the_record_that_is_reviewed_is_the_one_that_replays() -> None:
    recorder = resume(GAME.plan.table, record())
    assert recorder.game.answers == list(GAME.plan.answers)


def test_all_that_will_be_drawn_lies_in_another_order_and_hands_as_they_are() -> None:
    solo = new_game(table_of(("base",), shipped_robot()), SOLITAIRE, "1")
    while solo.step != "choose":
        solo.answer(0, solo.pending[0].first())
    true = solo.state
    stack = true.players[1].hand
    twins = [shuffle_unknown(true, Chance(str(nth))) for nth in range(9)]
    assert len(stack) > 2
    assert all(sorted(twin.players[1].hand) == sorted(stack) for twin in twins)
    assert len({tuple(twin.players[1].hand) for twin in twins}) > 1
    assert len({tuple(twin.deck) for twin in twins}) == 9
    assert all(twin.players[0].hand == true.players[0].hand for twin in twins)
