"""The bench in a real browser: cards made and changed as a designer does it, and nothing lost."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Route, expect

from rftg_dev.serving import address_of, chromium, find_chromium, served, started
from rftg_dsl.compiler import compile_files
from tests.rftg_tools.play.games.sound import check_with_axe

NEEDED = "RFTG_DSL_NEEDS_CHROMIUM"
"""Set where the tests must not be left out for want of a browser."""
PROGRAM = find_chromium()
PATIENCE = 60_000
"""Milliseconds: a busy machine takes long to start a language server."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        PROGRAM is None and not os.environ.get(NEEDED),
        reason="no Chromium is installed (Debian: apt-get install chromium)",
    ),
]
EXPECTED = re.compile("Failed to load resource|WebSocket")
"""What the browser itself says of answers such as 409, and of a server that is not there."""
TEXT = """\
set: ice
title: Ice
requires: [base]
keywords: [frozen]
modules: [goals]

cards:
  # the first
  - title: Geyser # hot
    world: 2
    vp: 1
    powers: |
      explore: draw 1

  - title: Moon
    military world: 3
    vp: 2
    windfall: rare

goals:
  - title: Settler
    first: 4 worlds
    after: [settle]
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert PROGRAM is not None, f"{NEEDED} is set, and no Chromium is installed"
    with chromium(PROGRAM) as browser:
        yield browser


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ice.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


@contextmanager
def shown(
    browser: Browser, address: str, width: int = 1440, height: int = 900, more: str = "Failed"
) -> Iterator[Page]:
    """A page of a studio, in which nothing goes wrong that nobody asked for.

    more: how messages begin that are no fault of the page either.
    """
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(address)
    expect(page.locator("#connection")).to_have_text("Live")
    yield page
    context.close()
    assert [one for one in wrong if not (EXPECTED.match(one) or one.startswith(more))] == []


@pytest.fixture
def page(browser: Browser, path: Path) -> Iterator[Page]:
    with served("studio", folder=path.parent) as address, shown(browser, address) as page:
        yield page


def face(page: Page, title: str) -> Locator:
    return page.locator("#cards").get_by_role("button", name=title)


def opened(page: Page, title: str) -> Locator:
    """Open a card; return the text of its file."""
    face(page, title).click()
    text = page.locator("#text .cm-content:visible")
    expect(page.locator("#open-title")).to_have_text(title)
    expect(page.locator("#form")).not_to_have_attribute("inert", "")
    return text


def do(page: Page, what: str) -> None:
    page.locator(f'#bench [data-do="{what}"]').first.click()


def to_line(page: Page, text: str) -> None:
    """Put the cursor at the end of the line with a text."""
    page.locator("#text .cm-line:visible").filter(has_text=text).first.click()
    page.keyboard.press("End")


def saved(page: Page) -> None:
    do(page, "save")
    expect(page.locator("#saved")).to_have_text("saved")


# --- from nothing


def test_a_card_is_made_by_the_form_alone(page: Page, path: Path) -> None:
    page.get_by_role("button", name="New card").first.click()
    expect(page.locator("#field-title")).to_have_value("New Card 1")
    page.locator("#field-title").fill("Cold Forge")
    page.get_by_label("Which of: development, world, military world").select_option("world")
    page.get_by_label("development or world or military world").fill("3")
    page.locator("#field-vp").fill("2")
    page.get_by_label("Which of: windfall, produces, holds").select_option("produces")
    page.get_by_label("windfall or produces or holds").select_option("rare")
    page.locator("#field-keywords").click()
    page.keyboard.type("fro")
    page.get_by_role("option", name="frozen").click()
    page.get_by_label("Add a power in").select_option("produce")
    page.keyboard.type("go")
    page.get_by_role("option", name="good").first.click()
    page.get_by_label("Add a power in").select_option("trade")
    page.keyboard.type("price +1")
    page.keyboard.press("Tab")
    expect(page.locator("#open-title")).to_have_text("Cold Forge")
    expect(page.locator("#english")).to_contain_text("Produce")
    expect(page.locator("#found .finding.error")).to_have_count(0)
    saved(page)
    new = path.read_text(encoding="utf-8")
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
    page.keyboard.type("  - title: Ice Hall")
    page.keyboard.press("Enter")
    page.keyboard.type("development: 4")
    page.keyboard.press("Enter")
    page.keyboard.type("vp: 2")
    page.keyboard.press("Enter")
    page.keyboard.type("powers: |")
    page.keyboard.press("Enter")
    page.keyboard.type("develop: co")
    expect(page.locator("#text .cm-tooltip-autocomplete")).to_contain_text("cost")
    page.keyboard.type("st -1")
    page.keyboard.press("Escape")
    expect(page.locator("#open-title")).to_have_text("Ice Hall")
    expect(page.locator("#field-title")).to_have_value("Ice Hall")
    saved(page)
    assert "    powers: |\n      develop: cost -1\n" in path.read_text(encoding="utf-8")
    assert not compile_files([path]).has_errors


# --- text, form and face follow each other


def test_what_is_found_is_shown_and_mended_in_the_text(page: Page) -> None:
    text = opened(page, "Geyser")
    to_line(page, "explore: draw 1")
    page.keyboard.type("0 crads")
    expect(text.locator(".cm-lintRange-error")).to_have_count(1)
    expect(page.locator("#found .finding.error")).to_have_count(1)
    expect(page.locator("#face.broken")).to_be_visible()
    assert "url" not in text.locator(".cm-lintRange-error").evaluate(
        "element => getComputedStyle(element).backgroundImage"
    )
    for _ in "0 crads":
        page.keyboard.press("Backspace")
    expect(text.locator(".cm-lintRange-error")).to_have_count(0)


def test_undo_goes_back_through_form_and_text(page: Page) -> None:
    text = opened(page, "Geyser")
    page.locator("#field-title").fill("Spring")
    expect(text).to_contain_text("title: Spring # hot")
    to_line(page, "vp: 1")
    page.keyboard.type("1")
    expect(page.locator("#field-vp")).to_have_value("11")
    do(page, "undo")
    expect(page.locator("#field-vp")).to_have_value("1")
    page.locator("#field-title").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#field-title")).to_have_value("Geyser")
    expect(page.locator("#saved")).to_have_text("saved")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#field-title")).to_have_value("Spring")


def test_a_deleted_card_comes_back_by_undo(page: Page) -> None:
    text = opened(page, "Geyser")
    do(page, "delete")
    expect(face(page, "Geyser")).to_have_count(0)
    expect(page.locator("#open-title")).to_have_text("Moon")
    do(page, "undo")
    expect(face(page, "Geyser")).to_have_count(1)
    expect(text).to_contain_text("# the first")
    do(page, "duplicate")
    expect(text).to_contain_text("title: Geyser 1 # hot")


def test_goals_are_opened_and_changed(page: Page, path: Path) -> None:
    text = opened(page, "Settler")
    expect(page.locator("#field-first")).to_have_value("4 worlds")
    page.locator("#field-after").fill("settle, produce")
    expect(text).to_contain_text("after: [settle, produce]")
    expect(page.locator("#field-powers")).to_have_count(0)
    saved(page)
    assert "    after: [settle, produce]\n" in path.read_text(encoding="utf-8")


def test_cards_change_places_by_keys_and_by_dragging(page: Page, path: Path) -> None:
    titles = page.locator("#cards .face")
    face(page, "Geyser").focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(titles.first).to_have_attribute("aria-label", re.compile("^Moon"))
    expect(page.locator("#open-title")).to_have_text("Geyser")
    face(page, "Geyser").drag_to(face(page, "Moon"))
    expect(titles.first).to_have_attribute("aria-label", re.compile("^Geyser"))
    expect(page.locator("#open-title")).to_have_text("Geyser")
    saved(page)
    assert path.read_text(encoding="utf-8") == TEXT


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


def test_both_faces_of_a_tile_are_shown(browser: Browser, tmp_path: Path) -> None:
    head = "set: t\ngame: roll\ntitle: T\ncards:\n"
    one = "  - title: Up\n    development: 1\n    other side: Down\n"
    other = "  - title: Down\n    world: 2\n"
    (tmp_path / "t.yaml").write_text(head + one + other, encoding="utf-8")
    with served("studio", folder=tmp_path) as address, shown(browser, address) as page:
        opened(page, "Up")
        page.get_by_role("button", name="The other face: Down. Open it").click()
        expect(page.locator("#open-title")).to_have_text("Down")
        expect(page.locator("#other-face")).to_be_visible()


def test_the_gallery_is_searched_and_filtered(page: Page) -> None:
    seen = page.locator("#cards li:visible")
    expect(seen).to_have_count(3)
    page.keyboard.press("/")
    page.keyboard.type("draw")
    expect(seen).to_have_count(1)
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Type").select_option("goal")
    expect(seen).to_have_count(1)


def test_a_file_that_cannot_be_read_says_so_and_one_with_faults_can_be_opened(
    page: Page, path: Path
) -> None:
    path.with_name("snow.yaml").write_bytes(b"set: \xff\n")
    path.with_name("rain.yaml").write_text("set: rain\ntitle: Rain\ncards: 3\n")
    files = page.locator("#files details")
    files.filter(has_text="snow.yaml").get_by_role("button", name="Open its text").click()
    expect(page.locator("#problem")).to_contain_text("not text in UTF-8")
    files.filter(has_text="rain.yaml").get_by_role("button", name="Open its text").click()
    expect(page.locator("#text .cm-content:visible")).to_contain_text("cards: 3")
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator("#form")).to_have_attribute("inert", "")


# --- the disk


def test_a_file_saved_elsewhere_is_taken_over_where_nothing_is_edited(
    page: Page, path: Path
) -> None:
    opened(page, "Geyser")
    path.write_text(TEXT.replace("Geyser", "Spring"), encoding="utf-8")
    expect(page.locator("#field-title")).to_have_value("Spring")
    expect(page.locator("#saved")).to_have_text("saved")
    expect(page.locator("#changed")).to_be_hidden()


def test_a_file_saved_elsewhere_meanwhile_is_merged(page: Page, path: Path) -> None:
    text = opened(page, "Geyser")
    page.locator("#field-vp").fill("5")
    expect(text).to_contain_text("vp: 5")
    theirs = TEXT.replace("Moon", "Other Moon")
    path.write_text(theirs, encoding="utf-8")
    expect(page.locator("#changed")).to_be_visible()
    do(page, "save")
    assert path.read_text(encoding="utf-8") == theirs
    page.get_by_role("button", name="Compare and merge").click()
    page.locator("#merging .cm-merge-revert button").last.click()
    page.get_by_role("button", name="Save the text on the right").click()
    expect(page.locator("#merge")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("saved")
    assert path.read_text(encoding="utf-8") == theirs.replace("vp: 1", "vp: 5")


def test_a_deleted_file_is_written_anew_on_purpose(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    path.unlink()
    expect(page.locator("#changed")).to_contain_text("not on the disk any more")
    expect(page.locator("#saved")).to_have_text("not saved")
    page.get_by_role("button", name="Write it anew").click()
    expect(page.locator("#saved")).to_have_text("saved")
    assert path.read_text(encoding="utf-8") == TEXT


def test_the_last_key_in_a_field_is_saved_too(page: Page, path: Path) -> None:
    text = opened(page, "Geyser")
    page.locator("#form .line input").first.evaluate(
        """(field) => {
          field.focus();
          field.value = "explore: draw 2";
          field.dispatchEvent(new Event("input", { bubbles: true }));
          const pressed = { key: "s", ctrlKey: true, bubbles: true };
          field.dispatchEvent(new KeyboardEvent("keydown", pressed));
        }"""
    )
    expect(text).to_contain_text("explore: draw 2")
    expect(page.locator("#saved")).to_have_text("saved")
    assert "explore: draw 2" in path.read_text(encoding="utf-8")


def test_an_older_reading_of_the_text_takes_nothing_out_of_the_form(page: Page) -> None:
    text = opened(page, "Geyser")
    held: list[Route] = []
    is_slow = True
    page.route("**/api/edit", lambda one: held.append(one) if is_slow else one.continue_())
    with page.expect_response("**/api/sheet"):
        text.press("Control+End")
        text.press_sequentially("# a word")
        page.get_by_label("Which of: windfall, produces, holds").select_option("produces")
    page.wait_for_timeout(300)  # the older reading is taken over now, if it ever is
    page.get_by_label("windfall or produces or holds").select_option("rare")
    is_slow = False
    for one in held:
        one.continue_()
    expect(text).to_contain_text(re.compile(r"vp: 1\s+produces: rare"))  # and no other way


def test_a_file_that_was_away_for_a_while_is_as_it_was(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    away = path.with_name("away")
    path.rename(away)
    expect(page.locator("#changed")).to_contain_text("not on the disk any more")
    away.rename(path)
    expect(page.locator("#changed")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("saved")


def test_saving_by_itself_saves_what_is_written(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    page.get_by_label("save automatically").check()
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("not saved")
    expect(page.locator("#saved")).to_have_text("saved")
    assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 7")


def test_lines_that_end_as_on_windows_stay_so(page: Page, path: Path) -> None:
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    opened(page, "Geyser")
    expect(page.locator("#saved")).to_have_text("saved")
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("not saved")
    saved(page)
    assert path.read_bytes() == TEXT.replace("vp: 1", "vp: 7").replace("\n", "\r\n").encode()


def test_two_tabs_of_one_file_lose_nothing(browser: Browser, path: Path) -> None:
    with (
        served("studio", folder=path.parent) as address,
        shown(browser, address) as one,
        shown(browser, address) as other,
    ):
        opened(one, "Geyser")
        opened(other, "Geyser")
        one.locator("#field-vp").fill("7")
        expect(one.locator("#saved")).to_have_text("not saved")
        other.locator("#field-world, #field-development").fill("4")
        expect(other.locator("#saved")).to_have_text("not saved")
        saved(one)
        expect(other.locator("#changed")).to_be_visible()
        assert "vp: 7" in path.read_text(encoding="utf-8")
        expect(other.locator("#text .cm-content:visible")).to_contain_text("world: 4")


def test_what_is_not_saved_is_asked_for_before_the_page_is_left(page: Page) -> None:
    opened(page, "Geyser")
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("not saved")
    asked: list[str] = []

    def stay(dialog: object) -> None:
        asked.append(dialog.type)  # type: ignore[attr-defined]
        dialog.accept()  # type: ignore[attr-defined]

    page.on("dialog", stay)
    do(page, "close")
    expect(page.locator("#save-all")).to_have_text("Save 1 file")
    page.close(run_before_unload=True)
    page.wait_for_event("close")
    assert asked == ["beforeunload"]


class Restartable:
    """A server that can be killed, and begun again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = started("studio", folder=folder)
        self.address = address_of(self._process)

    def begin_again(self) -> None:
        port = re.search(r":(\d+)/", self.address)
        assert port
        self._process = started("studio", "--port", port[1], folder=self._folder)
        address_of(self._process)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def server(path: Path) -> Iterator[Restartable]:
    made = Restartable(path.parent)
    yield made
    made.kill()


def test_a_lost_server_loses_nothing(browser: Browser, path: Path, server: Restartable) -> None:
    with shown(browser, server.address) as page:
        opened(page, "Geyser")
        server.kill()
        expect(page.locator("#connection")).to_have_text("Not connected")
        to_line(page, "vp: 1")
        page.keyboard.type("9")
        do(page, "save")
        expect(page.locator("#saved")).to_contain_text("stays here until it is back")
        server.begin_again()
        expect(page.locator("#connection")).to_have_text("Live")
        expect(page.locator("#saved")).to_have_text("saved")
        assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 19")
        expect(page.locator("#field-vp")).to_have_value("19")
        to_line(page, "vp: 19")
        page.keyboard.type("x")
        expect(page.locator("#text .cm-lintRange-error")).to_have_count(1)


def test_what_is_written_in_the_form_without_a_server_waits_for_it(
    browser: Browser, path: Path, server: Restartable
) -> None:
    with shown(browser, server.address) as page:
        text = opened(page, "Geyser")
        server.kill()
        expect(page.locator("#connection")).to_have_text("Not connected")
        page.locator("#field-vp").fill("9")
        expect(page.locator("#saved")).to_contain_text("stays here until it is back")
        server.begin_again()
        expect(text).to_contain_text("vp: 9")
        expect(page.locator("#field-vp")).to_have_value("9")
        expect(page.locator("#saved")).to_have_text("not saved")
        saved(page)
        assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 9")


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


def test_a_file_that_is_read_late_does_not_cover_one_that_was_opened_after_it(
    page: Page, path: Path
) -> None:
    other = TEXT.replace("set: ice", "set: fog").replace("Geyser", "Mist").replace("Moon", "Haze")
    path.with_name("fog.yaml").write_text(other.replace("Settler", "Seer"), encoding="utf-8")
    late: list[Route] = []
    page.route(re.compile(r"api/files\?name=fog"), lambda route: late.append(route))
    face(page, "Mist").click()
    opened(page, "Geyser")
    assert late
    with page.expect_response(re.compile(r"api/files\?name=fog")):
        late[0].continue_()
    page.locator("#field-vp").fill("6")
    expect(page.locator("#saved")).to_have_text("not saved")
    expect(page.locator("#open-title")).to_have_text("Geyser")


def test_why_a_file_cannot_be_saved_is_seen_and_covers_nothing(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("not saved")
    page.route("**/api/save", lambda route: route.fulfill(status=500, body="the disk is full"))
    do(page, "save")
    expect(page.locator("#problem")).to_have_text("the disk is full")
    gallery, bench = (page.locator(one).bounding_box() for one in ("#gallery", "#bench"))
    assert gallery
    assert bench
    assert bench["x"] >= gallery["x"] + gallery["width"] - 1
    page.unroute("**/api/save")
    saved(page)
    expect(page.locator("#problem")).to_be_hidden()
    assert "vp: 7" in path.read_text(encoding="utf-8")


def test_a_merge_that_cannot_be_saved_says_why_and_stays(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    page.locator("#field-vp").fill("5")
    expect(page.locator("#saved")).to_have_text("not saved")
    path.write_text(TEXT.replace("Moon", "Other Moon"), encoding="utf-8")
    page.get_by_role("button", name="Compare and merge").click()
    page.route("**/api/save", lambda route: route.fulfill(status=500, body="the disk is full"))
    page.get_by_role("button", name="Take all from the disk").click()
    expect(page.locator("#merge-state")).to_have_text("the disk is full")
    page.unroute("**/api/save")
    page.get_by_role("button", name="Take all from the disk").click()
    expect(page.locator("#merge")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("saved")


# --- everybody


def test_all_is_done_by_keys_alone(page: Page, path: Path) -> None:
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#open-title")).to_have_text("Geyser")
    expect(page.locator("#form")).not_to_have_attribute("inert", "")
    for _ in range(40):
        if page.evaluate("document.activeElement.id") == "field-title":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("Spring")
    expect(page.locator("#open-title")).to_have_text("Spring")
    page.keyboard.press("Control+s")
    expect(page.locator("#saved")).to_have_text("saved")
    assert "title: Spring # hot" in path.read_text(encoding="utf-8")
    page.keyboard.press("Escape")
    expect(page.locator("#bench")).to_be_hidden()
    expect(page.locator("#cards .face").first).to_be_focused()


def test_a_phone_shows_one_view_at_a_time(browser: Browser, path: Path) -> None:
    with (
        served("studio", folder=path.parent) as address,
        shown(browser, address, 390, 844) as page,
    ):
        opened_on_phone = face(page, "Geyser")
        opened_on_phone.click()
        expect(page.locator("#face")).to_be_visible()
        expect(page.locator("#form")).to_be_hidden()
        page.get_by_role("button", name="Form").click()
        expect(page.locator("#face")).to_be_hidden()
        page.locator("#field-vp").fill("7")
        expect(page.locator("#saved")).to_have_text("not saved")
        page.get_by_role("button", name="Text").click()
        expect(page.locator("#text .cm-content:visible")).to_contain_text("vp: 7")
        expect(page.locator("#form")).to_be_hidden()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        saved(page)


def test_a_save_takes_nobody_away_from_a_finding_beside_the_card(page: Page, path: Path) -> None:
    path.write_text(TEXT.replace("draw 1", "draw 10 crads"), encoding="utf-8")
    face(page, "Geyser").click()
    code = page.locator("#found .finding .code").first
    code.focus()
    path.write_text(TEXT.replace("draw 1", "draw 10 crads").replace("Moon", "Sun"))
    expect(face(page, "Sun")).to_have_count(1)
    expect(code).to_be_focused()
    path.write_text("# one line more\n" + TEXT.replace("draw 1", "draw 10 crads"))
    expect(page.locator("#found .place").first).to_contain_text("ice.yaml:14")
    expect(code).to_be_focused()


def test_where_no_card_is_open_nothing_is_done_to_one(page: Page, path: Path) -> None:
    path.with_name("rain.yaml").write_text("set: rain\ntitle: Rain\ncards: 3\n")
    files = page.locator("#files details")
    files.filter(has_text="rain.yaml").get_by_role("button", name="Open its text").click()
    expect(page.locator("#text .cm-content:visible")).to_contain_text("cards: 3")
    for what in ("up", "down", "duplicate", "delete"):
        do(page, what)
        expect(page.locator("#problem")).to_contain_text("The cursor is on no card")
    expect(page.locator("#saved")).to_have_text("saved")


def test_a_new_goal_is_offered_beside_goals(page: Page) -> None:
    opened(page, "Settler")
    expect(page.locator("#bench [data-do=add]")).to_have_text("New goal")
    opened(page, "Geyser")
    expect(page.locator("#bench [data-do=add]")).to_have_text("New card")


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
    assert colour_of(page, ".cm-gutters") == "rgb(18, 20, 27)"
    assert colour_of(page, ".cm-tooltip-autocomplete") == "rgb(28, 31, 42)"
    page.keyboard.press("Escape")
    page.get_by_label("Colours").select_option("light")
    expect(page.locator("#text .cm-gutters:visible")).to_have_css(
        "background-color", "rgb(236, 238, 243)"
    )


@pytest.mark.parametrize("width", [1440, 390])
def test_nobody_is_kept_out(browser: Browser, path: Path, width: int) -> None:
    with (
        served("studio", folder=path.parent) as address,
        shown(browser, address, width, more="Applying inline style") as page,  # of axe's own
    ):
        check_with_axe(page, "gallery")
        face(page, "Geyser").click()
        expect(page.locator("#form")).not_to_have_attribute("inert", "")
        for view in page.locator("#view button").all() if width < 1000 else [None]:
            if view:
                view.click()
            check_with_axe(page, "open card")
