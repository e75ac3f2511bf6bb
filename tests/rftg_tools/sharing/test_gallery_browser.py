"""The page of a set in a browser: search, filters, no request, no obstacle."""

import pytest
from playwright.sync_api import Browser, expect

from rftg_dsl.cli import main
from tests.browsers import MARKS
from tests.rftg_tools.axe import check_with_axe

pytestmark = MARKS


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a set with goals, as a file."""
    path = tmp_path_factory.mktemp("page") / "set.html"
    assert main(["export", "gathering-storm", "--html", str(path)]) == 0
    return path.as_uri()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_cards_are_searched_and_filtered_by_keyboard(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))
    page.goto(address)
    count = page.locator("#count")
    expect(count).to_have_text("34 of 34 cards")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("GÉNES windfall")
    expect(count).to_contain_text(" of 34 cards")
    expect(page.locator("li:visible")).not_to_have_count(34)
    page.get_by_role("button", name="Clear filters").press("Enter")
    expect(count).to_have_text("34 of 34 cards")
    page.get_by_label("Type").select_option("goal")
    expect(count).to_have_text("14 of 34 cards")
    expect(page.get_by_role("heading", name="Cards")).to_be_hidden()
    page.get_by_label("Search titles").fill("no such card")
    expect(page.get_by_text("No card matches")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [one for one in asked if not one.startswith("data:")] == [address]
    assert errors == []
    page.close()


def test_nothing_stands_in_the_way_of_anybody(browser: Browser, address: str) -> None:
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto(address)
        check_with_axe(page, scheme)
        page.close()


def test_without_scripts_all_cards_are_shown(browser: Browser, address: str) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(address)
    assert page.locator("li").count() == 34
    expect(page.locator("#filters")).to_be_hidden()
    page.close()
