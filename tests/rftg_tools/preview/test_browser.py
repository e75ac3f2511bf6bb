"""The page in a real browser: what a designer sees after a save, by keyboard, and on a phone."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browsers import MARKS
from tests.forked import previewed
from tests.rftg_tools.preview.cards import ALL, GEYSER, HEAD, MOON, SEA, WRONG, save

pytestmark = MARKS
# How quick the page is, bench_preview measures; these tests may run on a busy machine.
MARKUP = "<img src=x onerror=alert(1)>"
EDITED = ALL.replace("world: 2", "world: 3")


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page that shows ice.yaml of the test's own folder, and in which nothing went wrong."""
    save(tmp_path, ALL)
    wrong: list[str] = []
    with previewed(folder=tmp_path) as address:
        page = browser.new_page(viewport={"width": 1000, "height": 800})
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda said: (
                wrong.append(said.text + str(said.location)) if said.type == "error" else None
            ),
        )
        page.on("dialog", lambda dialog: wrong.append(dialog.message))
        page.goto(address)
        expect(page.locator("#connection")).to_have_text("Live")
        yield page
        page.close()
    assert not wrong


def face(page: Page, title: str) -> str:
    """The address of the image of a card, once it is drawn."""
    image = page.get_by_role("button", name=title).locator("img")
    image.evaluate("image => image.decode()")
    return image.get_attribute("src") or ""


def card(page: Page, title: str) -> Locator:
    """The button with the face of a card."""
    return page.get_by_role("button", name=title)


def test_all_cards_are_shown_as_images(page: Page) -> None:
    expect(page.locator("#counts")).to_have_text("3 cards, no problems")
    images = {face(page, title) for title in ("Geyser Prospectors", "Steam Moon", "Boiling Sea")}
    assert len(images) == 3


def test_a_save_changes_the_one_card_that_it_is_about(page: Page, tmp_path: Path) -> None:
    before = {title: face(page, title) for title in ("Geyser Prospectors", "Steam Moon")}
    page.evaluate("window.kept = document.querySelectorAll('#cards li')")
    save(tmp_path, EDITED)
    expect(page.get_by_role("button", name="Steam Moon; world, cost 3")).to_be_visible()
    assert face(page, "Steam Moon") != before["Steam Moon"]
    assert face(page, "Geyser Prospectors") == before["Geyser Prospectors"]
    assert page.evaluate("[...window.kept].every((tile) => tile.isConnected)")
    expect(page.get_by_role("status")).to_have_text("Steam Moon changed. No problems.")


def test_an_error_stands_beside_the_last_good_face_until_it_is_mended(
    page: Page, tmp_path: Path
) -> None:
    before = face(page, "Geyser Prospectors")
    save(tmp_path, HEAD + WRONG + MOON + SEA)
    tile = page.locator("#cards li.broken")
    expect(tile.locator(".finding .code")).to_have_text("E210")
    expect(tile.locator(".finding .place")).to_have_text("ice.yaml:8:15")
    expect(tile.locator(".state")).to_have_text("Last valid version")
    expect(page.locator("#counts")).to_have_text("3 cards, 1 error")
    assert face(page, "Geyser Prospectors") == before
    beside = tile.locator(".finding").bounding_box()
    image = tile.locator("img").bounding_box()
    assert beside is not None
    assert image is not None
    assert beside["x"] >= image["x"] + image["width"]
    save(tmp_path, ALL)
    expect(page.locator("#cards li.broken")).to_have_count(0)
    expect(page.locator(".finding")).to_have_count(0)


def test_a_code_is_explained_in_the_page(page: Page, tmp_path: Path) -> None:
    save(tmp_path, HEAD + WRONG)
    page.get_by_role("button", name="Explain E210").click()
    expect(page.locator(".explanation h2")).to_contain_text("E210: ")
    expect(page.locator(".explanation pre")).to_contain_text("Fixed:")
    page.keyboard.press("Escape")
    expect(page.locator(".explanation")).to_be_hidden()


def test_an_empty_file_is_said_and_its_faces_stay(page: Page, tmp_path: Path) -> None:
    save(tmp_path, "")
    expect(page.locator("#files")).to_contain_text("the file is empty")
    expect(page.get_by_role("status")).to_contain_text("the file is empty")
    expect(page.locator("#cards img")).to_have_count(3)
    save(tmp_path, ALL)
    expect(page.locator("#files details")).to_have_count(0)


def test_a_server_that_is_gone_is_said(browser: Browser, tmp_path: Path) -> None:
    save(tmp_path, ALL)
    page = browser.new_page()
    with previewed(folder=tmp_path) as address:
        page.goto(address)
        expect(page.locator("#connection")).to_have_text("Live")
        expect(page).to_have_title("Ice and Steam - rftg-dsl preview")
    expect(page.locator("#connection")).to_have_text("Not connected")
    expect(page.locator("#cards li")).to_have_count(3)
    page.close()


def test_a_face_that_cannot_be_drawn_stays_as_it_was(browser: Browser, tmp_path: Path) -> None:
    save(tmp_path, ALL)
    page = browser.new_page()
    with previewed(folder=tmp_path) as address:
        page.goto(address)
        before = face(page, "Steam Moon")
        page.route("**/faces/*", lambda route: route.fulfill(status=500, body="no ink"))
        save(tmp_path, EDITED)
        expect(page.locator("#cards .state").nth(1)).to_have_text("Last valid version")
        expect(card(page, "Steam Moon").locator("img")).to_have_attribute("src", before)
        page.unroute("**/faces/*")
        save(tmp_path, EDITED.replace("world: 3", "world: 5"))
        expect(page.locator("#cards .state").nth(1)).to_have_text("")
        assert face(page, "Steam Moon") != before
    page.close()


def test_a_named_file_that_is_gone_leaves_its_cards_gray(browser: Browser, tmp_path: Path) -> None:
    save(tmp_path, ALL)
    page = browser.new_page()
    with previewed("ice.yaml", folder=tmp_path) as address:
        page.goto(address)
        save(tmp_path, "cards: [")
        expect(page.locator("#cards li.broken")).to_have_count(3)
        (tmp_path / "ice.yaml").unlink()
        expect(page.locator("#files")).to_contain_text("No such file")
        expect(page.locator("#cards li.broken")).to_have_count(3)
        expect(page.locator("#counts")).to_have_text("3 cards, 1 error")
        expect(page).to_have_title("(1) Ice and Steam - rftg-dsl preview")
    page.close()


def test_many_tabs_live_for_those_not_seen_rest_and_catch_up(
    browser: Browser, tmp_path: Path
) -> None:
    save(tmp_path, ALL)
    with previewed(folder=tmp_path) as address, closing(browser.new_context()) as context:
        context.add_init_script(HIDING)
        tabs = []
        for _ in range(8):
            for tab in tabs:
                tab.evaluate("hide(true)")
            tabs.append(context.new_page())
            tabs[-1].goto(address)
            expect(tabs[-1].locator("#connection")).to_have_text("Live")
        save(tmp_path, EDITED)
        expect(card(tabs[-1], "Steam Moon; world, cost 3")).to_be_visible()
        expect(card(tabs[0], "Steam Moon; world, cost 2")).to_be_visible()
        tabs[0].evaluate("hide(false)")
        expect(card(tabs[0], "Steam Moon; world, cost 3")).to_be_visible()


HIDING = """(() => {
  let hidden = false;
  Object.defineProperty(document, "hidden", { get: () => hidden });
  window.hide = (value) => {
    hidden = value;
    document.dispatchEvent(new Event("visibilitychange"));
  };
})()"""
"""A browser without a window counts every tab as seen; so a page is told whether it is."""


@pytest.mark.parametrize(("width", "rows"), [(360, 4), (1280, 2)])
def test_a_long_finding_neither_stretches_its_card_nor_leaves_a_hole(
    page: Page, tmp_path: Path, width: int, rows: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    six = [MOON.replace("Steam", name) for name in ("Fog", "Ice", "Dew", "Hail", "Rime", "Mist")]
    long = (
        WRONG + "      settle: militry +1\n      consume: tow goods\n      trade: +1 pr gene worl\n"
    )
    save(tmp_path, HEAD + "".join(six[:3]) + long + "".join(six[3:]))
    expect(page.locator("#cards li")).to_have_count(7)
    expect(page.locator("#cards .finding")).to_have_count(4)
    boxes = [face.bounding_box() for face in page.locator("#cards .face").all()]
    assert all(box and abs(box["height"] / box["width"] - 88 / 63) < 0.01 for box in boxes)
    assert len({round(box["y"]) for box in boxes if box}) == rows
    card(page, "Geyser Prospectors").focus()
    page.keyboard.press("ArrowDown")
    if width < 1000:
        expect(card(page, "Rime Moon")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(card(page, "Geyser Prospectors" if width < 1000 else "Fog Moon")).to_be_focused()


def test_cards_and_files_come_and_go(page: Page, tmp_path: Path) -> None:
    save(tmp_path, HEAD + GEYSER + SEA)
    expect(page.locator("#cards li")).to_have_count(2)
    fog = "set: fog\ntitle: Fog\ncards:\n  - {title: Fog Bank, world: 1, vp: 1}\n"
    save(tmp_path, fog, "fog.yaml")
    expect(page.locator("#cards li")).to_have_count(3)
    (tmp_path / "fog.yaml").unlink()
    expect(page.locator("#cards li")).to_have_count(2)


def test_titles_are_shown_and_never_run(page: Page, tmp_path: Path) -> None:
    save(tmp_path, ALL.replace("Steam Moon", MARKUP))
    page.get_by_role("button", name=MARKUP).click()
    expect(page.locator("#details-title")).to_have_text(MARKUP)
    assert page.locator("img[src=x]").count() == 0


def test_the_keyboard_alone_reaches_everything(page: Page) -> None:
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("genes")
    expect(page.locator("#cards li:visible")).to_have_count(1)
    page.get_by_role("searchbox").fill("")
    page.keyboard.press("Enter")
    expect(card(page, "Geyser Prospectors")).to_be_focused()
    for key, title in (
        ("ArrowRight", "Steam Moon"),
        ("End", "Boiling Sea"),
        ("ArrowRight", "Boiling Sea"),
        ("ArrowLeft", "Steam Moon"),
        ("Home", "Geyser Prospectors"),
    ):
        page.keyboard.press(key)
        expect(card(page, title)).to_be_focused()
    page.keyboard.press("Enter")
    details = page.get_by_role("dialog")
    expect(details.get_by_role("heading", name="Geyser Prospectors")).to_be_visible()
    expect(details).to_contain_text("Settle: Rare worlds cost you 1 less.")
    page.keyboard.press("ArrowRight")
    expect(details.get_by_role("heading", name="Steam Moon")).to_be_visible()
    page.keyboard.press("Escape")
    expect(details).to_be_hidden()
    expect(card(page, "Steam Moon")).to_be_focused()


def test_arrows_go_up_and_down_between_rows(page: Page) -> None:
    page.set_viewport_size({"width": 560, "height": 800})
    page.get_by_role("button", name="Steam Moon").focus()
    page.keyboard.press("ArrowDown")
    expect(card(page, "Boiling Sea")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(card(page, "Geyser Prospectors")).to_be_focused()


def test_an_arrow_goes_to_the_first_card_where_nothing_has_the_focus(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    expect(card(page, "Geyser Prospectors")).to_be_focused()


def test_what_has_the_focus_is_seen_to_have_it(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert style == "solid"


def test_a_save_takes_neither_focus_nor_dialog_nor_filters_away(page: Page, tmp_path: Path) -> None:
    page.get_by_role("searchbox").fill("moon")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".kind")).to_contain_text("cost 2")
    save(tmp_path, EDITED)
    expect(dialog.locator(".kind")).to_contain_text("cost 3")
    page.keyboard.press("Escape")
    expect(card(page, "Steam Moon")).to_be_focused()
    expect(page.locator("#cards li:visible")).to_have_count(1)
    save(tmp_path, ALL)
    expect(page.get_by_role("button", name="Steam Moon; world, cost 2")).to_be_focused()


def test_cards_are_filtered_and_the_address_keeps_the_filters(page: Page) -> None:
    for name, value, count in (
        ("type", "world", 2),
        ("kind", "genes", 1),
        ("phase", "produce", 1),
        ("cost", "4", 1),
    ):
        page.locator(f"[name={name}]").select_option(value)
        expect(page.locator("#cards li:visible")).to_have_count(count)
    expect(page.locator("#none")).to_have_text("1 of 3 cards.")
    page.goto(f"{page.url}&length=1&toString=2&cards=3")
    expect(page.locator("#cards li:visible")).to_have_count(1)
    page.get_by_role("button", name="Clear filters").click()
    expect(page.locator("#cards li:visible")).to_have_count(3)
    page.get_by_label("With problems").check()
    expect(page.locator("#none")).to_have_text(
        "No card matches. Clear the filters to see all 3 cards."
    )


@pytest.mark.parametrize("text", [ALL, HEAD + WRONG + MOON + SEA], ids=["sound", "broken"])
def test_a_phone_shows_it_without_scrolling_sideways(page: Page, tmp_path: Path, text: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    save(tmp_path, text)
    page.reload()
    expect(page.locator("#cards li")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Geyser").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.querySelector('#details').scrollWidth") <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_by_day_and_by_night(
    browser: Browser, page: Page, tmp_path: Path, scheme: str
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    save(tmp_path, HEAD + WRONG + MOON)
    for selector in ("#counts", "#filters label", ".message", ".place", ".code"):
        expect(page.locator(selector).first).to_be_attached()
        assert page.locator(selector).first.evaluate(CONTRAST) >= 4.5, selector


CONTRAST = """(element) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grounds = [];
  for (let at = element; at; at = at.parentElement) {
    grounds.unshift(getComputedStyle(at).backgroundColor);
  }
  const [ground, ink] = [light(grounds), light([getComputedStyle(element).color])];
  return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
}"""
