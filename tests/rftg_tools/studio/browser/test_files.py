"""Files on the disk and in the page, also while the server is gone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rftg_dev.serving import address_of
from tests.browsers import MARKS
from tests.forked import served, started
from tests.rftg_tools.studio.browser.bench import TEXT, do, face, opened, saved, shown, to_line

pytestmark = MARKS


def test_a_file_that_cannot_be_read_says_so_and_one_with_faults_can_be_opened(
    page: Page, path: Path
) -> None:
    path.with_name("snow.yaml").write_bytes(b"set: \xff\n")
    path.with_name("rain.yaml").write_text("set: rain\ntitle: Rain\ncards: 3\n")
    files = page.locator("#files details")
    files.filter(has_text="snow.yaml").get_by_role("button", name="Open file").click()
    expect(page.locator("#problem")).to_contain_text("is not UTF-8 text")
    files.filter(has_text="rain.yaml").get_by_role("button", name="Open file").click()
    expect(page.locator("#text .cm-content:visible")).to_contain_text("cards: 3")
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator("#form")).to_have_attribute("inert", "")


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
    expect(page.locator("#saved")).to_have_text("Unsaved changes")
    expect(page.locator("#open-title")).to_have_text("Geyser")


def test_a_card_appears_only_once_it_is_filled_in(page: Page) -> None:
    """Its buttons would move under the pointer otherwise, and miss the click."""
    late: list[Route] = []
    page.route("**/api/sheet", lambda route: late.append(route))
    with page.expect_request("**/api/sheet"):
        face(page, "Geyser").click()
    bench = page.locator("#bench")
    expect(bench).to_be_hidden()
    late[0].continue_()
    expect(bench).to_be_visible()
    assert page.locator("#open-title").text_content() == "Geyser"


def test_a_file_saved_elsewhere_is_taken_over_where_nothing_is_edited(
    page: Page, path: Path
) -> None:
    opened(page, "Geyser")
    path.write_text(TEXT.replace("Geyser", "Spring"), encoding="utf-8")
    expect(page.locator("#field-title")).to_have_value("Spring")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("#conflict")).to_be_hidden()


def test_a_file_saved_elsewhere_meanwhile_is_merged(page: Page, path: Path) -> None:
    text = opened(page, "Geyser")
    page.locator("#field-vp").fill("5")
    expect(text).to_contain_text("vp: 5")
    theirs = TEXT.replace("Moon", "Other Moon")
    path.write_text(theirs, encoding="utf-8")
    expect(page.locator("#conflict")).to_be_visible()
    do(page, "save")
    assert path.read_text(encoding="utf-8") == theirs
    page.get_by_role("button", name="Compare and merge").click()
    page.locator("#merging .cm-merge-revert button").last.click()
    page.get_by_role("button", name="Save your text").click()
    expect(page.locator("#merge")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")
    assert path.read_text(encoding="utf-8") == theirs.replace("vp: 1", "vp: 5")


def test_a_deleted_file_is_written_anew_on_purpose(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    path.unlink()
    expect(page.locator("#conflict")).to_contain_text("This file was deleted")
    expect(page.locator("#saved")).to_have_text("Unsaved changes")
    page.get_by_role("button", name="Save it again").click()
    expect(page.locator("#saved")).to_have_text("Saved")
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_file_that_was_away_for_a_while_is_as_it_was(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    away = path.with_name("away")
    path.rename(away)
    expect(page.locator("#conflict")).to_contain_text("This file was deleted")
    away.rename(path)
    expect(page.locator("#conflict")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")


def test_the_last_key_in_a_field_is_saved_too(page: Page, path: Path) -> None:
    text = opened(page, "Geyser")
    page.locator(".power-row textarea").first.evaluate(
        """(field) => {
          field.focus();
          field.value = "explore: draw 2";
          field.dispatchEvent(new Event("input", { bubbles: true }));
          const pressed = { key: "s", ctrlKey: true, bubbles: true };
          field.dispatchEvent(new KeyboardEvent("keydown", pressed));
        }"""
    )
    expect(text).to_contain_text("explore: draw 2")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert "explore: draw 2" in path.read_text(encoding="utf-8")


def test_saving_by_itself_saves_what_is_written(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    page.get_by_label("Autosave").check()
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("Unsaved changes")
    expect(page.locator("#saved")).to_have_text("Saved")
    assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 7")


def test_lines_that_end_as_on_windows_stay_so(page: Page, path: Path) -> None:
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    opened(page, "Geyser")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("Unsaved changes")
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
        expect(one.locator("#saved")).to_have_text("Unsaved changes")
        other.locator("#field-world, #field-development").fill("4")
        expect(other.locator("#saved")).to_have_text("Unsaved changes")
        saved(one)
        expect(other.locator("#conflict")).to_be_visible()
        assert "vp: 7" in path.read_text(encoding="utf-8")
        expect(other.locator("#text .cm-content:visible")).to_contain_text("world: 4")


def test_what_is_not_saved_is_asked_for_before_the_page_is_left(page: Page) -> None:
    opened(page, "Geyser")
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("Unsaved changes")
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


def test_why_a_file_cannot_be_saved_is_seen_and_covers_nothing(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("Unsaved changes")
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
    expect(page.locator("#saved")).to_have_text("Unsaved changes")
    path.write_text(TEXT.replace("Moon", "Other Moon"), encoding="utf-8")
    page.get_by_role("button", name="Compare and merge").click()
    page.route("**/api/save", lambda route: route.fulfill(status=500, body="the disk is full"))
    page.get_by_role("button", name="Use the file on the disk").click()
    expect(page.locator("#merge-state")).to_have_text("the disk is full")
    page.unroute("**/api/save")
    page.get_by_role("button", name="Use the file on the disk").click()
    expect(page.locator("#merge")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")


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
        expect(page.locator("#saved")).to_contain_text("stay on this page until it is back")
        server.begin_again()
        expect(page.locator("#connection")).to_have_text("Live")
        expect(page.locator("#saved")).to_have_text("Saved")
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
        expect(page.locator("#saved")).to_contain_text("stay on this page until it is back")
        server.begin_again()
        expect(text).to_contain_text("vp: 9")
        expect(page.locator("#field-vp")).to_have_value("9")
        expect(page.locator("#saved")).to_have_text("Unsaved changes")
        saved(page)
        assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 9")
