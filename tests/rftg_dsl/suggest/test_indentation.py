"""Lines that are moved or left out: one finding, and a certain fix is right."""

from pathlib import Path

import pytest

from rftg_dsl.blank.fixing import repair_files
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.sets.loading import SourceCache
from tests.rftg_dsl.shifted import SOUND, each
from tests.sampling import sampled

TITLES, TEXTS = zip(*each(), strict=True)


def errors(path: Path, text: str) -> list[Diagnostic]:
    path.write_text(text, encoding="utf-8")
    return [one for one in compile_files([path], SHELF).diagnostics if one.severity == ERROR]


SHELF = SourceCache()


@pytest.mark.parametrize("text", sampled(TEXTS, 4, TITLES))
def test_one_slip_has_one_finding_and_its_certain_fix_gives_the_sound_set_back(
    text: str, tmp_path: Path
) -> None:
    path = tmp_path / "ice.yaml"
    before = errors(path, text)
    assert len(before) <= 1
    mended = repair_files([path], lambda _found: True)
    assert not mended.skipped
    for change in mended.changes:
        assert len(before) == 1
        assert change.text == SOUND


def test_the_set_itself_is_sound(tmp_path: Path) -> None:
    assert errors(tmp_path / "ice.yaml", SOUND) == []


CARD = """\
set: ice
title: Ice
requires: [base]
cards:
  - title: Frost Council
    development: 6
    vp: variable
    powers:
      score: 2 per rare world
      score: 1 per other world
"""


def test_a_missing_bar_is_one_finding_though_a_key_then_stands_twice(tmp_path: Path) -> None:
    (found,) = errors(tmp_path / "ice.yaml", CARD)
    assert (found.code, found.region.line) == ("E203", 8)
    assert found.fix is not None
    assert found.fix.certain


def test_power_lines_that_are_not_indented_are_one_finding(tmp_path: Path) -> None:
    text = CARD.replace("powers:", "powers: |").replace("      score", "    score")
    (found,) = errors(tmp_path / "ice.yaml", text)
    assert (found.code, found.region.line) == ("E105", 9)
    assert found.fix is not None
    assert len(found.fix.edits) == 2


def test_a_slip_hides_no_other_mistake_and_moves_no_place(tmp_path: Path) -> None:
    wrong = SOUND.replace("    given:\n", "").replace("military +1", "militry +1")
    wrong = wrong.replace("    world: 1", "     world: 1").replace("place Cold Moon", "place Moom")
    found = errors(tmp_path / "ice.yaml", wrong)
    lines = wrong.split("\n")
    said = [lines[one.region.line - 1][one.region.column - 1 :].split()[0] for one in found]
    assert said == ["world:", "militry", "tableau:", "Moom]"]


def test_what_yaml_cannot_read_is_underlined_and_mended_inside_its_line(tmp_path: Path) -> None:
    for value in ("vp: ?", "vp: *  # what"):
        (found,) = errors(tmp_path / "ice.yaml", SOUND.replace("vp: 2", value))
        assert found.region.end_column == found.region.column + 1
        assert found.fix is not None
        assert found.fix.edits[0].region == found.region


def test_a_test_without_its_key_is_told_what_the_key_is(tmp_path: Path) -> None:
    (found,) = errors(tmp_path / "ice.yaml", SOUND.replace("- test:", "- name:"))
    assert found.help == "write `test`"
