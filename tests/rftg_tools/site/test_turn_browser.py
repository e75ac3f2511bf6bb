"""Two tabs, a Python that hangs, and updates, in a real browser: nothing typed is lost."""

import time
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from tests.browsers import MARKS, PATIENCE, started_browser
from tests.rftg_tools.site.small_site import STUCK, Host, build_small_site, hosted

pytestmark = MARKS

ONE: Final = build_small_site("one", is_real=True)
TWO: Final = build_small_site("two", is_real=True)
NEVER: Final = build_small_site("stuck", is_real=True, python=STUCK)
STUDIO: Final = "iframe#studio"
TEXT_IS_KEPT: Final = "this tab has changes that aren't saved yet"
HOOKS: Final = """
window.heard = [];
new BroadcastChannel("test").onmessage = ({ data }) => window.heard.push(Object.values(data)[0]);
window.unsaved = "";
addEventListener("saveall", ({ detail }) => {
  new BroadcastChannel("test").postMessage({ asked: "saveall" });
  const { unsaved } = window;
  const answer = (resolve) => setTimeout(() => resolve(unsaved), 300); // after other messages
  detail.push(new Promise(unsaved === null ? () => {} : answer));
});
addEventListener("storage-problem", ({ detail }) => (window.storage = detail));
"""
"""The page in the frame: `unsaved` is what it says is not saved, null for no answer."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as started:
        yield started


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as opened:
        opened.set_default_timeout(PATIENCE)
        opened.add_init_script(HOOKS)
        yield opened


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(Host({"/a/": ONE, "/never/": NEVER})) as serving:
        yield serving


def open_studio(context: BrowserContext, host: Host, has_clock: bool = False) -> tuple[Page, Frame]:
    """Open the studio. has_clock: with a clock that a test can turn."""
    page = context.new_page()
    if has_clock:
        page.clock.install()
    page.goto(host.address("/a/"))
    page.locator(STUDIO).wait_for()
    page.locator("#first-look").wait_for(state="hidden")
    frame = page.query_selector(STUDIO)
    assert frame
    content = frame.content_frame()
    assert content
    return page, content


def open_second(context: BrowserContext, host: Host, folder: str = "/a/") -> Page:
    page = context.new_page()
    page.goto(host.address(folder))
    page.get_by_text("The studio is open in another tab.").wait_for()
    return page


def use_here(page: Page) -> None:
    page.get_by_role("button", name="Use it here").click()


def set_mode(page: Page, mode: str) -> None:
    """Let Python hang, or say that it cannot store files."""
    page.evaluate("(mode) => new BroadcastChannel('test').postMessage({ mode })", mode)


def tell_page(page: Page, message: dict[str, object]) -> None:
    """Let Python send a message to its page."""
    page.evaluate("(say) => new BroadcastChannel('test').postMessage({ say })", message)


def wait_for_start(page: Page) -> None:
    """Wait until Python has started, once more than the last time."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate("heard.includes(true)"):
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)
    page.evaluate("() => void (heard.length = 0)")


def test_a_tab_saves_what_was_typed_before_another_has_its_turn(
    context: BrowserContext, host: Host
) -> None:
    first, _frame = open_studio(context, host)
    second = open_second(context, host)
    second.evaluate("heard.length = 0")
    use_here(second)
    second.locator(STUDIO).wait_for()
    assert second.evaluate("heard.indexOf('saveall') >= 0")
    assert second.evaluate("heard.indexOf('saveall') < heard.lastIndexOf('flush')")
    first.get_by_text("Everything was saved.").wait_for()
    assert first.locator(STUDIO).count() == 0
    use_here(first)
    first.locator(STUDIO).wait_for()
    second.get_by_text("Everything was saved.").wait_for()


@pytest.mark.parametrize("place", ["editor", "storage"])
def test_a_tab_with_unsaved_changes_keeps_its_turn_and_says_why(
    context: BrowserContext, host: Host, place: str
) -> None:
    first, frame = open_studio(context, host)
    if place == "editor":
        frame.evaluate("window.unsaved = 'Not saved: changed elsewhere.'")
    else:
        set_mode(first, "Not saved: changed elsewhere.")
    second = open_second(context, host)
    use_here(second)
    text = "The other tab couldn't save its changes. Not saved: changed elsewhere."
    second.get_by_text(text).wait_for()
    assert first.locator(STUDIO).is_visible()
    assert not first.locator(STUDIO).evaluate("(frame) => frame.inert")
    assert not first.locator("#notice").is_visible()
    frame.evaluate("window.unsaved = ''")
    set_mode(first, "")
    use_here(second)
    second.locator(STUDIO).wait_for()


def test_a_storage_problem_is_told_until_it_is_mended(context: BrowserContext, host: Host) -> None:
    page, frame = open_studio(context, host)
    store = "(storage) => new BroadcastChannel('test').postMessage({ storage })"
    page.evaluate(store, "Full.")
    page.locator("#notice").get_by_text("Full.").wait_for()
    frame.evaluate("location.reload()")
    frame.wait_for_function("window.storage === 'Full.'")  # also by a page that comes later
    page.set_viewport_size({"width": 390, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator(STUDIO).evaluate("(frame) => frame.clientWidth") == 390
    page.evaluate(store, "")
    frame.wait_for_function("window.storage === ''")
    expect(page.locator("#notice")).to_be_hidden()


def test_a_python_that_hangs_is_stopped(context: BrowserContext, host: Host) -> None:
    first, _frame = open_studio(context, host)
    set_mode(first, "hang")
    second = open_second(context, host)
    use_here(second)
    second.locator(STUDIO).wait_for()
    first.get_by_text("You are using the studio in another tab.").wait_for()


def test_a_text_that_a_python_that_hangs_cannot_save_stays_there(
    context: BrowserContext, host: Host
) -> None:
    first, frame = open_studio(context, host)
    set_mode(first, "hang")
    frame.evaluate("window.unsaved = null")
    second = open_second(context, host)
    use_here(second)
    second.locator(STUDIO).wait_for()
    first.get_by_text(TEXT_IS_KEPT).wait_for()
    assert frame.evaluate("window.unsaved") is None
    frame.evaluate("window.unsaved = 'still here'")
    use_here(first)
    second.get_by_text("Everything was saved.").wait_for()
    first.locator("#bar").wait_for()
    assert frame.evaluate("window.unsaved") == "still here"
    assert first.locator(STUDIO).is_visible()


def test_a_tab_that_is_starting_stops_at_once(context: BrowserContext, host: Host) -> None:
    first = context.new_page()
    first.goto(host.address("/never/"))
    first.get_by_text("Starting the studio.").wait_for()
    second = open_second(context, host, "/never/")
    use_here(second)
    first.get_by_text("You are using the studio in another tab.").wait_for()
    assert first.workers == []
    second.locator("#loading").wait_for()
    assert len(second.workers) == 1


def test_a_tab_whose_turn_was_taken_without_an_answer_stores_nothing(
    context: BrowserContext, host: Host
) -> None:
    first, _frame = open_studio(context, host)
    second = open_second(context, host)
    first.evaluate(
        """() => void setTimeout(() => {
          const end = performance.now() + 16_000;
          while (performance.now() < end);
        })"""
    )
    use_here(second)
    second.locator(STUDIO).wait_for()
    second.evaluate("heard.length = 0")
    first.get_by_text("because this one didn't respond").wait_for()
    assert first.workers == []
    assert "flush" not in second.evaluate("heard")


def test_a_start_that_hangs_says_so_and_can_be_tried_again(
    context: BrowserContext, host: Host
) -> None:
    page = context.new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # a busy machine may take a minute until it is asked below
    page.goto(host.address("/never/"))
    page.get_by_text("Starting the studio.").wait_for()
    wait_for_start(page)
    expect(page.locator("#part-studio")).to_have_class("done")
    page.clock.fast_forward(50_000)
    assert not page.locator("#failure").is_visible()
    page.clock.fast_forward(11_000)
    page.clock.fast_forward(61_000)  # on a busy machine, a sign of progress may have come late
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The studio couldn't be started. It got stuck for a minute.")
    assert page.workers == []
    page.get_by_role("button", name="Try again").click()
    expect(alert).to_be_hidden()
    assert len(page.workers) == 1


def test_a_python_that_stops_responding_is_started_again(
    context: BrowserContext, host: Host
) -> None:
    page, frame = open_studio(context, host, has_clock=True)
    frame.evaluate("window.unsaved = 'half a word'")
    set_mode(page, "hang")
    page.clock.run_for(70_000)
    page.get_by_text("The studio didn't respond, so it was started again.").wait_for()
    assert frame.evaluate("window.unsaved") == "half a word"
    assert page.locator(STUDIO).is_visible()


def test_a_python_that_always_fails_is_not_started_again_for_ever(
    context: BrowserContext, host: Host
) -> None:
    page, _frame = open_studio(context, host, has_clock=True)
    for _ in range(4):
        wait_for_start(page)
        page.clock.run_for(11_000)
        page.wait_for_timeout(200)  # the answers to two pings
        tell_page(page, {"failed": "why"})
    page.get_by_role("alert").wait_for()
    assert page.workers == []


def test_a_python_that_runs_for_long_is_always_started_again(
    context: BrowserContext, host: Host
) -> None:
    page, _frame = open_studio(context, host, has_clock=True)
    for _ in range(5):
        wait_for_start(page)
        for _ in range(14):
            page.clock.run_for(5_000)
            page.wait_for_timeout(50)
        tell_page(page, {"failed": "why"})
    wait_for_start(page)
    assert page.locator(STUDIO).is_visible()


def test_a_plain_engine_is_announced_once(context: BrowserContext, host: Host) -> None:
    page, _frame = open_studio(context, host)
    tell_page(page, {"plain": True})
    notice = page.locator("#notice")
    notice.get_by_text("games run in plain Python").wait_for()
    notice.get_by_role("button", name="Dismiss").click()
    page.evaluate(
        """() => new MutationObserver((changes) => heard.push(...changes.map(
          ({ target }) => target.textContent))).observe(
          document.getElementById("notice-text"), { childList: true })"""
    )
    tell_page(page, {"plain": True})
    tell_page(page, {"storage": "Full."})
    notice.get_by_text("Full.").wait_for()
    assert [text for text in page.evaluate("heard") if isinstance(text, str)] == ["Full."]


def offer_update(page: Page, host: Host) -> None:
    """Let the site have another version, until a page that is marked as old offers it."""
    page.evaluate("document.body.id = 'old'")
    host.folders["/a/"] = TWO
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    page.get_by_text("A new version is ready.").wait_for()


@pytest.mark.parametrize("unsaved", ["", "Not saved: changed elsewhere."])
def test_a_version_that_takes_over_late_is_loaded_once_everything_is_saved(
    context: BrowserContext, host: Host, unsaved: str
) -> None:
    page, frame = open_studio(context, host)
    frame.evaluate("(text) => (window.unsaved = text)", unsaved)
    offer_update(page, host)
    page.get_by_role("button", name="Dismiss").click()
    page.evaluate(
        """async () => (await navigator.serviceWorker.getRegistration())
          .waiting.postMessage({ files: "activate" })"""
    )
    if unsaved:
        page.get_by_text("A new version is ready.").wait_for()
        assert page.locator("#old").count() == 1
        assert frame.evaluate("window.unsaved") == unsaved
        frame.evaluate("window.unsaved = ''")
        page.get_by_role("button", name="Reload now").click()
    expect(page.locator("#old")).to_have_count(0)
    page.locator(STUDIO).wait_for()


def test_an_update_waits_until_everything_is_saved(context: BrowserContext, host: Host) -> None:
    page, frame = open_studio(context, host)
    frame.evaluate("window.unsaved = 'Not saved: changed elsewhere.'")
    offer_update(page, host)
    reload = page.get_by_role("button", name="Reload now")
    reload.click()
    page.get_by_text("has to wait, because not everything is saved. Not saved: changed").wait_for()
    waiting = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
    assert page.evaluate(waiting)
    assert page.locator("#old").count() == 1
    assert not page.locator(STUDIO).evaluate("(frame) => frame.inert")
    frame.evaluate("window.unsaved = ''")
    reload.click()
    expect(page.locator("#old")).to_have_count(0, timeout=PATIENCE)
    page.locator(STUDIO).wait_for()
    assert not page.evaluate(waiting)
