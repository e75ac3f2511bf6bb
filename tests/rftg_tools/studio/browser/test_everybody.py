"""The studio for everybody: keys, phones, faces and themes."""

import re
from pathlib import Path

import pytest
from PIL import Image
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


def test_a_picture_is_moved_by_a_slider_and_on_the_face(page: Page, path: Path) -> None:
    Image.new("RGB", (400, 200), "teal").save(path.parent / "sea.png")
    text = opened(page, "Geyser")
    expect(page.locator("#crop")).to_be_hidden()
    page.locator("#field-art").fill("sea.png")
    expect(page.locator("#crop")).to_be_visible()
    expect(page.locator("#crop")).to_have_value("50")
    page.locator("#crop").focus()
    page.keyboard.press("ArrowRight")
    expect(text).to_contain_text("art keeps: '51%'")
    box = page.locator("#face").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 50, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 50, steps=4)
    page.mouse.up()
    expect(text).not_to_contain_text("art keeps: '51%'")
    kept = re.search(r"art keeps: '(\d+)%", text.inner_text())
    assert kept
    assert int(kept[1]) < 51


def test_a_picture_can_be_moved_after_its_card_was_put_away_in_the_midst(
    page: Page, path: Path
) -> None:
    Image.new("RGB", (400, 200), "teal").save(path.parent / "sea.png")
    text = opened(page, "Geyser")
    page.locator("#field-art").fill("sea.png")
    expect(page.locator("#crop")).to_be_visible()
    crop = page.locator("#crop")
    crop.evaluate("slider => { slider.value = 60; slider.dispatchEvent(new Event('input')); }")
    crop.evaluate(
        """slider => {
            document.querySelector('[data-do=close]').click();
            slider.dispatchEvent(new Event('input'));
        }"""
    )
    expect(page.locator("#bench")).to_be_hidden()
    opened(page, "Geyser")
    expect(text).to_contain_text("art keeps: '60%'")
    crop.focus()
    page.keyboard.press("ArrowRight")
    expect(text).to_contain_text("art keeps: '61%'")


def test_both_faces_of_a_tile_are_shown(browser: Browser, tmp_path: Path) -> None:
    head = "set: t\ngame: roll\ntitle: T\ncards:\n"
    one = "  - title: Up\n    development: 1\n    other side: Down\n"
    other = "  - title: Down\n    world: 2\n"
    (tmp_path / "t.yaml").write_text(head + one + other, encoding="utf-8")
    with served("studio", folder=tmp_path) as address, shown(browser, address) as page:
        opened(page, "Up")
        page.get_by_role("button", name="Other face: Down. Open it").click()
        expect(page.locator("#open-title")).to_have_text("Down")
        expect(page.locator("#other-face")).to_be_visible()


def test_the_gallery_is_searched_and_filtered(page: Page) -> None:
    seen = page.locator("#cards li:visible")
    expect(seen).to_have_count(3)
    page.keyboard.press("/")
    page.keyboard.type("draw")
    expect(seen).to_have_count(1)
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_label("Type").select_option("goal")
    expect(seen).to_have_count(1)
