"""Wrong card files as people write them: one short finding in its place, and what its fix does."""

import pytest

from rftg_dsl.blank.fixing import count_contents, count_problems, repair_files
from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.model import Fix, apply_fixes
from rftg_dsl.sets.loading import SourceCache
from tests.rftg_dsl.bad_cards import CASES, PATH, Case, compile_wrong, output_of
from tests.shipped import SharesShipped

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
