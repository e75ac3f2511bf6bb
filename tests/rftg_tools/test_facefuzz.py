"""Faces of odd cards: each can be set, and its title is found."""

from __future__ import annotations

import shutil

import pytest

from rftg_tools.facefuzz import has, main


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext (poppler-utils) is missing")
def test_faces_of_odd_cards_are_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--count", "12", "--seed", "5"]) == 0
    assert capsys.readouterr().out == "12 cards, 0 failures\n"


def test_a_title_that_is_not_on_the_page_is_missed() -> None:
    assert has("3\nIce\nMoon\n", "Ice Moon")
    assert not has("3\nIce Mon\n", "Ice Moon")
    assert not has("שלו", "שלום")
