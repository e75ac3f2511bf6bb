"""Report on a folder: games with people, problems by name, and no record replayed needlessly."""

import json
import os
from pathlib import Path

import pytest

from gamekit.records import give_answers
from rftg_engine.game import RACE, options_of
from rftg_tools.playtests import report
from rftg_tools.playtests.games import PlayedGame, read_game
from rftg_tools.playtests.marks import Marks
from rftg_tools.playtests.report import CardFilter, UnknownCard, read_folder
from rftg_tools.recorded import table_of_record
from tests.rftg_tools.playtests import Data, a_mark, put, race_record, roll_record, seated, yard

NO_STORE = Path("no such file")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """A game of one person and a bot with a set of our own."""
    return race_record(str(yard(tmp_path_factory.mktemp("set"))))


def report_on(folder: Path, **chosen: str) -> Data:
    return dict(report.build_report(read_folder(folder), NO_STORE, CardFilter(**chosen)))


def version_in(found: Data) -> Data:
    ((version,),) = [card["versions"] for card in found["cards"]]
    return dict(version)


def test_seats_of_bots_do_not_count(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "one", record)
    put(tmp_path, "two", seated(record, people=2))
    put(tmp_path, "three", seated(record, people=0))
    found = report_on(tmp_path)
    assert (found["games"], found["ended"], found["of_bots"]) == (2, 2, 1)
    card = version_in(found)
    assert (card["games"], card["seats"]) == (2, 3)
    assert card["drawn"] >= card["kept"] >= card["played"] > 0
    assert card["wins"]["of"] == card["played"]
    assert card["says"][-1] == "`settle: cost -1`"


def test_an_unfinished_game_counts_up_to_its_last_answer(tmp_path: Path, record: Data) -> None:
    recorder = RACE.recorder(table_of_record(record), options_of(record), record["seed"])
    give_answers(recorder.game, record["answers"][: len(record["answers"]) // 2], None)
    texts = [(name, text) for name, text in record["texts"]]
    put(tmp_path, "early", recorder.record(record["players"], texts, record["seats"]))
    found = report_on(tmp_path)
    assert (found["games"], found["ended"]) == (1, 0)
    assert version_in(found)["wins"] is None


def test_a_game_of_other_rules_counts_up_to_where_it_differs(tmp_path: Path, record: Data) -> None:
    steps = [list(step) for step in record["steps"]]
    steps[-4][1] = "0" * len(steps[-4][1])
    put(tmp_path, "old", record | {"rules": 1, "steps": steps})
    found = report_on(tmp_path)
    assert (found["games"], found["ended"], found["left_out"]) == (1, 0, [])
    assert [game["game"] for game in found["parted"]] == ["old.json"]


def test_damaged_records_are_named_and_others_counted(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "a-good", record)
    (tmp_path / "b-cut.json").write_text("{", encoding="utf-8")
    put(tmp_path, "c-list", [])  # type: ignore[arg-type]
    put(tmp_path, "d-forged", record | {"result": record["result"] | {"scores": [99, 0]}})
    put(tmp_path, "e-other", record | {"seats": [{"kind": "human"}]})
    put(tmp_path, "f-tiles", {"format": "roll-dsl-record/1"})
    (tmp_path / "one.review.json").write_text("{}", encoding="utf-8")
    (tmp_path / "g-link.json").symlink_to(tmp_path / "a-good.json")
    found = report_on(tmp_path)
    assert found["games"] == 1
    damaged = ["b-cut.json", "c-list.json", "d-forged.json", "e-other.json", "f-tiles.json"]
    assert [game["game"] for game in found["left_out"]] == damaged
    assert all(game["why"] for game in found["left_out"])


def test_a_game_of_roll_reports_faces(tmp_path: Path) -> None:
    put(tmp_path, "roll", roll_record(people=2))
    found = report_on(tmp_path, set_id="roll")
    assert found["games"] == 1
    versions = [card["versions"][0] for card in found["cards"]]
    assert sum(version["played"] for version in versions) > 8
    assert all(version["worth"] for version in versions if version["played"])


def test_shipped_cards_are_reported_on_request(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "one", record)
    assert [card["set"] for card in report_on(tmp_path)["cards"]] == ["yard"]
    assert {card["set"] for card in report_on(tmp_path, set_id="base")["cards"]} == {"base"}
    (card,) = report_on(tmp_path, title="old earth")["cards"]
    assert card["title"] == "Old Earth"
    with pytest.raises(UnknownCard, match="card"):
        report_on(tmp_path, title="Moon")


def test_marks_are_reported_even_without_their_game(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "one", record)
    version = version_in(report_on(tmp_path))["version"]
    Marks(tmp_path).save(a_mark(version=version, text="<b>bold</b>"))
    Marks(tmp_path).save(a_mark(version="older", game="gone", kinds=(), text="long ago"))
    current, orphan = report_on(tmp_path)["cards"][0]["versions"]
    assert current["marks"]["too strong"] == 1
    assert current["notes"][0]["text"] == "<b>bold</b>"
    assert (orphan["games"], orphan["notes"][0]["text"]) == (0, "long ago")


def test_unreadable_marks_are_reported_and_games_counted(tmp_path: Path, record: Data) -> None:
    put(tmp_path, "one", record)
    Marks(tmp_path).path.write_bytes(b"x" * 5_000)
    found = report_on(tmp_path)
    assert found["games"] == 1
    assert found["marks_problem"]


# --- the cache


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the records that have been replayed."""
    names: list[str] = []

    def read(path: Path) -> PlayedGame:
        names.append(path.name)
        return read_game(path)

    monkeypatch.setattr(report, "read_game", read)
    return names


def test_a_record_is_replayed_once_and_again_after_a_change(
    tmp_path: Path, record: Data, reads: list[str]
) -> None:
    put(tmp_path, "one", record)
    path = put(tmp_path, "two", record)
    first = read_folder(tmp_path)
    assert read_folder(tmp_path) == first
    assert reads == ["one.json", "two.json"]
    os.utime(path, (1_000, 1_000))
    assert read_folder(tmp_path) == first
    assert reads == ["one.json", "two.json", "two.json"]
    path.unlink()
    assert list(read_folder(tmp_path).games) == ["one.json"]


def test_the_cache_of_another_version_is_replaced(
    tmp_path: Path, record: Data, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "one", record)
    read_folder(tmp_path)
    monkeypatch.setattr(report, "fingerprint", lambda: "another")
    read_folder(tmp_path)
    read_folder(tmp_path)
    assert reads == ["one.json"] * 2


DAMAGED = ["no JSON", "[]", '{"by": 0}', '{"by": BY, "games": {"one.json": [STAMP, {"cards": 5}]}}']


@pytest.mark.parametrize("damaged", DAMAGED)
def test_a_damaged_cache_is_replaced(
    tmp_path: Path, record: Data, reads: list[str], damaged: str
) -> None:
    put(tmp_path, "one", record)
    first = read_folder(tmp_path)
    cache = tmp_path / report.CACHE
    stored = json.loads(cache.read_text(encoding="utf-8"))
    stamp = json.dumps(stored["games"]["one.json"][0])
    damaged = damaged.replace("BY", json.dumps(stored["by"])).replace("STAMP", stamp)
    cache.write_text(damaged, encoding="utf-8")
    assert read_folder(tmp_path) == first
    assert read_folder(tmp_path) == first
    assert reads == ["one.json"] * 2


@pytest.mark.parametrize("other", ['{"notes": [1]}', '{"by": "Ann", "games": 3, "notes": ""}'])
def test_a_file_with_other_data_is_left_alone(
    tmp_path: Path, record: Data, reads: list[str], other: str
) -> None:
    put(tmp_path, "one", record)
    file = tmp_path / report.CACHE
    file.write_text(other, encoding="utf-8")
    assert read_folder(tmp_path) == read_folder(tmp_path)
    assert file.read_text(encoding="utf-8") == other
    assert reads == ["one.json"] * 2


def test_without_a_cache_records_are_replayed(
    tmp_path: Path, record: Data, reads: list[str]
) -> None:
    put(tmp_path, "one", record)
    (tmp_path / report.CACHE).mkdir()
    assert read_folder(tmp_path) == read_folder(tmp_path)
    assert reads == ["one.json"] * 2
