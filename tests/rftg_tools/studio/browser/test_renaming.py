"""A card or another name is renamed wherever it is used, in one step that can be undone."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.studio.browser.bench import (
    TEXT,
    all_saved,
    do,
    is_open,
    opened,
    to_line,
    will_undo,
)

pytestmark = MARKS
USES = """
tests:
  - test: one
    given: {tableau: [Geyser], goals: [Settler]}
    when: explore
    then: {hand: 1}
"""
FOG = """\
set: fog
title: Fog
requires: [ice]
cards:
  - title: Mist
    world: 1
    vp: 1
    powers: |
      explore: draw 1 per "Geyser"
      settle: military +1 per frozen card
"""


@pytest.fixture
def fog(path: Path) -> Path:
    """A second file, which uses names of the first."""
    path.write_text(TEXT + USES, encoding="utf-8")
    made = path.with_name("late.yaml")  # after the first
    made.write_text(FOG, encoding="utf-8")
    return made


def saved_texts(page: Page, path: Path, fog: Path) -> tuple[str, str]:
    all_saved(page)
    return path.read_text(encoding="utf-8"), fog.read_text(encoding="utf-8")


def test_a_title_in_the_form_changes_wherever_it_is_used(fog: Path, path: Path, page: Page) -> None:
    text = opened(page, "Geyser")
    title = page.locator("#field-title")
    title.fill("Hot Spring")
    title.press("Tab")
    expect(text).to_contain_text("tableau: [Hot Spring]")
    renamed = (TEXT + USES).replace("Geyser", "Hot Spring"), FOG.replace("Geyser", "Hot Spring")
    assert saved_texts(page, path, fog) == renamed
    will_undo(page, "rename Geyser to Hot Spring")
    opened(page, "Moon")
    do(page, "undo")  # in both files, and shown where the user is
    is_open(page, "Geyser")
    assert saved_texts(page, path, fog) == (TEXT + USES, FOG)
    will_undo(page, "")
    do(page, "redo")
    is_open(page, "Hot Spring")
    assert saved_texts(page, path, fog) == renamed


def test_a_title_that_cannot_be_had_is_told_and_put_back(fog: Path, page: Page) -> None:
    opened(page, "Geyser")
    title = page.locator("#field-title")
    for wrong, why in (("Moon", "is already the title of a card"), ("", "A card needs a title")):
        title.fill(wrong)
        title.press("Tab")
        expect(page.locator("#problem")).to_contain_text(why)
        expect(title).to_have_value("Geyser")
    expect(page.locator("#saved")).to_have_text("Saved")


def test_a_goal_is_renamed_with_its_tests(fog: Path, page: Page) -> None:
    text = opened(page, "Settler")
    page.locator("#field-title").fill("Pioneer")
    page.locator("#field-title").press("Tab")
    expect(text).to_contain_text("goals: [Pioneer]")


def test_a_name_in_the_text_is_renamed_by_its_key(fog: Path, path: Path, page: Page) -> None:
    text = opened(page, "Geyser")
    to_line(page, "keywords: [frozen]")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("F2")
    name = page.get_by_label("New name")
    expect(name).to_have_value("frozen")
    name.fill("ice-cold")
    name.press("Enter")
    expect(text).to_contain_text("keywords: [ice-cold]")
    assert saved_texts(page, path, fog)[1] == FOG.replace("frozen", "ice-cold")
