"""Work done for a misspelt word: few modules, and no text parsed twice."""

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import rftg_dsl
from rftg_dsl.suggest.power_lines import report_syntax_error  # noqa: F401 (loads all proposers)
from rftg_dsl.suggest.repairs import diagnose
from rftg_dsl.syntax import parser
from tests.rftg_dsl.bad_cards import compile_wrong
from tests.rftg_dsl.writing import card_with

ROOT = str(Path(rftg_dsl.__file__).parent)
RIGHT = "develop: cost -1 for alien development"
WRONG = [
    "develop: cost -1 for alien develpment",
    "devlop: cost -1 for alien development",
    "develop: cst -1 for alien development",
    "develop: cost -1 fur alien development",
]
FILES, FUNCTIONS = 25, 170
"""Most files and functions that a misspelt word may add to those of a clean check."""


def functions_run(line: str) -> set[tuple[str, str]]:
    """Return the functions that a check of a card runs, each with its file."""
    seen: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ROOT) and code.co_name != "<module>":
            seen.add((code.co_filename, f"{code.co_name} {code.co_firstlineno}"))

    sys.setprofile(note)
    try:
        compile_wrong(card_with(line))
    finally:
        sys.setprofile(None)
    return seen


@pytest.mark.parametrize("line", WRONG)
def test_a_misspelt_word_leads_through_few_files(line: str) -> None:
    functions_run(line)  # fills the caches of words and tables
    functions_run(RIGHT)
    clean = functions_run(RIGHT)
    diagnose.cache_clear()
    added = functions_run(line) - clean
    assert len({file for file, _ in added}) <= FILES
    assert len(added) <= FUNCTIONS


@pytest.mark.parametrize("line", WRONG)
def test_no_text_is_parsed_twice(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: Counter[str] = Counter()
    parse = parser._Run.parse

    def count(run: parser._Run) -> Any:
        parsed[run.line] += run.building
        return parse(run)

    monkeypatch.setattr(parser._Run, "parse", count)
    parser._outcome.cache_clear()
    diagnose.cache_clear()
    compile_wrong(card_with(line))
    assert line in parsed
    assert max(parsed.values()) == 1
