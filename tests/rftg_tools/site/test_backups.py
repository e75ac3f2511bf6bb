"""Backups of all files, and files that are added without ever replacing others."""

import hashlib
import sqlite3
import zipfile
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from rftg_tools.site.backups import Added, CannotAdd, add_file, hash_files, make_backup

FIRST = {"frontier.yaml": b"example"}


def archive_of(**files: bytes) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return data.getvalue()


def broken(content: bytes) -> bytes:
    """Return an archive whose compressed data is damaged."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.yaml", content * 100)
        start = archive.infolist()[0].header_offset + 30 + len("a.yaml")
    return data.getvalue()[:start] + b"\xff" * 4 + data.getvalue()[start + 4 :]


def add(folder: Path, name: str, data: bytes) -> Added:
    return add_file(folder, name, data, FIRST)


def database(path: Path, text: str, kind: int = 7) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as made:
        made.execute(f"PRAGMA application_id = {kind}")
        made.execute("CREATE TABLE history (text TEXT)")
        made.execute("INSERT INTO history VALUES (?)", (text,))
        made.commit()


def texts(opened: sqlite3.Connection) -> list[str]:
    return [text for (text,) in opened.execute("SELECT text FROM history")]


@pytest.fixture
def backup(tmp_path: Path) -> bytes:
    """A backup of a studio with work and history."""
    old = tmp_path / "old"
    database(old / ".rftg-dsl" / "versions.sqlite", "history")
    (old / "frontier.yaml").write_bytes(b"own cards")
    (old / ".links").mkdir()
    (old / ".links" / "a.yaml").write_bytes(b"of a stranger")
    return make_backup(old)


def test_a_backup_is_restored_completely_in_a_new_studio(tmp_path: Path, backup: bytes) -> None:
    """The studio keeps its history open, and sees the one of the backup at once."""
    new = tmp_path / "new"
    database(new / ".rftg-dsl" / "versions.sqlite", "of the start")
    (new / "frontier.yaml").write_bytes(b"example")
    with closing(sqlite3.connect(new / ".rftg-dsl" / "versions.sqlite")) as opened:
        opened.execute("PRAGMA journal_mode = WAL")
        assert texts(opened) == ["of the start"]
        got = add(new, "backup.zip", backup)
        assert texts(opened) == ["history"]
    assert got == ([".rftg-dsl/versions.sqlite", "frontier.yaml"], [])
    assert (new / "frontier.yaml").read_bytes() == b"own cards"
    assert not (new / "frontier-2.yaml").exists()
    assert not (new / ".links").exists()


def test_a_backup_replaces_no_work_and_says_what_is_left_out(tmp_path: Path, backup: bytes) -> None:
    new = tmp_path / "new"
    database(new / ".rftg-dsl" / "versions.sqlite", "of this studio")
    (new / "mine.yaml").write_bytes(b"work")
    (new / "frontier.yaml").write_bytes(b"example")
    assert add(new, "b.zip", backup) == (["frontier.yaml"], [".rftg-dsl/versions.sqlite"])
    with closing(sqlite3.connect(new / ".rftg-dsl" / "versions.sqlite")) as opened:
        assert texts(opened) == ["of this studio"]
    assert (new / "frontier.yaml").read_bytes() == b"own cards"  # nobody had changed the example


def test_a_database_of_another_kind_is_left_out(tmp_path: Path, backup: bytes) -> None:
    new = tmp_path / "new"
    database(new / ".rftg-dsl" / "versions.sqlite", "of the start", kind=8)
    (new / "frontier.yaml").write_bytes(b"example")
    assert add(new, "b.zip", backup) == (["frontier.yaml"], [".rftg-dsl/versions.sqlite"])


def test_the_log_of_a_database_is_part_of_it(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    database(old / ".rftg-dsl" / "versions.sqlite", "first")
    new.mkdir()
    with closing(sqlite3.connect(old / ".rftg-dsl" / "versions.sqlite")) as opened:
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("INSERT INTO history VALUES ('second')")
        opened.commit()
        archive = make_backup(old)
    assert add(new, "b.zip", archive) == ([".rftg-dsl/versions.sqlite"], [])
    with closing(sqlite3.connect(new / ".rftg-dsl" / "versions.sqlite")) as opened:
        assert texts(opened) == ["first", "second"]


def test_a_database_that_differs_only_in_its_log_is_restored(tmp_path: Path) -> None:
    """The history of a studio that is open is in the log as a whole."""
    archives, opened = [], []
    for name in ("old", "new"):
        place = tmp_path / name / ".rftg-dsl"
        place.mkdir(parents=True)
        (tmp_path / name / "frontier.yaml").write_bytes(b"example")
        history = sqlite3.connect(place / "versions.sqlite", isolation_level=None)
        opened.append(history)
        history.execute("PRAGMA journal_mode = WAL")
        history.execute("CREATE TABLE history (text TEXT)")
        history.execute("INSERT INTO history VALUES (?)", (name,))
        archives.append(make_backup(tmp_path / name))
    new = tmp_path / "new"
    main = ".rftg-dsl/versions.sqlite"
    assert (new / main).read_bytes() == (tmp_path / "old" / main).read_bytes()
    assert add(new, "b.zip", archives[0]) == ([main], [])
    assert texts(opened[1]) == ["old"]
    (new / "frontier.yaml").write_bytes(b"work")
    assert add(new, "b.zip", archives[1]) == (["frontier-2.yaml"], [main])
    for history in opened:
        history.close()


def test_a_card_file_gets_the_ending_that_the_studio_looks_for(tmp_path: Path) -> None:
    assert add(tmp_path, "a.yml", b"cards") == (["a.yaml"], [])
    assert add(tmp_path, "a.yml", b"cards") == (["a.yaml"], [])
    assert add(tmp_path, "b.zip", archive_of(**{"b.YML": b"cards"})) == (["b.yaml"], [])


def test_a_backup_brings_all_files_back(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    (old / "games").mkdir(parents=True)
    new.mkdir()
    (old / "a.yaml").write_bytes(b"cards")
    (old / "games" / "1.json").write_bytes(b"game")
    assert add(new, "backup.zip", make_backup(old)) == (["a.yaml", "games/1.json"], [])
    assert (new / "games" / "1.json").read_bytes() == b"game"


def test_no_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"mine")
    assert add(tmp_path, "a.yaml", b"other") == (["a-2.yaml"], [])
    assert add(tmp_path, "a.yaml", b"mine") == (["a.yaml"], [])
    assert add(tmp_path, "b.zip", archive_of(**{"a.yaml": b"third"})) == (["a-3.yaml"], [])
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "1").write_bytes(b"mine")
    assert add(tmp_path, "b.zip", archive_of(games__1=b"other")) == ([], ["games/1"])
    assert (tmp_path / "games" / "1").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.exe", b"", "isn't a card file"),
        ("a.zip", b"PK", "damaged"),
        ("a.zip", broken(b"content"), "damaged"),
        ("a.zip", archive_of(**{"../a.yaml": b""}), "leave the folder"),
        ("a.zip", archive_of(**{"/a.yaml": b""}), "leave the folder"),
    ],
)
def test_what_cannot_be_added_is_told(tmp_path: Path, name: str, data: bytes, problem: str) -> None:
    with pytest.raises(CannotAdd, match=problem):
        add(tmp_path, name, data)
    assert not list(tmp_path.iterdir())


def test_an_archive_can_be_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_tools.site.backups.MAX_BYTES", 3)
    with pytest.raises(CannotAdd, match="too large"):
        add(tmp_path, "a.zip", archive_of(a=b"four"))


def test_a_file_replaces_the_version_that_is_known_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_bytes(b"read before")
    (tmp_path / "a.png").write_bytes(b"picture")
    (tmp_path / "notes.txt").write_bytes(b"notes")
    known = hash_files(tmp_path)
    assert known.keys() == {"mine.yaml", "a.png"}
    added = add_file(tmp_path, "mine.yaml", b"newer", FIRST, known["mine.yaml"])
    assert (added.names, (tmp_path / "mine.yaml").read_bytes()) == (["mine.yaml"], b"newer")
    assert hash_files(tmp_path)["mine.yaml"] == hashlib.sha256(b"newer").hexdigest()
    added = add_file(tmp_path, "mine.yaml", b"another", FIRST, known["mine.yaml"])
    assert (added.names, (tmp_path / "mine.yaml").read_bytes()) == (["mine-2.yaml"], b"newer")
