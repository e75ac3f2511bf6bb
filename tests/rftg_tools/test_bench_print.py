"""The benchmark of printing: what it measures, and what it compares."""

from __future__ import annotations

import json
import sys

import pytest

from rftg_tools.bench_print import has_weasyprint, main, plain_page
from tests.rftg_tools.sheets.made import cards_of_set


def test_the_page_beside_it_has_every_title_and_text() -> None:
    page = plain_page([one for one, _ in cards_of_set("base")])
    assert page.count("<article>") == 95
    assert "<h2>Earth&#x27;s Lost Colony</h2>World, cost 2, 1 VP, Novelty production" in page


def test_each_way_of_printing_is_timed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--runs", "1", "--one-each", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    ways = ["cold", "warm", "one changed"]
    assert data["cards"] == 196
    assert list(data["figures"])[:3] == ways
    assert all(data["figures"][name]["fastest"] > 0 for name in ways)
    assert ("WeasyPrint" in data["figures"]) == has_weasyprint(sys.executable)
