"""What was pasted around cards is told once; what can stand there otherwise is left alone."""

from pathlib import Path
from random import Random

import pytest

from rftg_dsl.diagnostics.model import apply_fixes
from rftg_dsl.sets.reading import read_unit
from tests.rftg_dsl.bad_cards import CASES
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


def test_a_mistake_in_a_quoted_mail_is_told_when_the_mail_is_mended() -> None:
    quoted = "".join(f"> {line}\n" for line in set_of(CARD + TYPO).splitlines())
    (found,) = compile_text(quoted).diagnostics
    assert found.fix
    assert [code for code, _line in codes(apply_fixes(quoted, [found.fix])[0])] == ["E210"]


MARKS = ["```", "> ", "[b]", "[/b]", "{", "}", "[", "]", '"', "'", "|", ": ", "- ", "#", "**", "\t"]
MARKS += ["\u00a0", "\uff12", "\u2026", "a,b,1", "\\G", "title: X", "goals:", ">", "* "]


@pytest.mark.parametrize("seed", range(20))
def test_a_file_with_any_marks_in_it_is_read_to_its_end(seed: int) -> None:
    chance = Random(seed)
    for _file in range(10):
        lines = chance.choice(CASES).text.split("\n")
        for _mark in range(chance.randint(1, 4)):
            number = chance.randrange(len(lines))
            place = chance.randint(0, len(lines[number]))
            mark = chance.choice(MARKS)
            lines[number] = lines[number][:place] + mark + lines[number][place:]
        unit = read_unit(Path("x.yaml"), "x.yaml", "\n".join(lines).encode())
        assert unit.root is not None or unit.report.findings


def test_the_fix_of_a_quoted_mail_gives_back_the_file() -> None:
    quoted = "".join(f"> {line}\n" for line in GOOD.splitlines())
    (found,) = compile_text(quoted).diagnostics
    assert found.fix
    assert found.fix.certain
    assert apply_fixes(quoted, [found.fix])[0] == GOOD


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
