"""What was pasted around cards is told once; what can stand there otherwise is left alone."""

from __future__ import annotations

import pytest

from rftg_dsl.fixing import applied
from tests.rftg_dsl.writing import compile_text, set_of

CARD = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"
GOOD = set_of(CARD)
TYPO = "    powers: |\n      settle: militray +1\n"


def codes(text: str) -> list[tuple[str, int]]:
    """The codes of the findings and their lines."""
    return [(one.code, one.region.line) for one in compile_text(text).diagnostics]


@pytest.mark.parametrize("around", ["```yaml\n{}```\n", "[code]\n{}[/code]\n", "<pre>\n{}</pre>\n"])
def test_what_stands_around_the_file_hides_no_mistake_in_it(around: str) -> None:
    text = around.format(set_of(CARD + TYPO))
    assert codes(text) == [("E105", 1), ("E210", text.split("\n").index(TYPO.split("\n")[1]) + 1)]


def test_a_mistake_in_a_quoted_mail_is_underlined_where_it_stands() -> None:
    quoted = "".join(f"> {line}\n" for line in set_of(CARD + TYPO).splitlines())
    _mail, typo = compile_text(quoted).diagnostics
    line = quoted.split("\n")[typo.region.line - 1]
    assert line[typo.region.column - 1 : typo.region.end_column - 1] == "militray"


def test_the_fix_of_a_quoted_mail_gives_back_the_file() -> None:
    quoted = "".join(f"> {line}\n" for line in GOOD.splitlines())
    (found,) = compile_text(quoted).diagnostics
    assert found.fix
    assert found.fix.certain
    assert applied(quoted, [found.fix])[0] == GOOD


def test_no_fix_deletes_a_row_of_a_table() -> None:
    (found,) = compile_text(GOOD + "  Snow Globes,world,2,1\n").diagnostics
    assert found.code == "E105"
    assert found.fix is None


def test_a_no_break_space_in_a_title_is_left_alone() -> None:
    spaced = CARD.replace("Ice Harvesters", "Ice\u00a0Harvesters")
    assert codes(set_of(spaced)) == []
    assert [code for code, _line in codes(set_of(spaced + TYPO))] == ["E210"]


def test_a_list_of_cards_in_json_is_no_paste() -> None:
    cards = (
        '  [\n    {"title": "Ice", "world": 2, "vp": 1},\n    {"title": "Fire", "world": x}\n  ]\n'
    )
    text = set_of("").replace("cards:\n", f"cards:\n{cards}")
    assert {code for code, _line in codes(text)} == {"E202", "E203"}


def test_full_width_letters_in_a_title_are_left_alone() -> None:
    title = CARD.replace("Ice Harvesters", "\uff29\uff43\uff45") + TYPO
    assert "E102" not in [code for code, _line in codes(set_of(title))]
