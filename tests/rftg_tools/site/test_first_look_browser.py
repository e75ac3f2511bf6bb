"""The first look in a real browser: readable by everybody, and safe from hostile links."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from tests.browsers import MARKS, PATIENCE, started_browser
from tests.rftg_tools.axe import find_violations
from tests.rftg_tools.site.small_site import Host, build_small_site, hosted

pytestmark = MARKS

SITE: Final = build_small_site("one")
REAL: Final = build_small_site("one", is_real=True)
"""A site with the real scripts of the page, whose Python is a stub."""
CALL: Final = """async (code) => {
  const script = document.querySelector("script[src]").src.replace("boot.js", "first-look.js");
  const [name, ...values] = code;
  (await import(script))[name](...values);
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as started:
        yield started


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    folders = {"/a/": SITE, "/real/": REAL}
    with hosted(Host(folders, missing={"libraries.tar.pack"})) as serving:
        yield serving


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_everybody_can_read_it(browser: Browser, host: Host, scheme: str, width: int) -> None:
    with browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
    ) as context:
        page = context.new_page()
        page.goto(host.address("/a/"))
        page.get_by_role("button", name="Try again").wait_for(timeout=PATIENCE)
        assert find_violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.goto(host.address("/a/licenses.html"))
        assert find_violations(page) == []


def test_it_says_what_it_is_without_scripts(browser: Browser, host: Host) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(host.address("/a/"))
        assert "needs JavaScript" in page.locator("#state").inner_text()
        assert page.get_by_text("Design your own cards").is_visible()
        assert not page.get_by_text("Loading").is_visible()
        assert page.get_by_role("img", name="Ice Drifters").is_visible()


def test_progress_is_shown_by_part(browser: Browser, host: Host) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/boot.js", lambda route: route.abort())
        page.goto(host.address("/a/"))
        for call in (
            ("libraries", 1_700_000, 1_700_000),
            ("studio", 1_000_000, 3_500_000),
            ("python", 3_000_000, 5_900_000),
        ):
            page.evaluate(CALL, ["progress", *call])
        assert "1.0 of 3.5 MB" in page.locator("#part-studio").inner_text()
        assert page.locator("#part-libraries").get_attribute("class") == "done"
        assert page.get_by_role("status").get_by_text("Loading: 51 %").is_visible()
        assert page.get_by_role("progressbar", name="Loaded").get_attribute("value") == "51"


def test_an_example_that_is_chosen_early_opens_later(browser: Browser, host: Host) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/boot.js", lambda route: route.abort())
        page.goto(host.address("/a/"))
        page.evaluate(CALL, ["progress", "python", 1, 1])  # the script of the first look runs
        assert not page.locator("#opening").is_visible()
        page.get_by_role("link", name="Explore").click()
        page.get_by_text("The set of your link opens").wait_for(timeout=PATIENCE)


def test_a_failure_names_the_part_and_offers_to_try_again(browser: Browser, host: Host) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(host.address("/a/"))
        alert = page.get_by_role("alert")
        alert.get_by_text("Libraries couldn't be loaded.").wait_for(timeout=PATIENCE)
        assert "Your files are not affected." in alert.inner_text()
        page.evaluate(CALL, ["fail", "", "<img src=x onerror=alert(1)>"])
        assert page.locator("#failure img").count() == 0


def test_the_traceback_of_an_error_is_for_those_who_open_it(browser: Browser, host: Host) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/boot.js", lambda route: route.abort())
        page.goto(host.address("/a/"))
        report = "Traceback\n  File x\nModuleNotFoundError: <b>y</b>"
        page.evaluate(CALL, ["fail", "start", report])
        text = page.locator("#failure-text").inner_text()
        assert text == (
            "The studio couldn't be started. There is an error in the program."
            " Your files are not affected."
        )
        assert not page.locator("#failure-report").is_visible()
        page.get_by_text("Details for a report").click()
        assert page.locator("#failure-report").inner_text() == report


def test_it_does_not_start_in_a_frame_of_another_site(browser: Browser, host: Host) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        other = host.address("/other.html").replace("localhost", "127.0.0.1")
        host.pages["/other.html"] = f"<iframe src='{host.address('/real/')}'></iframe>".encode()
        page.goto(other)
        frame = page.frame_locator("iframe")
        frame.get_by_text("Another site shows the studio").wait_for(timeout=20_000)
        assert frame.locator("iframe").count() == 0


def test_an_unknown_page_inside_the_studio_leads_there(browser: Browser, host: Host) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(host.address("/a/app/games/1?x=<img src=y>"))
        link = page.get_by_role("link", name="Start the studio")
        assert link.get_attribute("href") == host.address("/a/#at=games%2F1")
        page.goto(host.address("//evil.example/app/bench/"))
        assert (link.get_attribute("href") or "").startswith(host.address("/"))
        page.goto(host.address("/a/elsewhere"))
        assert page.get_by_role("heading", name="Page not found").is_visible()
        assert not link.is_visible()


MARKUP: Final = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<svg onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
)
HOSTILE: Final = [
    *(f"#set={text}" for text in MARKUP),
    *(f"#set={quote(text)}" for text in MARKUP),
    *(f"#at={quote(text)}" for text in MARKUP),
    "#at=//evil.example/",
    "#at=https://evil.example/",
    "#at=..%2F..%2F..%2Fetc",
    "#at=..%5C..%5C",
    "#at=bench/%00",
    "#at=%E0%A4%A",
    "#set=" + "A" * 100_000,
    "#set=%FF%FE",
    "#set=__proto__",
    "#constructor=1&set=x",
]
WATCH: Final = """
window.alerts = [];
window.alert = (text) => window.alerts.push(text);
"""


def elements(page: Page) -> list[str]:
    """Return the kinds of elements on the page, with those attributes that can run code or load."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("*")].map((element) => [element.localName,
          ...[...element.attributes].filter(({ name }) => /^on|^srcdoc$/.test(name))
            .map(({ name }) => name)].join(" "))"""
    )
    return sorted(found)


def test_hostile_links_put_nothing_into_the_page(browser: Browser, host: Host) -> None:
    assert len(HOSTILE) == 40
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.add_init_script(WATCH)
        foreign: list[str] = []
        own = host.address("/real/")
        page.on(
            "request", lambda request: request.url.startswith(own) or foreign.append(request.url)
        )
        page.goto(own)
        page.locator("iframe#studio").wait_for()
        expected = elements(page)
        for link in HOSTILE:
            page.goto("about:blank")
            page.goto(own + link)
            page.locator("iframe#studio").wait_for()
            assert elements(page) == expected, link
            address = page.locator("iframe#studio").get_attribute("src") or ""
            assert address.startswith(f"{own}app/"), link
            assert page.evaluate("window.alerts") == [], link
            assert page.url.startswith(own)
        assert foreign == []
