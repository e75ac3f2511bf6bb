"""Sets as links in a browser: shared, opened read-only, made one's own, and nothing runs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rftg_tools.sharing.link import LinkedSet, decode_link, encode_link
from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.studio.browser.bench import (
    TEXT,
    all_saved,
    is_open,
    item,
    opened,
    saved,
    shown,
    to_line,
    will_undo,
)

pytestmark = MARKS
LINKED = """\
set: ice
title: Far Ice
requires: [base]
cards:
  - title: Comet
    world: 2
    vp: 1
    powers: |
      settle: cost -1 for rare wrolds

  - title: Asteroid
    world: 1
    vp: 1
"""
AXE = "Applying inline style"
"""What the browser says of axe, which our policy keeps from styling its own frames."""
LINK = encode_link(LinkedSet("ice.yaml", LINKED))
OTHER = encode_link(LinkedSet("fire.yaml", LINKED.replace("ice", "fire").replace("Comet", "Flare")))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ice.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Browser, path: Path) -> Iterator[Page]:
    with (
        served("studio", folder=path.parent) as address,
        shown(browser, address + LINK, more=AXE) as page,
    ):
        is_open(page, "Comet")
        yield page


def offer(page: Page) -> None:
    """Take the offer to make the set one's own."""
    dialog = page.get_by_role("dialog", name="This set is read-only")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Make it mine").click()
    expect(dialog).to_have_count(0)


def kept(folder: Path) -> str:
    return (folder / "ice-2.yaml").read_text(encoding="utf-8")


def becomes(page: Page, folder: Path, text: str) -> None:
    """Wait until the new file has a text."""
    for _ in range(100):
        if (folder / "ice-2.yaml").exists() and kept(folder) == text:
            return
        page.wait_for_timeout(100)
    assert kept(folder) == text


MINE = LINKED.replace("set: ice", "set: ice-2")


def test_a_link_opens_read_only_beside_the_own_sets(page: Page, path: Path) -> None:
    banner = page.locator("#linked")
    expect(banner).to_contain_text("A set from a link: read-only.")
    expect(page.locator("#saved")).to_have_text("Read-only")
    expect(page.locator("#cards li b")).to_have_text(["Comet", "Asteroid"])
    expect(page.locator("#form")).to_contain_text("Unknown word")
    expect(page.locator("#face")).to_be_visible()
    check_with_axe(page, "a set from a link")
    page.locator("#sets").click()
    expect(page.get_by_role("menuitemradio", name="Far Ice")).to_contain_text("From a link")
    page.get_by_role("menuitemradio", name=re.compile("^Ice")).click()
    is_open(page, "Geyser")
    expect(banner).to_be_hidden()
    page.reload()
    is_open(page, "Comet")  # the link is still in the address
    banner.get_by_role("button", name="Close").click()
    is_open(page, "Geyser")
    expect(page).to_have_url(re.compile(r"/bench/$"))
    assert sorted(each.name for each in path.parent.glob("*.yaml")) == ["ice.yaml"]
    assert path.read_text(encoding="utf-8") == TEXT


def test_it_is_made_mine_under_a_free_name_and_undo_deletes_it(page: Page, path: Path) -> None:
    page.locator("#linked").get_by_role("button", name="Make it mine").click()
    toast = page.locator(".toasts")
    expect(toast).to_contain_text(
        "Saved as ice-2.yaml, because ice is the short name of another set."
    )
    assert kept(path.parent) == MINE  # it says so only once it is
    is_open(page, "Comet")
    expect(page.locator("#linked")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page).to_have_url(re.compile(r"/bench/$"))
    will_undo(page, "make ice-2 mine")
    toast.get_by_role("button", name="Undo").click()
    expect(page.locator("#linked")).to_be_visible()
    is_open(page, "Comet")
    assert not (path.parent / "ice-2.yaml").exists()
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#linked")).to_be_hidden()
    assert kept(path.parent) == MINE
    assert path.read_text(encoding="utf-8") == TEXT


def test_an_edit_in_the_form_offers_it_first_and_is_made_then(page: Page, path: Path) -> None:
    page.locator("#field-title").click()
    page.keyboard.press("End")
    page.keyboard.type("x")
    dialog = page.get_by_role("dialog", name="This set is read-only")
    check_with_axe(page, "offer")
    page.keyboard.type(" y\n")  # somebody types on
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#field-title")).to_be_focused()
    expect(page.locator("#field-title")).to_have_value("Comet")
    page.keyboard.press("End")
    page.keyboard.type("x")
    offer(page)
    expect(page.locator("#field-title")).to_have_value("Cometx")
    expect(page.locator("#field-title")).to_be_focused()
    page.keyboard.type("y")
    page.keyboard.press("Tab")
    expect(page.locator("#open-title")).to_have_text("Cometxy")
    becomes(page, path.parent, MINE.replace("Comet", "Cometxy"))


def test_a_fix_by_a_click_is_made_in_the_new_file(page: Page, path: Path) -> None:
    page.locator(".power-row").get_by_role("button", name="Apply fix").click()
    offer(page)
    expect(page.locator(".power-row .problem")).to_have_count(0)
    becomes(page, path.parent, MINE.replace("wrolds", "worlds"))
    will_undo(page, "fix")
    page.keyboard.press("Control+z")
    will_undo(page, "make ice-2 mine")
    page.keyboard.press("Control+z")
    expect(page.locator("#linked")).to_be_visible()
    assert not (path.parent / "ice-2.yaml").exists()


def test_a_key_in_the_text_is_typed_in_the_new_file(page: Page, path: Path) -> None:
    to_line(page, "world: 1")
    page.keyboard.type("0")
    offer(page)
    becomes(page, path.parent, MINE.replace("world: 1", "world: 10"))


@pytest.mark.parametrize("key", ["Delete", "Alt+ArrowUp"])
def test_keys_in_the_list_offer_it_too(page: Page, path: Path, key: str) -> None:
    item(page, "Asteroid").focus()
    page.keyboard.press(key)
    offer(page)
    all_saved(page)
    cards = re.findall(r"title: (\w+)$", kept(path.parent), re.MULTILINE)
    assert cards == (["Comet"] if key == "Delete" else ["Asteroid", "Comet"])


@pytest.mark.parametrize(
    "button", ["New card", "Duplicate the card", "Cost: more", "Military world"]
)
def test_buttons_offer_it_too(page: Page, path: Path, button: str) -> None:
    role = "radio" if button == "Military world" else "button"
    page.get_by_role(role, name=button).first.click()
    offer(page)
    all_saved(page)
    assert kept(path.parent) != MINE


def test_save_offers_it(page: Page, path: Path) -> None:
    page.locator("#field-title").focus()
    page.keyboard.press("Control+s")
    offer(page)
    expect(page.locator(".toasts")).to_contain_text("Saved as ice-2.yaml")
    assert kept(path.parent) == MINE


def test_another_link_takes_its_place_and_edits_stay(page: Page, path: Path) -> None:
    page.locator("#sets").click()
    page.get_by_role("menuitemradio", name=re.compile("^Ice")).click()
    opened(page, "Moon")
    title = page.locator("#field-title")
    title.fill("Moon Two")
    page.evaluate("link => (location.hash = link)", OTHER)  # before it is saved
    is_open(page, "Flare")
    page.locator("#sets").click()
    expect(page.get_by_role("menuitemradio")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("#linked")).to_be_visible()
    page.locator("#linked").get_by_role("button", name="Close").click()
    expect(page.locator("#linked")).to_be_hidden()
    assert "Moon Two" in saved(page, path)


@pytest.mark.parametrize(
    ("code", "message"),
    [("#set=%3Cscript%3E", "has a character that no link has"), ("#set=" + LINK[5:-9], "cut off")],
)
def test_a_broken_link_says_why_and_shows_the_studio(page: Page, code: str, message: str) -> None:
    page.evaluate("code => (location.hash = code)", code)
    expect(page.locator("#problem")).to_contain_text(message)
    expect(page).to_have_url(re.compile(r"/bench/$"))
    page.reload()
    expect(page.locator("#cards li").first).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()


def test_a_full_disk_is_told_and_nothing_is_said_to_be_saved(page: Page, path: Path) -> None:
    page.route(
        "**/api/link/keep", lambda route: route.fulfill(status=507, json={"problem": "Full."})
    )
    page.locator("#linked").get_by_role("button", name="Make it mine").click()
    expect(page.locator("#problem")).to_contain_text("Full.")
    expect(page.locator("#linked")).to_be_visible()
    expect(page.locator(".toasts")).to_have_count(0)


def test_a_set_is_shared_and_its_link_opens(page: Page, path: Path) -> None:
    page.locator("#sets").click()
    page.get_by_role("menuitemradio", name=re.compile("^Ice")).click()
    opened(page, "Moon")
    page.keyboard.press("Alt+1")
    page.locator("#list [data-command=share]").click()
    dialog = page.get_by_role("dialog", name="Share ice.yaml")
    field = dialog.get_by_label("Link", exact=True)
    link = field.input_value()
    assert decode_link(link) == LinkedSet("ice.yaml", TEXT)
    expect(dialog).to_contain_text("of at most 8,000 characters")
    expect(dialog).to_contain_text("Pictures")
    expect(dialog.get_by_role("button", name="Copy link")).to_be_focused()
    check_with_axe(page, "share")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save ice.yaml").click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == TEXT
    page.keyboard.press("Escape")
    page.goto(link)
    expect(page.locator("#linked")).to_be_visible()
    expect(page.locator("#cards li b")).to_have_text(["Geyser", "Moon", "Settler"])


EVIL = """\
set: evil
title: '<img src=x onerror="window.ran=1">'
requires: [base]
keywords: ['<script>window.ran=1</script>']
cards:
  - title: '<script>window.ran=1</script>'
    world: 2
    vp: 1
  - title: '"><svg onload=window.ran=1>'
    world: 2
    vp: x
    powers: |
      <img src=x onerror=window.ran=1>
  - title: 'javascript:window.ran=1'
    world: 1
    vp: 1
    art: '../../../etc/passwd'
"""


def test_nothing_of_a_link_runs(page: Page, path: Path) -> None:
    link = encode_link(LinkedSet("evil.yaml", EVIL))
    page.evaluate("link => (location.hash = link)", link)
    expect(page.locator("#cards li").first).to_contain_text("window.ran")
    for title in page.locator("#cards li").all():
        title.click()
        expect(page.locator("#open-title")).to_contain_text("window.ran")
    page.locator("#tab-problems").click()
    expect(page.locator("#problems")).to_contain_text("E215")
    page.locator("#sets").click()
    page.keyboard.press("Escape")
    page.locator("#open-settings").click()
    page.keyboard.press("Control+k")
    page.keyboard.type("ran")
    page.keyboard.press("Escape")
    page.locator("#linked").get_by_role("button", name="Make it mine").click()
    expect(page.locator(".toasts")).to_contain_text("Saved as evil.yaml")
    assert page.evaluate("window.ran") is None
    assert page.locator("img[src=x], svg[onload]").count() == 0


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1280, "dark")])
def test_it_is_for_everybody(browser: Browser, path: Path, width: int, scheme: str) -> None:
    with (
        served("studio", folder=path.parent) as address,
        shown(browser, address + LINK, width, 800, AXE, scheme) as page,
    ):
        banner = page.locator("#linked")
        expect(banner).to_be_visible()
        check_with_axe(page, f"{width} {scheme}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#more").press("Enter")
        page.get_by_role("menuitem", name="Share").press("Enter")
        expect(page.get_by_role("dialog", name="Share ice.yaml")).to_be_visible()
        check_with_axe(page, f"share {width} {scheme}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Escape")
        page.locator("#more").press("Enter")
        page.get_by_role("menuitem", name="Make it mine").press("Enter")
        expect(page.locator(".toasts")).to_contain_text("Saved as ice-2.yaml")
        expect(banner).to_be_hidden()
