"""A failing text is made small: what it does not need goes, with all that lies below it."""

from __future__ import annotations

from rftg_dev.fuzz.cards.outline import without
from rftg_dev.fuzz.cards.shrinking import smallest

TEXT = """\
set: fuzz
goals:
  - title: Goal
    after: [settle]
cards:
  - title: One
    world: 1
    powers: |
      produce: draw 1
  - title: Two
    world: 2
    powers: |
      develop: draw 1
      settle: draw 1
"""


def test_a_line_goes_with_what_lies_below_it() -> None:
    assert without(TEXT, [5]) == TEXT.replace(
        "  - title: One\n    world: 1\n    powers: |\n      produce: draw 1\n", ""
    )


def test_a_list_goes_with_its_last_entry() -> None:
    assert without(TEXT, [2]).startswith("set: fuzz\ncards:\n")
    assert without(TEXT, [8]).count("powers") == 1


def test_what_is_left_is_what_the_failure_needs() -> None:
    def fails(text: str) -> bool:
        return "cards:" in text and "title: Two" in text and "settle: draw 1" in text

    assert smallest(TEXT, fails) == (
        "cards:\n  - title: Two\n    powers: |\n      settle: draw 1\n"
    )


def test_a_text_is_tried_so_often_at_most() -> None:
    tried: list[str] = []

    def fails(text: str) -> bool:
        tried.append(text)
        return False

    assert smallest(TEXT, fails, 5) == TEXT
    assert len(tried) == 5
