"""The benchmark of printing: what it measures, and what it compares."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rftg_dev.bench.printing import drawn_page, main, plain_page
from rftg_tools.faces.theme import load_theme
from tests.rftg_tools.sheets.made import cards_of_set


def test_the_page_beside_it_has_every_title_and_text() -> None:
    page = plain_page([one for one, _ in cards_of_set("base")])
    assert page.count("<article>") == 95
    assert "<h2>Earth&#x27;s Lost Colony</h2>World, cost 2, 1 VP, Novelty production" in page


def test_the_page_with_drawings_names_files_that_are_there(tmp_path: Path) -> None:
    page = drawn_page([one for one, _ in cards_of_set("base")][:9], load_theme(), tmp_path)
    named = set(re.findall(r"src=([^>]+)>", page))
    assert len(named) > 9
    assert named <= {path.name for path in tmp_path.iterdir()}


@pytest.mark.soak
def test_each_way_of_printing_is_timed(capsys: pytest.CaptureFixture[str]) -> None:
    without = ["--weasyprint", "no-such-program"]
    assert main(["--runs", "1", "--one-each", "--json", *without]) == 0
    data = json.loads(capsys.readouterr().out)
    ways = ["cold", "warm", "one changed"]
    assert data["cards"] == sum(count for _, count in cards_of_set("all", each=True))
    assert list(data["figures"]) == ways
    assert all(data["figures"][name]["fastest"] > 0 for name in ways)
