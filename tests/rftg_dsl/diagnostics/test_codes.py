"""Tests of the explanations of codes and their examples."""

import re
from pathlib import Path

import pytest

import rftg_dsl
import rftg_tools
from rftg_dsl.diagnostics.codes import format_explanation, load_explanations
from tests.rftg_dsl.writing import findings_of

CODES = load_explanations()
SOURCE = Path(rftg_dsl.__file__).parent
TOOLS = Path(rftg_tools.__file__).parent
EXAMPLES = sorted(code for code, entry in CODES.items() if entry.wrong is not None)


@pytest.mark.parametrize("code", EXAMPLES)
def test_only_the_wrong_example_has_the_finding(code: str) -> None:
    entry = CODES[code]
    assert entry.wrong is not None
    assert entry.fixed is not None
    files = {name.removesuffix(".yaml"): text for name, text in entry.extra_files.items()}
    assert [finding.code for finding in findings_of(code, entry.wrong, **files)] == [code]
    if code != "E413":  # the extra file contradicts the fixed one
        assert findings_of(code, entry.fixed, **files) == []


def test_every_code_in_the_source_is_explained() -> None:
    sources = [*SOURCE.rglob("*.py"), *(TOOLS / "cardtests").glob("*.py")]
    used = {
        code
        for path in sources
        for code in re.findall(r'"([EW][1-6][0-9]{2})"', path.read_text(encoding="utf-8"))
    }
    assert used == set(CODES)


def test_only_the_codes_that_count_findings_have_no_example() -> None:
    assert {code for code in CODES if code not in EXAMPLES} == {"E112", "W504"}


def test_an_explanation_shows_both_files() -> None:
    text = format_explanation("E210")
    assert "settle: militry +1" in text
    assert "settle: military +1" in text


def test_an_explanation_marks_the_changed_lines_of_a_long_file() -> None:
    text = format_explanation("E613")
    assert "  >     answers: [sell Ice Harvesters, place Ice Harvesters]\n" in text
    assert "  >     answers: [place Ice Harvesters]\n" in text
    assert len(text.splitlines()) < 24
