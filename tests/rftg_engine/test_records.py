"""Records: a game, its record, the game again; a damaged record is refused with the place."""

import copy
import json
from functools import cache
from random import Random
from typing import Any

import jsonschema
import pytest

from gamekit.records import number_titles
from rftg_dsl.resources import data_folder
from rftg_engine import Options, RecordError, replay, replay_prefix, resume
from rftg_engine.game import RACE, RULES
from tests.game import table_with
from tests.rftg_engine.test_driver import play_on

TABLE = table_with()
DUEL = Options(2)
Record = dict[str, Any]


@cache
def recorded(options: Options = DUEL, seed: str = "record", answers: int = 9_999) -> str:
    recorder = RACE.recorder(TABLE, options, seed)
    play_on(recorder.game, Random(seed), answers)
    return json.dumps(recorder.record(["random"] * options.players))


def damaged(**members: object) -> Record:
    record: Record = json.loads(recorded())
    record.update(members)
    return record


def schema() -> dict[str, Any]:
    path = data_folder("grammar") / "record.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


ALL_KINDS = [
    Options(2),
    Options(3, preset_hands=True),
    Options(4),
    Options(2, experienced=True),
]


@pytest.mark.parametrize("options", ALL_KINDS)
def test_a_record_is_replayed_and_verified(options: Options) -> None:
    record = json.loads(recorded(options))
    done = replay(TABLE, record)
    assert done.game.over
    assert done.answers == len(record["answers"])
    assert done.steps == len(record["steps"])
    assert done.other_texts == ()


@pytest.mark.parametrize("options", ALL_KINDS)
def test_a_record_follows_its_schema(options: Options) -> None:
    jsonschema.Draft202012Validator(schema()).validate(json.loads(recorded(options)))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("answers", [0, 1, 2, 57])
def test_a_game_that_was_broken_off_is_verified_too(answers: int) -> None:
    record = json.loads(recorded(answers=answers))
    assert record["result"]["over"] is False
    assert not replay(TABLE, record).game.over


def test_copies_of_a_card_are_numbered() -> None:
    names = number_titles(TABLE.titles)
    assert len(set(names)) == len(names)
    assert {"Public Works", "Public Works #2", "Gem World"} <= set(names)


def test_another_text_of_a_set_is_reported_where_the_game_stays_the_same() -> None:
    assert replay(TABLE, damaged(sets=[["base", "0" * 64]])).other_texts == ("base",)


def refused(record: Any, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        replay(TABLE, record)


@pytest.mark.parametrize("record", [None, [], "text", 3])
def test_what_is_no_object_is_refused(record: object) -> None:
    refused(record, "not a rftg-dsl-record/1")


def test_another_format_is_refused() -> None:
    refused(damaged(format="other/1"), "its format is 'other/1'")


@pytest.mark.parametrize("member", ["sets", "players", "experienced", "seed", "answers", "steps"])
def test_a_member_of_another_type_is_named(member: str) -> None:
    refused(damaged(**{member: None}), f"`{member}` must be a")


def test_an_answer_that_is_no_list_of_numbers_is_named_by_its_number() -> None:
    answers = json.loads(recorded())["answers"]
    refused(damaged(answers=[*answers[:2], "x", *answers[3:]]), "answer 3 must be a list")
    refused(damaged(answers=[*answers[:4], [True], *answers[5:]]), "answer 5 must be a list")
    refused(damaged(answers=[*answers[:4], [1.5], *answers[5:]]), "answer 5 must be a list")


@pytest.mark.parametrize("wrong", [0, [3], [[0]], [[0, 0]], [[-1, 1]], [[0, True]], [[0, 1, 2]]])
def test_an_answer_of_a_stand_in_is_a_seat_and_a_number(wrong: object) -> None:
    right = damaged(stand_ins=[[0, 1], [1, 2]])
    jsonschema.Draft202012Validator(schema()).validate(right)
    assert replay(TABLE, right).game.over
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema()).validate(damaged(stand_ins=wrong))
    with pytest.raises(RecordError):
        replay(TABLE, damaged(stand_ins=wrong))


def test_an_illegal_answer_is_named_by_its_number_and_step() -> None:
    answers = json.loads(recorded())["answers"]
    refused(damaged(answers=[*answers[:2], [99], *answers[3:]]), "answer 3 in choose: action")


def test_another_legal_answer_shows_at_the_next_step() -> None:
    answers = copy.deepcopy(json.loads(recorded())["answers"])
    answers[2] = [(answers[2][0] + 4) % 9]
    answers[2] = [8] if answers[2][0] in (3, 5) else answers[2]
    refused(damaged(answers=answers), "step 2: the game has choose [0-9a-f]+, the record choose")


def test_missing_answers_are_counted_as_missing_steps() -> None:
    answers = json.loads(recorded())["answers"]
    refused(damaged(answers=answers[:-5]), r"the game stops after \d+ of \d+ steps")


def test_answers_after_the_end_are_refused() -> None:
    answers = json.loads(recorded())["answers"]
    refused(damaged(answers=[*answers, [0]]), f"is over after {len(answers)} of {len(answers) + 1}")


def test_another_digest_is_named_by_its_step() -> None:
    steps = json.loads(recorded())["steps"]
    steps[9][1] = "0" * 16
    refused(damaged(steps=steps), "step 10: the game has .*, the record .* 0000000000000000")


def test_a_missing_step_is_noticed() -> None:
    steps = json.loads(recorded())["steps"]
    refused(damaged(steps=steps[:-1]), "the record has no such step")


def test_a_step_that_is_no_pair_is_refused() -> None:
    refused(damaged(steps=[["setup"]]), "pairs of texts")


def test_another_result_is_refused_with_both_values() -> None:
    result = json.loads(recorded())["result"]
    wrong = {**result, "scores": [score + 1 for score in result["scores"]]}
    refused(damaged(result=wrong), "the result is .* the record has")


def test_another_seed_shows_at_the_first_step() -> None:
    with pytest.raises(RecordError, match=r"step 1|answer 1"):
        replay(TABLE, damaged(seed="another"))


def test_other_cards_are_named() -> None:
    cards = json.loads(recorded())["cards"]
    refused(damaged(cards=["Nowhere", *cards[1:]]), "for example .*Nowhere")


# --- the version of the rules


def test_a_record_says_by_which_rules_it_was_played() -> None:
    assert json.loads(recorded())["rules"] == RULES


def test_a_record_without_a_version_is_of_the_first_rules() -> None:
    record = json.loads(recorded())
    del record["rules"]
    assert record.get("rules", 1) == 1


def test_a_record_of_other_rules_is_verified_where_they_change_nothing() -> None:
    assert replay(TABLE, damaged(rules=RULES + 1)).game.over


def test_a_record_of_other_rules_that_parts_from_the_game_names_both_versions() -> None:
    steps = json.loads(recorded())["steps"]
    steps[9][1] = "0" * 16
    both = f"played by version {RULES + 1} of the rules, but this program plays version {RULES}$"
    refused(damaged(steps=steps, rules=RULES + 1), f"^step 10: .*; it was {both}")
    answers = json.loads(recorded())["answers"]
    refused(damaged(answers=answers[:-5], rules=RULES + 1), f"^the game stops .*; it was {both}")


def test_the_same_rules_are_not_named() -> None:
    steps = json.loads(recorded())["steps"]
    steps[9][1] = "0" * 16
    refused(damaged(steps=steps), "0000000000000000$")


@pytest.mark.parametrize("rules", [0, True, "1", None, 1.0])
def test_what_is_no_version_is_refused(rules: object) -> None:
    refused(damaged(rules=rules), "`rules` must be the version of the rules")


def test_a_record_is_followed_up_to_the_last_step_that_comes_out_as_recorded() -> None:
    record = damaged(rules=99)
    parting = len(record["steps"]) // 2
    record["steps"][parting][1] = "0" * 16
    part, why = replay_prefix(TABLE, record)
    assert f"step {parting + 1}: " in why
    assert "version 99 of the rules" in why
    assert part["steps"] == record["steps"][: len(part["steps"])]
    assert 0 < len(part["steps"]) <= parting
    assert part["answers"] == record["answers"][: len(part["answers"])]
    assert not part["result"]["over"]
    assert resume(TABLE, part).steps == len(part["steps"])


def test_a_record_whose_answer_is_illegal_by_these_rules_is_followed_up_to_its_step() -> None:
    record = damaged(rules=99)
    record["answers"][20] = [99_999]
    part, why = replay_prefix(TABLE, record)
    assert "answer 21 in " in why
    assert 0 < len(part["answers"]) <= 20
    assert resume(TABLE, part).game.step == why.split("answer 21 in ")[1].split(":")[0]


def test_a_record_that_comes_out_as_recorded_is_followed_to_its_end() -> None:
    record = damaged()
    assert replay_prefix(TABLE, record) == (record, "")


def test_a_record_that_parts_at_once_is_refused() -> None:
    record = damaged(rules=99)
    record["steps"][0][1] = "0" * 16
    with pytest.raises(RecordError, match="step 1: "):
        replay_prefix(TABLE, record)


def test_too_many_answers_are_refused_before_they_are_played() -> None:
    refused(damaged(answers=[[0]] * 100_001), "at most 100000 answers")


@pytest.mark.parametrize("players", [[], ["a"], ["a"] * 5])
def test_an_impossible_number_of_players_is_refused(players: list[str]) -> None:
    refused(damaged(players=players), "2 to 4 players")
