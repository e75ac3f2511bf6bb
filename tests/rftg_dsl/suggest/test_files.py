"""Mistakes in whole files: pasted text, indentation, and values in the wrong shape."""

from pathlib import Path
from random import Random

import pytest

from rftg_dsl.blank.fixing import repair_files
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, apply_fixes
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.reading import read_unit
from tests.rftg_dsl.bad_cards import CASES
from tests.rftg_dsl.shifted import SOUND, each
from tests.rftg_dsl.writing import compile_text, set_of
from tests.sampling import sampled

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


LINKED_CARD = """\
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
    (found,) = errors(tmp_path / "ice.yaml", LINKED_CARD)
    assert (found.code, found.region.line) == ("E203", 8)
    assert found.fix is not None
    assert found.fix.certain


def test_power_lines_that_are_not_indented_are_one_finding(tmp_path: Path) -> None:
    text = LINKED_CARD.replace("powers:", "powers: |").replace("      score", "    score")
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


_HEAD = "set: mine\ntitle: Raid\nkeywords: [swarm]\n"
_CARD = "cards:\n  - title: Nest\n    military world: 2\n    vp: 2\n    keywords: [swarm]\n"
_INVASION = (
    "modules: [invasion]\ninvasion:\n  by: swarm\n  repulse: {repulse}\n"
    "  rewards: {{2: [1, 2], 3: [1, 1, 2], 4: [1, 1, 2, 2]}}\n  waves:\n    - cards: {cards}\n"
)


def invasion(repulse: str = "{2: 16, 3: 22, 4: 28}", cards: str = "{3: 4}") -> str:
    return _HEAD + _INVASION.format(repulse=repulse, cards=cards) + _CARD


@pytest.mark.parametrize(
    ("text", "help", "edit"),
    [
        (f"{_HEAD}tokens: [spark]\n{_CARD}", "write `tokens: {spark: 12}`", "{spark: 12}"),
        (f"{_HEAD}tokens: spark\n{_CARD}", "write `tokens: {spark: 12}`", "{spark: 12}"),
        (f"{_HEAD}tokens: 12\n{_CARD}", "write each type with its number, for ex", ""),
        (invasion(repulse="16"), "write `repulse: {2: 16, 3: 16, 4: 16}`", "{2: 16, 3: 16, 4: 16}"),
        (
            invasion(cards="[3, 3, 5, 5, own+2]"),
            "write `cards: {3: 2, 5: 2, own+2: 1}`",
            "{3: 2, 5: 2, own+2: 1}",
        ),
        (invasion(cards="none"), "write, for example, ", ""),
    ],
)
def test_the_help_has_what_was_written(text: str, help: str, edit: str) -> None:
    (found,) = compile_text(text).diagnostics
    assert found.help.startswith(help)
    assert (found.fix.edits[0].text if found.fix else "") == edit


def test_a_placeholder_that_was_copied_is_not_put_in_a_list() -> None:
    head = "set: mine\ntitle: Mine\nmodules: [goals]\n"
    goal = "goals:\n  - title: A\n    first: 3 alien cards\n    after: ...\n"
    (found,) = compile_text(head + goal + _CARD.replace("    keywords: [swarm]\n", "")).diagnostics
    assert found.help == "write, for example, `after: [develop, settle]`"
    assert found.fix is None


def test_of_two_keys_for_one_the_number_is_kept() -> None:
    card = "cards:\n  - title: Nest\n    defense: 2\n    military: true\n    vp: 2\n"
    found = compile_text(_HEAD + card).diagnostics
    assert [one.help for one in found] == [
        "write `military world`",
        "delete it: `military world` already determines it",
    ]
