"""What stands beside the open card, in a real browser: versions, card tests, a balance, notes."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from rftg_dev.serving import ending
from tests.browsers import MARKS
from tests.forked import Server
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.preview.cards import ALL, save
from tests.rftg_tools.studio.browser.bench import answer_late
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
SAVE_ALL = """async () => {
  const answers = [];
  dispatchEvent(new CustomEvent("saveall", { detail: answers }));
  return Promise.all(answers);
}"""
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
        page.locator("#cards li").filter(has_text="Geyser Prospectors").click()
        yield page
        page.close()
    assert not wrong


def is_ours(said: ConsoleMessage) -> bool:
    """Whether an error is the page's own; axe, which has no address, tries styles of its own."""
    return said.type == "error" and bool(said.location["url"])


def wait_for(page: Page, selector: str, text: str, times: int = 1) -> None:
    expect(page.locator(selector)).to_contain_text(text, timeout=times * PATIENCE)


def tab(page: Page, name: str) -> Locator:
    """Show a tab of the panel, and return it."""
    page.get_by_role("tab", name=name).click()
    return page.get_by_role("tabpanel", name=name)


def versions(page: Page) -> Locator:
    return page.locator("#versions li")


def wait_for_text(folder: Path, text: str) -> None:
    """Wait until the file with the cards has a text."""
    deadline = time.monotonic() + PATIENCE / 1000
    while text not in (folder / "ice.yaml").read_text(encoding="utf-8"):
        assert time.monotonic() < deadline, text
        time.sleep(0.1)


def undo(page: Page) -> None:
    page.locator(".topbar [data-command=undo]").click()


def test_a_card_is_changed_named_compared_and_brought_back(page: Page, tmp_path: Path) -> None:
    history = tab(page, "History")
    expect(versions(page)).to_have_count(1, timeout=PATIENCE)
    expect(versions(page).first).to_have_css("display", "flex")  # a row
    history.get_by_role("button", name="Name this version").click()
    page.keyboard.type("Printed as <b>version</b> 1")
    page.keyboard.press("Enter")
    wait_for(page, "#versions", "Printed as <b>version</b> 1")
    save(tmp_path, GIVEN.replace("development: 2", "development: 4"))
    wait_for(page, "#versions li >> nth=0", "Cost 2 to 4")

    history.get_by_role("button", name="Compare").last.click()
    dialog = page.locator("#compare")
    wait_for(page, "#compare .changes", "Cost 2 to 4")
    expect(dialog.locator("ins").first).to_contain_text("now:Development, cost 4")
    expect(dialog.locator("del").first).to_contain_text("before:Development, cost 2")
    faces = dialog.locator("figure img")
    assert all(faces.nth(n).evaluate("i => i.decode().then(() => i.naturalWidth)") for n in (0, 1))
    assert faces.first.get_attribute("src") != faces.last.get_attribute("src")
    check_with_axe(page, "versions")
    page.get_by_role("button", name="Bring back the left version").click()
    wait_for(page, ".toast", "Brought back a version of Geyser Prospectors")
    wait_for(page, "#versions li >> nth=0", "Cost 4 to 2")
    undo(page)
    wait_for(page, "#versions li >> nth=0", "Cost 2 to 4")
    assert "# the moon" in (tmp_path / "ice.yaml").read_text(encoding="utf-8")
    assert "development: 4" in (tmp_path / "ice.yaml").read_text(encoding="utf-8")


def test_a_failing_card_test_is_shown_as_one_types_and_a_note_stays(
    page: Page, tmp_path: Path
) -> None:
    tests = tab(page, "Tests")
    expect(tests.get_by_text("Passes")).to_be_visible(timeout=3 * PATIENCE)
    save(tmp_path, GIVEN.replace("cost -1", "cost -2"))
    expect(tests.get_by_text("Fails")).to_be_visible()
    expect(tests).to_contain_text("expected 1 card")
    expect(page.get_by_role("tab", name="Tests")).to_contain_text("✕ 1")
    check_with_axe(page, "card tests")
    note = tab(page, "Notes").get_by_role("textbox")
    note.fill("too good with outposts?")
    with page.expect_response("**/api/note"):  # at once, before the studio is closed
        assert page.evaluate(SAVE_ALL) == ["", ""]
    expect(page.get_by_role("tab", name="Notes")).to_contain_text("1")
    check_with_axe(page, "notes")
    page.locator("#cards li").filter(has_text="Steam Moon").click()
    expect(note).to_have_value("")
    page.locator("#cards li").filter(has_text="Geyser Prospectors").click()
    expect(note).to_have_value("too good with outposts?")


def test_a_note_that_could_not_be_stored_is_sent_again(page: Page) -> None:
    note = tab(page, "Notes").get_by_role("textbox")
    # Browsers write failures to the console, where this page must have none.
    page.route("**/api/note", lambda route: route.fulfill(status=202, json={"problem": "Full."}))
    note.fill("too strong")
    page.locator("#cards li").filter(has_text="Steam Moon").click()
    wait_for(page, "#notes", "Full.")
    expect(note).to_have_value("")
    assert page.evaluate(SAVE_ALL) == ["", "Full."]
    page.unroute("**/api/note")
    assert page.evaluate(SAVE_ALL) == ["", ""]
    expect(page.locator("#notes")).not_to_contain_text("Full.")
    page.locator("#cards li").filter(has_text="Geyser Prospectors").click()
    expect(note).to_have_value("too strong")


def test_a_balance_is_paused_goes_on_through_a_reload_and_shows_what_to_change(
    page: Page, tmp_path: Path
) -> None:
    panel = tab(page, "Balance")
    panel.get_by_role("button", name="Measure").click()
    panel.get_by_role("button", name="Pause").click()
    wait_for(page, "#balance", "Paused")
    panel.get_by_role("button", name="Open balance").click()
    page.locator("#page").get_by_role("button", name="Continue").click()
    page.reload()
    page.locator("#cards li").filter(has_text="Geyser Prospectors").click()
    tab(page, "Balance").get_by_role("button", name="Open balance").click()
    wait_for(page, ".run", f"{GAMES} games, 3 cards.", 5)
    expect(page.locator(".verdicts .item")).to_have_count(3)
    wait_for(page, "#outcome", "Geyser Prospectors")
    check_with_axe(page, "a balance")

    page.locator("#outcome").get_by_role("button", name="Play them").click()
    use = page.locator("#outcome").get_by_role("button", name="Use it")
    expect(use.first).to_be_visible(timeout=5 * PATIENCE)
    page.locator(".tries li").filter(has_text="Cost 3").get_by_role("button").click()
    wait_for(page, "#outcome", "Changed since: cost 2 to 3")
    assert "development: 3" in (tmp_path / "ice.yaml").read_text(encoding="utf-8")
    undo(page)
    expect(page.locator("#outcome")).not_to_contain_text("Changed since")
    page.locator("#page").get_by_role("switch").click()
    expect(page.locator("#page").get_by_role("switch")).to_have_attribute("aria-checked", "true")


def test_it_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#phone-problems").click()
    history = tab(page, "History")
    expect(versions(page)).to_have_count(1, timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    history.get_by_role("button", name="Compare").click()
    wait_for(page, "#compare .changes", "No differences in play")
    assert page.evaluate("document.querySelector('#compare').scrollWidth") <= 390


CARDS = Path(__file__).parents[3] / "cards"
ALL_FORMS = """async (tests) => {
  const { createForm } = await import("./test-form.js");
  const valuesIn = (value) =>
    typeof value === "object" ? Object.values(value).flatMap(valuesIn) : [String(value)];
  return tests.filter(([game, keys]) => {
    const form = createForm(keys, game, () => {}, async () => null);
    const fields = [...form.querySelectorAll("input, [aria-checked=true]")];
    const shown = [form.textContent, ...fields.map((field) => field.value)].join(" ");
    return valuesIn(keys).some((value) => !shown.includes(value));
  }).map(([, keys]) => keys.test);
}"""


def forms_without_parts(page: Page) -> list[str]:
    """The tests of all shipped sets and examples of which the form does not show every value."""
    tests = []
    for path in [*CARDS.rglob("*.yaml"), *(CARDS.parent / "examples").glob("*.yaml")]:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        if isinstance(data, dict):
            tests += [[data.get("game", "race"), test] for test in data.get("tests", ())]
    assert len(tests) > 300
    missing: list[str] = page.evaluate(ALL_FORMS, tests)
    return missing


def test_no_change_of_a_test_is_lost_on_a_slow_server(page: Page, tmp_path: Path) -> None:
    tab(page, "Tests").get_by_role("button", name="New test").click()
    expect(page.get_by_label("What must be true")).to_be_focused(timeout=PATIENCE)
    answer_late(page, {"api/edit": 2000, "api/sheet": 1200})
    page.keyboard.type("a moon costs 1 less")
    page.keyboard.press("Enter")
    hand = page.get_by_role("form", name="Test").get_by_role("combobox", name="Hand")
    for cards in ("Steam Moon", "Steam Moon, Boiling Sea", "Steam Moon, Boiling Sea, Steam Moon"):
        hand.fill(cards.split(", ")[-1])
        hand.press("Enter")
        wait_for_text(tmp_path, f"hand: [{cards}]")


def test_a_form_that_is_filled_while_somebody_types_keeps_what_is_typed(
    page: Page, tmp_path: Path
) -> None:
    tab(page, "Tests").get_by_role("button", name="New test").click()
    expect(page.get_by_label("What must be true")).to_be_focused(timeout=PATIENCE)
    page.keyboard.type("a moon costs 1 less")
    page.keyboard.press("Enter")
    hand = page.get_by_role("form", name="Test").get_by_role("combobox", name="Hand")
    hand.press_sequentially("Steam")
    wait_for_text(tmp_path, "a moon costs 1 less")
    expect(page.locator("#test-list [aria-current=true]")).to_contain_text("a moon costs 1 less")
    page.keyboard.type(" Moon")
    page.keyboard.press("Enter")
    wait_for_text(tmp_path, "hand: [Steam Moon]")


def test_undo_is_shown_in_the_number_that_was_changed(page: Page, tmp_path: Path) -> None:
    tab(page, "Tests").get_by_role("button", name="New test").click()
    form = page.get_by_role("form", name="Test")
    form.get_by_role("button", name="Add expectation").click()
    page.get_by_role("menuitem", name="Cards paid").click()
    wait_for_text(tmp_path, "      paid: 0\n")
    paid = form.locator(".expect").last.get_by_role("textbox")
    paid.press("ArrowUp")
    wait_for_text(tmp_path, "      paid: 1\n")
    page.keyboard.press("Control+z")
    expect(paid).to_have_value("0")


def test_a_form_of_a_test_that_is_gone_changes_no_other(page: Page, tmp_path: Path) -> None:
    tab(page, "Tests").get_by_role("button", name="New test").click()
    expect(page.get_by_label("What must be true")).to_be_focused(timeout=PATIENCE)
    wait_for_text(tmp_path, "- test: new test")
    page.locator("#test-list .item").first.click()
    hand = page.get_by_role("form", name="Test").get_by_role("combobox", name="Hand")
    hand.press_sequentially("Steam")
    path = next(path for path in tmp_path.glob("*.yaml"))
    before, tests = path.read_text(encoding="utf-8").split("tests:\n")
    last = tests[tests.index("  - test: new test") :]
    path.write_text(f"{before}tests:\n{last}", encoding="utf-8")
    expect(page.locator("#test-name")).to_have_value("new test")
    page.wait_for_timeout(1000)  # until what was typed would be saved
    assert path.read_text(encoding="utf-8").endswith(last)


def test_a_test_is_made_by_form_fails_and_is_mended_by_a_click(page: Page, tmp_path: Path) -> None:
    tab(page, "Tests").get_by_role("button", name="New test").click()
    form = page.get_by_role("form", name="Test")
    expect(page.get_by_label("What must be true")).to_be_focused(timeout=PATIENCE)
    page.keyboard.type("a moon costs 1 less")
    page.keyboard.press("Enter")
    hand = form.get_by_role("combobox", name="Hand")
    for cards in ("Steam Moon", "Steam Moon, Boiling Sea"):
        hand.fill(cards.split(", ")[-1])
        hand.press("Enter")
        wait_for_text(tmp_path, f"hand: [{cards}]")
    form.get_by_role("radio", name="Settle").click()
    wait_for_text(tmp_path, "when: settle\n    then")
    form.get_by_role("button", name="Add answer").click()
    page.get_by_role("menuitem", name="place Steam Moon").click()
    form.get_by_role("button", name="Add expectation").click()
    page.get_by_role("menuitem", name="Cards paid").click()
    wait_for(page, ".expect >> nth=1", "expected 0 cards paid")
    wait_for(page, "#outcome", "You place Steam Moon")
    form.get_by_role("button", name="More").first.click()
    page.get_by_role("menuitem", name="Another player").click()
    form.get_by_role("button", name="Add to Another player").click()
    page.get_by_role("menuitem", name="Answers").click()
    form.get_by_role("button", name="Add answer").first.click()
    expect(page.get_by_role("menuitem", name="Another answer")).to_be_visible()
    page.keyboard.press("Escape")
    form.get_by_role("button", name="Remove Another player", exact=True).click()
    wait_for_text(tmp_path, "when: settle\n    answers")
    assert forms_without_parts(page) == []
    check_with_axe(page, "a test")
    page.get_by_role("button", name="Expect Geyser Prospectors, Steam Moon").click()
    wait_for_text(tmp_path, "tableau: [Geyser Prospectors, Steam Moon]")
    page.get_by_role("button", name="Expect 1", exact=True).click()
    expect(page.locator("#page .head")).to_contain_text("Passes")
    wait_for_text(tmp_path, "answers: [place Steam Moon]")
    wait_for_text(tmp_path, "paid: 1\n")
