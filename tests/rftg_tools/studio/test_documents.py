"""The files of a studio: read as they are, saved over nothing that was not seen."""

import os
from pathlib import Path

import pytest

from rftg_dsl import limits
from rftg_tools.studio import documents
from rftg_tools.studio.documents import (
    DELETED_TEXT,
    Conflict,
    Document,
    DocumentNotFound,
    Documents,
    TooLong,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ice.yaml"
    path.write_bytes(b"set: ice\r\n# a comment\r\n")
    return path


@pytest.fixture
def files(path: Path) -> Documents:
    return Documents(lambda: sorted(path.parent.glob("*.yaml")))


def saved(files: Documents, path: Path, text: str, version: str) -> Document:
    found = files.save(str(path), text, version)
    assert isinstance(found, Document)
    return found


def test_a_file_is_read_with_its_line_ends(files: Documents, path: Path) -> None:
    assert files.read(str(path)).text == "set: ice\r\n# a comment\r\n"


def test_a_text_is_saved_over_the_version_it_was_made_from(files: Documents, path: Path) -> None:
    version = files.read(str(path)).version
    found = saved(files, path, "set: snow\r\n", version)
    assert path.read_bytes() == b"set: snow\r\n"
    assert found.version == files.read(str(path)).version != version


def test_a_text_made_from_another_version_is_refused_and_shown_the_disk(
    files: Documents, path: Path
) -> None:
    version = files.read(str(path)).version
    path.write_text("set: other\n")
    found = files.save(str(path), "set: mine\n", version)
    assert isinstance(found, Conflict)
    assert found.disk.text == "set: other\n"
    assert path.read_text() == "set: other\n"


def test_a_file_that_changes_while_it_is_saved_is_left_as_it_is(
    files: Documents, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = documents.rewrite_files

    def late(changes: list[documents.FileChange]) -> None:
        path.write_text("set: faster\n")
        real(changes)

    monkeypatch.setattr(documents, "rewrite_files", late)
    found = files.save(str(path), "set: mine\n", files.read(str(path)).version)
    assert isinstance(found, Conflict)
    assert found.disk.text == path.read_text() == "set: faster\n"


def test_what_is_saved_as_it_is_does_not_touch_the_file(files: Documents, path: Path) -> None:
    before = files.read(str(path))
    stamp = path.stat().st_mtime_ns
    assert before.text is not None
    saved(files, path, before.text, before.version)
    assert path.stat().st_mtime_ns == stamp


def test_a_deleted_file_is_gone_and_can_be_written_anew(files: Documents, path: Path) -> None:
    version = files.read(str(path)).version
    path.unlink()
    assert files.read(str(path)) == Document(path, None)
    found = files.save(str(path), "set: mine\n", version)
    assert isinstance(found, Conflict)
    assert found.disk.version == DELETED_TEXT
    saved(files, path, "set: mine\n", DELETED_TEXT)
    assert path.read_text() == "set: mine\n"


def test_a_file_that_is_there_again_is_not_written_over(
    files: Documents, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.read(str(path))
    path.unlink()
    real = documents.create_atomically

    def late(where: Path, text: str) -> None:
        path.write_text("set: back\n")
        real(where, text)

    monkeypatch.setattr(documents, "create_atomically", late)
    found = files.save(str(path), "set: mine\n", DELETED_TEXT)
    assert isinstance(found, Conflict)
    assert path.read_text() == "set: back\n"


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../ice.yaml", "ice.yaml", "", "\0", "x" * 100_000]
)
def test_no_other_file_is_reached(files: Documents, name: str) -> None:
    with pytest.raises(DocumentNotFound, match="is not a file of this studio"):
        files.read(name)
    with pytest.raises(DocumentNotFound):
        files.save(name, "", "")


def test_a_file_that_appears_later_can_be_read(files: Documents, path: Path) -> None:
    other = path.with_name("snow.yaml")
    with pytest.raises(DocumentNotFound):
        files.read(str(other))
    other.write_text("set: snow\n")
    assert files.read(str(other)).text == "set: snow\n"


def test_a_file_that_is_no_text_or_too_large_says_so(
    files: Documents, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(DocumentNotFound, match="is not UTF-8 text"):
        files.read(str(path))
    monkeypatch.setattr(limits, "FILE_BYTES", 1)
    with pytest.raises(DocumentNotFound, match="too large: the limit is 1 bytes"):
        files.read(str(path))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read_says_so(files: Documents, path: Path) -> None:
    path.chmod(0)
    with pytest.raises(DocumentNotFound, match="Permission denied"):
        files.read(str(path))


def test_a_folder_in_place_of_a_file_says_so(files: Documents, path: Path) -> None:
    path.unlink()
    path.mkdir()
    with pytest.raises(DocumentNotFound, match="cannot be read"):
        files.read(str(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_in_place_of_a_file_is_not_waited_for(files: Documents, path: Path) -> None:
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(
        DocumentNotFound, match="cannot be read: this is a folder, a pipe or a device"
    ):
        files.read(str(path))


def test_a_link_that_leads_out_in_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    folder, secret = tmp_path / "sets", tmp_path / "secret.yaml"
    folder.mkdir()
    path = folder / "ice.yaml"
    path.write_text("set: ice\n")
    secret.write_text("set: secret\n")
    files = Documents(lambda: [one for one in folder.glob("*.yaml") if not one.is_symlink()])
    files.read(str(path))
    path.unlink()
    path.symlink_to(secret)
    with pytest.raises(DocumentNotFound, match="is not a file of this studio"):
        files.read(str(path))
    with pytest.raises(DocumentNotFound):
        files.save(str(path), "set: mine\n", documents.version_of("set: secret\n"))
    assert secret.read_text() == "set: secret\n"


def test_a_file_that_is_read_only_is_not_replaced(files: Documents, path: Path) -> None:
    version = files.read(str(path)).version
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only"):
        files.save(str(path), "set: mine\n", version)
    assert files.read(str(path)).version == version


def test_a_text_that_no_file_can_have_is_refused(
    files: Documents, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = files.read(str(path)).version
    with pytest.raises(TooLong, match="unpaired surrogates"):
        files.save(str(path), "\ud800", version)
    monkeypatch.setattr(limits, "FILE_BYTES", 100)
    with pytest.raises(TooLong, match="at most 100 bytes"):
        files.save(str(path), "é" * 60, version)


def test_the_mode_of_a_file_is_kept(files: Documents, path: Path) -> None:
    path.chmod(0o640)
    saved(files, path, "set: mine\n", files.read(str(path)).version)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_whose_folder_is_gone_is_not_saved_and_no_conflict(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "ice.yaml"
    files = Documents(lambda: [path])
    with pytest.raises(DocumentNotFound, match="its folder was deleted"):
        files.save(str(path), "set: ice\n", DELETED_TEXT)
