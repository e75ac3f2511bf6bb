"""`rftg-dsl fmt`: the texts of the language become canonical, and nothing else changes."""

import os
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.games import ROLL
from rftg_dsl.resources import shipped_sets

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
