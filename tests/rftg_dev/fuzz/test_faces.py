"""Faces of odd cards: each can be set, and its title is found."""

from __future__ import annotations

import shutil

import pytest

from rftg_dev.fuzz import faces as facefuzz
from rftg_dev.fuzz.faces import has, main, misprinted

needs_pdftotext = pytest.mark.skipif(
    not shutil.which("pdftotext"), reason="pdftotext (poppler-utils) is missing"
)


@needs_pdftotext
@pytest.mark.slow
def test_faces_of_odd_cards_are_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--count", "12", "--seed", "5"]) == 0
    assert capsys.readouterr().out == "12 cards, 0 failures\n"


def test_pages_that_are_missing_or_too_many_are_seen() -> None:
    for pages in (["3\nIce\n"], ["3\nIce\n", "4\nFire\n", ""]):
        (found,) = misprinted(["Ice", "Fire"], pages)
        assert found == f"2 cards from 'Ice' on have {len(pages)} pages"
    assert misprinted(["Ice", "Fire"], ["3\nIce\n", "4\nFire\n"]) == []


@needs_pdftotext
def test_faces_without_most_of_their_pages_are_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pages_of = facefuzz.pages_of
    monkeypatch.setattr(facefuzz, "pages_of", lambda pdf: pages_of(pdf)[:3])
    assert main(["--count", "4", "--seed", "5"]) == 1
    assert "have 3 pages" in capsys.readouterr().out


def test_a_title_that_is_not_on_the_page_is_missed() -> None:
    assert has("3\nIce\nMoon\n", "Ice Moon")
    assert not has("3\nIce Mon\n", "Ice Moon")
    assert not has("שלו", "שלום")
