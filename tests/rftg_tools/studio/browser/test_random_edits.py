"""Form, text and file agree after whatever is done in the form."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import MARKS, NEEDS_CHROMIUM
from tests.rftg_tools.studio.browser.bench import TEXT, is_open, item, opened, saved
from tests.rftg_tools.studio.browser.random_edits import run


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param(30, marks=MARKS),
        pytest.param(2_000, marks=[pytest.mark.soak, NEEDS_CHROMIUM]),
    ],
)
def test_form_text_and_file_agree(browser: Browser, tmp_path: Path, edits: int) -> None:
    *_, figures = run(browser, tmp_path, edits)
    assert figures.wrong == []


@pytest.mark.slow
@NEEDS_CHROMIUM
@pytest.mark.parametrize(("key", "value"), [("prestige", "2"), ("art", "pi")])
def test_what_is_typed_and_cleared_again_is_gone(
    page: Page, path: Path, key: str, value: str
) -> None:
    text = opened(page, "Geyser")
    page.locator("#form summary").filter(
        has_text="Prestige" if key == "prestige" else "Picture"
    ).click()
    page.locator(f"#field-{key}").click()
    page.keyboard.type(value)
    expect(text).to_contain_text(f"{key}: {value}")
    for _ in value:
        page.keyboard.press("Backspace")
    page.keyboard.press("Tab")
    expect(text).not_to_contain_text(f"{key}:")
    assert saved(page, path) == TEXT


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_a_start_number_alone_is_written_and_told(page: Page) -> None:
    text = opened(page, "Geyser")
    page.locator("#form summary").filter(has_text="Start world").click()
    page.get_by_role("textbox", name="Start world: Number").fill("7")
    page.locator("#field-keywords").click()
    expect(text).to_contain_text("start: {number: 7}")
    expect(page.locator("#problems")).to_contain_text("colour")
    page.get_by_role("radiogroup", name="Start world: Color").get_by_text("Red").click()
    expect(text).to_contain_text("start: {number: 7, colour: red}")


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_a_choice_that_is_refused_shows_again_what_the_text_has(page: Page, path: Path) -> None:
    hall = "  - {title: Ice Hall, world: 2, vp: 1}\n\n  - title: Moon\n"
    path.write_text(TEXT.replace("  - title: Moon\n", hall), encoding="utf-8")
    item(page, "Ice Hall").click()
    is_open(page, "Ice Hall")
    page.locator("#form summary").filter(has_text="Start world").click()
    colors = page.get_by_role("radiogroup", name="Start world: Color")
    colors.get_by_text("Red").click()
    expect(page.locator("#problem")).to_contain_text("in brackets")
    expect(colors.get_by_text("None")).to_have_attribute("aria-checked", "true")
