"""A file that is saved while a command changes it: the command writes onto what it read, or not."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.source.files import FileChange, FileChanged, rewrite_files
from tests.rftg_dsl.writing import card_with, set_of

Output = pytest.CaptureFixture[str]
LOOSE = card_with("Settle :military  +1")
TABS = card_with("settle:\tmilitary +1")
OTHER = "# Written meanwhile.\n" + card_with("Settle :military  +1", "produce:draw 1")
COMMANDS = {
    "fmt": (LOOSE, ["fmt"]),
    "fix": (TABS, ["check", "--fix"]),
    "new": (LOOSE, ["new", "card", "--world", "3", "--title", "Snow"]),
}
each = pytest.mark.parametrize("name", COMMANDS)


def save_at_the_last_moment(monkeypatch: pytest.MonkeyPatch, save: Callable[[], object]) -> None:
    """Call `save` when the new text is on the disk, and not yet in place of the file."""
    write_through = os.fsync

    def fsync(handle: int) -> None:
        write_through(handle)
        save()

    monkeypatch.setattr("rftg_dsl.source.files.os.fsync", fsync)


@each
def test_what_was_saved_meanwhile_stays(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    text, words = COMMANDS[name]
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    save_at_the_last_moment(monkeypatch, lambda: path.write_text(OTHER, encoding="utf-8"))
    assert main([*words, str(path)]) == 2
    assert path.read_text(encoding="utf-8") == OTHER
    assert [one.name for one in tmp_path.iterdir()] == ["mine.yaml"]
    assert capsys.readouterr().err == (
        f"rftg-dsl: error: '{path}': the file has changed in the meantime and"
        " was not overwritten; run the command again\n"
    )


@each
def test_what_was_taken_away_meanwhile_is_not_put_back(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, words = COMMANDS[name]
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    save_at_the_last_moment(monkeypatch, lambda: path.unlink())
    assert main([*words, str(path)]) == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["fmt", "fix"])
def test_of_several_files_none_is_written_if_one_was_saved(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, words = COMMANDS[name]
    paths = [tmp_path / file for file in ("mine.yaml", "other.yaml")]
    for path in paths:
        own = text.replace("mine", path.stem).replace("Ice", path.stem.capitalize())
        path.write_text(own, encoding="utf-8")

    def saved(changes: list[FileChange]) -> None:
        paths[1].write_text(OTHER, encoding="utf-8")
        rewrite_files(changes)

    monkeypatch.setattr("rftg_dsl.cli.check.rewrite_files", saved)
    assert main([*words, *map(str, paths)]) == 2
    assert paths[0].read_text(encoding="utf-8") == text.replace("Ice", "Mine")
    assert paths[1].read_text(encoding="utf-8") == OTHER


def large(comment: str, number: int = 250) -> str:
    cards = "".join(
        f"  - title: World {one}\n    world: 2\n    vp: 1\n    powers: |\n"
        f"      Settle :military  +{one % 3 + 1}\n"
        for one in range(number)
    )
    return comment + set_of(cards)


@pytest.mark.parametrize("delay", [0.02, 0.1, 0.2, 0.3, 0.5])
def test_a_large_file_is_never_garbled(delay: float, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    first, second = large(""), large("# One line more, and another.\n" * 7)
    path.write_text(first, encoding="utf-8")

    def save() -> None:
        time.sleep(delay)
        whole = tmp_path / "new"
        whole.write_text(second, encoding="utf-8")
        whole.replace(path)

    saver = threading.Thread(target=save)
    saver.start()
    main(["fmt", str(path)])
    saver.join()
    now = path.read_text(encoding="utf-8")
    assert now in (second, second.replace("Settle :military  ", "settle: military "))


def test_a_longer_and_a_shorter_file_are_other_files(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for before in (b"ab", b"abcd", b"", b"abd"):
        path.write_bytes(b"abc")
        with pytest.raises(FileChanged):
            rewrite_files([FileChange(path, before, "new")])
        assert path.read_bytes() == b"abc"
