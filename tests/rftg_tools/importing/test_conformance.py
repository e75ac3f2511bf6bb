"""The conformance runner: takes a whole game, and reports each kind of divergence at its event."""

import copy
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gamekit.driver import Asking
from rftg_dev.conformance import main, rotate_seats, run_turned
from rftg_engine import Options, Race, State
from rftg_engine.phases.settle import settle
from rftg_engine.race import STEPS
from rftg_tools.importing.record import ROUND_LIMIT, USELESS_POWER
from rftg_tools.importing.runner import Report, read_games, run_game
from tests.rftg_tools.importing.recording import Event, at_random, idle, record_game

DUEL = Options(2)
KINDS = [DUEL, Options(3), Options(4), Options(2, experienced=True)]


@cache
def _written(options: Options = DUEL, seed: str = "a") -> str:
    return json.dumps(record_game(options, seed, at_random(seed)))


def written(options: Options = DUEL, seed: str = "a") -> Event:
    game: Event = json.loads(_written(options, seed))
    return game


def diverges(game: Event, kind: str) -> Report:
    report = run_game(game)
    assert report.divergence is not None, "nothing diverges"
    assert report.divergence.kind == kind, report.divergence
    return report


def find(game: Event, **members: Any) -> int:
    """The number of the first event with these members."""
    for number, event in enumerate(game["events"]):
        if all(event.get(name) == value for name, value in members.items()):
            return number
    raise AssertionError(f"no event with {members}")


def event_of(game: Event, **members: Any) -> Event:
    event: Event = game["events"][find(game, **members)]
    return event


# --- whole games


@pytest.mark.parametrize("options", KINDS)
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_a_game_as_we_play_it_is_accepted(options: Options, seed: str) -> None:
    game = written(options, seed)
    report = run_game(game)
    assert report.divergence is None
    choices = [event for event in game["events"] if event["t"] == "choice"]
    states = [event for event in game["events"] if event["t"] == "state"]
    assert (report.decisions, report.states) == (len(choices), len(states))
    assert report.exceptions.total() == 0


@pytest.mark.parametrize("options", KINDS)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_game_is_accepted_with_each_seat_first(options: Options, seed: str) -> None:
    straight = run_game(written(options, seed))
    for first in range(1, options.players):
        report = run_game(rotate_seats(written(options, seed), first))
        assert report.divergence is None
        assert (report.decisions, report.states) == (straight.decisions, straight.states)


def test_an_engine_that_goes_by_seats_is_found_out_by_the_turned_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Base rulebook, Timing: clockwise from the lowest start world, wherever that sits."""

    def by_seats(race: Race, state: State, name: str) -> Asking[None]:
        state.order, kept = sorted(state.order), state.order
        yield from settle(race, state, name)
        state.order = kept

    monkeypatch.setitem(STEPS, "settle", by_seats)
    games = [written(Options(4), seed) for seed in "abcd"]
    assert all(run_game(game).divergence is None for game in games)
    assert any(run_turned(game).divergence for game in games)


def test_a_game_cut_off_after_thirty_rounds_is_a_named_exception() -> None:
    game = record_game(Options(2), "idle", idle, 30)
    report = run_game(game)
    assert report.divergence is None
    assert report.exceptions == {ROUND_LIMIT: 1}


def test_a_round_limit_in_another_round_is_none() -> None:
    diverges(record_game(Options(2), "idle", idle, 12), "end")


def test_a_power_offered_without_a_use_is_a_named_exception() -> None:
    game = written()
    event = event_of(game, kind="payment")
    start = event_of(game, t="start", p=event["p"])["offered"][0]
    event["options"]["special"].append(start)
    report = run_game(game)
    assert report.divergence is None
    assert report.exceptions == {USELESS_POWER: 1}


def test_a_power_of_a_card_that_nobody_has_is_reported() -> None:
    game = written()
    event_of(game, kind="payment")["options"]["special"].append("New Military Tactics")
    diverges(game, "powers")


# --- one member altered


STATE_CHANGES: dict[str, Any] = {"deck": 1, "discard": 2, "pool": 3}
PLAYER_CHANGES: dict[str, Any] = {
    "hand": ["Gem World"],
    "tableau": ["Old Earth"],
    "goods": {"Gem World": 1},
    "vp": 99,
    "military": 99,
    "score_now": 99,
    "prestige": 1,
    "goals": ["Budget Surplus"],
    "saved": {"Gem World": 1},
}


@pytest.mark.parametrize("member", STATE_CHANGES)
def test_another_value_in_a_state_is_reported(member: str) -> None:
    game = written()
    number = find(game, after="round-end")
    game["events"][number][member] += STATE_CHANGES[member]
    report = diverges(game, f"state: {member}")
    assert report.divergence is not None
    assert report.divergence.event == number
    assert report.divergence.record != report.divergence.ours


@pytest.mark.parametrize("member", PLAYER_CHANGES)
def test_another_value_of_a_player_is_reported(member: str) -> None:
    game = written()
    event_of(game, after="round-end")["players"][1][member] = PLAYER_CHANGES[member]
    diverges(game, f"state: {member} of player 1")


def test_a_missing_player_is_reported() -> None:
    game = written()
    del event_of(game, after="start")["players"][1]
    diverges(game, "state: players")


@pytest.mark.parametrize("kind", ["place", "discard", "payment", "windfall"])
def test_another_option_is_reported(kind: str) -> None:
    game = written()
    number = find(game, kind=kind)
    game["events"][number]["options"]["cards"].append("Tourist World")
    report = diverges(game, "options")
    assert report.divergence is not None
    assert report.divergence.event == number


def test_an_option_less_is_reported() -> None:
    game = written()
    options = event_of(game, kind="discard")["options"]
    options["cards"].pop()
    diverges(game, "options")


def test_another_number_of_cards_is_reported() -> None:
    game = written()
    event_of(game, kind="discard")["options"]["args"]["count"] = 1
    diverges(game, "how many")


def consuming() -> Event:
    for seed in "abcdefghijklmnop":
        game = written(Options(4), seed)
        if any(event.get("kind") == "consume-power" for event in game["events"]):
            return game
    raise AssertionError("no game with a choice of consume powers")


def test_another_code_of_a_power_is_reported() -> None:
    game = consuming()
    event_of(game, kind="consume-power")["options"]["powers"][0]["power"]["codes"].append("x")
    diverges(game, "options")


def test_a_power_that_is_optional_in_one_only_is_reported() -> None:
    game = consuming()
    args = event_of(game, kind="consume-power")["options"]["args"]
    args["optional"] = not args["optional"]
    diverges(game, "optional")


def test_a_payment_by_a_power_we_do_not_have_is_reported() -> None:
    game = written()
    answer = event_of(game, kind="payment")["answer"]
    answer["special"].append("Colony Ship")
    diverges(game, "payment")


def test_a_payment_of_another_price_is_reported() -> None:
    game = written()
    event_of(game, kind="payment")["answer"]["cards"].append("Gem World")
    diverges(game, "payment")


def test_an_answer_that_is_not_offered_is_reported() -> None:
    game = written()
    event_of(game, kind="place")["answer"]["value"] = "Tourist World"
    diverges(game, "answer")


def test_a_missing_choice_is_reported() -> None:
    game = written()
    del game["events"][find(game, kind="action")]
    diverges(game, "not in the record")


def test_an_extra_choice_is_reported() -> None:
    game = written()
    number = find(game, after="round-end")
    game["events"].insert(number, copy.deepcopy(event_of(game, kind="place")))
    diverges(game, "step")


def test_an_event_of_an_unknown_type_is_never_skipped() -> None:
    game = written()
    number = find(game, after="start")
    game["events"].insert(number, {"t": "invasion", "p": 0, "n": 1})
    report = diverges(game, "unknown event")
    assert report.divergence is not None
    assert report.divergence.event == number


def test_a_card_drawn_twice_is_reported() -> None:
    game = written()
    draws = [event for event in game["events"] if event["t"] == "draw"]
    draws[0]["card"] = draws[1]["card"] = "Tourist World"
    diverges(game, "supply")


def test_a_card_drawn_in_another_place_shows_in_the_state() -> None:
    game = written()
    start = find(game, after="start")
    drawn = [event for event in game["events"][:start] if event["t"] == "draw"]
    mine, theirs = drawn[0], next(event for event in drawn if event["p"] != drawn[0]["p"])
    mine["card"], theirs["card"] = theirs["card"], mine["card"]
    diverges(game, "options")


def test_a_state_of_another_phase_is_reported() -> None:
    game = written()
    event_of(game, after="round-end")["after"] = "explore"
    diverges(game, "step")


def test_a_missing_state_is_reported() -> None:
    game = written()
    del game["events"][find(game, after="round-end")]
    diverges(game, "step")


@pytest.mark.parametrize(
    ("member", "value"),
    [("scores", [0, 0]), ("winners", []), ("rounds", 3), ("why", ["prestige"])],
)
def test_another_end_is_reported(member: str, value: object) -> None:
    game = written()
    event_of(game, t="end")[member] = value
    diverges(game, f"end: {member}")


def test_an_end_too_early_is_reported() -> None:
    game = written()
    number = find(game, after="round-end")
    game["events"][number + 1 :] = game["events"][-1:]
    diverges(game, "end")


def test_a_record_that_stops_short_is_reported() -> None:
    game = written()
    del game["events"][-1]
    diverges(game, "record is over")


def test_events_after_the_end_are_reported() -> None:
    game = written()
    game["events"].append(copy.deepcopy(event_of(game, kind="action")))
    diverges(game, "after the end")


@pytest.mark.parametrize("option", ["goals", "takeovers"])
def test_what_we_do_not_play_is_a_divergence(option: str) -> None:
    diverges({**written(), option: True}, "unsupported")
    diverges({**written(), "expansion": "alien-artifacts"}, "unsupported")


def test_a_choice_without_its_members_is_unreadable() -> None:
    game = written()
    del event_of(game, kind="place")["options"]
    diverges(game, "unreadable")


# --- files and the command


def test_both_kinds_of_file_are_read(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.gz"
    plain.write_text(_written() + "\n" + _written(seed="b") + "\n")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_games(plain)) == list(read_games(packed)) == [written(), written(seed="b")]


def test_the_command_counts_and_exits_with_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "good.jsonl"
    path.write_text(_written() + "\n")
    assert main([str(path), "--jobs", "1", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["games"], summary["turned"], summary["divergences"]) == (1, 1, 0)
    assert summary["decisions"] > 50
    assert summary["states"] > 30


def test_the_command_prints_both_values_and_exits_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written()
    event_of(game, t="end")["rounds"] = 3
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(game) + "\n")
    assert main([str(path), "--jobs", "1"]) == 1
    printed = capsys.readouterr().out
    number = len(game["events"]) - 1
    assert f"written-a, event {number}: end: rounds\n  record: 3\n  ours:   " in printed


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b\x08\x00", b"no gzip"])
def test_a_file_that_cannot_be_read_is_code_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path = tmp_path / "broken.jsonl.gz"
    path.write_bytes(content or gzip.compress(_written().encode())[:-20])
    assert main([str(path), "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith("error: ")
