"""Imported games of other engines: formats, prices, and the guide."""

import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import jsonschema
import pytest

from rftg_dev.conformance import main, run_import
from rftg_engine import Options, RecordError, Side, State, replay
from rftg_tools.importing import record as exceptions
from rftg_tools.importing.reader import Reader
from rftg_tools.importing.readers import RECORD_KINDS, early_answer, read_answer
from rftg_tools.importing.record import (
    DEPARTURES,
    NAMED,
    ROUND_LIMIT,
    WITHHELD_GOOD,
    Departure,
    Divergence,
)
from rftg_tools.importing.runner import WITHOUT_HELP, Run, import_game, read_any
from rftg_tools.recorded import Unreadable, resume_record
from tests.game import FIRST, Game
from tests.rftg_engine.test_records import schema
from tests.rftg_tools.importing.recording import TABLE, Event, idle, record_game
from tests.rftg_tools.importing.test_conformance import KINDS, find, written

Output = pytest.CaptureFixture[str]


# --- a game


@pytest.mark.parametrize("options", KINDS)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_an_imported_game_replays_to_the_same_end(options: Options, seed: str) -> None:
    game = written(options, seed)
    done = import_game(game)
    record = json.loads(json.dumps(done.record))
    jsonschema.Draft202012Validator(schema()).validate(record)
    assert done.broken_off == ""
    assert replay(TABLE, record).game.over
    assert record["result"]["scores"] == game["events"][-1]["scores"]
    assert record["result"]["winners"] == game["events"][-1]["winners"]


def test_an_imported_game_has_only_answers_where_there_was_a_choice() -> None:
    game = written()
    choices = [event for event in game["events"] if event["t"] == "choice"]
    assert len(import_game(game).record["answers"]) == len(choices)


def test_an_imported_game_brings_its_shuffles_with_it() -> None:
    record = import_game(written()).record
    assert len(record["shuffles"]) >= 2
    with pytest.raises(RecordError):
        resume_record({name: part for name, part in record.items() if name != "shuffles"})


def test_a_game_cut_off_by_its_rounds_is_imported_up_to_there() -> None:
    done = import_game(record_game(Options(2), "idle", idle, 30))
    assert done.broken_off == ROUND_LIMIT
    assert done.record["result"]["over"] is False
    assert not replay(TABLE, done.record).game.over


def test_a_game_that_does_what_is_forbidden_is_imported_up_to_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = import_game(written()).record["answers"]
    answer_one = Run._answer_next

    def depart(run: Run, driver: Any) -> None:
        if run.report.decisions == 40:
            raise Departure(WITHHELD_GOOD)
        answer_one(run, driver)

    monkeypatch.setattr(Run, "_answer_next", depart)
    done = import_game(written())
    answers = done.record["answers"]
    assert done.broken_off == WITHHELD_GOOD
    assert answers == whole[: len(answers)]
    assert 30 < len(answers) <= 40
    assert not replay(TABLE, done.record).game.over


def test_a_game_that_our_engine_cannot_follow_is_refused_with_the_place() -> None:
    game = written()
    number = find(game, after="round-end")
    game["events"][number]["deck"] += 1
    with pytest.raises(RecordError, match=f"'written-a' cannot .*: event {number}, state: deck"):
        import_game(game)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("players", 9),
        ("players", "x"),
        ("expansion", "xeno-invasion"),
        ("expansion", []),
        ("events", None),
        ("events", [[]]),
        ("events", []),
        ("goals", "yes"),
    ],
)
def test_a_game_of_another_form_is_refused(member: str, value: Any) -> None:
    with pytest.raises(RecordError, match="cannot be followed"):
        import_game({**written(), member: value})


def test_the_runner_imports_some_of_the_games_too(tmp_path: Path, capsys: Output) -> None:
    path = saved(tmp_path / "games.jsonl", written(seed="a"), written(seed="b"), written(seed="c"))
    assert main([str(path), "--jobs", "1", "--imports", "2"]) == 0
    assert "imported                   2" in capsys.readouterr().out


def test_a_record_of_ours_that_is_none_is_a_divergence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "rftg_tools.importing.runner._free_choices", lambda _race, _answers: [(0, (1, 2))]
    )
    report = run_import(written())
    assert report.divergence is not None
    assert report.divergence.kind == "import"
    assert not report.is_imported


def test_a_record_of_ours_that_ends_otherwise_is_a_divergence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def dump(state: State) -> dict[str, Any]:
        return {"todo": [], "round": id(state)}

    monkeypatch.setattr("rftg_dev.conformance._comparable", dump)
    report = run_import(written())
    assert report.divergence is not None
    assert report.divergence.kind == "import: round"


# --- files


def saved(path: Path, *games: Event) -> Path:
    """The games in a file, one a line."""
    text = "".join(json.dumps(game) + "\n" for game in games)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)
    return path


def named(name: str) -> Event:
    return {**written(), "id": name}


def test_a_record_of_ours_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "ours.json"
    record = import_game(written()).record
    path.write_text(json.dumps(record))
    found = read_any(path)
    assert (found.record, found.note) == (record, "")
    with pytest.raises(Unreadable, match="it holds one game"):
        read_any(path, "a")


@pytest.mark.parametrize("name", ["one.jsonl", "one.jsonl.gz", "one.json"])
def test_the_only_game_of_a_file_needs_no_name(name: str, tmp_path: Path) -> None:
    path = saved(tmp_path / name, written())
    assert replay(TABLE, read_any(path).record).game.over


@pytest.mark.parametrize(("wanted", "name"), [("b", "b"), (2, "b"), ("3", "c"), (1, "a")])
def test_one_of_several_games_is_named_by_its_id_or_number(
    wanted: str | int, name: str, tmp_path: Path
) -> None:
    path = saved(tmp_path / "games.jsonl.gz", named("a"), named("b"), named("c"))
    assert read_any(path, wanted).record["seed"] == name


def test_without_a_name_the_games_of_a_file_are_listed(tmp_path: Path) -> None:
    path = saved(tmp_path / "games.jsonl", *(named(f"g{number}") for number in range(1, 13)))
    with pytest.raises(Unreadable, match=r"it holds 12 games; .* --game.*: g1, g2, .* and 2 more"):
        read_any(path)
    with pytest.raises(Unreadable, match=r"it holds no game 'g99'; there are 12: g1,"):
        read_any(path, "g99")


def test_what_was_broken_off_is_said(tmp_path: Path) -> None:
    path = saved(tmp_path / "cut.jsonl", record_game(Options(2), "idle", idle, 30))
    assert ROUND_LIMIT in read_any(path).note


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("x.jsonl", b"", "it holds no game"),
        ("x.jsonl", b"{", "line 1: it is not JSON"),
        ("x.jsonl", b"[" * 100_000, "line 1: its lists are nested too deeply"),
        ("x.jsonl", b"\xff\xfe", "line 1: it is not JSON"),
        ("x.jsonl", b"[]", "line 1: it is not a game in the format rftg-record/1"),
        ("x.jsonl.gz", b"no gzip", "it cannot be unpacked"),
        (
            "x.jsonl.gz",
            gzip.compress(b"{}" * 9_000, mtime=0)[:-9],
            "it cannot be unpacked|not JSON",
        ),
    ],
)
def test_a_damaged_file_is_unreadable(name: str, data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(Unreadable, match=reason):
        read_any(path)


def test_a_file_that_unpacks_without_end_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.importing.runner.MAX_BYTES", 1_000)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * 10_000_000))
    with pytest.raises(Unreadable, match="a game has at most 1,000 bytes"):
        read_any(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").mkdir()
    with pytest.raises(Unreadable, match="it is not a file"):
        read_any(tmp_path / "x.jsonl")


RACE, DESCENDANTS = "Adaptable Uplift Race", "Uplift Descendants"
CODES = {RACE: ["consume-any", "consume-gene"], DESCENDANTS: ["consume-novelty", "consume-gene"]}
GAINS = {RACE: ["get-2-card", "get-vp"], DESCENDANTS: ["get-vp"]}
POINTS = {RACE: 2, DESCENDANTS: 3}


class Cards(Game):
    """A game with the cards of Xeno Invasion."""

    sets: ClassVar[tuple[str, ...]] = ("xeno-invasion",)


def event(by: str, options: list[str], chosen: list[str]) -> dict[str, Any]:
    codes = [*CODES[by], "consume-two", *GAINS[by]]
    power = {"phase": "consume", "codes": codes, "value": POINTS[by], "times": 1}
    args = {"count": 2, "min": 2, "max": 2, "using": {"card": by, "power": power}}
    return {
        "t": "choice",
        "kind": "good",
        "options": {"cards": options, "special": [], "args": args},
        "answer": {"cards": chosen, "special": []},
    }


def consuming(by: str, worlds: str) -> tuple[Cards, Reader]:
    game = Cards(Side(f"Old Earth, {by}, {worlds}", goods=worlds))
    game.choose("consume: x2", "develop")
    if game.asked(FIRST) == "consume power":
        game.pick(FIRST, by)
    reader = Reader(game.table, Counter())
    reader.driver = game.driver
    return game, reader


NOVELTY, GENES = ["Gem World", "Spice World"], ["Lost Species Ark World", "Plague World"]


@pytest.mark.parametrize("by", [RACE, DESCENDANTS])
@pytest.mark.parametrize("turned", [False, True], ids=["", "the other way round"])
def test_goods_of_one_choice_answer_our_decisions_in_turn(by: str, turned: bool) -> None:
    worlds = sorted([*NOVELTY, *GENES])
    game, reader = consuming(by, ", ".join(worlds))
    chosen = ["Plague World", "Gem World"] if turned else ["Gem World", "Plague World"]
    decision = game.decision(FIRST)
    game.driver.answer(decision.player, read_answer(reader, decision, event(by, worlds, chosen)))
    second = early_answer(reader, game.decision(FIRST))
    assert second is not None
    game.driver.answer(decision.player, second)
    assert reader.unpaid == {decision.player: []}
    assert sorted(game.goods(FIRST)) == ["Lost Species Ark World", "Spice World"]


def test_goods_that_do_not_pay_both_are_a_divergence() -> None:
    worlds = sorted([*NOVELTY, *GENES])
    game, reader = consuming(DESCENDANTS, ", ".join(worlds))
    assert diverges(reader, game, event(DESCENDANTS, worlds, NOVELTY))
    assert diverges(reader, game, event(DESCENDANTS, worlds[1:], ["Gem World", "Plague World"]))


def diverges(reader: Reader, game: Cards, choice: dict[str, Any]) -> bool:
    try:
        read_answer(reader, game.decision(FIRST), choice)
    except Divergence:
        return True
    return False


GUIDE = (Path(__file__).parents[3] / "docs" / "testing.md").read_text(encoding="utf-8")


def section(start: str, end: str) -> str:
    return GUIDE[GUIDE.index(start) : GUIDE.index(end)]


def entries(text: str) -> list[str]:
    """The points of a list whose first words are bold."""
    return re.findall(r"^\* \*\*([a-z ]+)\.\*\*", text, re.M)


def test_the_guide_lists_the_exceptions_after_which_the_comparison_goes_on() -> None:
    goes_on = section("After these the comparison continues", "After these the games differ")
    assert entries(goes_on) == list(NAMED)


def test_the_guide_lists_the_departures_that_end_the_comparison() -> None:
    ends = section("After these the games differ", "## Where the rules leave the order free")
    assert entries(ends) == list(DEPARTURES)


def test_every_constant_of_a_name_is_in_one_of_the_two_lists() -> None:
    names = {value for value in vars(exceptions).values() if isinstance(value, str)}
    listed = [*NAMED, *DEPARTURES]
    assert len(listed) == len(set(listed))
    assert {name for name in names if " " in name and name.islower()} == set(listed)


def test_every_exception_has_its_place_in_a_booklet() -> None:
    text = section("### Named exceptions", "## Where the rules leave the order free")
    for entry in re.split(r"^\* ", text, flags=re.M)[1:]:
        words = " ".join(entry.split())
        assert re.search(r"(base rulebook|arc 1 booklet) \(\"", words), entry


def test_what_is_read_from_events_is_named_in_the_guide() -> None:
    assert f"read from events: {WITHOUT_HELP}" in " ".join(GUIDE.split())


def test_every_kind_of_decision_is_mapped() -> None:
    (table,) = re.findall(r"\| record \| ours \|\n(.*?)\n\n", GUIDE, re.S)
    for ours, records in RECORD_KINDS.items():
        assert ours in table
        for record in records:
            kind, _space, context = record.partition(" ")
            assert f"`{kind}`" in table
            assert not context or f"`{context}`" in table
