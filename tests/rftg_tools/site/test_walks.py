"""The built site in Chromium and Firefox, from a static host below a path, and without a host."""

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Frame, expect

from tests.browsers import NEEDS_CHROMIUM, started_browser
from tests.forked import served
from tests.marionette import NEEDS_FIREFOX, started_firefox
from tests.rftg_tools.site import walk
from tests.rftg_tools.site.drivers import Chromium, Driver, FirefoxDriver, wait

NEEDED: Final = "RFTG_DSL_NEEDS_SITE"
"""Set where the tests must not be left out for want of a built site."""
FOLDER: Final = "RFTG_DSL_SITE"
"""Names the folder of a built site; by default it is the one of `make site`."""
BUILT: Final = Path(os.environ.get(FOLDER) or Path(__file__).parents[3] / "build" / "site")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (BUILT / "SHA256SUMS").exists() and not os.environ.get(NEEDED),
        reason="no site is built (make site)",
    ),
]
SUB: Final = "some/sub"
PATIENCE: Final = 120_000.0
"""Milliseconds until what is expected is missed."""
EXAMPLES: Final = Path(__file__).parents[3] / "examples"


class Host:
    """A static host that can be away. asked: paths of all requests."""

    def __init__(self, root: Path) -> None:
        self.asked: list[str] = []
        handler = partial(self._Handler, self, directory=str(root))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.is_away = False
        self.address = f"http://127.0.0.1:{self.server.server_port}/{SUB}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    class _Handler(SimpleHTTPRequestHandler):
        def __init__(self, host: "Host", *arguments: Any, **options: Any) -> None:
            self.host = host
            super().__init__(*arguments, **options)

        def do_GET(self) -> None:
            self.host.asked.append(self.path)
            if self.host.is_away:
                self.close_connection = True
                return
            super().do_GET()

        def log_message(self, format: str, *arguments: Any) -> None:
            """Say nothing."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host that has the built site in a folder below a folder."""
    folder = tmp_path_factory.mktemp("host")
    (folder / "some").mkdir()
    (folder / SUB).symlink_to(BUILT.absolute())
    return folder


@pytest.fixture
def host(root: Path) -> Iterator[Host]:
    host = Host(root)
    yield host
    host.server.shutdown()
    host.server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as started:
        yield started


_KEPT: Final = """
const { active } = await navigator.serviceWorker.ready;
const { port1, port2 } = new MessageChannel();
const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data.answer)));
active.postMessage({ files: "keep" }, [port2]);
return (await answer) === true;"""
"""Script that waits until all files of the site are kept for use without a network."""


def walk_through(driver: Driver, host: Host) -> dict[str, Any]:
    """Do all there is to do, then again without the host; return the result of a game."""
    walk.start(driver, host.address)
    walk.mend_a_card(driver)
    walk.pass_a_test(driver)
    walk.measure_balance(driver)
    walk.use_a_picture(driver)
    walk.print_cards(driver)
    played = walk.play_a_game(driver)
    wait(driver, _KEPT, outside=True)
    host.is_away = True
    walk.start(driver, host.address)
    assert walk.is_mended(driver)
    return played


class Installed(Chromium):
    """Chromium with a studio that is not in a frame."""

    def _frame(self) -> Frame:
        return self.page.main_frame


@pytest.fixture(scope="module")
def installed(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The result of the game of the walks, played with the installed program."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copy(EXAMPLES / "frontier.yaml", folder)
    with served("studio", folder=folder) as address, browser.new_context() as context:
        driver = Installed(context.new_page())
        driver.open(address)
        return result_of(walk.play_a_game(driver))


def result_of(played: dict[str, Any]) -> str:
    """Return the winner and the table of scores of a game."""
    result, _chart, _rest = played["scores"].partition("Points after each round")
    return str(result)


@NEEDS_CHROMIUM
def test_chromium_does_everything_and_asks_no_other_host(
    browser: Browser, host: Host, installed: str
) -> None:
    context = browser.new_context()
    hosts, problems = set[str](), list[str]()
    context.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    assert result_of(walk_through(Chromium(page), host)) == installed
    assert hosts == {host.address.split("/")[2]}
    assert problems == []
    context.close()


@NEEDS_FIREFOX
def test_firefox_does_everything(host: Host, installed: str, tmp_path: Path) -> None:
    with started_firefox(tmp_path) as firefox:
        assert result_of(walk_through(FirefoxDriver(firefox), host)) == installed


@NEEDS_CHROMIUM
def test_two_tabs_never_write_the_same_files(browser: Browser, host: Host) -> None:
    context = browser.new_context()
    first, second = context.new_page(), context.new_page()
    walk.start(Chromium(first), host.address)
    second.goto(host.address)
    expect(second.get_by_text("open in another tab")).to_be_visible(timeout=PATIENCE)
    expect(second.locator("#studio")).to_have_count(0)
    walk.mend_a_card(Chromium(first))
    second.get_by_role("button", name="Use it here").click()
    expect(first.get_by_text("using the studio in another tab")).to_be_visible()
    expect(first.locator("#studio")).to_have_count(0)
    assert walk.is_mended(Chromium(second))
    context.close()
