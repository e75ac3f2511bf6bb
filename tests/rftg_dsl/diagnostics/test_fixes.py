"""Fixes: their edits, what is certain, and what is left after them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rftg_dsl.blank.fixing import count_contents, count_problems, repair_files
from rftg_dsl.cli import main
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import Diagnostic, Edit, Fix, Region, apply_fixes
from rftg_dsl.sets.caching import SourceCache
from tests.rftg_dsl.bad_cards import CASES, PATH, Case, compile_wrong, output_of
from tests.rftg_dsl.writing import card_with, set_of
from tests.sampling import sampled
from tests.shipped import SharesShipped, compiled


def on(line: int, column: int, length: int, text: str) -> Fix:
    return Fix((Edit(Region.on_line(line, column, length), text),))


def test_fixes_on_one_line_do_not_move_each_other() -> None:
    assert apply_fixes("abc def\n", [on(1, 1, 3, "x"), on(1, 5, 3, "yyyy")]) == ("x yyyy\n", 2)


def test_of_fixes_that_touch_the_first_is_made() -> None:
    assert apply_fixes("abcdef", [on(1, 1, 3, "x"), on(1, 3, 2, "y"), on(1, 6, 1, "z")]) == (
        "xdez",
        2,
    )


def test_the_same_edit_is_made_once() -> None:
    assert apply_fixes("abc", [on(1, 1, 1, "x"), on(1, 1, 1, "x")]) == ("xbc", 2)


def test_an_edit_can_go_over_several_lines() -> None:
    fix = Fix((Edit(Region(1, 3, 3, 2), "-\n-"),))
    assert apply_fixes("abc\ndef\nghi\njkl", [fix]) == ("ab-\n-hi\njkl", 1)


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    assert apply_fixes("\ufeffab\r\ncd\r\n", [on(2, 1, 1, "x")]) == ("\ufeffab\r\nxd\r\n", 1)


def test_no_fix_changes_nothing() -> None:
    assert apply_fixes("ab\n", []) == ("ab\n", 0)


Output = pytest.CaptureFixture[str]
CARD = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"
OTHERS = {
    "a control in a title": set_of(CARD.replace("Ice", '"Ice\\e').replace("rs\n", 'rs"\n')),
    "a tab before a slip": card_with("settle:\tmilitry +1"),
    "carriage returns": card_with("settle: military +1").replace("\n", "\r"),
    "carriage returns and slips": card_with("setle: military +1", "tade: price +1").replace(
        "\n", "\r"
    ),
    "a carriage return in a line": card_with("settle:\rmilitary +1"),
    "two blocks with another key between": set_of(
        CARD + "    powers: |\n      settle: military +1\n    keywords: [rebel]\n"
        "    powers: |\n          develop: draw 1\n"
    ),
    "two blocks of which one is wrong": set_of(
        CARD + "    powers: |\n      settle: military +1\n"
        "    powers: |\n      develop: dance\n      trade: sing\n"
    ),
    "two cards without a title between": set_of(
        CARD + "    powers: |\n      settle: military +1\n    world: 1\n    vp: 2\n"
        "    powers: |\n      develop: draw 1\n"
    ),
    "two lists, further out": set_of(
        CARD + "cards:\n- title: Far\n  world: 1\n  vp: 1\n  powers: |\n    develop: draw 1\n"
    ),
    "two lists with one card": set_of(CARD + "cards:\n" + CARD),
    "keywords twice": set_of(CARD, "set: mine\ntitle: A\nkeywords: [ice]\nkeywords: [fire]\n"),
    "keys with a semicolon": set_of("  - title: Test Card; development: 2; vp: 1\n"),
    "keys and a power": set_of("  - title: A, world: 2, vp: 1, powers: settle: military +1\n"),
    "keys and a comment": set_of("  - title: A, world: 2, vp: 1  # so\n    keywords: [rebel]\n"),
    "keys without a comma": set_of("  - title: A world: 2\n    vp: 1\n"),
    "a foreign comment with a power": card_with("settle: military +1") + "// settle: draw 1\n",
    "windows": set_of(CARD + "    powers: |\n      settle: military +1\n      powers: |\n").replace(
        "\n", "\r\n"
    ),
}


@pytest.fixture(autouse=True)
def shares_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.blank.fixing.SourceCache", SharesShipped)


each = pytest.mark.parametrize(("name", "text"), OTHERS.items(), ids=OTHERS)


@each
def test_each_certain_fix_leaves_less_wrong_and_every_power(
    name: str, text: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(text.encode())
    compilation = compiled(path)
    for found in compilation.diagnostics:
        if found.fix is None or not found.fix.certain:
            continue
        path.write_bytes(apply_fixes(text, [found.fix])[0].encode())
        after = compiled(path)
        assert count_problems(after)[:2] <= count_problems(compilation)[:2]
        assert count_contents(after).covers(count_contents(compilation))
        same = [one for one in after.diagnostics if _said(one) == _said(found)]
        assert len(same) < len(compilation.diagnostics)


def _said(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.message


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@each
def test_what_is_mended_is_better_than_it_was(
    name: str, text: str, unsafe: bool, tmp_path: Path
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(text.encode())
    before = compiled(path)
    mended = repair_files([path], lambda _found: True, unsafe)
    assert path.read_bytes() == text.encode()
    for change in mended.changes:
        assert mended.fixes
        path.write_bytes(change.text.encode())
        after = compiled(path)
        assert count_problems(after) < count_problems(before)
        assert count_contents(after).covers(count_contents(before))


@pytest.mark.parametrize(
    "name",
    [
        "carriage returns and slips",
        "a tab before a slip",
        "two blocks with another key between",
        "two lists, further out",
        "keys and a comment",
    ],
)
def test_what_is_certain_is_mended_through(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(OTHERS[name].encode())
    assert main(["check", "--fix", "--ignore", "W", str(path)]) == 0


def test_powers_of_two_blocks_are_joined_byte_for_byte(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    end = "\r\n"
    text = OTHERS["two blocks with another key between"].replace("\n", end)
    path.write_bytes(text.encode())
    assert main(["check", "--fix", str(path)]) == 0
    powers = f"    powers: |{end}      settle: military +1{end}      develop: draw 1{end}"
    assert (
        path.read_bytes()
        == set_of(f"{CARD}{powers}    keywords: [rebel]\n".replace(end, "\n"))
        .replace("\n", end)
        .encode()
    )


@pytest.fixture
def harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certain fix of each line with `dance` that is none: it leaves more wrong."""

    def tampered(paths: Sequence[Path], cache: SourceCache) -> Compilation:
        compilation = compile_files(paths, cache)
        for unit in compilation.units:
            for number, one in enumerate(unit.report.findings):
                if "dance" in one.message:
                    fix = Fix((Edit(one.region, "draw 1\n  - ["),), certain=True)
                    unit.report.findings[number] = replace(one, fix=fix)
        return compilation

    monkeypatch.setattr("rftg_dsl.blank.fixing.compile_files", tampered)


@pytest.mark.usefixtures("harm")
def test_a_fix_that_would_leave_more_wrong_is_told_and_not_made(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "mine.yaml"
    text = card_with("develop: dance")
    path.write_text(text, encoding="utf-8")
    assert main(["check", "--fix", "--ignore", "W", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == text
    out = capsys.readouterr().out
    assert out.startswith("1 fix skipped, to avoid other errors or the loss of a power\n")


@pytest.mark.usefixtures("harm")
def test_of_many_fixes_those_that_do_no_harm_are_made(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    lines = ["setle: military +1"] * 9 + ["develop: dance"] + ["tade: price +1"] * 9
    cards = "".join(
        f"  - title: World {number}\n    world: 2\n    vp: 1\n    powers: |\n      {line}\n"
        for number, line in enumerate(lines)
    )
    path.write_text(set_of(cards), encoding="utf-8")
    assert main(["check", "--fix", str(path)]) == 1
    mended = set_of(cards.replace("setle", "settle").replace("tade", "trade"))
    assert path.read_text(encoding="utf-8") == mended


def slipped(text: str, chance: Random) -> str:
    """A card file with two or three slips of the kinds that fixes are certain of."""
    for _ in range(chance.randint(2, 3)):
        old, new = chance.choice(_SLIPS)
        places = [at for at in range(len(text)) if text.startswith(old, at)]
        if places:
            at = chance.choice(places)
            text = text[:at] + new + text[at + len(old) :]
    return text


_SLIPS = [
    ("settle", "setle"),
    ("military", "militry"),
    (": ", ":\t"),
    (": ", ":"),
    ("  - ", "  -"),
    ("vp: 1", "vp 1"),
    ("title: Ice", "title: Ice: A"),
    ("\n    vp", ", vp"),
    ("\n", "\r"),
    ("    powers: |", "    powers:"),
    ("    vp", "     vp"),
    ("rebel", "Rebel"),
    ("cost -1", "cost \u22121"),
    ("powers: |\n", "powers: |\n      develop: draw 1\n    powers: |\n"),
    ("produce: good", "produce: good,draw 1, good"),
]


@pytest.mark.parametrize("seed", sampled(range(60), 4))
def test_fixes_of_several_slips_do_no_harm_together(seed: int, tmp_path: Path) -> None:
    sound = set_of(
        "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    produces: rare\n"
        "    keywords: [rebel]\n    powers: |\n      settle: military +1\n      produce: good\n"
        "  - title: Fire\n    development: 3\n    vp: 1\n    powers: |\n"
        "      develop: cost -1\n      settle: cost -1 for rebel worlds\n"
    )
    test_what_is_mended_is_better_than_it_was("", slipped(sound, Random(seed)), False, tmp_path)


LINES = 12
"""Most lines that the output for one mistake has, between its blank lines."""
LEAVES_NOTHING = (
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
)
"""Cases whose fix is exact, so that nothing is left to report."""


def test_there_are_enough_wrong_files_to_judge_by() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 590


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_mistake_has_one_short_finding_and_its_fix_does_no_harm(case: Case) -> None:
    compilation = compile_wrong(case.text)
    output = output_of(compilation)
    assert "\n".join(case.block_of(output)) == "\n".join(case.block)
    (finding,) = compilation.diagnostics
    assert len(output.splitlines()) <= LINES
    if not case.name.startswith("paste-"):
        _check_fenced(case, compilation)
    if finding.fix is not None:
        _check_fix(case, compilation, finding.fix)
        for unsafe in (False, True) if finding.fix.certain else (True,):
            _check_mending(case, compilation, unsafe)
    elif case.name in LEAVES_NOTHING:
        pytest.fail("it has no fix")


def _check_fix(case: Case, before: Compilation, fix: Fix) -> None:
    (finding,) = before.diagnostics
    text, made = apply_fixes(case.text, [fix])
    assert made == 1
    after = compile_wrong(text)
    assert finding.message not in [each.message for each in after.diagnostics]
    if fix.certain or case.name in LEAVES_NOTHING:
        assert after.diagnostics == ()
    if fix.certain:
        assert count_contents(after).covers(count_contents(before))


def _check_mending(case: Case, before: Compilation, unsafe: bool) -> None:
    sources: SourceCache = SharesShipped()
    sources.put(PATH, case.text)
    mended = repair_files([PATH], lambda _finding: True, unsafe, sources)
    assert mended.fixes + mended.skipped
    for change in mended.changes:
        after = compile_wrong(change.text)
        assert count_problems(after) < count_problems(before)
        assert count_contents(after).covers(count_contents(before))


def _check_fenced(case: Case, before: Compilation) -> None:
    """A fence around the file adds one finding and changes no other."""
    (alone,) = before.diagnostics
    fence, inside = compile_wrong(f"```\n{case.text}```\n").diagnostics
    assert fence.code == "E105"
    down = alone.region._replace(line=alone.region.line + 1, end_line=alone.region.end_line + 1)
    assert (inside.code, inside.message, inside.region) == (alone.code, alone.message, down)
