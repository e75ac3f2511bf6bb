"""A shelf of card files: what is read again, and what an editor's text stands in place of."""

from __future__ import annotations

from pathlib import Path

from rftg_dsl.compiler import compile_files
from rftg_dsl.resources import shipped_sets
from rftg_dsl.shelf import Shelf

ICE = """set: ice
title: Ice
requires: [%s]
cards:
  - title: Glacier
    world: 2
    vp: 1
    powers: |
      settle: military +1 against frost worlds
"""
FROST = "set: frost\ntitle: Frost\nkeywords: [frost]\ncards:\n  - {title: Rime, world: 1, vp: 1}\n"


def test_a_shelf_changes_no_finding() -> None:
    paths = shipped_sets()
    shelf = Shelf()
    for _ in range(3):
        found = compile_files(paths, shelf)
        assert found.diagnostics == compile_files(paths).diagnostics
        assert found.sets == compile_files(paths).sets


def test_a_file_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "base")
    shelf = Shelf()
    first = compile_files([path], shelf)
    again = compile_files([path], shelf)
    assert again.units == first.units
    assert all(one is two for one, two in zip(first.units, again.units, strict=True))
    assert again.diagnostics == first.diagnostics
    path.write_text(ICE % "base" + "      explore: draw 1\n")
    changed = compile_files([path], shelf)
    assert [one is two for one, two in zip(first.units, changed.units, strict=True)] == [
        True,
        False,
    ]


def test_a_text_stands_in_place_of_a_file_and_of_one_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "frost")
    shelf = Shelf()
    assert [one.code for one in compile_files([path], shelf).diagnostics] == ["E411"]
    shelf.put(tmp_path / "frost.yaml", FROST)
    assert [one.code for one in compile_files([path], shelf).diagnostics] == ["W501"]
    shelf.put(path, (ICE % "frost").replace("frost worlds", "gray worlds"))
    assert [one.code for one in compile_files([path], shelf).diagnostics] == ["W501"]
    shelf.take_away(path)
    shelf.take_away(tmp_path / "frost.yaml")
    assert [one.code for one in compile_files([path], shelf).diagnostics] == ["E411"]


def test_a_text_that_is_no_unicode_is_a_finding(tmp_path: Path) -> None:
    shelf = Shelf()
    shelf.put(tmp_path / "x.yaml", "set: \ud800\n")
    found = compile_files([tmp_path / "x.yaml"], shelf)
    assert {one.code for one in found.diagnostics} >= {"E101"}


def test_findings_of_a_required_file_stay_while_they_hold(tmp_path: Path) -> None:
    wrong = FROST.replace("}", ", powers: 'settle: military +1 against frosty military worlds'}")
    (tmp_path / "frost.yaml").write_text(wrong)
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "frost")
    shelf = Shelf()
    for number in range(4):
        shelf.put(path, path.read_text() + "#" * number)
        assert compile_files([path], shelf).diagnostics == compile_files([path]).diagnostics
    shelf.put(path, path.read_text().replace("Glacier", "Rime"))  # clashes with the other file
    assert "E404" in {one.code for one in compile_files([path], shelf).diagnostics}
    shelf.take_away(path)
    assert compile_files([path], shelf).diagnostics == compile_files([path]).diagnostics
    shelf.put(tmp_path / "frost.yaml", FROST)
    assert [one.code for one in compile_files([path], shelf).diagnostics] == ["W501"]
