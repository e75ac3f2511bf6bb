"""For everybody: by keys alone, on a phone, in the dark, and with nothing in the way."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.studio.browser.bench import TEXT, face, opened, saved, shown, to_line

pytestmark = MARKS


def test_all_is_done_by_keys_alone(page: Page, path: Path) -> None:
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#open-title")).to_have_text("Geyser")
    expect(page.locator("#form")).not_to_have_attribute("inert", "")
    for _ in range(40):
        if page.evaluate("document.activeElement.id") == "field-title":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("Spring")
    page.keyboard.press("Control+s")  # a title counts when its field is left, or saved
    expect(page.locator("#open-title")).to_have_text("Spring")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert "title: Spring # hot" in path.read_text(encoding="utf-8")
    page.keyboard.press("Escape")
    expect(page.locator("#bench")).to_be_hidden()
    expect(page.locator("#cards .face").first).to_be_focused()


def test_a_phone_shows_one_view_at_a_time(browser: Browser, path: Path) -> None:
    with (
        served("studio", folder=path.parent) as address,
        shown(browser, address, 390, 844) as page,
    ):
        opened_on_phone = face(page, "Geyser")
        opened_on_phone.click()
        expect(page.locator("#face")).to_be_visible()
        expect(page.locator("#form")).to_be_hidden()
        page.get_by_role("button", name="Form").click()
        expect(page.locator("#face")).to_be_hidden()
        page.locator("#field-vp").fill("7")
        expect(page.locator("#saved")).to_have_text("Unsaved changes")
        page.get_by_role("button", name="Text").click()
        expect(page.locator("#text .cm-content:visible")).to_contain_text("vp: 7")
        expect(page.locator("#form")).to_be_hidden()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        saved(page)


def test_a_save_takes_nobody_away_from_a_finding_beside_the_card(page: Page, path: Path) -> None:
    path.write_text(TEXT.replace("draw 1", "draw 10 crads"), encoding="utf-8")
    face(page, "Geyser").click()
    code = page.locator("#problems .finding .code").first
    code.focus()
    path.write_text(TEXT.replace("draw 1", "draw 10 crads").replace("Moon", "Sun"))
    expect(face(page, "Sun")).to_have_count(1)
    expect(code).to_be_focused()
    path.write_text("# one line more\n" + TEXT.replace("draw 1", "draw 10 crads"))
    expect(page.locator("#problems .place").first).to_contain_text("ice.yaml:14")
    expect(code).to_be_focused()


def colour_of(page: Page, part: str) -> str:
    """The background of a part of the editor that is seen."""
    seen = page.locator(f"#text .cm-editor:visible {part}")
    return str(seen.evaluate("element => getComputedStyle(element).backgroundColor"))


def test_the_editor_is_dark_where_the_page_is(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    opened(page, "Geyser")
    to_line(page, "explore: draw 1")
    page.keyboard.type(" ")
    page.keyboard.press("Control+Space")
    expect(page.locator("#text .cm-tooltip-autocomplete")).to_be_visible()
    assert colour_of(page, ".cm-gutters") == "rgb(18, 20, 27)"
    assert colour_of(page, ".cm-tooltip-autocomplete") == "rgb(28, 31, 42)"
    page.keyboard.press("Escape")
    page.get_by_label("Theme").select_option("light")
    expect(page.locator("#text .cm-gutters:visible")).to_have_css(
        "background-color", "rgb(236, 238, 243)"
    )


@pytest.mark.parametrize("width", [1440, 390])
def test_nobody_is_kept_out(browser: Browser, path: Path, width: int) -> None:
    with (
        served("studio", folder=path.parent) as address,
        shown(browser, address, width, more="Applying inline style") as page,  # of axe's own
    ):
        check_with_axe(page, "gallery")
        face(page, "Geyser").click()
        expect(page.locator("#form")).not_to_have_attribute("inert", "")
        for view in page.locator("#view button").all() if width < 1000 else [None]:
            if view:
                view.click()
            check_with_axe(page, "open card")
