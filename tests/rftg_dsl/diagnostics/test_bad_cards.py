"""Wrong card files as people write them: the output is short, in place, one, and mends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.diagnostics.fixing import applied
from tests.rftg_dsl.bad_cards import FOLDER, NAMES, checked
from tests.shipped import compiled

LINES = 12
"""The most lines that the output for one mistake has, between its blank lines."""
each = pytest.mark.parametrize("name", NAMES)


def test_there_are_enough_wrong_files_to_judge_by() -> None:
    assert len(NAMES) >= 220


@each
def test_check_says_what_is_expected(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert checked(FOLDER / f"{name}.yaml").output == expected


@each
def test_one_mistake_has_one_short_finding_at_its_line(name: str) -> None:
    wrong = checked(FOLDER / f"{name}.yaml")
    assert len(wrong.found) == 1
    assert wrong.found[0].region.line == wrong.line
    assert len(wrong.output.splitlines()) <= LINES


@each
def test_a_fix_that_is_proposed_mends_its_finding(name: str, tmp_path: Path) -> None:
    path = FOLDER / f"{name}.yaml"
    (found,) = checked(path).found
    if found.fix is None:
        return
    text, made = applied(path.read_text(encoding="utf-8"), [found.fix])
    assert made == 1
    mended = tmp_path / path.name
    mended.write_text(text, encoding="utf-8")
    after = compiled(mended).diagnostics
    assert found.message not in [one.message for one in after]
    if found.fix.certain:
        assert after == ()


@pytest.mark.parametrize(
    "name",
    [
        "bar-fold",
        "list-keywords-words",
        "list-requires-word",
        "phase-two-with-semicolon",
        "powers-as-list",
        "powers-in-double-quotes",
        "produces-without-power",
        "produces-without-powers",
        "test-hand-bare-number",
        "vp-number-with-score",
    ],
)
def test_what_can_be_written_exactly_leaves_nothing_to_report(name: str, tmp_path: Path) -> None:
    path = FOLDER / f"{name}.yaml"
    (found,) = checked(path).found
    assert found.fix is not None
    mended = tmp_path / path.name
    mended.write_text(applied(path.read_text(encoding="utf-8"), [found.fix])[0], encoding="utf-8")
    assert compiled(mended).diagnostics == ()
