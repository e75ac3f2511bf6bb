"""Records of games are replayed and resumed, and refused if they are for other tiles or rules."""

import json
from random import Random
from typing import Any

import pytest

from roll_engine import Options, Recorder, RecordError, replay, replay_prefix, resume
from roll_engine.game import ROLL
from tests.roll_engine.game import official

NAMES = ("Ann", "Bo")


def played(answers: int, seed: str = "1", **options: Any) -> Recorder:
    """A game of two after so many answers."""
    recorder = ROLL.recorder(official(), Options(2, **options), seed)
    rng = Random(seed)
    while not recorder.game.over and len(recorder.game.answers) < answers:
        for decision in recorder.game.pending:
            recorder.game.answer(decision.player, decision.sample(rng))
    return recorder


def record_of(recorder: Recorder) -> dict[str, Any]:
    """Its record as a file has it."""
    found: dict[str, Any] = json.loads(json.dumps(recorder.record(NAMES)))
    return found


@pytest.mark.parametrize("strict", [False, True])
def test_a_record_plays_the_same_game_again(strict: bool) -> None:
    recorder = played(100_000, strict=strict)
    again = replay(official(), record_of(recorder))
    assert again.game.over
    assert again.game.state.digest() == recorder.game.state.digest()
    assert again.answers == len(recorder.game.answers)
    assert again.other_texts == ()


@pytest.mark.parametrize("answers", [0, 1, 30, 77])
def test_a_game_goes_on_from_its_record(answers: int) -> None:
    recorder = played(answers)
    other = resume(official(), record_of(recorder))
    rng = Random("on")
    while not recorder.game.over:
        for decision in recorder.game.pending:
            answer = decision.sample(rng)
            recorder.game.answer(decision.player, answer)
            other.game.answer(decision.player, answer)
    assert record_of(recorder) == record_of(other)


def test_a_waiting_answer_is_kept() -> None:
    recorder = played(30)
    while len(recorder.game.pending) < 2:
        decision = recorder.game.pending[0]
        recorder.game.answer(decision.player, decision.first())
    decision = recorder.game.pending[0]
    recorder.game.answer(decision.player, decision.first())
    assert resume(official(), record_of(recorder)).game.pending == recorder.game.pending


def test_rolls_can_be_recorded() -> None:
    """What was rolled at a table comes in place of what the seed gives."""
    recorder = ROLL.recorder(official(), Options(2), "1", chances=[list(range(8, -1, -1))])
    assert official().factions[8].faces[0] in recorder.game.state.players[0].tableau
    assert resume(official(), record_of(recorder)).chances == [list(range(8, -1, -1))]


@pytest.mark.parametrize(
    ("member", "value", "reason"),
    [
        ("format", "rftg-dsl-record/1", "not a roll-dsl-record"),
        ("strict", 1, "must be a bool"),
        ("seed", None, "must be a str"),
        ("rules", 0, "version of the rules"),
        ("answers", [[0.5]], "whole numbers"),
        ("answers", [[99]], "answer 1 in setup"),
        ("faces", ["Old Earth"], "other tiles"),
        ("steps", [["setup", "0"]], "step 1"),
        ("steps", [], "no such step"),
        ("result", {}, "the result is"),
        ("players", ["\n", "Bo"], "cannot be printed"),
        ("seats", [{"kind": "human", "level": "", "name": "A"}], "1 `seats`"),
        ("chances", [[0]], "recorded with other items"),
        ("more", 1, "no member"),
    ],
)
def test_what_is_no_record_of_the_game_is_refused(member: str, value: Any, reason: str) -> None:
    record = record_of(played(40)) | {member: value}
    with pytest.raises(RecordError, match=reason):
        replay(official(), record)


def test_a_record_of_other_rules_says_so() -> None:
    record = record_of(played(40)) | {"rules": 7, "result": {}}
    with pytest.raises(RecordError, match="version 7"):
        replay(official(), record)


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(RecordError, match="list"):
        resume(official(), [])


def test_one_seed_is_one_game() -> None:
    assert record_of(played(200)) == record_of(played(200))
    assert record_of(played(200, "1"))["steps"] != record_of(played(200, "2"))["steps"]


def test_a_record_is_followed_up_to_the_last_step_that_comes_out_as_recorded() -> None:
    record = record_of(played(60)) | {"rules": 7}
    parting = len(record["steps"]) // 2
    record["steps"][parting][1] = "0" * 16
    part, why = replay_prefix(official(), record)
    assert f"step {parting + 1}: " in why
    assert "version 7 of the rules" in why
    assert 0 < len(part["steps"]) <= parting
    assert part["answers"] == record["answers"][: len(part["answers"])]
    assert resume(official(), part).steps == len(part["steps"])


def test_a_record_that_comes_out_as_recorded_is_followed_to_its_end() -> None:
    record = record_of(played(60)) | {"rules": 7}
    assert replay_prefix(official(), record) == (record, "")


def test_a_record_that_parts_at_once_is_refused() -> None:
    record = record_of(played(60)) | {"rules": 7}
    record["steps"][0][1] = "0" * 16
    with pytest.raises(RecordError, match="step 1: "):
        replay_prefix(official(), record)
