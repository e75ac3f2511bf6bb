"""`rftg-dsl playtests`: what it prints, for both games, and what it refuses."""

import json
import sqlite3
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_tools.balance import history
from rftg_tools.playtests.marks import Marks
from tests.rftg_tools.playtests import a_mark, put, race_record, roll_record, seated, yard


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games of Race with a set of our own, one of Roll, a damaged one, and marks."""
    folder = tmp_path_factory.mktemp("folder")
    record = race_record(str(yard(folder)))
    games = folder / "games"
    games.mkdir()
    put(games, "one", record)
    put(games, "two", seated(record, people=2))
    put(games, "three", roll_record())
    (games / "zero.json").write_text("{", encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["playtests", *arguments]) == 0
    return capsys.readouterr().out


def test_each_card_of_a_set_of_our_own_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys)
    assert text.startswith("3 games with people in games, 3 finished\n")
    assert "skipped: zero.json: it is not JSON" in text
    assert "Salvage Yard (yard)\n  version " in text
    assert "2 games (2 finished), 3 seats: drawn " in text
    assert "% interval" in text
    assert "Old Earth" not in text


def test_it_prints_the_same_again_and_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys) == printed(capsys)
    first = printed(capsys, "--json")
    assert first == printed(capsys, "games", "--json")
    data = json.loads(first)
    assert [one["title"] for one in data["cards"]] == ["Salvage Yard"]


def test_one_card_or_one_set_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Salvage Yard (yard)" in printed(capsys, "--card", "salvage yard")
    assert "(roll)" in printed(capsys, "--set", "roll")
    assert "Salvage Yard" not in printed(capsys, "--set", "base")


def test_what_people_wrote_is_printed_as_text(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marks = Marks(folder / "games")
    text = printed(capsys, "--json")
    version = json.loads(text)["cards"][0]["versions"][0]["version"]
    marks.save(a_mark(version=version, game="one", name="An\x1b[2Jn", text="<b>no</b> %s {x}"))
    try:
        found = printed(capsys)
    finally:
        marks.path.unlink()
    assert "marked too strong (1)" in found
    assert "round 3, one: <b>no</b> %s {x}" in found
    assert "\x1b" not in found


def test_what_bots_said_stands_beside_it(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store.sqlite"
    says = json.loads(printed(capsys, "--json"))["cards"][0]["versions"][0]["says"]
    with sqlite3.connect(store) as rows:
        rows.execute(history._TABLE)
        row = ("setup", "yard", "Salvage Yard", json.dumps(says), 4.25, 1.5, 900, 1)
        rows.execute("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    text = printed(capsys, "--store", str(store))
    assert "bots: +4.2 ± 1.5 wins per 100 games for drawing it (900 pairs of games)" in text
    with sqlite3.connect(store) as rows:
        rows.execute("UPDATE version SET said = '[\"development\"]'")
    rows.close()
    assert "(900 pairs of games, measured with another text)" in printed(
        capsys, "--store", str(store)
    )
    store.write_bytes(b"something else " * 100)
    assert "bots:" not in printed(capsys, "--store", str(store))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nowhere"], "'nowhere' is not a folder of games"),
        (["yard.yaml"], "is not a folder of games"),
        (["--card", "Moon"], "no game with people has a card 'Moon'"),
        (["--set", "moons"], "no game with people has a set 'moons'"),
        (["--frob"], "unrecognized arguments"),
    ],
)
def test_what_cannot_be_told_is_refused(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["playtests", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_a_folder_without_games_is_told_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, str(tmp_path))
    assert text == f"0 games with people in {tmp_path}, 0 finished\n"
