"""The list of cards, undo over everything, the palette, and panes that stay as they were left."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.studio.browser.bench import (
    TEXT,
    do,
    is_open,
    item,
    opened,
    saved,
    shown,
    titles,
    will_undo,
)

pytestmark = MARKS
MORE = """
  - title: Haze
    world: 1
    vp: 1

  - title: Mist
    development: 3
    vp: 1
"""
FIVE = TEXT.replace("\ngoals:", f"{MORE}\ngoals:")


@pytest.fixture
def path(path: Path) -> Path:
    path.write_text(FIVE, encoding="utf-8")
    return path


def test_cards_change_places_by_keys_and_by_dragging(page: Page, path: Path) -> None:
    item(page, "Geyser").focus()
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowDown")  # before the list shows the first move
    expect(titles(page)).to_have_text(["Moon", "Haze", "Geyser", "Mist", "Settler"])
    expect(item(page, "Geyser")).to_be_focused()
    is_open(page, "Geyser")
    item(page, "Geyser").drag_to(item(page, "Moon"), steps=8)
    expect(titles(page).first).to_have_text("Geyser")
    is_open(page, "Geyser")
    assert saved(page, path) == FIVE
    will_undo(page, "move Geyser")


def test_an_item_that_is_dragged_stays_although_cards_change(page: Page, path: Path) -> None:
    send = """(item, name) => item.dispatchEvent(
      new DragEvent(name, { bubbles: true, dataTransfer: new DataTransfer() }))"""
    dragged = item(page, "Haze").element_handle()
    dragged.evaluate(send, "dragstart")
    path.write_text(FIVE.replace("title: Mist", "title: Fog"), encoding="utf-8")
    expect(page.locator("#text .cm-content:visible")).to_contain_text("title: Fog")
    page.wait_for_timeout(500)
    assert dragged.evaluate("item => item.isConnected")
    dragged.evaluate(send, "dragend")
    expect(titles(page)).to_have_text(["Geyser", "Moon", "Haze", "Fog", "Settler"])


def test_a_pressed_item_stays_although_cards_change(page: Page, path: Path) -> None:
    pressed = item(page, "Haze").element_handle()
    item(page, "Haze").hover()
    page.mouse.down()
    path.write_text(
        FIVE.replace("  - title: Mist", "  - title: Fog\n    development: 2\n\n  - title: Mist")
    )
    expect(page.locator("#text .cm-content:visible")).to_contain_text("title: Fog")
    page.wait_for_timeout(500)
    assert pressed.evaluate("item => item.isConnected")
    page.mouse.up()
    expect(titles(page)).to_have_text(["Geyser", "Moon", "Haze", "Fog", "Mist", "Settler"])
    is_open(page, "Haze")


def test_a_filtered_list_is_put_in_order_too(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("world")
    expect(titles(page)).to_have_text(["Geyser", "Moon", "Haze", "Settler"])
    page.locator("#kinds").get_by_role("button", name="Worlds").click()
    expect(titles(page)).to_have_text(["Geyser", "Moon", "Haze"])
    item(page, "Haze").drag_to(item(page, "Geyser"))
    expect(titles(page)).to_have_text(["Haze", "Geyser", "Moon"])
    page.locator("#filter").press("Escape")
    page.locator("#kinds button").first.click()
    expect(titles(page)).to_have_text(["Haze", "Geyser", "Moon", "Mist", "Settler"])


def test_a_narrow_list_shows_its_filter_while_that_is_used(page: Page) -> None:
    page.evaluate("document.querySelector('main').style.setProperty('--list', '64px')")
    expect(page.locator("#filter")).not_to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("haze")
    expect(page.locator("#filter")).to_be_visible()
    expect(titles(page)).to_have_text(["Haze"])


def test_a_deleted_card_comes_back_by_the_message_and_is_open_again(page: Page, path: Path) -> None:
    opened(page, "Moon")
    do(page, "delete")
    is_open(page, "Haze")
    will_undo(page, "delete Moon")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    is_open(page, "Moon")
    expect(page.locator(".toast")).to_have_count(0)
    assert saved(page, path) == FIVE
    do(page, "redo")
    is_open(page, "Haze")
    expect(item(page, "Moon")).to_have_count(0)


def test_the_message_undoes_nothing_else(page: Page) -> None:
    item(page, "Mist").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".toast")).to_have_text(re.compile("Deleted Mist"))
    expect(item(page, "Settler")).to_be_focused()
    is_open(page, "Geyser")
    do(page, "duplicate")
    is_open(page, "Geyser 1")
    expect(page.locator(".toast")).to_have_count(0)


def test_undo_passes_over_steps_without_an_effect(page: Page, path: Path) -> None:
    opened(page, "Moon")
    page.locator("#field-vp").fill("8")
    assert "vp: 8" in saved(page, path)
    page.evaluate(
        """async () => {
          const { opened } = await import("./opened.js");
          const { putText, textOf } = await import("./files.js");
          const { file } = opened();
          const text = textOf(file);
          putText(file, text.replace("vp: 8", "vp: 9"), "input.type.form");
          putText(file, text, "input.type.form");
        }"""
    )
    do(page, "undo")
    assert saved(page, path) == FIVE


def test_several_cards_are_deleted_and_brought_back_in_one_step(page: Page, path: Path) -> None:
    item(page, "Geyser").click()
    item(page, "Haze").click(modifiers=["Shift"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    chosen = page.get_by_role("toolbar", name="Selected cards")
    expect(chosen).to_contain_text("4 cards selected")
    item(page, "Moon").click(modifiers=["ControlOrMeta"])
    chosen.get_by_role("button", name="Delete").click()
    expect(titles(page)).to_have_text(["Moon", "Settler"])
    is_open(page, "Moon")
    will_undo(page, "delete 3 cards")
    page.locator("#bench [data-command=delete]").click()
    expect(titles(page)).to_have_text(["Settler"])
    assert "cards: []" in saved(page, path)
    page.locator(".toast").last.get_by_role("button", name="Undo").click()
    is_open(page, "Moon")
    will_undo(page, "delete 3 cards")
    do(page, "undo")
    expect(titles(page)).to_have_count(5)
    assert saved(page, path) == FIVE
    will_undo(page, "")


def test_a_click_counts_though_the_list_changes_meanwhile(page: Page) -> None:
    item(page, "Haze").hover()
    page.mouse.down()
    page.locator("#filter").evaluate("(filter) => filter.dispatchEvent(new Event('input'))")
    page.mouse.up()
    is_open(page, "Haze")


def test_a_second_click_deletes_no_other_card(page: Page) -> None:
    button = page.locator("#bench [data-command=delete]")
    button.dblclick()
    is_open(page, "Moon")
    expect(titles(page)).to_have_text(["Moon", "Haze", "Mist", "Settler"])
    expect(page.locator("#problem")).to_be_hidden()


def test_the_palette_finds_cards_powers_and_commands(page: Page) -> None:
    found = page.locator("#palette").get_by_role("option")
    page.keyboard.press("Control+k")
    page.keyboard.type("mis")
    expect(found.first).to_contain_text("Mist")
    page.keyboard.press("Enter")
    is_open(page, "Mist")
    page.keyboard.press("Control+k")
    page.keyboard.type("#draw")
    expect(found).to_have_count(1)
    page.keyboard.press("Enter")
    is_open(page, "Geyser")
    page.keyboard.press("Control+k")
    page.keyboard.type(">duplicate")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    is_open(page, "Geyser 1")
    page.locator("#find").click()
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_have_count(0)
    expect(page.locator("#find")).to_be_focused()


def test_a_step_in_another_file_is_undone_where_it_is_seen(page: Page, path: Path) -> None:
    fog = "set: fog\ntitle: Fog\nrequires: [base]\ncards:\n  - {title: Bank, world: 1, vp: 1}\n"
    path.with_name("fog.yaml").write_text(fog, encoding="utf-8")
    opened(page, "Haze")
    do(page, "duplicate")
    is_open(page, "Haze 1")
    page.locator("#sets").click()
    page.get_by_role("menuitemradio", name="Fog").click()
    is_open(page, "Bank")
    will_undo(page, "duplicate Haze")
    do(page, "undo")
    expect(page.locator("#sets")).to_contain_text("Ice")
    expect(item(page, "Haze 1")).to_have_count(0)
    do(page, "redo")
    is_open(page, "Haze 1")


def test_a_reload_keeps_card_view_panel_and_sizes(page: Page) -> None:
    opened(page, "Mist")
    assert page.locator("#list").evaluate("list => list.offsetWidth") == 64  # beside form and text
    page.keyboard.press("Alt+1")
    page.get_by_role("tab", name="History").click()
    for name in ("Width of the list", "Width of the face", "Height of the panel"):
        handle = page.get_by_role("separator", name=name)
        handle.focus()
        page.keyboard.press("ArrowLeft" if "Width" in name else "ArrowUp")
    sizes = [page.locator(one).bounding_box() for one in ("#list", "#stage", "#panel")]
    page.keyboard.press("Alt+2")
    page.reload()
    is_open(page, "Mist")
    assert [page.locator(one).bounding_box() for one in ("#list", "#stage", "#panel")] == sizes
    expect(page.get_by_role("tab", name="History")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#form")).to_be_hidden()
    expect(page.locator("#text")).to_be_visible()


def test_sets_without_cards_can_be_opened(browser: Browser, path: Path) -> None:
    path.with_name("bare.yaml").write_text("set: bare\ntitle: Bare\ncards: []\n", encoding="utf-8")
    with served("studio", folder=path.parent) as address, shown(browser, address) as page:
        page.locator("#sets").click()
        page.get_by_role("menuitemradio", name="bare.yaml").click()
        expect(page.locator("#cards")).to_have_text("No cards yet. Add the first one.")
        page.keyboard.press("Alt+1")
        why = "This set has no cards yet. Add the first one."
        expect(page.locator("#form")).to_have_attribute("data-problem", why)
        page.keyboard.press("Alt+2")
        expect(page.locator("#text .cm-content:visible")).to_contain_text("title: Bare")
        path.unlink()
        page.reload()  # now no set has a card
        expect(page.locator("#text .cm-content:visible")).to_contain_text("title: Bare")
        page.get_by_role("button", name="New card", exact=True).click()
        is_open(page, "New Card 1")
