"""Faces beside form and text: their pictures, the other one of a tile, and the gallery of all."""

import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.studio.browser.bench import opened, shown

pytestmark = MARKS


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
