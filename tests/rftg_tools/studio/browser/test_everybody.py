"""The studio for everybody: keys, phones, faces and themes."""

import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.studio.browser.bench import (
    TEXT,
    answer_late,
    do,
    is_open,
    item,
    opened,
    saved,
    shown,
    to_line,
    will_undo,
)

pytestmark = MARKS


def test_all_is_done_by_keys_alone(page: Page, path: Path) -> None:
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    is_open(page, "Moon")
    expect(item(page, "Moon")).to_be_focused()
    page.keyboard.press("Alt+PageUp")
    is_open(page, "Geyser")
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(REACHED))
        if page.evaluate("document.activeElement.id") == "field-title":
            break
    page.keyboard.press("Control+a")
    page.keyboard.type("Spring")
    page.keyboard.press("Control+s")  # a title counts when its field is left, or saved
    is_open(page, "Spring")
    assert "title: Spring # hot" in saved(page, path)
    expect(page.locator("#field-title")).to_be_focused()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(REACHED))
        if page.evaluate("document.activeElement.id") == "crop" or "topbar" in reached:
            break
    assert {"list", "bench", "text", "panel"} <= reached
    visited = []
    for _ in range(7):
        page.keyboard.press("F6")
        visited.append(page.evaluate(REACHED))
    assert {"topbar", "list", "bench", "panel", "stage"} <= set(visited)
    field = page.locator("#field-title")
    field.focus()
    page.keyboard.press("F6")
    expect(page.locator("#panel :focus")).to_have_count(1)
    page.keyboard.press("Shift+F6")
    expect(field).to_be_focused()


REACHED = """() => document.activeElement.closest(
  "#text, #panel, #bench, #stage, #list, .topbar"
)?.id || document.activeElement.closest(".topbar") && "topbar" """
"""The pane that has the focus."""


def test_the_text_goes_to_the_card_that_is_chosen_by_keys(page: Page) -> None:
    text = opened(page, "Geyser")
    to_line(page, "vp: 1")
    answer_late(page, {"api/sheet": 500})
    page.keyboard.press("Alt+PageDown")
    page.keyboard.type("# above")  # at once
    expect(text).to_contain_text("# above  - title: Moon")


def test_a_phone_shows_one_pane_at_a_time(browser: Browser, path: Path) -> None:
    with (
        served("studio", folder=path.parent) as address,
        shown(browser, address, 390, 844) as page,
    ):
        expect(page.locator("#form")).to_be_hidden()
        item(page, "Geyser").click()
        expect(page.locator("#form")).to_be_visible()
        expect(page.locator("#list")).to_be_hidden()
        page.locator("#field-vp").fill("7")
        page.get_by_role("radio", name="Text").click()
        expect(page.locator("#text .cm-content:visible")).to_contain_text("vp: 7")
        expect(page.locator("#form")).to_be_hidden()
        assert page.locator("#text").evaluate("text => text.getBoundingClientRect().top") <= 90
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("radio", name="Face").click()
        expect(page.locator("#face")).to_be_visible()
        page.locator("#phone-problems").click()
        expect(page.locator("#problems")).to_be_visible()
        expect(page.locator("#face")).to_be_hidden()
        page.get_by_role("button", name="All cards").click()
        expect(page.locator("#list")).to_be_visible()
        item(page, "Geyser").click()
        page.get_by_role("radio", name="Form").click()
        page.get_by_role("textbox", name="Explore power").fill("drw 1")
        page.locator("#field-title").focus()
        next_fix = page.locator("#next-fix .problem")
        expect(next_fix).to_contain_text("Explore: ")
        page.get_by_role("button", name="Apply fix").click()  # the only one
        expect(next_fix).to_have_count(0)
        assert saved(page, path) == TEXT.replace("vp: 1", "vp: 7")


def test_a_save_takes_nobody_away_from_a_problem(page: Page, path: Path) -> None:
    wrong = TEXT.replace("draw 1", "draw 10 crads")
    path.write_text(wrong, encoding="utf-8")
    code = page.locator("#problems .problem .code").first
    code.focus()
    path.write_text(wrong.replace("Moon", "Sun"), encoding="utf-8")
    expect(item(page, "Sun")).to_have_count(1)
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
    assert colour_of(page, ".cm-gutters") == "rgb(9, 13, 24)"
    assert colour_of(page, ".cm-tooltip-autocomplete") == "rgb(20, 26, 43)"
    page.keyboard.press("Escape")
    page.locator("#more").click()
    page.get_by_role("menuitemradio", name="Light").click()
    expect(page.locator("#text .cm-gutters:visible")).to_have_css(
        "background-color", "rgb(233, 236, 243)"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_nobody_is_kept_out(browser: Browser, path: Path, width: int, scheme: str) -> None:
    path.write_text(TEXT.replace("draw 1", "draw 10 crads"), encoding="utf-8")
    with (
        served("studio", folder=path.parent) as address,
        shown(  # axe itself applies styles
            browser, address, width, more="Applying inline style", scheme=scheme
        ) as page,
    ):
        check_with_axe(page, "list")
        opened(page, "Geyser")
        for view in page.locator("#view [role=radio]:visible").all():
            view.click()
            check_with_axe(page, view.text_content() or "")
        if width < 1000:
            page.locator("#phone-problems").click()
        for tab in page.locator("#panel [role=tab]").all():
            tab.click()
            check_with_axe(page, tab.text_content() or "")
        page.keyboard.press("Control+k")
        check_with_axe(page, "palette")


def test_a_picture_is_moved_by_a_slider_and_on_the_face(page: Page, path: Path) -> None:
    Image.new("RGB", (400, 200), "teal").save(path.parent / "sea.png")
    text = opened(page, "Geyser")
    expect(page.locator("#crop")).to_be_hidden()
    page.locator("#form summary").filter(has_text="Picture").click()
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


def test_a_kept_drawing_stays_when_the_card_is_renamed(page: Page, path: Path) -> None:
    text = opened(page, "Geyser")
    page.locator("#form summary").filter(has_text="Picture").click()
    page.get_by_role("button", name="Keep this picture").click()
    expect(text).to_contain_text(re.compile(r"drawing: \{scene: .+, seed: \d+\}"))
    expect(page.get_by_role("button", name="Keep this picture")).to_be_hidden()
    scenes = page.get_by_role("group", name="Drawn scenes")
    scenes.locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    chosen = scenes.locator("[aria-pressed=true]")
    expect(chosen).to_be_focused()
    will_undo(page, "picture of Geyser")
    drawing = re.search(r"drawing: \{.+?\}", saved(page, path))
    assert drawn_as(page) in drawing[0] if drawing else False
    page.locator("#field-title").fill("Spring")
    page.locator("#field-title").press("Tab")
    expect(text).to_contain_text("title: Spring")
    assert drawing
    assert drawing[0] in saved(page, path)
    picture = path.parent / "sea.png"
    Image.new("RGB", (408, 556), "teal").save(picture)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Add a picture").click()
    chooser.value.set_files(picture)
    expect(text).to_contain_text("art: sea.png")
    assert "drawing" not in saved(page, path)
    do(page, "undo")
    expect(text).to_contain_text(drawing[0])


def drawn_as(page: Page) -> str:
    """The scene that is chosen among the drawings."""
    chosen = page.get_by_role("group", name="Drawn scenes").locator("[aria-pressed=true]")
    return chosen.get_attribute("value") or "none"


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
