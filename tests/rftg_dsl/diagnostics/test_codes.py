"""Explanations of codes, and comments that ignore warnings."""

import re
from pathlib import Path

import pytest

import rftg_dsl
import rftg_tools
from rftg_dsl.diagnostics.codes import format_explanation, load_explanations
from tests.rftg_dsl.writing import card_with, compile_text, findings_of, found_in

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


IDLE = "settle: cost -1 for alien worlds"
"""No set in use has an alien world: W501."""


def codes(text: str) -> list[tuple[str, int]]:
    return [(one.code, one.region.line) for one in found_in(text)]


def test_at_the_end_of_a_power_line_a_comment_holds_for_that_line() -> None:
    assert codes(card_with(f"{IDLE}  # rftg: ignore[W501]")) == []
    both = card_with(f"{IDLE}  # rftg: ignore[W501]", IDLE.replace("1", "2"))
    assert codes(both) == [("W501", 11)]


def test_at_the_end_of_a_key_a_comment_holds_for_that_line() -> None:
    text = card_with(IDLE).replace("powers: |\n      ", "powers: '").replace("worlds\n", "worlds'")
    assert codes(text) == [("W501", 9)]
    assert codes(text.rstrip("\n") + "  # rftg: ignore[W5]\n") == []


def test_alone_and_not_indented_it_holds_for_the_file() -> None:
    assert codes("# rftg: ignore[W502, W501]\n" + card_with(IDLE, IDLE)) == []


def test_alone_and_indented_it_holds_for_its_own_line_only() -> None:
    text = card_with(IDLE).replace("    vp: 1\n", "    vp: 1\n    # rftg: ignore[W501]\n")
    assert codes(text) == [("W508", 8), ("W501", 11)]


def test_errors_cannot_be_ignored() -> None:
    compiled = compile_text(card_with("settle: militry +1  # rftg: ignore[E210]"))
    assert [one.code for one in compiled.diagnostics] == ["E210", "W508"]
    assert "only warnings can be ignored" in compiled.diagnostics[1].message


def test_a_comment_that_ignores_nothing_is_reported() -> None:
    assert codes(card_with("settle: military +1  # rftg: ignore[W501]")) == [("W508", 10)]


@pytest.mark.parametrize("comment", ["ignore", "ignore[]", "off"])
def test_a_comment_of_another_form_is_reported(comment: str) -> None:
    (found,) = found_in(card_with(f"settle: military +1 # rftg: {comment}"))
    assert (found.code, found.help) == ("W508", "write `# rftg: ignore[W501]`, with the code")


def test_a_code_that_there_is_not_gets_the_nearest() -> None:
    (_idle, found) = found_in(card_with(f"{IDLE}  # rftg: ignore[W5001]"))
    assert (found.message, found.help) == ("there is no code `W5001`", "write `W501`")


def test_a_file_full_of_comments_is_looked_at_in_bounded_time() -> None:
    spaces = ("# rftg:a" + " " * 1_980 + "b\n") * 400
    many = "# rftg: ignore[" + ",".join(f"X{n}" for n in range(300)) + "]\n"
    codes_found = [one.code for one in found_in(spaces + many * 20 + card_with("explore: draw 1"))]
    assert set(codes_found) == {"W504", "W508"}


def test_of_too_many_codes_the_first_one_more_is_reported() -> None:
    text = "# rftg: ignore[" + ",".join(["W501"] * 202) + "]\n" + card_with(IDLE)
    (found,) = found_in(text)
    assert (found.code, found.region.line) == ("W508", 1)
    assert "at most 200 ignored codes" in found.message


def test_power_lines_can_have_comments_of_any_kind() -> None:
    text = card_with("# strong", "settle: military +1   # quite strong", "explore: draw 1 #")
    assert codes(text) == []
    title = card_with('settle: cost -1 for "Nr # 5"')
    assert [one.code for one in found_in(title)] == ["E402"]


@pytest.mark.parametrize("comment", ["ignore W501", "ignore: w501", "ignore (W501)"])
def test_codes_without_brackets_are_put_into_them(comment: str) -> None:
    (found,) = found_in(card_with(f"settle: military +1 # rftg: {comment}"))
    assert found.help == "write `# rftg: ignore[W501]`"
    assert found.fix is not None
    assert found.fix.edits[0].text == "# rftg: ignore[W501]"


def test_a_code_in_small_letters_is_the_one_in_large_ones() -> None:
    (_idle, found) = found_in(card_with(f"{IDLE}  # rftg: ignore[w501]"))
    assert found.help == "write `W501`"
