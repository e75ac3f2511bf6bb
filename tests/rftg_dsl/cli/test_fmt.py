"""`rftg-dsl fmt`, and files that are saved while a command changes them."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.games import ROLL
from rftg_dsl.resources import shipped_sets
from rftg_dsl.source.rewriting import FileChange, FileChanged, rewrite_files
from tests.rftg_dsl.writing import card_with, set_of

BEFORE = """\
# A comment, kept.
set:   mine
title: 'My Cards'
cards:
  - title: Ice Harvesters   # kept too
    world: 2
    vp: 1

    produces: rare
    powers: |
         Settle :military   +1

         produce:good ,draw 1
  - {title: Fire, world: 1, vp: 1, powers: 'consume: this world''s good -> 1 VP', windfall: rare}
"""
AFTER = """\
# A comment, kept.
set:   mine
title: 'My Cards'
cards:
  - title: Ice Harvesters   # kept too
    world: 2
    vp: 1

    produces: rare
    powers: |
         settle: military +1

         produce: good, draw 1
  - {title: Fire, world: 1, vp: 1, powers: 'consume: this world''s good -> 1 vp', windfall: rare}
"""
TILES = """\
set: mine
title: My Cards
requires: [base]
modules: [goals]
goals:
  - {title: Rich, first: 2 good or an alien world, after: [produce]}
  - title: Strong
    most: 'military   World'
    least: 2
    after: [settle]
search:
  - title: Old Friends
    cards: world or development with a Trade power
cards:
  - {title: Fire, world: 1, vp: 1}
"""
"""A set with goals and a search category; no two texts of it are written in the same way."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(BEFORE, encoding="utf-8")
    return path


def test_only_power_lines_change(path: Path) -> None:
    assert main(["fmt", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == AFTER
    assert main(["fmt", "--check", str(path)]) == 0


def test_of_a_folder_no_file_outside_of_it_is_written(path: Path) -> None:
    folder = path.parent / "cards"
    folder.mkdir()
    (folder / "linked.yaml").symlink_to(path)
    assert main(["fmt", str(folder)]) == 2
    (folder / "own.yaml").write_text(BEFORE, encoding="utf-8")
    assert main(["fmt", str(folder)]) == 0
    assert path.read_text(encoding="utf-8") == BEFORE
    assert (folder / "own.yaml").read_text(encoding="utf-8") == AFTER
    assert main(["fmt", str(folder / "linked.yaml")]) == 0
    assert path.read_text(encoding="utf-8") == AFTER


def test_check_and_diff_change_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", str(path)]) == 1
    assert main(["fmt", "--diff", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == BEFORE
    assert "+         settle: military +1\n" in capsys.readouterr().out


def test_line_ends_mark_and_mode_are_kept(path: Path) -> None:
    mark = b"\xef\xbb\xbf"
    path.write_bytes(mark + BEFORE.replace("\n", "\r\n").encode())
    os.chmod(path, 0o640)
    assert main(["fmt", str(path)]) == 0
    assert path.read_bytes() == mark + AFTER.replace("\n", "\r\n").encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in path.parent.iterdir()] == ["mine.yaml"]


def test_a_file_with_errors_is_left_alone(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = BEFORE.replace("vp: 1\n", "vpp: 1\n", 1)
    path.write_text(wrong, encoding="utf-8")
    assert main(["fmt", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == wrong
    assert "fix its errors first" in capsys.readouterr().out


def test_a_file_with_errors_does_not_keep_others_from_being_formatted(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = BEFORE.replace("set:   mine", "set: theirs").replace("vp: 1\n", "vpp: 1\n", 1)
    other = path.with_name("theirs.yaml")
    other.write_text(wrong.replace("Ice", "Ash").replace("Fire", "Smoke"), encoding="utf-8")
    before = other.read_text(encoding="utf-8")
    assert main(["fmt", "--check", str(path), str(other)]) == 1
    assert f"{path} is not canonical\n" in capsys.readouterr().out
    assert main(["fmt", str(other), str(path)]) == 1
    assert path.read_text(encoding="utf-8") == AFTER
    assert other.read_text(encoding="utf-8") == before
    printed = capsys.readouterr().out
    assert f"{path} formatted\n" in printed
    assert "write `vp`" in printed
    assert f"{other} left unchanged: fix its errors first\n" in printed


def test_a_file_is_formatted_though_one_that_it_requires_is_broken(path: Path) -> None:
    path.write_text(BEFORE.replace("cards:", "requires: [broken]\ncards:"), encoding="utf-8")
    path.with_name("broken.yaml").write_text("set: broken\n", encoding="utf-8")
    assert main(["fmt", str(path)]) == 1
    assert "settle: military +1\n" in path.read_text(encoding="utf-8")


def test_the_shipped_sets_are_canonical() -> None:
    assert main(["fmt", "--check"]) == 0


def test_goals_and_search_categories_become_canonical(path: Path) -> None:
    path.write_text(TILES, encoding="utf-8")
    assert main(["fmt", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert "first: 2 goods or an alien world, after" in text
    assert "most: 'military worlds'\n" in text
    assert "cards: worlds or developments with a trade power\n" in text
    assert main(["fmt", "--check", str(path)]) == 0


def test_a_text_is_put_into_quotes_where_yaml_would_read_another(path: Path) -> None:
    text = BEFORE.replace("'consume: this world''s good -> 1 VP'", "trade:price +1")
    path.write_text(text, encoding="utf-8")
    assert main(["fmt", str(path)]) == 0
    assert "powers: 'trade: price +1', windfall" in path.read_text(encoding="utf-8")
    assert main(["check", str(path)]) == 0


def test_powers_of_tiles_become_canonical_in_the_words_of_their_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    head = "set: mine\ngame: roll\ntitle: Mine\nrequires: [roll]\ncards:\n"
    before = """\
  - world: 1   # kept
    title: Toll Bridge
    other side: Ferry
    powers: |
      Immediate :1 Genes dice in Citizenry
      SCORE: 1 per colors of dice
  - {title: Ferry, development: 2, powers: 'ship: price +2  for goods of a novelty world'}
"""
    after = (
        before.replace(
            "Immediate :1 Genes dice in Citizenry", "immediate: 1 genes die in citizenry"
        )
        .replace("SCORE: 1 per colors", "score: 1 per colour")
        .replace("+2  for goods of a novelty world", "+2 for goods of novelty worlds")
    )
    path.write_text(head + before, encoding="utf-8")
    assert main(["fmt", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == head + after


def test_the_shipped_tiles_are_canonical() -> None:
    (path,) = shipped_sets(ROLL)
    assert main(["fmt", "--check", str(path)]) == 0


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

    monkeypatch.setattr("rftg_dsl.source.rewriting.os.fsync", fsync)


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
