"""The dialog "Print and export" in a browser: options, live pages, what is wrong, and files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browsers import MARKS, PATIENCE
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe

pytestmark = MARKS
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
    copies: 2
  - title: Ice Guild
    development: 2
    vp: 1
    powers: |
      settle: cosst -1
"""


@pytest.fixture(params=[(1440, 900), (390, 844)], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The studio of the test's own folder."""
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    wrong: list[str] = []
    with served("studio", folder=tmp_path) as address:
        width, height = request.param
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(address)
        expect(page.locator("#cards li")).to_have_count(2)
        yield page
        page.close()
    assert [one for one in wrong if one != LATE] == []


def opened(page: Page) -> Locator:
    page.get_by_role("button", name="More", exact=True).press("Enter")
    page.get_by_role("menuitem", name="Print and export").press("Enter")
    dialog = page.get_by_role("dialog", name="Print and export")
    expect(dialog.get_by_role("radio", name="Sheets to cut")).to_be_focused()
    return dialog


def drawn(dialog: Locator, name: str) -> None:
    """Wait until a page of the preview is drawn."""
    image = dialog.get_by_role("img", name=f"Preview: {name}")
    expect(image).to_be_visible()
    expect(image).not_to_have_class("drawing")


def test_sheets_follow_the_options_and_are_saved(page: Page) -> None:
    dialog = opened(page)
    drawn(dialog, "Sheet 1")
    expect(dialog.get_by_role("status")).to_have_text("2 cards on 1 sheet")
    expect(dialog).to_contain_text("Ice Guild has an error and is left out")
    check_with_axe(page, "sheets")
    dialog.get_by_role("radio", name="Long edge").click()
    drawn(dialog, "1 front")
    expect(dialog.get_by_role("status")).to_have_text("2 cards on 1 sheet, with backs 2 pages")
    dialog.get_by_role("button", name="Next page").click()
    drawn(dialog, "1 back")
    dialog.get_by_role("textbox", name="Gutter, mm").fill("30")
    expect(dialog).to_contain_text("use a gutter of 6 mm")
    expect(dialog.get_by_role("button", name="Save PDF")).to_be_disabled()
    dialog.get_by_role("textbox", name="Gutter, mm").fill("2")
    drawn(dialog, "1 front")
    with page.expect_download() as download:
        dialog.get_by_role("textbox", name="Gutter, mm").press("Enter")
    assert download.value.suggested_filename == "mine-sheets.pdf"
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
    expect(dialog.get_by_role("status")).to_contain_text("mine-sheets.pdf is ready")
    dialog.get_by_role("button", name="Fix it").first.click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#open-title")).to_have_text("Ice Guild")


def test_other_kinds_go_by_keyboard_and_an_export_is_stopped(page: Page) -> None:
    dialog = opened(page)
    page.keyboard.press("ArrowDown")
    drawn(dialog, "Ice Moon")
    dialog.get_by_role("radio", name="Card 63 × 88").click()
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("radio", name="Bridge")).to_be_checked()
    expect(dialog.get_by_role("radio", name="Bridge")).to_be_focused()
    check_with_axe(page, "print on demand")
    dialog.get_by_role("radio", name="Tabletop Simulator").click()
    drawn(dialog, "game, 1 card")
    dialog.get_by_role("button", name="Save ZIP").press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("Enter the address of the images")
    expect(dialog.get_by_role("textbox", name="Address of the images")).to_be_focused()
    dialog.get_by_role("radio", name="Spreadsheet").click()
    expect(dialog.get_by_role("cell", name="Ice Moon")).to_be_visible()
    expect(dialog.locator(".main")).to_have_css("opacity", "1")
    check_with_axe(page, "spreadsheet")
    dialog.get_by_role("radio", name="Web page").click()
    drawn(dialog, "Ice Moon")
    dialog.get_by_role("button", name="Save HTML").press("Enter")
    dialog.get_by_role("button", name="Stop").press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("Stopped.")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="More", exact=True)).to_be_focused()
