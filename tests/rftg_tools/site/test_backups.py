"""Backups of all files, and files that are added without ever replacing others."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from rftg_tools.site.backups import CannotAdd, add_file, make_backup


def archive_of(**files: bytes) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return data.getvalue()


def test_a_backup_brings_all_files_back(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    (old / "games").mkdir(parents=True)
    new.mkdir()
    (old / "a.yaml").write_bytes(b"cards")
    (old / "games" / "1.json").write_bytes(b"game")
    assert add_file(new, "backup.zip", make_backup(old)) == ["a.yaml", "games/1.json"]
    assert (new / "games" / "1.json").read_bytes() == b"game"


def test_no_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"mine")
    assert add_file(tmp_path, "a.yaml", b"other") == ["a-2.yaml"]
    assert add_file(tmp_path, "a.yaml", b"mine") == ["a.yaml"]
    assert add_file(tmp_path, "b.zip", archive_of(**{"a.yaml": b"third"})) == ["a-3.yaml"]
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "1").write_bytes(b"mine")
    assert add_file(tmp_path, "b.zip", archive_of(games__1=b"other")) == []
    assert (tmp_path / "games" / "1").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.exe", b"", "no card file"),
        ("a.zip", b"PK", "damaged"),
        ("a.zip", archive_of(**{"../a.yaml": b""}), "leave the folder"),
        ("a.zip", archive_of(**{"/a.yaml": b""}), "leave the folder"),
    ],
)
def test_what_cannot_be_added_is_told(tmp_path: Path, name: str, data: bytes, problem: str) -> None:
    with pytest.raises(CannotAdd, match=problem):
        add_file(tmp_path, name, data)
    assert not list(tmp_path.iterdir())


def test_an_archive_can_be_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_tools.site.backups.MAX_BYTES", 3)
    with pytest.raises(CannotAdd, match="too large"):
        add_file(tmp_path, "a.zip", archive_of(a=b"four"))
