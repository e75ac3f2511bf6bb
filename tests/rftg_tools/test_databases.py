"""SQLite files that are not ours, and names that can be told apart."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from rftg_tools.balance.history import past_measurements
from rftg_tools.balance.store import Store as Games
from rftg_tools.balance.store import StoreError
from rftg_tools.databases import read_contents
from rftg_tools.playtests.marks import NAME as MARKS
from rftg_tools.playtests.marks import Marks
from rftg_tools.studio.versions.store import BadStore
from rftg_tools.studio.versions.store import Store as Versions
from rftg_tools.untrusted import NotVisible, check_name, check_visible

REFUSED = r"contains other data|not a file|link"


def open_games(path: Path) -> None:
    with pytest.raises(StoreError, match=REFUSED):
        Games(path)


def open_versions(path: Path) -> None:
    with pytest.raises(BadStore, match=REFUSED):
        Versions(path)


def open_marks(path: Path) -> None:
    with pytest.raises(sqlite3.Error, match=REFUSED):
        Marks(path.parent).read_all()


def open_history(path: Path) -> None:
    with suppress(sqlite3.Error):
        assert past_measurements(path, "mine", "A") == []


OPENERS = [
    pytest.param(open_games, "games.sqlite", id="games"),
    pytest.param(open_versions, "versions.sqlite", id="versions"),
    pytest.param(open_marks, MARKS, id="marks"),
    pytest.param(open_history, "games.sqlite", id="history"),
]
Opener = Callable[[Path], None]


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize(("opener", "name"), OPENERS)
def test_a_foreign_file_stays_as_it_is(
    tmp_path: Path, opener: Opener, name: str, mode: str
) -> None:
    path = tmp_path / name
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute(f"PRAGMA journal_mode = {mode}")
        foreign.execute("CREATE TABLE theirs (data TEXT)")
        foreign.commit()
    before = path.read_bytes()
    opener(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize(("opener", "name"), OPENERS)
def test_a_pipe_keeps_nobody_waiting(tmp_path: Path, opener: Opener, name: str) -> None:
    os.mkfifo(tmp_path / name)
    opener(tmp_path / name)


@pytest.mark.parametrize(("opener", "name"), OPENERS)
def test_no_file_is_made_through_a_link(tmp_path: Path, opener: Opener, name: str) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / name).symlink_to(tmp_path / "outside.sqlite")
    opener(folder / name)
    assert [file.name for file in tmp_path.iterdir()] == ["cards"]


def test_the_folder_that_is_made_unasked_is_no_link(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / ".rftg-dsl").symlink_to(tmp_path / "outside")
    open_games(tmp_path / "cards" / ".rftg-dsl" / "games.sqlite")
    open_versions(tmp_path / "cards" / ".rftg-dsl" / "versions.sqlite")
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_file_that_is_in_use_is_read(tmp_path: Path) -> None:
    """Its tables may be in its log alone."""
    with closing(Versions(tmp_path / "versions.sqlite")):
        contents = read_contents(tmp_path / "versions.sqlite")
    assert contents
    assert "version" in contents.tables
    with closing(Versions(tmp_path / "versions.sqlite")):
        pass


def test_a_file_that_the_system_does_not_give_is_refused(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 300}.sqlite"
    with pytest.raises(sqlite3.Error, match="name too long"):
        read_contents(path)
    with pytest.raises(StoreError, match="name too long"):
        Games(path)


SOUND = (
    "Bob",
    "Zoë",
    "Аня",
    "Ανδρέας",
    "花子",
    "Jean-Luc",
    "O'Neill",
    "김민수",
    "José 2",
    "😀",
    "Player 1",
)


@pytest.mark.parametrize("name", SOUND)
def test_names_of_people_are_taken(name: str) -> None:
    check_name(name, [one for one in SOUND if one != name])


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u0301", "\ufe0f", "\u200b", "a\nb", "  "],
)
def test_a_text_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(NotVisible):
        check_visible(name)
    with pytest.raises(NotVisible):
        check_name(name, ())


@pytest.mark.parametrize("name", ["Bob\u3164", "B\u034fob", "Bob\ufe0f", "Bob\u2800", "B\u00adob"])
def test_a_name_with_something_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(NotVisible, match=r"cannot be (seen|shown)"):
        check_name(name, ())


def test_a_note_may_have_what_changes_the_look_of_a_sign() -> None:
    check_visible("well played \u2764\ufe0f")


@pytest.mark.parametrize("name", ["B\u043eb", "\u0412ob", "\u0391nn"])
def test_a_name_that_mixes_scripts_which_look_alike_is_refused(name: str) -> None:
    with pytest.raises(NotVisible, match=r"mixes letters of (Cyrillic|Greek) and Latin"):
        check_name(name, ())


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("\u0421\u043e\u0440", "Cop"),
        ("\u0412\u041e\u0412", "Bob"),
        ("\u039d\u0399\u039a\u039f", "NIKO"),
        ("BiIl", "Bill"),
        ("B0b", "Bob"),
        ("Player l", "Player 1"),
    ],
)
def test_a_name_that_looks_like_another_at_the_table_is_refused(name: str, other: str) -> None:
    check_name(name, ["Cid"])
    with pytest.raises(NotVisible, match="it looks like"):
        check_name(name, ["Cid", other])
    with pytest.raises(NotVisible, match="it looks like"):
        check_name(other, [name])


@pytest.mark.parametrize("name", ["bob", "BOB", "\uff22ob", "Bo\u0062"])
def test_a_name_in_other_letters_of_the_same_kind_is_refused(name: str) -> None:
    with pytest.raises(NotVisible, match="is called 'Bob' already"):
        check_name(name, ["Bob"])
