"""The service worker in a real browser: offline, updates, copies, and hosts with faults."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browsers import MARKS, PATIENCE, started_browser
from tests.rftg_tools.site.small_site import Host, build_small_site, hosted

pytestmark = MARKS

ONE = build_small_site("one")
TWO = build_small_site("two")
READY = "body[data-ready]"
KEPT = "body[data-kept]"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as started:
        yield started


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as opened:
        opened.set_default_timeout(PATIENCE)
        yield opened


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(Host({"/a/": ONE})) as serving:
        yield serving


def open_page(context: BrowserContext, address: str, kept: bool = True) -> Page:
    """Open the site, and wait until it has started and is kept for use offline."""
    page = context.new_page()
    page.goto(address)
    page.locator(READY).wait_for()
    if kept:
        page.locator(KEPT).wait_for()
    return page


def program(page: Page) -> str:
    return page.locator(READY).get_attribute("data-ready") or ""


def test_the_site_starts_and_then_works_offline(context: BrowserContext, host: Host) -> None:
    page = open_page(context, host.address("/a/"))
    assert program(page) == "studio one libraries python"
    assert page.locator(KEPT).get_attribute("data-kept") == "true"
    assert page.frame_locator("iframe").locator("html").count() == 1
    assert not page.locator("#first-look").is_visible()
    host.down = True
    host.requests.clear()
    page.reload()
    page.locator(READY).wait_for()
    assert program(page) == "studio one libraries python"
    page.goto(host.address("/a/licenses.html"))
    assert page.title()
    # The browser itself looks for a new service worker.
    assert {path for path in host.requests if not path.endswith("sw.js")} == set()


def test_each_file_is_fetched_once(context: BrowserContext, host: Host) -> None:
    open_page(context, host.address("/a/"))
    packed = [path for path in host.requests if path.endswith(".pack")]
    assert len(packed) == len(set(packed)) == 4


def test_files_have_the_right_types_whatever_the_host_says(
    context: BrowserContext, host: Host
) -> None:
    host.types = {"pack": "text/html", "webmanifest": "text/plain", "css": "text/css"}
    page = open_page(context, host.address("/a/"))
    found = page.evaluate(
        """async (names) => Promise.all(names.map(async (name) => {
          const { headers } = await fetch(name);
          return [headers.get("Content-Type"), headers.get("Content-Security-Policy")];
        }))""",
        [f"{ONE.version}/pyodide/pyodide.asm.mjs", f"{ONE.version}/studio.tar", "app.webmanifest"],
    )
    assert [kind for kind, _policy in found] == [
        "text/javascript; charset=utf-8",
        "application/octet-stream",
        "application/manifest+json",
    ]
    assert "script-src 'self' 'wasm-unsafe-eval'" in found[0][1]


def test_pages_of_other_sites_cannot_frame_it(context: BrowserContext, host: Host) -> None:
    page = open_page(context, host.address("/a/"))
    found = page.evaluate("async () => (await fetch('.')).headers.get('Content-Security-Policy')")
    assert found == "frame-ancestors 'self'"


def test_a_broken_file_is_refused_and_told_and_fetched_again(
    context: BrowserContext, host: Host
) -> None:
    host.broken.add("studio.tar.pack")
    page = context.new_page()
    page.goto(host.address("/a/"))
    page.locator("#failure").wait_for()
    text = page.locator("#failure-text").inner_text()
    assert "Studio and official cards couldn't be loaded" in text
    assert "incomplete or changed" in text
    assert host.requests.count(f"/a/{ONE.version}/studio.tar.pack") == 2
    host.broken.clear()
    page.get_by_role("button", name="Try again").click()
    page.locator(READY).wait_for()
    assert program(page) == "studio one libraries python"


def test_a_file_that_never_comes_is_told_and_fetched_again(
    context: BrowserContext, host: Host
) -> None:
    host.silent.add("libraries.tar.pack")
    page = context.new_page()
    page.goto(host.address("/a/"))
    try:
        page.locator("#failure").wait_for()
        text = page.locator("#failure-text").inner_text()
        assert "Libraries couldn't be loaded. The connection to this site was lost." in text
    finally:
        host.silent.clear()
    page.get_by_role("button", name="Try again").click()
    page.locator(READY).wait_for()
    assert program(page) == "studio one libraries python"


def test_an_evicted_file_is_fetched_again(context: BrowserContext, host: Host) -> None:
    page = open_page(context, host.address("/a/"))
    evict = """async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of (await cache.keys()).slice(3)) await cache.delete(request);
      }
    }"""
    page.evaluate(evict)
    page.reload()
    page.locator(READY).wait_for()
    assert program(page) == "studio one libraries python"
    assert page.locator(KEPT).get_attribute("data-kept") == "true"
    page.evaluate(
        "async () => { for (const name of await caches.keys()) await caches.delete(name) }"
    )
    assert program(page) == "studio one libraries python"
    page.reload()
    page.locator("body[data-kept=true]").wait_for()
    host.down = True
    page.reload()
    page.locator(READY).wait_for()


def test_a_page_that_is_not_kept_is_what_the_host_has(context: BrowserContext, host: Host) -> None:
    host.missing.add("licenses.html")
    page = open_page(context, host.address("/a/"))
    assert page.locator(KEPT).get_attribute("data-kept") == "changed"
    page.goto(host.address("/a/licenses.html"))
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_two_copies_of_the_site_on_one_host_keep_their_own_files(
    context: BrowserContext, host: Host
) -> None:
    host.folders["/b/"] = TWO
    first = open_page(context, host.address("/a/"))
    second = open_page(context, host.address("/b/"))
    assert [program(first), program(second)] == [
        "studio one libraries python",
        "studio two libraries python",
    ]
    assert len(first.evaluate("caches.keys()")) == 2
    host.folders["/b/"] = build_small_site("three")
    update(second)
    second.locator("body[data-ready*=three]").wait_for()
    host.down = True
    for page, text in ((first, "one"), (second, "three")):
        page.reload()
        page.locator(READY).wait_for()
        assert program(page) == f"studio {text} libraries python"


LOOK = """async () => {
  await (await navigator.serviceWorker.getRegistration()).update().catch(() => {});
}"""


def look_for_update(page: Page) -> None:
    page.evaluate(LOOK)
    page.locator("#notice").get_by_text("A new version is ready.").wait_for()


def update(page: Page) -> None:
    look_for_update(page)
    page.get_by_role("button", name="Reload now").click()


def test_an_update_waits_until_the_user_wants_it(context: BrowserContext, host: Host) -> None:
    page = open_page(context, host.address("/a/"))
    page.evaluate("window.edited = 'half a word'")
    host.folders["/a/"] = TWO
    look_for_update(page)
    # The page goes on with its own version, whose files the host no longer has.
    assert page.evaluate("window.edited") == "half a word"
    again = f"fetch('{ONE.version}/studio.tar').then((response) => response.text())"
    assert page.evaluate(again) == "studio one"
    page.get_by_role("button", name="Reload now").click()
    page.locator("body[data-ready*=two]").wait_for()
    assert page.evaluate("sessionStorage.getItem('stored')") == "yes"
    host.down = True
    page.reload()
    page.locator(READY).wait_for()
    assert program(page) == "studio two libraries python"
    assert page.evaluate(f"fetch('{ONE.version}/studio.tar').catch(() => 'gone')") == "gone"


def test_an_update_waits_for_other_tabs(context: BrowserContext, host: Host) -> None:
    page = open_page(context, host.address("/a/"))
    other = open_page(context, host.address("/a/"))
    host.folders["/a/"] = TWO
    update(page)
    page.get_by_text("Another tab still uses this version.").wait_for()
    assert program(page) == program(other) == "studio one libraries python"
    other.close()
    page.get_by_role("button", name="Reload now").click()
    page.locator("body[data-ready*=two]").wait_for()


def test_a_page_of_a_new_version_replaces_the_older_service_worker(
    context: BrowserContext, host: Host
) -> None:
    page = open_page(context, host.address("/a/"))
    host.folders["/a/"] = TWO
    session = context.new_cdp_session(page)
    session.send("Page.reload", {"ignoreCache": True})  # passes the service worker by
    page.locator("body[data-ready*=two]").wait_for()
    assert program(page) == "studio two libraries python"


def test_an_interrupted_update_goes_on_where_it_was(context: BrowserContext, host: Host) -> None:
    page = open_page(context, host.address("/a/"))
    host.folders["/a/"] = TWO
    host.missing.add("studio.tar.pack")
    page.evaluate(LOOK)
    page.wait_for_timeout(500)
    assert program(page) == "studio one libraries python"
    assert not page.locator("#notice").is_visible()
    host.missing.clear()
    host.requests.clear()
    update(page)
    page.locator("body[data-ready*=two]").wait_for()
    assert [path for path in host.requests if path.endswith(".pack")] == [
        f"/a/{TWO.version}/studio.tar.pack"
    ]


def test_without_room_the_site_says_so_and_works_from_the_network(
    browser: Browser, host: Host
) -> None:
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send(
            "Storage.overrideQuotaForOrigin",
            {"origin": host.address("").rstrip("/"), "quotaSize": 1},
        )
        page.goto(host.address("/a/"))
        page.locator(READY).wait_for()
        assert program(page) == "studio one libraries python"
        page.locator("#notice").get_by_text("no room to store").wait_for()
        page.locator(KEPT).wait_for()
        assert page.locator(KEPT).get_attribute("data-kept") == "false"
