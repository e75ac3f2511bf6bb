"""Every code is explained, and its examples have exactly the finding they are about."""

import re
from pathlib import Path

import pytest

import rftg_dsl
import rftg_tools
from rftg_dsl.diagnostics.codes import CODES, format_explanation
from tests.rftg_dsl.writing import findings_of

SOURCE = Path(rftg_dsl.__file__).parent
TOOLS = Path(rftg_tools.__file__).parent
EXAMPLES = sorted(code for code, entry in CODES.items() if entry.wrong is not None)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_has_this_finding_and_no_other(code: str) -> None:
    entry = CODES[code]
    assert entry.wrong is not None
    beside = {name.removesuffix(".yaml"): text for name, text in entry.beside.items()}
    found = findings_of(code, entry.wrong, **beside)
    assert [one.code for one in found] == [code]


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_mended_example_has_no_finding(code: str) -> None:
    entry = CODES[code]
    assert entry.mended is not None
    beside = {name.removesuffix(".yaml"): text for name, text in entry.beside.items()}
    if code != "E413":  # there the file beside it is at odds with the mended one
        assert findings_of(code, entry.mended, **beside) == []


def test_the_codes_in_the_source_are_the_codes_explained() -> None:
    sources = [path for path in SOURCE.rglob("*.py") if path.parent.name != "explanations"]
    sources += (TOOLS / "cardtests").glob("*.py")
    used = {
        code
        for path in sources
        for code in re.findall(r'"([EW][1-6][0-9]{2})"', path.read_text(encoding="utf-8"))
    }
    assert used == set(CODES)


def test_only_the_counts_of_further_findings_have_no_example() -> None:
    assert {code for code in CODES if code not in EXAMPLES} == {"E112", "W504"}


def test_an_explanation_shows_both_files() -> None:
    text = format_explanation("E210")
    assert "settle: militry +1" in text
    assert "settle: military +1" in text


def test_of_a_long_file_the_lines_that_differ_are_shown_and_marked() -> None:
    text = format_explanation("E613")
    assert "  >     answers: [sell Ice Harvesters, place Ice Harvesters]\n" in text
    assert "  >     answers: [place Ice Harvesters]\n" in text
    assert len(text.splitlines()) < 24
