"""W609, and all rules together on the shipped sets and the example."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import Diagnostic
from rftg_dsl.lint import RULES
from rftg_dsl.resources import shipped_sets
from tests.rftg_dsl.lint.designs import card, found_by
from tests.rftg_dsl.writing import card_with, found_in

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")


def designs_of(*paths: Path) -> list[Diagnostic]:
    return list(compile_files(paths, design=True).diagnostics)


def test_all_shipped_sets_together_have_no_finding() -> None:
    assert designs_of(*shipped_sets()) == []


def test_the_findings_left_on_single_shipped_sets_are_those_listed() -> None:
    (listed,) = re.findall(r"<!-- left -->\n(.*)<!-- /left -->", PAGE, re.DOTALL)
    rows = re.findall(r"^\| `([\w.-]+)` \| `(W6\d\d)` `([^`]+)` \|", listed, re.MULTILINE)
    found = [
        (path.name, one.code, re.findall("`([^`]+)`", one.message)[0])
        for path in shipped_sets()
        for one in designs_of(path)
    ]
    assert sorted(rows) == sorted(found)


def test_the_example_set_is_clean() -> None:
    assert designs_of(ROOT / "examples" / "frontier.yaml") == []


def test_every_rule_has_a_code_of_its_own_and_stands_on_the_page() -> None:
    codes = list(RULES)
    assert len(set(codes)) == len(codes)
    for code in codes:
        assert re.search(rf"^\*\*{code}[.,]", PAGE, re.MULTILINE)


def test_a_set_with_an_error_is_not_looked_at() -> None:
    text = "set: mine\ntitle: Mine\ncards:\n" + card("Moon", "settle: militry +1", vp=9)
    assert [one.code for one in found_in(text, design=True)] == ["E210"]


def test_a_required_set_is_not_told_of_what_its_own_check_would_say() -> None:
    moon = "set: other\ntitle: Other\ncards:\n" + card("Moon", vp=9)
    mine = "set: mine\ntitle: Mine\nrequires: [other]\ncards:\n" + card("Office", development=2)
    assert found_in(mine, design=True, other=moon) == []


def test_a_comment_waits_for_findings_that_were_not_looked_for() -> None:
    text = card_with("settle: militry +1").replace("vp: 1", "vp: 9  # rftg: ignore[W603]")
    assert [one.code for one in found_in(text, design=True)] == ["E210"]
    right = text.replace("militry", "military").replace("vp: 9  #", "vp: 1  #")
    assert "W508" in [one.code for one in found_in(right, design=True)]
    assert found_in(right) == []


def test_a_check_with_findings_still_imports_no_slow_library(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("set: mine\ntitle: Mine\ncards:\n" + card("Moon", vp=9), encoding="utf-8")
    code = (
        f"import sys; from rftg_dsl.cli import main; main(['check', {str(path)!r}])\n"
        "print(sorted({'jinja2', 'textwrap', 'rftg_engine'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "W603" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_largest_set_is_compared_within_the_limit() -> None:
    cards = [
        card(f"Station {chr(65 + at % 26)}{at}", world=at % 20, windfall="rare")
        for at in range(2000)
    ]
    begun = time.process_time()
    assert len(found_by("W602", "".join(cards))) > 100
    assert time.process_time() - begun < 10


# --- W609


def worlds(number: int) -> str:
    return "".join(card(f"Field {chr(65 + at)}", world=at % 4) for at in range(number))


def test_a_set_of_worlds_alone_is_out_of_proportion() -> None:
    (found,) = found_by("W609", worlds(20))
    assert "0 of 20 cards are developments (0%; official: 36%)" in found.notes
    assert found.region.line == 1


def test_nothing_is_said_of_fewer_cards_and_start_worlds_do_not_count() -> None:
    assert found_by("W609", worlds(19)) == []
    start = card("Home", start="{number: 1, colour: red}")
    assert found_by("W609", worlds(19) + start) == []


def test_a_share_of_few_cards_says_nothing() -> None:
    forts = "".join(card(f"Fort {chr(65 + at)}", military_world=9) for at in range(9))
    (found,) = found_by("W609", worlds(20) + forts)
    assert not [note for note in found.notes if "mean defense" in note]


@pytest.mark.parametrize("name", ["base", "rebel-vs-imperium", "brink-of-war"])
def test_official_sets_are_in_proportion(name: str) -> None:
    (path,) = [path for path in shipped_sets() if path.stem == name]
    assert "W609" not in [one.code for one in designs_of(path)]
