"""Cards are made, changed, moved, deleted and brought back, by the form and in the text."""

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from rftg_dsl.compiler import compile_files
from tests.browsers import MARKS
from tests.rftg_tools.studio.browser.bench import TEXT, do, item, opened, saved, to_line

pytestmark = MARKS


def choose(page: Page, label: str, choice: str) -> None:
    page.get_by_role("radiogroup", name=label).get_by_text(choice, exact=True).click()


def add_power(page: Page, phase: str) -> None:
    page.get_by_role("button", name="Add power").click()
    page.get_by_role("menuitem", name=phase, exact=True).click()


def test_a_card_is_made_by_the_form_alone(page: Page, path: Path) -> None:
    do(page, "add")
    expect(page.locator("#field-title")).to_have_value("New Card 1")
    page.locator("#field-title").fill("Cold Forge")
    choose(page, "Type", "World")
    more = page.get_by_role("button", name="Cost: more")
    more.click()
    more.click()
    page.locator("#field-vp").fill("2")
    choose(page, "Goods", "Production")
    choose(page, "Kind of good", "Rare")
    page.get_by_role("button", name="Add frozen").click()
    add_power(page, "Produce")
    page.keyboard.type("go")
    expect(page.locator("#suggestions [aria-selected]")).to_have_text("good")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.type("trade: price +1")
    page.keyboard.press("Tab")
    expect(page.locator(".phase-pick").last).to_have_text("$Trade")
    expect(page.locator("#open-title")).to_have_text("Cold Forge")
    expect(page.locator("#english")).to_contain_text("Produce")
    expect(page.locator("#problems .problem:not(.warn)")).to_have_count(0)
    new = saved(page, path)
    made = """
  - title: Cold Forge
    world: 3
    vp: 2
    produces: rare
    keywords: [frozen]
    powers: |
      produce: good
      trade: price +1
"""
    assert made in new
    assert new.replace(made, "") == TEXT
    assert not compile_files([path]).has_errors


def test_a_card_is_made_in_the_text_alone(page: Page, path: Path) -> None:
    opened(page, "Moon")
    to_line(page, "windfall: rare")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Home")
    # A line is indented as the one above, so that the dash stands where it is typed.
    page.keyboard.press("Shift+End")
    for line in ("  - title: Ice Hall", "development: 4", "vp: 2", "powers: |"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.keyboard.type("develop: co")
    expect(page.locator("#text .cm-tooltip-autocomplete")).to_contain_text("cost")
    page.keyboard.type("st -1")
    page.keyboard.press("Escape")
    expect(page.locator("#open-title")).to_have_text("Ice Hall")
    expect(page.locator("#field-title")).to_have_value("Ice Hall")
    assert "    powers: |\n      develop: cost -1\n" in saved(page, path)
    assert not compile_files([path]).has_errors


def test_what_is_found_is_shown_and_mended_in_the_text(page: Page) -> None:
    text = opened(page, "Geyser")
    to_line(page, "explore: draw 1")
    page.keyboard.type("0 crads")
    expect(text.locator(".cm-lintRange-error")).to_have_count(1)
    expect(page.locator("#problems .problem")).to_have_count(1)
    expect(page.locator("#face.broken")).to_be_visible()
    assert "url" not in text.locator(".cm-lintRange-error").evaluate(
        "element => getComputedStyle(element).backgroundImage"
    )
    for _ in "0 crads":
        page.keyboard.press("Backspace")
    expect(text.locator(".cm-lintRange-error")).to_have_count(0)


def test_all_fixes_are_made_in_one_step(page: Page, path: Path) -> None:
    wrong = TEXT.replace("Geyser", "Gey\u200bser").replace("title: Moon", "title: Mo\u200bon")
    path.write_text(wrong, encoding="utf-8")
    fix_all = page.get_by_role("button", name="Fix all")
    fix_all.click()
    expect(fix_all).to_have_count(0)
    assert saved(page, path) == TEXT
    do(page, "undo")
    expect(fix_all).to_be_visible()
    assert saved(page, path) == wrong


def test_undo_goes_back_through_form_and_text(page: Page) -> None:
    text = opened(page, "Geyser")
    page.locator("#field-title").fill("Spring")
    page.locator("#field-title").press("Tab")
    expect(text).to_contain_text("title: Spring # hot")
    to_line(page, "vp: 1")
    page.keyboard.type("1")
    expect(page.locator("#field-vp")).to_have_value("11")
    do(page, "undo")
    expect(page.locator("#field-vp")).to_have_value("1")
    page.locator("#field-title").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#field-title")).to_have_value("Geyser")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#field-title")).to_have_value("Spring")


def test_a_deleted_card_comes_back_by_undo(page: Page) -> None:
    text = opened(page, "Geyser")
    do(page, "delete")
    expect(item(page, "Geyser")).to_have_count(0)
    expect(page.locator("#open-title")).to_have_text("Moon")
    do(page, "undo")
    expect(item(page, "Geyser")).to_have_count(1)
    expect(text).to_contain_text("# the first")
    opened(page, "Geyser")
    do(page, "duplicate")
    expect(text).to_contain_text("title: Geyser 1 # hot")


def test_goals_are_opened_and_changed(page: Page, path: Path) -> None:
    text = opened(page, "Settler")
    expect(page.locator("#field-first")).to_have_value("4 worlds")
    page.get_by_role("button", name="Add produce").click()
    expect(text).to_contain_text("after: [settle, produce]")
    expect(page.locator("#field-powers")).to_have_count(0)
    assert "    after: [settle, produce]\n" in saved(page, path)


def test_an_older_reading_of_the_text_takes_nothing_out_of_the_form(page: Page) -> None:
    text = opened(page, "Geyser")
    held: list[Route] = []
    is_slow = True
    page.route("**/api/edit", lambda one: held.append(one) if is_slow else one.continue_())
    with page.expect_response("**/api/sheet"):
        text.press("Control+End")
        text.press_sequentially("# a word")
        choose(page, "Goods", "Production")
    page.wait_for_timeout(300)  # the older reading is taken over now, if it ever is
    choose(page, "Kind of good", "Rare")
    is_slow = False
    for one in held:
        one.continue_()
    expect(text).to_contain_text(re.compile(r"vp: 1\s+produces: rare"))  # and no other way


def test_unsafe_fixes_are_made_in_one_step(page: Page, path: Path) -> None:
    wrong = TEXT.replace("explore: draw 1", "explor: draw 1").replace("rare", "raer")
    path.write_text(wrong, encoding="utf-8")
    text = opened(page, "Geyser")
    expect(page.locator("#problems .problem")).to_have_count(2)
    page.get_by_role("button", name="Fix all").click()
    expect(text).to_contain_text("explore: draw 1")
    expect(text).to_contain_text("windfall: rare")
    expect(page.get_by_role("button", name="Fix all")).to_have_count(0)
    do(page, "undo")
    expect(text).to_contain_text("explor: draw 1")
    expect(text).to_contain_text("windfall: raer")


def test_escape_discards_a_new_power_and_keeps_the_card_open(page: Page) -> None:
    opened(page, "Geyser")
    expect(page.locator(".words span").first).to_be_attached()  # the language server is there
    powers = page.locator(".power-row")
    add_power(page, "Settle")
    expect(page.locator("#suggestions")).to_be_visible()
    page.keyboard.press("Escape")
    expect(powers).to_have_count(2)
    page.keyboard.press("Escape")
    expect(powers).to_have_count(1)
    expect(page.locator("#news")).to_have_text("Discarded the empty power.")
    expect(page.get_by_role("button", name="Add power")).to_be_focused()
    expect(page.locator("#saved")).to_have_text("Saved")


def test_a_power_is_moved_by_keys_and_joins_the_phase_that_it_passes(page: Page) -> None:
    text = opened(page, "Geyser")
    add_power(page, "Settle")
    page.keyboard.type("military +1")
    page.keyboard.press("Enter")
    page.keyboard.type("cost -1")
    page.locator("#field-title").focus()
    expect(text).to_contain_text(re.compile(r"draw 1\s+settle: military \+1\s+settle: cost -1"))
    page.get_by_role("button", name="Move this power").last.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#news")).to_have_text("Settle, 2 of 3")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect(text).to_contain_text(re.compile(r"explore: cost -1\s+explore: draw 1\s+settle: mil"))


def test_a_problem_is_fixed_below_the_power_that_it_is_in(page: Page) -> None:
    text = opened(page, "Geyser")
    power = page.get_by_role("textbox", name="Explore power")
    power.fill("drw 1")
    problem = page.locator(".power-row .problem")
    expect(problem).to_have_count(1)  # when the caret rests
    expect(power).to_have_attribute("aria-invalid", "true")
    problem.get_by_role("button", name="Apply fix").click()
    expect(power).to_have_value("draw 1")
    expect(text).to_contain_text("explore: draw 1")
    expect(problem).to_have_count(0)
    power.fill("drw 1")
    page.locator("#field-title").focus()
    expect(problem).to_have_count(1)
    page.keyboard.press("F8")
    expect(power).to_be_focused()
    page.keyboard.press("Control+.")
    expect(power).to_have_value("draw 1")
