"""Files on the disk and in the page, also while the server is gone."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rftg_dev.serving import address_of
from tests.browsers import MARKS, PATIENCE
from tests.forked import served, started
from tests.rftg_tools.studio.browser.bench import (
    TEXT,
    all_saved,
    is_open,
    opened,
    saved,
    shown,
    titles,
    to_line,
)

pytestmark = MARKS


def test_a_file_that_cannot_be_read_says_so_and_one_with_faults_can_be_opened(
    page: Page, path: Path
) -> None:
    path.with_name("snow.yaml").write_bytes(b"set: \xff\n")
    path.with_name("rain.yaml").write_text("set: rain\ntitle: Rain\ncards: 3\n")
    files = page.locator("#files details")
    files.filter(has_text="snow.yaml").get_by_role("button", name="Open the text").click()
    expect(page.locator("#problem")).to_contain_text("is not UTF-8 text")
    files.filter(has_text="rain.yaml").get_by_role("button", name="Open the text").click()
    expect(page.locator("#text .cm-content:visible")).to_contain_text("cards: 3")
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator("#cards")).to_have_text("No cards yet. Add the first one.")
    for command in ("duplicate", "delete"):
        button = page.locator(f"#bench [data-command={command}]")
        expect(button).to_have_attribute("aria-disabled", "true")


def test_a_file_that_is_read_late_does_not_cover_one_that_was_opened_after_it(
    browser: Browser, path: Path
) -> None:
    other = TEXT.replace("ice", "vapor").replace("Ice", "Vapor").replace("Geyser", "Mist")
    path.with_name("vapor.yaml").write_text(other.replace("Moon", "Haze"), encoding="utf-8")
    late: list[Route] = []
    with served("studio", folder=path.parent) as address, shown(browser, address) as page:
        is_open(page, "Geyser")
        page.route(re.compile(r"api/files\?name=vapor"), lambda route: late.append(route))
        for title in ("Vapor", "Ice"):
            page.locator("#sets").click()
            page.get_by_role("menuitemradio", name=title).click()
        is_open(page, "Geyser")
        assert late
        with page.expect_response(re.compile(r"api/files\?name=vapor")):
            late[0].continue_()
        page.locator("#field-vp").fill("6")
        all_saved(page)
        is_open(page, "Geyser")


def test_a_copy_made_late_opens_nothing_in_another_file(browser: Browser, path: Path) -> None:
    other = TEXT.replace("ice", "vapor").replace("Ice", "Vapor").replace("Geyser", "Mist")
    path.with_name("vapor.yaml").write_text(other.replace("Moon", "Haze"), encoding="utf-8")
    late: list[Route] = []
    with served("studio", folder=path.parent) as address, shown(browser, address) as page:
        is_open(page, "Geyser")
        page.route("**/api/edit", lambda route: late.append(route))
        with page.expect_request("**/api/edit"):
            page.keyboard.press("Control+d")
        page.locator("#sets").click()
        page.get_by_role("menuitemradio", name="Vapor").click()
        expect(page.locator("#open-title")).to_have_text("Mist")
        late[0].continue_()
        all_saved(page)
        is_open(page, "Mist")
    assert path.read_text(encoding="utf-8").count("title: Geyser") == 2


def test_findings_ask_for_no_images_before_the_styles_of_the_editor_are_there(
    browser: Browser, path: Path
) -> None:
    path.write_text(TEXT.replace("explore:", "explroe:"), encoding="utf-8")
    late: list[Route] = []
    with served("studio", folder=path.parent) as address, shown(browser, address) as page:
        page.route("**/editor.css", lambda route: late.append(route))
        page.reload(wait_until="commit")
        page.locator("#text .cm-lintRange-error").wait_for(state="attached")
        for route in late:
            route.continue_()
    assert late


def test_a_file_saved_elsewhere_is_taken_over_where_nothing_is_edited(
    page: Page, path: Path
) -> None:
    opened(page, "Geyser")
    path.write_text(TEXT.replace("Geyser", "Spring"), encoding="utf-8")
    expect(page.locator("#field-title")).to_have_value("Spring")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("#conflict")).to_be_hidden()


SNOW = """  - title: Snow
    world: 1
    vp: 1

"""


def test_a_card_stays_open_and_keeps_its_edits_if_another_is_added_before_it(
    page: Page, path: Path
) -> None:
    opened(page, "Moon")
    path.write_text(TEXT.replace("  - title: Moon", f"{SNOW}  - title: Moon"), encoding="utf-8")
    expect(titles(page)).to_have_text(["Geyser", "Snow", "Moon", "Settler"])
    expect(page.locator("#field-vp")).to_have_value("2")
    is_open(page, "Moon")
    page.evaluate(
        """async (added) => {
          const { opened } = await import("./opened.js");
          const { putText, textOf } = await import("./files.js");
          const field = document.getElementById("field-vp");
          field.value = "7";
          field.dispatchEvent(new Event("input", { bubbles: true }));
          const { file } = opened();
          const text = textOf(file).replace("  - title: Moon", `${added}  - title: Moon`);
          putText(file, text, "input.disk");
        }""",
        SNOW.replace("Snow", "Rain"),
    )
    text = saved(page, path)
    assert text.count("vp: 1") == 3
    assert text.index("title: Moon") < text.index("vp: 7")
    is_open(page, "Moon")


def test_a_power_being_typed_takes_no_other_away(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    row = page.locator(".power-row textarea").first
    row.press("End")
    powers = "      explore: keep 1\n      explore: draw 1\n      settle: defense 1\n"
    path.write_text(TEXT.replace("      explore: draw 1\n", powers), encoding="utf-8")
    expect(page.locator(".power-row")).to_have_count(3)
    page.keyboard.type("2")
    assert saved(page, path) == TEXT.replace(
        "      explore: draw 1\n", powers.replace("draw 1", "draw 12")
    )


def change_here_and_there(page: Page, path: Path) -> str:
    """Change a file in the page, and meanwhile elsewhere; return what is in the file."""
    page.route("**/api/save", lambda route: route.abort())
    page.locator("#field-vp").fill("5")
    expect(page.locator("#saved")).to_contain_text("Connection lost")
    theirs = TEXT.replace("Moon", "Other Moon")
    path.write_text(theirs, encoding="utf-8")
    page.unroute("**/api/save")
    return theirs


def test_a_file_saved_elsewhere_meanwhile_is_merged(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    theirs = change_here_and_there(page, path)
    expect(page.locator("#conflict")).to_be_visible()
    expect(page.locator("#saved")).to_have_text("Not saved: changed elsewhere")
    page.keyboard.press("Control+s")
    assert path.read_text(encoding="utf-8") == theirs
    page.get_by_role("button", name="Compare and merge").click()
    page.locator("#merging .cm-merge-revert button").last.click()
    page.get_by_role("button", name="Save your text").click()
    expect(page.locator("#merge")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("header [data-command=undo]")).to_be_focused()
    assert path.read_text(encoding="utf-8") == theirs.replace("vp: 1", "vp: 5")


def test_a_deleted_file_is_written_anew_on_purpose(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    path.unlink()
    expect(page.locator("#conflict")).to_contain_text("ice.yaml was deleted")
    page.get_by_role("button", name="Save it again").click()
    expect(page.locator("#saved")).to_have_text("Saved")
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_file_that_was_away_for_a_while_is_as_it_was(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    away = path.with_name("away")
    path.rename(away)
    expect(page.locator("#conflict")).to_contain_text("ice.yaml was deleted")
    away.rename(path)
    expect(page.locator("#conflict")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")


def test_a_file_that_comes_back_as_it_was_raises_no_question_and_edits_are_saved(
    page: Page, path: Path
) -> None:
    path.with_name("vapor.yaml").write_text(TEXT.replace("ice", "vapor"), encoding="utf-8")
    opened(page, "Geyser")
    away = path.with_name("away")
    path.rename(away)
    expect(page.locator("#conflict")).to_contain_text("ice.yaml was deleted")
    to_line(page, "vp: 1")
    page.keyboard.type("0")
    away.rename(path)
    expect(page.locator("#conflict")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")
    assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 10")


def test_a_card_that_cannot_be_read_says_so_when_it_is_deleted_or_copied(
    page: Page, path: Path
) -> None:
    opened(page, "Moon")
    path.write_text(TEXT.replace("    world: 2\n", "    world: 2\n    : [[\n"), encoding="utf-8")
    geyser = page.locator("#cards li", has_text="Geyser")
    expect(geyser.get_by_role("img", name=re.compile("error"))).to_be_visible()
    text = page.locator("#text .cm-content:visible")
    expect(text).to_contain_text(": [[")
    for key in ("Delete", "Alt+ArrowDown"):
        geyser.focus()
        page.keyboard.press(key)
        expect(page.locator("#problem")).to_contain_text("can't be read")
        page.locator("#problem button").click()


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


def test_lines_that_end_as_on_windows_stay_so(browser: Browser, path: Path) -> None:
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    with served("studio", folder=path.parent) as address, shown(browser, address) as page:
        opened(page, "Geyser")
        page.locator("#field-vp").fill("7")
        all_saved(page)
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
        all_saved(one)
        expect(other.locator("#field-vp")).to_have_value("7")
        to_line(other, "explore: draw 1")
        other.keyboard.type("0")
        all_saved(other)
        both = TEXT.replace("vp: 1", "vp: 7").replace("draw 1", "draw 10")
        assert path.read_text(encoding="utf-8") == both
        expect(one.locator("#text .cm-content:visible")).to_contain_text("draw 10")


def fail(page: Page) -> None:
    """Let no file be saved."""
    page.route("**/api/save", lambda route: route.fulfill(status=500, body="the disk is full"))


def test_what_is_not_saved_is_asked_for_before_the_page_is_left(page: Page) -> None:
    opened(page, "Geyser")
    asked: list[str] = []

    def stay(dialog: object) -> None:
        asked.append(dialog.type)  # type: ignore[attr-defined]
        dialog.accept()  # type: ignore[attr-defined]

    page.on("dialog", stay)
    fail(page)
    page.locator("#field-vp").fill("7")
    expect(page.locator("#saved")).to_have_text("Not saved: the disk is full")
    page.close(run_before_unload=True)
    page.wait_for_event("close")
    assert asked == ["beforeunload"]


def test_why_a_file_cannot_be_saved_is_told_until_it_is(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    fail(page)
    page.locator("#field-vp").fill("7")
    expect(page.locator("#problem")).to_have_text("the disk is full")
    expect(page.locator("#saved")).to_have_text("Not saved: the disk is full")
    page.unroute("**/api/save")
    page.keyboard.press("Control+s")
    expect(page.locator("#problem")).to_be_hidden()
    assert saved(page, path) == TEXT.replace("vp: 1", "vp: 7")


def fill_storage(page: Page, path: Path) -> None:
    """Let the server take texts that it cannot store, as the studio in a browser does."""

    def take(route: Route) -> None:
        route.fetch()
        problem = {"problem": "the storage is full"}
        route.fulfill(status=507, json=problem)

    page.route("**/api/save", take)
    page.locator("#field-vp").fill("7")
    expect(page.locator("#problem")).to_have_text("the storage is full")
    assert "vp: 7" in path.read_text(encoding="utf-8")


def is_unsaved(page: Page) -> None:
    """Wait until the page has seen what the server has, and still says that it isn't stored."""
    page.evaluate("async () => (await import('./files.js')).refreshFiles()")
    expect(page.locator("#saved")).to_have_text("Not saved: the storage is full")
    expect(page.locator("#conflict")).to_be_hidden()
    edited = "async () => (await import('./files.js')).editedFiles().length"
    assert page.evaluate(edited) == 1


def test_nothing_is_said_to_be_saved_while_the_page_around_the_studio_stores_nothing(
    page: Page, path: Path
) -> None:
    opened(page, "Geyser")
    tell = "(why) => dispatchEvent(new CustomEvent('storage-problem', { detail: why }))"
    page.evaluate(tell, "the storage is full")
    expect(page.locator("#saved")).to_have_text("Not saved: the storage is full")
    page.evaluate(tell, "")
    expect(page.locator("#saved")).to_have_text("Saved")


def test_a_text_that_is_not_stored_stays_edited_and_is_saved_again(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    fill_storage(page, path)
    is_unsaved(page)
    page.locator("#field-vp").fill("8")  # the next edit saves again, over one's own text
    with page.expect_response("**/api/save"):
        pass
    is_unsaved(page)
    page.unroute("**/api/save")
    page.keyboard.press("Control+s")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("#problem")).to_be_hidden()
    assert saved(page, path) == TEXT.replace("vp: 1", "vp: 8")


def test_a_text_that_is_not_stored_is_saved_again_after_a_while(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    fill_storage(page, path)
    is_unsaved(page)
    page.unroute("**/api/save")
    expect(page.locator("#saved")).to_have_text("Saved", timeout=PATIENCE)
    assert saved(page, path) == TEXT.replace("vp: 1", "vp: 7")


def test_a_change_of_others_is_no_text_that_was_not_stored(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    fill_storage(page, path)
    path.write_text(TEXT.replace("Moon", "Other Moon"), encoding="utf-8")
    expect(page.locator("#saved")).to_have_text("Not saved: changed elsewhere")


SAVE_ALL: Final = """async () => {
  const answers = [];
  dispatchEvent(new CustomEvent("saveall", { detail: answers }));
  return (await Promise.all(answers)).find(Boolean) ?? "";
}"""


def test_the_page_around_the_studio_can_save_what_was_typed(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    page.locator("#field-vp").fill("7")
    assert page.evaluate(SAVE_ALL) == ""
    assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 7")
    fail(page)
    page.locator("#field-vp").fill("8")
    assert page.evaluate(SAVE_ALL) == "Not saved: the disk is full"
    path.write_text(TEXT.replace("Moon", "Other Moon"), encoding="utf-8")
    page.unroute("**/api/save")
    assert page.evaluate(SAVE_ALL) == "Not saved: changed elsewhere"


def test_a_merge_that_cannot_be_saved_says_why_and_stays(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    theirs = change_here_and_there(page, path)
    page.get_by_role("button", name="Compare and merge").click()
    fail(page)
    page.get_by_role("button", name="Use the file on the disk").click()
    expect(page.locator("#merge-state")).to_have_text("the disk is full")
    page.unroute("**/api/save")
    page.get_by_role("button", name="Use the file on the disk").click()
    expect(page.locator("#merge")).to_be_hidden()
    assert saved(page, path) == theirs


def test_a_merge_overwrites_no_version_that_was_not_shown(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    theirs = change_here_and_there(page, path)
    page.get_by_role("button", name="Compare and merge").click()
    path.write_text(theirs.replace("rare", "genes"), encoding="utf-8")
    page.get_by_role("button", name="Save your text").click()
    expect(page.locator("#merging .cm-merge-a")).to_contain_text("genes")
    assert "genes" in path.read_text(encoding="utf-8")
    page.get_by_role("button", name="Save your text").click()
    assert saved(page, path) == TEXT.replace("vp: 1", "vp: 5")


def test_no_other_card_takes_the_place_of_one_with_a_mistake(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    to_line(page, "vp: 1")
    page.keyboard.type("\n: [[")
    expect(page.locator("#form")).to_have_attribute("data-problem", re.compile("can't be read"))
    expect(page.locator("#open-title")).to_have_text("Geyser")
    opened(page, "Moon")
    page.locator("#field-vp").fill("3")
    all_saved(page)
    page.locator("#cards li").first.click()
    expect(page.locator("#form")).to_have_attribute("data-problem", re.compile("can't be read"))
    assert "vp: 1\n    : [[]]\n" in path.read_text(encoding="utf-8")
    assert "vp: 3\n    windfall" in path.read_text(encoding="utf-8")
    path.write_text(TEXT, encoding="utf-8")
    is_open(page, "Geyser")


def test_a_setting_is_made_as_soon_as_there_is_a_server(page: Page, path: Path) -> None:
    opened(page, "Geyser")
    page.get_by_role("button", name="Set settings").click()
    title = page.locator("#setting-title")
    expect(title).to_have_value("Ice")
    page.route("**/api/*", lambda route: route.abort())
    title.fill("Snow")
    title.press("Tab")
    expect(page.locator("#saved")).to_have_text("Connection lost. Your changes are kept here.")
    page.unroute("**/api/*")
    assert saved(page, path) == TEXT.replace("title: Ice", "title: Snow")
    expect(title).to_have_value("Snow")


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
        text = opened(page, "Geyser")
        server.kill()
        to_line(page, "vp: 1")
        page.keyboard.type("9")
        state = page.locator("#saved")
        expect(state).to_have_text("Connection lost. Your changes are kept here.")
        server.begin_again()
        all_saved(page)
        assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 19")
        expect(page.locator("#field-vp")).to_have_value("19")
        server.kill()
        page.locator("#field-vp").fill("8")
        expect(state).to_have_text("Connection lost. Your changes are kept here.")
        server.begin_again()
        expect(text).to_contain_text("vp: 8")
        all_saved(page)
        assert path.read_text(encoding="utf-8") == TEXT.replace("vp: 1", "vp: 8")
        to_line(page, "vp: 8")
        page.keyboard.type("x")
        expect(page.locator("#text .cm-lintRange-error")).to_have_count(1)


def test_a_field_whose_change_fails_is_committed_again(page: Page) -> None:
    counts = page.evaluate(
        """async () => {
          const { watchInput } = await import("./typing.js");
          addEventListener("unhandledrejection", (event) => event.preventDefault());
          const input = document.createElement("input");
          let count = 0;
          watchInput(input, () => {
            count += 1;
            if (count === 1) throw new Error("the first one fails");
          });
          const counts = [];
          for (const _ of [1, 2]) {
            input.dispatchEvent(new Event("input"));
            await new Promise((resolve) => setTimeout(resolve, 500));
            counts.push(count);
          }
          return counts;
        }"""
    )
    assert counts == [1, 2]
