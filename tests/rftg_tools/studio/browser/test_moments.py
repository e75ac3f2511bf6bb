"""*Make this a test*: from a phase at the table, or from a review, to the studio's set."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.review.games import record
from tests.rftg_tools.studio.browser.bench import all_saved, shown

pytestmark = MARKS
EXAMPLE: Final = Path("examples/frontier.yaml")
PHONE: Final = {"width": 390, "height": 844}
NO_TABS: Final = "() => { window.open = () => null; }"
"""The browser opens no tabs by itself."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / EXAMPLE.name
    path.write_bytes(EXAMPLE.read_bytes())
    games = tmp_path / "games"
    games.mkdir()
    (games / "finished.json").write_text(json.dumps(record(sets=str(EXAMPLE))), encoding="utf-8")
    return path


@pytest.fixture
def studio(browser: Browser, path: Path) -> Iterator[Page]:
    with served("studio", folder=path.parent) as address, shown(browser, address) as page:
        page.locator("#cards li").filter(has_text="Deep Range Tender").click()
        yield page


def play_card(studio: Page) -> Page:
    """Start a game with the open card, and play it until several phases are over."""
    with studio.context.expect_page() as opened:
        studio.keyboard.press("Alt+P")
    table = opened.value
    table.locator("#ask").wait_for()
    person = Person(table, "1", advice=1)
    while table.locator("#log [data-by=me]").count() < 3:
        person.act()
    return table


def open_menu(page: Page) -> None:
    page.locator("#make-test").focus()
    page.keyboard.press("Escape")  # a round summary would take Enter for itself
    page.keyboard.press("Enter")
    expect(page.locator(".menu [role=menuitem]").first).to_be_focused()


def expect_test(studio: Page, path: Path, count: int) -> None:
    """Expect that a test was added, which is open and passes."""
    before = EXAMPLE.read_text(encoding="utf-8").count("- test:")
    expect(studio.locator("#page .head")).to_contain_text("Passes")
    expect(studio.locator("#test-name")).to_have_value(re.compile(r"^round \d+: "))
    expect(studio.locator("#test-list .item")).to_have_count(before + count)
    expect(studio.locator("#test-list [aria-current=true]")).to_be_in_viewport()
    all_saved(studio)
    assert path.read_text(encoding="utf-8").count("- test:") == before + count


def test_a_phase_at_the_table_and_in_the_review_becomes_a_test(studio: Page, path: Path) -> None:
    table = play_card(studio)
    table.emulate_media(color_scheme="dark")
    open_menu(table)
    asked = table.locator("#ask").inner_text()
    table.keyboard.press("u")  # leads to an entry; at the table it takes an answer back
    check_with_axe(table, "menu of phases")
    table.keyboard.press("Escape")
    expect(table.locator("#make-test")).to_be_focused()
    assert table.locator("#ask").inner_text() == asked
    open_menu(table)
    table.keyboard.press("End")
    with table.expect_response("**/api/moment-test") as answer:
        table.keyboard.press("Enter")
    assert answer.value.ok, answer.value.text()
    expect(table.get_by_role("dialog")).to_have_count(0)
    expect_test(studio, path, 1)

    table.set_viewport_size(PHONE)  # type: ignore[arg-type]
    table.get_by_role("button", name="Log", exact=True).click()
    table.evaluate(NO_TABS)
    table.locator("#make-test").click()
    menu = table.locator(".menu").bounding_box()
    assert menu is not None
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= PHONE["width"]
    table.locator(".menu [role=menuitem]").first.click()
    expect(table.get_by_role("link", name="Add in the studio")).to_be_focused()
    check_with_axe(table, "a test that the studio could not open")
    table.keyboard.press("Enter")
    expect_test(studio, path, 2)
    expect(table.locator("#make-test")).to_be_focused()

    review = studio.context.new_page()
    review.goto(f"{table.url.split('/games/')[0]}/review/finished")
    make = review.get_by_role("button", name="Make this a test")
    expect(make.first).to_be_visible()
    review.keyboard.press("End")
    review.keyboard.press("ArrowLeft")
    make.first.focus()
    review.keyboard.press("Enter")
    expect_test(studio, path, 3)
    review.keyboard.press("Home")  # nobody can test how the cards were dealt
    make.first.click()
    expect(review.get_by_role("dialog")).to_contain_text("A test can't begin before")
    check_with_axe(review, "why a moment can't be a test")
    review.keyboard.press("Escape")
    expect(make.first).to_be_focused()
