"""The dialog "Print and export" in a browser: an edited card is made and saved."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe

pytestmark = MARKS
PATIENCE = 120_000
"""Milliseconds that something may take on a machine that others use too."""
LATE = "Request timed out"
"""What the editor says of its language server on a machine that others use too."""
MINE = """\
set: mine
title: Mine
requires: [base]
cards:
  - title: Ice Moon
    world: 2
    vp: 1
"""


@pytest.fixture(params=[(1440, 900), (390, 844)], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The studio of the test's own folder, with its dialog open."""
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    wrong: list[str] = []
    with served("studio", folder=tmp_path) as address:
        width, height = request.param
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        expect(page.locator("#cards li")).to_have_count(1, timeout=PATIENCE)
        yield page
        page.close()
    assert [one for one in wrong if one != LATE] == []


def saved(page: Page, kind: str) -> Path:
    """Make something in the open dialog, and save it."""
    dialog = page.get_by_role("dialog", name="Print and export")
    dialog.get_by_role("combobox", name="Format").select_option(kind)
    dialog.get_by_role("button", name="Export", exact=True).click()
    link = dialog.get_by_role("link", name="Save mine")
    expect(link).to_be_focused(timeout=PATIENCE)
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    path = Path(download.value.path())
    named = path.with_name(download.value.suggested_filename)
    return path.rename(named)


def test_what_is_edited_is_made_and_saved(page: Page, tmp_path: Path) -> None:
    page.locator("#cards .face").click()
    expect(page.locator("#bench")).to_be_visible(timeout=PATIENCE)
    chosen = page.locator("#view").get_by_role("button", name="Form")
    if chosen.is_visible():  # a phone shows one view at a time
        chosen.click()
    title = page.locator("#form [data-key=title] input")
    title.fill("Fire Moon")
    title.press("Tab")
    expect(page.locator("#saved")).to_have_text("Unsaved changes", timeout=PATIENCE)
    if (page.viewport_size or {})["width"] < 500:
        page.locator('#bench [data-do="close"]').click()
    page.get_by_role("button", name="Print and export").click()
    dialog = page.get_by_role("dialog", name="Print and export")
    expect(dialog).to_contain_text("Unsaved changes are included")
    table = saved(page, "csv")
    assert table.name == "mine.csv"
    assert "Fire Moon" in table.read_text(encoding="utf-8-sig")
    assert "Ice Moon" in (tmp_path / "mine.yaml").read_text(encoding="utf-8")


def test_the_dialog_has_no_obstacles_and_goes_by_keyboard(page: Page) -> None:
    page.get_by_role("button", name="Print and export").press("Enter")
    dialog = page.get_by_role("dialog", name="Print and export")
    expect(dialog).to_be_visible()
    for kind in ("sheets", "format", "tabletop"):
        dialog.get_by_role("combobox", name="Format").select_option(kind)
        check_with_axe(page, kind)
    dialog.get_by_role("button", name="Export", exact=True).press("Enter")
    expect(dialog).to_contain_text("Enter the address of the images")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Print and export")).to_be_focused()


def test_a_page_can_be_stopped_and_a_picture_archive_is_made(page: Page) -> None:
    page.get_by_role("button", name="Print and export").click()
    dialog = page.get_by_role("dialog", name="Print and export")
    dialog.get_by_role("combobox", name="Format").select_option("html")
    dialog.get_by_role("button", name="Export", exact=True).click()
    dialog.get_by_role("button", name="Stop").click()
    expect(dialog).to_contain_text("The export was stopped", timeout=PATIENCE)
    dialog.get_by_role("combobox", name="Format").select_option("format")
    dialog.get_by_label("Card size").select_option("mini")
    assert saved(page, "format").name == "mine-mini.zip"
