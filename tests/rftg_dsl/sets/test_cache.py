"""A cache of card files: what is read again, and what an editor's text stands in place of."""

from pathlib import Path

from rftg_dsl.compiler import compile_files
from rftg_dsl.resources import shipped_sets
from rftg_dsl.sets.loading import SourceCache

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


def test_a_cache_changes_no_finding() -> None:
    paths = shipped_sets()
    cache = SourceCache()
    for _ in range(3):
        found = compile_files(paths, cache)
        assert found.diagnostics == compile_files(paths).diagnostics
        assert found.sets == compile_files(paths).sets


def test_a_file_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "base")
    cache = SourceCache()
    first = compile_files([path], cache)
    again = compile_files([path], cache)
    assert again.units == first.units
    assert all(one is two for one, two in zip(first.units, again.units, strict=True))
    assert again.diagnostics == first.diagnostics
    path.write_text(ICE % "base" + "      explore: draw 1\n")
    changed = compile_files([path], cache)
    assert [one is two for one, two in zip(first.units, changed.units, strict=True)] == [
        True,
        False,
    ]


def test_a_text_stands_in_place_of_a_file_and_of_one_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "frost")
    cache = SourceCache()
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["E411"]
    cache.put(tmp_path / "frost.yaml", FROST)
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["W501"]
    cache.put(path, (ICE % "frost").replace("frost worlds", "gray worlds"))
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["W501"]
    cache.take_away(path)
    cache.take_away(tmp_path / "frost.yaml")
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["E411"]


def test_a_text_that_is_no_unicode_is_a_finding(tmp_path: Path) -> None:
    cache = SourceCache()
    cache.put(tmp_path / "x.yaml", "set: \ud800\n")
    found = compile_files([tmp_path / "x.yaml"], cache)
    assert {one.code for one in found.diagnostics} >= {"E101"}


def test_findings_of_a_required_file_stay_while_they_hold(tmp_path: Path) -> None:
    wrong = FROST.replace("}", ", powers: 'settle: military +1 against frosty military worlds'}")
    (tmp_path / "frost.yaml").write_text(wrong)
    path = tmp_path / "ice.yaml"
    path.write_text(ICE % "frost")
    cache = SourceCache()
    for number in range(4):
        cache.put(path, path.read_text() + "#" * number)
        assert compile_files([path], cache).diagnostics == compile_files([path]).diagnostics
    cache.put(path, path.read_text().replace("Glacier", "Rime"))  # clashes with the other file
    assert "E404" in {one.code for one in compile_files([path], cache).diagnostics}
    cache.take_away(path)
    assert compile_files([path], cache).diagnostics == compile_files([path]).diagnostics
    cache.put(tmp_path / "frost.yaml", FROST)
    assert [one.code for one in compile_files([path], cache).diagnostics] == ["W501"]
