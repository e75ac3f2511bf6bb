"""What is told of a folder: games of people alone, damaged ones named, none played for nothing."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gamekit.decisions import Answer, Decision
from rftg_tools.playtests import known, report
from rftg_tools.playtests.known import Known
from rftg_tools.playtests.marks import Marks
from rftg_tools.playtests.played import InSeat, PlayedGame, game_of_data, read_game
from rftg_tools.playtests.report import Folder, NoCard, Wanted, read_folder
from rftg_tools.recorded import resumed
from tests.rftg_tools.playtests import (
    Data,
    a_mark,
    put,
    race_record,
    roll_record,
    seated,
    yard,
)

NO_STORE = Path("no such file")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """A game of one person and a bot with a set of our own."""
    return race_record(str(yard(tmp_path_factory.mktemp("set"))))


def told(folder: Path, **wanted: str) -> Data:
    return report.report(read_folder(folder), NO_STORE, Wanted(**wanted))


def test_seats_of_bots_are_nobodys(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "one", record)
    put(tmp_path, "two", seated(record, people=2))
    put(tmp_path, "three", seated(record, people=0))
    found = told(tmp_path)
    assert (found["games"], found["ended"], found["of_bots"]) == (2, 2, 1)
    ((card,),) = [one["versions"] for one in found["cards"]]
    assert (card["games"], card["seats"]) == (2, 3)
    assert card["drawn"] >= card["kept"] >= card["played"] > 0
    assert card["wins"]["of"] == card["played"]
    assert card["says"][-1] == "`settle: cost -1`"


@pytest.mark.parametrize("make", [race_record, roll_record])
def test_what_a_bot_does_in_a_persons_place_is_nobodys(tmp_path: Path, make: Any) -> None:
    record = make("base", people=2) if make is race_record else make(people=2)
    answers = Counter(seat for seat, _answer in given(record))

    def read(stand_ins: list[list[int]]) -> PlayedGame:
        return read_game(put(tmp_path, "one", record | {"stand_ins": stand_ins}))

    whole = read([])
    mine = [[1, number] for number in range(1, answers[1] + 1)]
    never = read(mine)
    assert [one.seat for one in never.people] == [0]
    assert never.people[0] == whole.people[0]
    assert fates(never, 1) == []
    partly = read(mine[len(mine) // 3 :])
    assert [(one.seat, one.score, one.share) for one in partly.people if one.seat] == [
        (1, None, None)
    ]
    assert partly.people[0] == whole.people[0]
    assert fates(partly, 0) == fates(whole, 0)
    assert 0 < len(fates(partly, 1)) < len(fates(whole, 1))
    assert all(seat.worth is None for seat in fates(partly, 1))


def given(record: Data) -> list[tuple[int, Answer]]:
    """The answers of a record with their seats."""
    found: list[tuple[int, Answer]] = []

    def note(decision: Decision, answer: Answer) -> None:
        found.append((decision.player, answer))

    resumed(record, note=note)
    return found


def fates(game: PlayedGame, seat: int) -> list[InSeat]:
    """What became of all cards in a seat."""
    return [one for card in game.cards for one in card.seats if one.seat == seat]


def test_the_points_of_a_game_are_those_of_its_record(tmp_path: Path, record: Data) -> None:
    game = read_game(put(tmp_path, "one", seated(record, people=2)))
    assert [one.score for one in game.people] == record["result"]["scores"]
    assert sum(one.share or 0 for one in game.people) == 1
    held = [seat for card in game.cards for seat in card.seats if seat.worth is not None]
    chips_and_cards = sum(one.worth or 0 for one in held)
    assert 0 < chips_and_cards <= sum(record["result"]["scores"])


def test_a_game_that_was_left_counts_as_far_as_it_goes(tmp_path: Path, record: Data) -> None:
    from rftg_tools.recorded import resumed

    recorder = resumed(record)
    whole = len(record["answers"])
    early = _until(record, whole // 2)
    put(tmp_path, "early", early)
    found = told(tmp_path)
    assert recorder.game.over
    assert (found["games"], found["ended"]) == (1, 0)
    ((card,),) = [one["versions"] for one in found["cards"]]
    assert card["wins"] is None


def _until(record: Data, answers: int) -> Data:
    """The record as it was after some of its answers."""
    from gamekit.records.recording import give_answers
    from rftg_engine.game import RACE, options_of
    from rftg_tools.recorded import table_of_record

    recorder = RACE.recorder(table_of_record(record), options_of(record), record["seed"])
    give_answers(recorder.game, record["answers"][:answers], None)
    names, texts = record["players"], [(name, text) for name, text in record["texts"]]
    return recorder.record(names, texts, record["seats"])


def test_damaged_records_are_named_and_others_counted(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "a-good", record)
    (tmp_path / "b-cut.json").write_text("{", encoding="utf-8")
    put(tmp_path, "c-list", [])  # type: ignore[arg-type]
    put(tmp_path, "d-forged", record | {"result": record["result"] | {"scores": [99, 0]}})
    put(tmp_path, "e-other", record | {"seats": [{"kind": "human"}]})
    put(tmp_path, "f-tiles", {"format": "roll-dsl-record/1"})
    (tmp_path / "one.review.json").write_text("{}", encoding="utf-8")
    (tmp_path / "g-link.json").symlink_to(tmp_path / "a-good.json")
    found = told(tmp_path)
    assert found["games"] == 1
    left = [one["game"] for one in found["left_out"]]
    assert left == [
        f"{name}.json" for name in ("b-cut", "c-list", "d-forged", "e-other", "f-tiles")
    ]
    assert all(one["why"] for one in found["left_out"])


def test_a_game_of_other_rules_counts_as_far_as_it_goes(tmp_path: Path, record: Data) -> None:
    steps = [list(step) for step in record["steps"]]
    steps[-4][1] = "0" * len(steps[-4][1])
    put(tmp_path, "old", record | {"rules": 1, "steps": steps})
    found = told(tmp_path)
    assert (found["games"], found["ended"]) == (1, 0)
    assert [one["game"] for one in found["parted"]] == ["old.json"]
    assert not found["left_out"]


def test_games_of_roll_are_told_by_faces(tmp_path: Path) -> None:
    put(tmp_path, "roll", roll_record(people=2))
    found = told(tmp_path, set_id="roll")
    assert found["games"] == 1
    versions = [one["versions"][0] for one in found["cards"]]
    assert sum(one["played"] for one in versions) > 8
    assert all(one["worth"] for one in versions if one["played"])


def test_shipped_cards_are_told_where_they_are_asked_for(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "one", record)
    assert [one["set"] for one in told(tmp_path)["cards"]] == ["yard"]
    assert {one["set"] for one in told(tmp_path, set_id="base")["cards"]} == {"base"}
    (card,) = told(tmp_path, title="old earth")["cards"]
    assert card["title"] == "Old Earth"
    with pytest.raises(NoCard, match="card"):
        told(tmp_path, title="Moon")


def test_marks_are_told_also_of_games_that_are_gone(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "one", record)
    ((card,),) = [one["versions"] for one in told(tmp_path)["cards"]]
    Marks(tmp_path).keep(a_mark(version=card["version"], text="<b>bold</b>"))
    Marks(tmp_path).keep(a_mark(version="older", game="gone", kinds=(), text="long ago"))
    now, gone = told(tmp_path)["cards"][0]["versions"]
    assert now["marks"]["too strong"] == 1
    assert now["notes"][0]["text"] == "<b>bold</b>"
    assert (gone["games"], gone["notes"][0]["text"]) == (0, "long ago")


def test_marks_that_cannot_be_read_are_told_and_games_counted(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "one", record)
    Marks(tmp_path).path.write_bytes(b"x" * 5_000)
    found = told(tmp_path)
    assert found["games"] == 1
    assert found["marks_problem"]


# --- nothing is played twice


def count_reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    read: list[str] = []

    def reading(path: Path) -> PlayedGame:
        read.append(path.name)
        return read_game(path)

    monkeypatch.setattr(report, "read_game", reading)
    return read


def test_a_record_is_played_once_and_again_when_its_file_changes(
    tmp_path: Path, record: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = count_reads(monkeypatch)
    put(tmp_path, "one", record)
    path = put(tmp_path, "two", record)
    first = read_folder(tmp_path)
    assert read_folder(tmp_path) == first
    assert read == ["one.json", "two.json"]
    os.utime(path, (1_000, 1_000))
    assert read_folder(tmp_path) == first
    assert read == ["one.json", "two.json", "two.json"]
    path.unlink()
    assert list(read_folder(tmp_path).games) == ["one.json"]


def test_what_another_version_of_the_program_read_is_not_believed(
    tmp_path: Path, record: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "one", record)
    read_folder(tmp_path)
    read = count_reads(monkeypatch)
    monkeypatch.setattr(known, "fingerprint", lambda: "another")
    read_folder(tmp_path)
    read_folder(tmp_path)
    assert read == ["one.json"]


def spoil(folder: Path) -> None:
    (folder / known.NAME).write_bytes(b"no database " * 500)


def empty(folder: Path) -> None:
    with sqlite3.connect(folder / known.NAME) as rows:
        rows.execute("UPDATE game SET told = '{\"cards\": 5}'")
    rows.close()


@pytest.mark.parametrize("damage", [spoil, empty])
def test_a_damaged_file_of_what_was_read_is_made_anew(
    tmp_path: Path, record: Data, damage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "one", record)
    first = read_folder(tmp_path)
    damage(tmp_path)
    assert read_folder(tmp_path) == first
    read = count_reads(monkeypatch)
    assert read_folder(tmp_path) == first
    assert read == []


def test_where_nothing_can_be_kept_records_are_played_again(
    tmp_path: Path, record: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "one", record)
    (tmp_path / known.NAME).mkdir()
    read = count_reads(monkeypatch)
    first: Folder = read_folder(tmp_path)
    assert read_folder(tmp_path) == first
    assert read == ["one.json", "one.json"]


def test_a_game_is_the_same_from_its_data(tmp_path: Path, record: Data) -> None:
    game = read_game(put(tmp_path, "one", record))
    assert game_of_data(game.data()) == game
    Known(tmp_path).keep({"one.json": game}, {"one.json": "stamp"})
    assert Known(tmp_path).read({"one.json": "stamp"}) == {"one.json": game}
    assert Known(tmp_path).read({"one.json": "later"}) == {}
