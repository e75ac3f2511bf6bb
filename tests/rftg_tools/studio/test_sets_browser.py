"""A set from nothing in a browser: made from a template, and cards added from a table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from rftg_dsl.blank.templates import fill_template
from rftg_dsl.games import RACE
from rftg_tools.studio.language import FAILED
from tests.browsers import MARKS, PATIENCE
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.studio.browser.bench import answer_late

pytestmark = MARKS
TABLE = """\
Name,Type,Cost,Points,Deck,Text
Ice Sea,world,1,1,2,
Survey Office,development,2,1,1,explore: draw 1
Lost,world,one,1,1,
"""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The studio of an empty folder."""
    problems: list[str] = []
    with served("studio", folder=tmp_path) as address:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(address)
        expect(page.get_by_role("heading", name="No sets yet")).to_be_visible()
        yield page
        page.close()
    assert [problem for problem in problems if problem != "Request timed out"] == []


def made(page: Page, title: str) -> None:
    """Make a set from the default template by keyboard."""
    page.get_by_role("button", name="New set").press("Enter")
    dialog = page.get_by_role("dialog", name="New set")
    expect(dialog.get_by_label("Title")).to_be_focused()
    page.keyboard.type(title)
    expect(dialog).to_contain_text("Saved as nomad-fleets.yaml")
    check_with_axe(page, "new set")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()


def test_a_set_is_made_from_nothing_and_a_table_adds_cards(page: Page, tmp_path: Path) -> None:
    made(page, "Nomad Fleets")
    path = tmp_path / "nomad-fleets.yaml"
    head = {"set": "nomad-fleets", "title": "Nomad Fleets", "requires": ["base"]}
    text = fill_template(RACE, "cards", head)
    assert path.read_text(encoding="utf-8") == text
    expect(page.locator("#cards li")).to_have_count(5)
    expect(page.locator("#open-title")).to_have_text("Survey Office")

    page.get_by_role("button", name="Nomad Fleets").click()
    page.get_by_role("menuitem", name="Import a table").click()
    dialog = page.get_by_role("dialog", name="Import a table")
    table = tmp_path / "cards.csv"
    table.write_text(TABLE, encoding="utf-8")
    dialog.locator("input[type=file]").set_input_files(table)
    expect(dialog.get_by_role("button", name="Import into: Nomad Fleets")).to_be_visible()
    expect(dialog).to_contain_text("C4: “one” Write a whole number. This row is left out.")
    dialog.get_by_role("button", name="What Deck becomes").press("Enter")
    page.get_by_role("menuitemradio", name="Copies").click()
    check_with_axe(page, "import")
    expect(dialog.get_by_role("button", name="What Deck becomes: Copies")).to_be_focused()
    dialog.get_by_role("button", name="Import 2 cards").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".toasts")).to_contain_text("Imported: 1 new, 1 changed.")
    expect(page.locator("#cards li")).to_have_count(6)
    expect(page.locator("#saved")).to_have_text("Saved")
    changed = text.replace("    development: 1\n", "    development: 2\n", 1)
    changed = changed.replace(
        "    vp: 1\n    powers: |\n", "    vp: 1\n    copies: 1\n    powers: |\n", 1
    )
    changed = changed.replace("      develop: cost -1 for 6-cost developments\n", "", 1)
    added = "\n  - title: Ice Sea\n    world: 1\n    vp: 1\n    copies: 2\n"
    assert path.read_text(encoding="utf-8") == changed.replace("\n# What", f"{added}\n# What", 1)


def test_a_copy_needs_a_set_and_the_title_is_checked(page: Page, tmp_path: Path) -> None:
    page.get_by_role("button", name="New set").click()
    dialog = page.get_by_role("dialog", name="New set")
    dialog.get_by_label("Title").fill("Base")
    expect(dialog).to_contain_text("base is the short name of an official set.")
    dialog.get_by_label("Short name").fill("my-base")
    expect(dialog).to_contain_text("Saved as my-base.yaml")
    dialog.get_by_role("radio", name="Copy of a set").click()
    dialog.get_by_role("button", name="Make the set").click()
    expect(dialog).to_contain_text("Choose the set to copy.")
    expect(dialog.get_by_role("button", name="Choose a set")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("menuitemradio", name="New Worlds").click()
    dialog.get_by_role("button", name="Make the set").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Base", exact=False).first).to_be_visible()
    assert "title: Base\n" in (tmp_path / "my-base.yaml").read_text(encoding="utf-8")


def test_a_new_goal_has_the_focus_although_an_older_change_comes_first(page: Page) -> None:
    made(page, "Nomad Fleets")
    page.get_by_role("button", name="Set settings").click()
    form = page.locator("#page form")
    answer_late(page, {"api/edit": 1000})
    form.get_by_role("switch", name="Prestige").press("Space")
    form.get_by_role("button", name="Add goal").click()
    expect(form.locator("#setting-goals-0-title")).to_be_focused()


def test_the_settings_of_a_set_are_a_form(page: Page, tmp_path: Path) -> None:
    made(page, "Nomad Fleets")
    path = tmp_path / "nomad-fleets.yaml"
    text = path.read_text(encoding="utf-8")
    expect(page.locator("#cards li")).to_have_count(5)
    page.get_by_role("button", name="Set settings").click()
    form = page.locator("#page form")
    title = form.get_by_label("Title", exact=True)
    expect(title).to_have_value("Nomad Fleets")
    title.fill("Nomad Ships")
    expect(page.locator("#sets b")).to_have_text("Nomad Ships")
    form.get_by_label("Keywords").press_sequentially("Far Away")
    page.keyboard.press("Enter")
    expect(form.locator(".chip", has_text="far-away")).to_contain_text("not used")
    form.get_by_label("Add token").fill("route")
    page.keyboard.press("Enter")
    count = form.get_by_role("textbox", name="Number of route")
    expect(count).to_have_value("12")
    count.press("ArrowUp")
    expect(count).to_be_focused()
    form.get_by_role("switch", name="Prestige").press("Space")
    expect(form.get_by_role("switch", name="Prestige")).to_be_checked()
    form.get_by_role("button", name="Add goal").click()
    expect(form.locator("#setting-goals-0-title")).to_be_focused()
    page.keyboard.type("First Away")
    page.keyboard.press("Tab")
    form.get_by_role("radio", name="Most, 5 VP").click()
    expect(form.get_by_role("combobox", name="Player with the most")).to_have_value("3 worlds")
    form.get_by_role("combobox", name="Player with the most").fill("worlds")
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="First Away")).to_be_visible()
    outcome = page.locator("#outcome")
    expect(outcome).to_contain_text("Tokens13")
    check_with_axe(page, "settings")
    outcome.locator(".problem", has_text="far-away").get_by_role("button", name="Remove it").click()
    expect(form.locator(".chip", has_text="far-away")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")
    head = """\
set: nomad-fleets
title: Nomad Ships
requires: [base]
tokens: {route: 13}
modules: [prestige, goals]

goals:
  - title: First Away
    most: worlds
    least: 2
    after: [develop, settle]
"""
    old = "set: nomad-fleets\ntitle: Nomad Fleets\nrequires: [base]\n"
    assert path.read_text(encoding="utf-8") == text.replace(old, head)


def test_settings_that_come_late_do_not_replace_newer_ones(page: Page, tmp_path: Path) -> None:
    made(page, "Nomad Fleets")
    expect(page.locator("#open-title")).to_have_text("Survey Office")
    late: list[Route] = []
    page.route("**/api/fields/*", lambda route: late.append(route), times=1)
    with page.expect_request("**/api/fields/*"):
        page.get_by_role("button", name="Set settings").click()
    path = tmp_path / "nomad-fleets.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("cards:\n", "keywords: [far]\ncards:\n", 1), encoding="utf-8")
    chip = page.locator("#page .chip", has_text="far")
    expect(chip).to_be_visible()
    with page.expect_response("**/api/fields/*"):
        late[0].continue_()
    page.evaluate("new Promise((resolve) => setTimeout(resolve))")  # the page has used the answer
    assert chip.is_visible()


def test_a_language_server_that_fails_is_told_and_not_started_again(
    browser: Browser, tmp_path: Path
) -> None:
    head = {"set": "ice", "title": "Ice", "requires": ["base"]}
    text = fill_template(RACE, "start-worlds", head)
    (tmp_path / "ice.yaml").write_text(text, encoding="utf-8")
    sockets: list[WebSocketRoute] = []

    def fail(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.close(code=FAILED, reason="The language server failed: no ink")

    with served("studio", folder=tmp_path) as address:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.clock.install()
        page.route_web_socket("**/language", fail)
        page.goto(address)
        expect(page.get_by_text("The language server failed: no ink").first).to_be_visible()
        page.clock.run_for(10_000)
        page.evaluate("0")
        page.close()
    assert len(sockets) == 1


def test_a_keyword_that_cards_have_is_removed_after_a_question(page: Page, tmp_path: Path) -> None:
    made(page, "Nomad Fleets")
    path = tmp_path / "nomad-fleets.yaml"
    text = path.read_text(encoding="utf-8")
    used = text.replace("cards:\n", "keywords: [far]\ncards:\n", 1).replace(
        "    vp: 1\n", "    vp: 1\n    keywords: [far]\n", 2
    )
    path.write_text(used, encoding="utf-8")
    page.get_by_role("button", name="Set settings").click()
    form = page.locator("#page form")
    form.get_by_role("button", name="Remove far").click()
    expect(form).to_contain_text("2 cards have the keyword far.")
    expect(form.get_by_role("button", name="Remove it there, too")).to_be_focused()
    form.get_by_role("button", name="Keep it").press("Enter")
    expect(form.get_by_label("Keywords")).to_be_focused()
    form.get_by_role("button", name="Remove far").click()
    page.keyboard.press("Enter")
    expect(form.locator(".chip", has_text="far")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")
    assert path.read_text(encoding="utf-8") == text
    page.get_by_role("button", name="Undo: keywords of the set").click()
    expect(page.locator("#text .cm-content")).to_contain_text("keywords: [far]")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert path.read_text(encoding="utf-8") == used


def test_selected_cards_move_to_another_set_and_back(page: Page, tmp_path: Path) -> None:
    made(page, "Nomad Fleets")
    path = tmp_path / "nomad-fleets.yaml"
    text = path.read_text(encoding="utf-8")
    other = tmp_path / "ice.yaml"
    head = {"set": "ice", "title": "Ice", "requires": ["base"]}
    other.write_text(fill_template(RACE, "start-worlds", head), encoding="utf-8")
    ice = other.read_text(encoding="utf-8")
    cards = page.locator("#cards")
    expect(cards.locator("li")).to_have_count(5)
    cards.get_by_role("option", name="Quiet Harbor").click()
    cards.get_by_role("option", name="Ore Terraces").click(modifiers=["Shift"])
    page.get_by_role("button", name="Move to another set").press("Enter")
    page.get_by_role("menuitem", name="Ice").click()
    expect(page.locator(".toasts")).to_contain_text("Moved 2 cards to Ice.")
    expect(cards.locator("li")).to_have_count(3)
    expect(page.locator("#saved")).to_have_text("Saved")
    moved = text[text.index("\n  # A windfall") : text.index("\n  # A military")]
    start = text.index("  - test: the harbor's good sells")
    tests = text[start : text.index("  - test: the moon has 1 Military")]  # of these cards alone
    assert path.read_text(encoding="utf-8") == text.replace(moved, "").replace(tests, "")
    received = other.read_text(encoding="utf-8")
    assert received.startswith(ice.replace("\ntests:", f"{moved}\ntests:").rstrip("\n"))
    assert "the harbor's good sells" in received
    assert "the terraces produce" in received
    page.locator(".toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("#saved")).to_have_text("Saved")
    page.locator("#sets").click()
    page.get_by_role("menuitemradio", name="Nomad Fleets").click()
    expect(cards.locator("li")).to_have_count(5)
    assert path.read_text(encoding="utf-8") == text
    assert other.read_text(encoding="utf-8") == ice
