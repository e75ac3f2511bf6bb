"""What stands beside the open card, in a real browser: versions, card tests, a balance."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from rftg_dev.serving import ending
from tests.browsers import MARKS
from tests.forked import Server
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.preview.cards import ALL, save
from tests.rftg_tools.studio.quick_studio import GAMES, quickly

pytestmark = MARKS
PATIENCE = 90_000
"""Milliseconds, and for a balance five times as many; a busy machine is slow."""
TESTS = """
tests:
  - test: a rare world costs 1 less
    given:
      tableau: [Geyser Prospectors]
      hand: [Steam Moon, Boiling Sea]
    when: settle
    answers: [place Steam Moon]
    then: {paid: 1}
"""
GIVEN = ALL.replace("  - title: Steam", "  # the moon\n  - title: Steam") + TESTS


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The studio with the first card of ice.yaml open, in which nothing goes wrong."""
    save(tmp_path, GIVEN)
    arguments = ("studio", "--port", "0", "--no-browser", "ice.yaml")
    wrong: list[str] = []
    with ending(Server(*arguments, folder=tmp_path, run=quickly)) as address:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if is_ours(said) else None)
        page.goto(address)
        page.get_by_role("button", name="Geyser Prospectors").click()
        yield page
        page.close()
    assert not wrong


def is_ours(said: ConsoleMessage) -> bool:
    """Whether an error is the page's own; axe, which has no address, tries styles of its own."""
    return said.type == "error" and bool(said.location["url"])


def wait_for(page: Page, selector: str, text: str, times: int = 1) -> None:
    expect(page.locator(selector)).to_contain_text(text, timeout=times * PATIENCE)


def put(page: Page, field: str, value: str) -> None:
    """Write something into the form, and save it."""
    page.locator(field).fill(value)
    page.locator(field).press("Tab")
    expect(page.locator("#saved")).to_have_text("Unsaved changes", timeout=PATIENCE)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#saved")).to_have_text("Saved", timeout=PATIENCE)


def test_a_card_with_errors_is_not_compared_as_if_it_were_without(page: Page) -> None:
    put(page, "#form .line input >> nth=0", "settle: discount")
    expect(page.locator("#face.broken")).to_be_visible(timeout=PATIENCE)
    page.locator("#versions li").last.get_by_role("button").click()
    now = page.get_by_label("Right version").locator("option").first
    expect(now).to_have_text("Current card (Last valid version)")


def test_a_card_is_changed_twice_compared_and_brought_back(page: Page, tmp_path: Path) -> None:
    versions = page.locator("#versions li")
    expect(versions).to_have_count(1, timeout=PATIENCE)
    put(page, "#field-development", "4")
    expect(versions).to_have_count(2, timeout=PATIENCE)
    put(page, "#form .line input >> nth=0", "settle: cost -2 for rare worlds")
    expect(versions).to_have_count(3, timeout=PATIENCE)
    expect(versions.nth(1)).to_contain_text("cost 2 → 4")

    versions.last.get_by_role("button").click()
    dialog = page.locator("#compare")
    wait_for(page, "#compare .changes", "cost 2 → 4")
    expect(dialog.locator("ins").last).to_contain_text("now:Settle: Rare worlds cost you 2 less.")
    expect(dialog.locator("del").last).to_contain_text("before:Settle: Rare worlds cost you 1")
    faces = dialog.locator("figure img")
    assert all(faces.nth(n).evaluate("i => i.decode().then(() => i.naturalWidth)") for n in (0, 1))
    assert faces.first.get_attribute("src") != faces.last.get_attribute("src")
    check_with_axe(page, "versions")
    page.get_by_role("button", name="Revert to the left version").click()
    expect(page.locator("#field-development")).to_have_value("2", timeout=PATIENCE)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#field-development")).to_have_value("4", timeout=PATIENCE)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#field-development")).to_have_value("2", timeout=PATIENCE)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(versions).to_have_count(4, timeout=PATIENCE)
    assert "# the moon" in (tmp_path / "ice.yaml").read_text(encoding="utf-8")
    assert "development: 2" in (tmp_path / "ice.yaml").read_text(encoding="utf-8")


def test_a_save_of_an_editor_makes_a_version_too(page: Page, tmp_path: Path) -> None:
    expect(page.locator("#versions li")).to_have_count(1, timeout=PATIENCE)
    save(tmp_path, GIVEN.replace("development: 2", "development: 5"))
    expect(page.locator("#versions li")).to_have_count(2, timeout=PATIENCE)
    wait_for(page, "#versions li >> nth=0", "cost 2 → 5")


def test_a_failing_card_test_is_shown_while_it_is_typed(page: Page) -> None:
    wait_for(page, "#tests .status", "This card's test passed.", 3)
    line = page.locator("#form .line input").first
    line.fill("settle: cost -2 for rare worlds")
    line.press("Tab")
    wait_for(page, "#tests .status", "1 of 1 test of this card failed.")
    wait_for(page, "#tests .failed", "expected 1 card")
    check_with_axe(page, "card tests")
    page.locator("#tests .failed .to-line").click()
    expect(page.locator("#text .cm-activeLine")).to_contain_text("paid: 1")
    page.get_by_role("button", name="Undo").click()
    wait_for(page, "#tests .status", "This card's test passed.")


def test_a_balance_runs_through_a_reload_and_its_figures_grow_old(page: Page) -> None:
    wait_for(page, "#balance .verdict", "Not measured yet.")
    page.get_by_role("button", name="Measure balance").click()
    wait_for(page, "#balance .status", "%", 5)
    page.reload()
    page.get_by_role("button", name="Geyser Prospectors").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    wait_for(page, "#balance .status", f"Done: {GAMES} games, 3 cards.", 5)
    wait_for(page, "#balance .source", "For this version.")
    expect(page.locator("#versions em")).to_have_count(1)
    line = page.locator("#form .line input").first
    line.fill("settle: cost -2 for rare worlds")
    line.press("Tab")
    wait_for(page, "#balance .source", "For an earlier version.")
    wait_for(page, "#balance .source", "settle: cost -2 for rare worlds")
    check_with_axe(page, "a balance")


def test_a_balance_is_stopped_and_begins_by_itself_after_a_save(page: Page) -> None:
    page.get_by_role("button", name="Measure balance").click()
    page.get_by_role("button", name="Stop").click()
    wait_for(page, "#balance .status", "Stopped")
    page.get_by_label("Measure after each save").check()
    put(page, "#field-development", "3")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Geyser Prospectors").click()
    expect(page.get_by_label("Measure after each save")).to_be_checked()


def test_it_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#versions li")).to_have_count(1, timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#versions li button").click()
    wait_for(page, "#compare .changes", "No differences in play")
    assert page.evaluate("document.querySelector('#compare').scrollWidth") <= 390
