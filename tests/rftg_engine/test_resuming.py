"""A game that goes on from its record is the game that was never left, whatever was saved when."""

import copy
import json
from random import Random
from typing import Any

import jsonschema
import pytest

from gamekit.chance import Chance
from gamekit.decisions import Answer
from rftg_engine import Decision, Options, Recorder, RecordError, replay, resume
from rftg_engine.game import RACE
from rftg_engine.state import State
from tests.game import table_with
from tests.rftg_engine.test_records import schema

TABLE = table_with()
Record = dict[str, Any]
SEATS = [
    {"kind": "human", "level": "", "name": "Ann"},
    {"kind": "bot", "level": "expert", "name": ""},
]


def saved(recorder: Recorder) -> Record:
    """The record as a file gives it back, after its schema was looked at."""
    players = ["a"] * recorder.options.players
    record: Record = json.loads(json.dumps(recorder.record(players)))
    jsonschema.Draft202012Validator(schema()).validate(record)
    return record


def answer_some(recorder: Recorder, rng: Random, count: int) -> None:
    """Answers so many decisions, each player's in turn, and stops anywhere."""
    while count and not recorder.game.over:
        decision = recorder.game.pending[0]
        recorder.game.answer(decision.player, decision.sample(rng))
        count -= 1


def refused(record: Any, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        resume(TABLE, record)


# --- going on


@pytest.mark.parametrize("left", [*range(12), 40, 77, 10_000])
def test_a_game_left_at_any_answer_goes_on_as_if_never_left(left: int) -> None:
    whole = RACE.recorder(TABLE, Options(3), "left")
    answer_some(whole, Random("left"), left)
    resumed = resume(TABLE, saved(whole))
    assert saved(resumed) == saved(whole)
    assert resumed.game.pending == whole.game.pending
    for one in (whole, resumed):
        answer_some(one, Random("on"), 10_000)
    assert resumed.game.over
    assert saved(resumed) == saved(whole)


def test_a_record_does_not_change_when_the_game_goes_on() -> None:
    recorder = RACE.recorder(TABLE, Options(2), "kept")
    answer_some(recorder, Random(1), 20)
    record = recorder.record(["a", "b"])
    before = copy.deepcopy(record)
    answer_some(recorder, Random(1), 20)
    assert record == before


def test_whoever_resumes_is_told_every_answer_and_what_it_answers() -> None:
    recorder = RACE.recorder(TABLE, Options(3), "told")
    answer_some(recorder, Random(3), 31)
    told: list[tuple[Decision, Answer]] = []
    resume(TABLE, saved(recorder), lambda decision, answer: told.append((decision, answer)))
    assert len(told) == 31
    assert all(decision.refusal(answer) is None for decision, answer in told)
    assert [answer for _decision, answer in told[: len(recorder.game.answers)]] == (
        recorder.game.answers
    )


# --- answers that wait for others


def one_has_answered() -> Recorder:
    """Three players give up cards of their starting hands; the second one has done so."""
    recorder = RACE.recorder(TABLE, Options(3), "waiting")
    decision = recorder.game.pending[1]
    recorder.game.answer(decision.player, decision.first())
    return recorder


def test_an_answer_that_waits_for_others_is_saved_and_stays_given() -> None:
    recorder = one_has_answered()
    seat, answer = recorder.game.pending_answers[0]
    record = saved(recorder)
    assert record["answers"] == []
    assert record["waiting"] == [[seat, list(answer)]]
    game = resume(TABLE, record).game
    assert game.pending_answers == [(seat, answer)]
    assert seat not in [decision.player for decision in game.pending]


def test_nothing_waits_once_all_have_answered() -> None:
    recorder = one_has_answered()
    answer_some(recorder, Random(1), 2)
    assert recorder.game.pending_answers == []
    assert "waiting" not in saved(recorder)


@pytest.mark.parametrize(
    ("waiting", "reason"),
    [
        ({}, "must be a list"),
        ([[0]], "a pending answer is a seat"),
        ([[True, []]], "a pending answer is a seat"),
        ([[0, [1.0]]], "a pending answer is a seat"),
        ([[0, [True]]], "a pending answer is a seat"),
        ([[7, [1, 2]]], "pending answer of player 7: player 7 has no decision"),
        ([[0, [9999, 1]]], "pending answer of player 0"),
    ],
)
def test_waiting_answers_are_looked_at_like_others(waiting: Any, reason: str) -> None:
    refused({**saved(one_has_answered()), "waiting": waiting}, reason)


def test_waiting_answers_of_all_players_wait_for_nobody() -> None:
    record = saved(one_has_answered())
    game = resume(TABLE, record).game
    others = [[one.player, list(one.first())] for one in game.pending]
    refused({**record, "waiting": [*record["waiting"], *others]}, "no player has a decision")


def test_one_player_cannot_wait_twice() -> None:
    record = saved(one_has_answered())
    refused({**record, "waiting": record["waiting"] * 2}, "has no decision")


# --- seats, texts, opening hands


def test_who_plays_each_seat_and_texts_of_own_sets_are_kept() -> None:
    recorder = RACE.recorder(TABLE, Options(2), "kept")
    record = recorder.record(["Ann", "expert"], [("mine", "set: mine\n")], SEATS)
    assert record["seats"] == SEATS
    assert record["texts"] == [["mine", "set: mine\n"]]
    jsonschema.Draft202012Validator(schema()).validate(record)
    assert not replay(TABLE, record).game.over


def test_opening_hands_are_part_of_the_record() -> None:
    options = Options(2, opening=(("Gem World",), ("Old Earth",)))
    recorder = RACE.recorder(TABLE, options, "opening")
    answer_some(recorder, Random(1), 30)
    record = saved(recorder)
    assert record["opening"] == [["Gem World"], ["Old Earth"]]
    assert resume(TABLE, record).options == options
    refused({**record, "opening": [["Gem World"], []]}, "answer 1 in setup|step 1")
    refused({**record, "opening": [["Nowhere"], []]}, "there is no card 'Nowhere' in use")
    refused({**record, "opening": [["Gem World", 3], []]}, "a list of titles")


def test_without_them_the_record_has_none_of_the_members() -> None:
    members = saved(RACE.recorder(TABLE, Options(2, opening=((), ())), "plain")).keys()
    assert not members & {"texts", "seats", "opening", "waiting", "shuffles"}


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ("x", "must be a list"),
        (SEATS[:1], "there are 1 `seats` and 2 `players`"),
        ([*SEATS[:1], 3], "a seat has `kind`"),
        ([*SEATS[:1], {"kind": "bot"}], "a seat has `kind`"),
        ([*SEATS[:1], {**SEATS[1], "more": ""}], "a seat has `kind`"),
        ([*SEATS[:1], {**SEATS[1], "kind": "ghost"}], "the `kind` of a seat is one of"),
        ([*SEATS[:1], {**SEATS[1], "kind": []}], "the `kind` of a seat is one of"),
        ([*SEATS[:1], {**SEATS[1], "level": 3}], "a name must have at most 100"),
        ([*SEATS[:1], {**SEATS[1], "name": "x" * 101}], "a name must have at most 100"),
    ],
)
def test_seats_of_another_form_are_refused(seats: Any, reason: str) -> None:
    refused({**saved(RACE.recorder(TABLE, Options(2), "1")), "seats": seats}, reason)


@pytest.mark.parametrize("name", ["\ud800", "\x1b[2J", "a\u202eb", "a\nb", "\x85"])
def test_names_that_no_page_or_terminal_could_show_as_they_are_are_refused(name: str) -> None:
    record = saved(RACE.recorder(TABLE, Options(2), "1"))
    refused({**record, "players": ["a", name]}, "cannot be printed")
    refused({**record, "seats": [SEATS[0], SEATS[1] | {"name": name}]}, "cannot be printed")
    RACE.form.check({**record, "players": ["Ünal Şen", "李 小龙"]})


# --- shuffles that come from elsewhere


def from_elsewhere() -> Recorder:
    """A game whose first two shuffles are those of another seed."""
    shuffles = [Chance("elsewhere").shuffle(list(TABLE.start_worlds), 0)]
    seated = shuffles[0][:2]
    others = [card for card in range(len(TABLE.cards)) if card not in seated]
    shuffles.append(Chance("elsewhere").shuffle(others, 1))
    return RACE.recorder(TABLE, Options(2), "later", shuffles)


def test_recorded_shuffles_stand_in_place_of_those_of_the_seed() -> None:
    there = RACE.recorder(TABLE, Options(2), "elsewhere").game.state
    here: State = from_elsewhere().game.state
    assert here.digest() == there.digest()


def test_a_game_with_recorded_shuffles_replays_and_goes_on_by_its_seed() -> None:
    recorder = from_elsewhere()
    answer_some(recorder, Random(4), 10_000)
    assert recorder.game.state.shuffles > 2
    record = saved(recorder)
    assert len(record["shuffles"]) == 2
    assert replay(TABLE, record).game.over
    refused({**record, "seed": "another"}, r"step \d+|answer \d+")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda one: one[1].pop(), "shuffle 2 is recorded with other items"),
        (lambda one: one[0].append(0), "shuffle 1 is recorded with other items"),
        (lambda one: one[1].__setitem__(0, one[1][1]), "shuffle 2 is recorded with other items"),
        (lambda one: one[1].__setitem__(0, -1), "shuffle 2 is recorded with other items"),
        (lambda one: one[1].__setitem__(0, "x"), "shuffle 2 must be a list of whole numbers"),
        (lambda one: one[1].__setitem__(0, True), "shuffle 2 must be a list of whole numbers"),
        (lambda one: one.append([1]), "the game makes 2 of 3 shuffles"),
        (lambda one: one.append(3), "shuffle 3 must be a list"),
        (lambda one: one.extend([[]] * 1_000), "at most 1000 shuffles"),
    ],
)
def test_shuffles_that_are_none_are_refused(change: Any, reason: str) -> None:
    record = saved(from_elsewhere())
    change(record["shuffles"])
    refused(record, reason)


# --- the form


def test_the_form_and_the_schema_know_the_same_members() -> None:
    record = saved(RACE.recorder(TABLE, Options(2), "form"))
    empty: dict[str, Any] = {"texts": [], "seats": SEATS, "opening": [], "waiting": []}
    empty |= {
        "stand_ins": [],
        "shuffles": [],
        "robot": {"level": "hard", "digest": ""},
        "modules": [],
    }
    assert {*record, *empty} == set(schema()["properties"])
    RACE.form.check({**record, **empty})
    with pytest.raises(RecordError, match="has no member 'notes'"):
        RACE.form.check({**record, "notes": []})


@pytest.mark.parametrize("name", [3, None, ["a"], "x" * 101])
def test_names_of_players_are_short_texts(name: Any) -> None:
    record = saved(RACE.recorder(TABLE, Options(2), "names"))
    refused({**record, "players": ["a", name]}, "a name must have at most 100")
