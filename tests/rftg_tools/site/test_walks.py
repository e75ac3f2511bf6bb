"""The built site in Chromium and Firefox, from a static host below a path, and without a host."""

import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, expect

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
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        not (BUILT / "SHA256SUMS").exists() and not os.environ.get(NEEDED),
        reason="no site is built (make site)",
    ),
]
SUB: Final = "some/sub"
PATIENCE: Final = 300_000.0
"""Milliseconds until what is expected is missed."""
EXAMPLES: Final = Path(__file__).parents[3] / "examples"


class Host:
    """A static host that can be away, and a proxy that leads nowhere.

    asked: paths of all requests, and what was asked of the proxy. stalled: end of the paths that
    get no answer while `flows` is not set.
    """

    def __init__(self, root: Path) -> None:
        self.asked: list[str] = []
        handler = partial(self._Handler, self, directory=str(root))
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.is_away = False
        self.stalled = ""
        self.flows = threading.Event()
        self.port = self.server.server_port
        self.origin = f"http://127.0.0.1:{self.port}/"
        self.address = f"{self.origin}{SUB}/"
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
            if self.host.stalled and self.path.endswith(self.host.stalled):
                self.host.flows.wait(PATIENCE / 1000)
            super().do_GET()

        def do_CONNECT(self) -> None:
            """Note the host that a browser asks for, if it takes this host for its proxy."""
            self.host.asked.append(self.path)
            self.send_error(HTTPStatus.BAD_GATEWAY)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Say nothing."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder of a host that has the built site in a folder below a folder."""
    folder = tmp_path / "host"
    (folder / "some").mkdir(parents=True)
    (folder / SUB).symlink_to(BUILT.absolute())
    return folder


@contextmanager
def hosted(root: Path) -> Iterator[Host]:
    """Serve a folder at a free port."""
    host = Host(root)
    yield host
    host.server.shutdown()
    host.server.server_close()


@pytest.fixture
def host(root: Path) -> Iterator[Host]:
    with hosted(root) as host:
        yield host


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


def walk_through(driver: Driver, host: Host, exports: int) -> str:
    """Do all there is to do, then again without the host; return the result of a game.

    exports: how many kinds of files are made.
    """
    walk.start(driver, host.address)
    walk.mend_a_card(driver)
    walk.pass_a_test(driver)
    walk.measure_balance(driver)
    walk.use_a_picture(driver)
    walk.print_cards(driver, exports)
    result = result_of(walk.play_a_game(driver))
    wait(driver, _KEPT, outside=True)
    host.is_away = True
    walk.start(driver, host.address)
    assert walk.is_mended(driver)
    return result


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


def result_of(scores: str) -> str:
    """Return the winner and the table of scores of a game."""
    return scores.partition("Points after each round")[0]


@NEEDS_CHROMIUM
def test_chromium_does_everything_and_asks_no_other_host(
    browser: Browser, host: Host, installed: str
) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    hosts, problems = set[str](), list[str]()
    context.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    assert walk_through(Chromium(page), host, exports=3) == installed
    assert hosts == {host.address.split("/")[2]}
    assert problems == []
    context.close()


_OF_FIREFOX: Final = re.compile(
    r"\.(mozilla\.(com|net|org)|firefox\.com)\b|^update\.googleapis\.com:"
)
"""Hosts that Firefox itself asks, the last one for its video decoder."""


@NEEDS_FIREFOX
def test_firefox_does_everything_and_asks_no_other_host(
    host: Host, installed: str, tmp_path: Path
) -> None:
    proxy = {f"network.proxy.{kind}": "127.0.0.1" for kind in ("http", "ssl")}
    ports = {f"network.proxy.{kind}_port": host.port for kind in ("http", "ssl")}
    with started_firefox(tmp_path, {"network.proxy.type": 1, **proxy, **ports}) as firefox:
        # Pictures of all cards are drawn as in Chromium; test_pictures_browser.py compares them.
        assert walk_through(FirefoxDriver(firefox), host, exports=1) == installed
        elsewhere = [path for path in host.asked if not path.startswith("/")]
        assert [path for path in elsewhere if not _OF_FIREFOX.search(path)] == []
        script = "return fetch('https://elsewhere.example/', { mode: 'no-cors' }).catch(() => 1)"
        host.is_away = False
        firefox.out_of_frame()
        firefox.open(f"{host.origin}none.html")
        firefox.run(script)
        assert "elsewhere.example:443" in host.asked  # it would have been noticed


def put_next_version(folder: Path, root: Path) -> str:
    """Let the host have the built site as another version, made in a folder; return its name."""
    old = next(path.name for path in BUILT.iterdir() if path.is_dir())
    new = "0" * len(old)
    folder.mkdir()
    (folder / new).symlink_to((BUILT / old).absolute())
    files = {path.name: path.read_bytes() for path in BUILT.iterdir() if path.is_file()}
    worker = files.pop("sw.js").decode().replace(old, new)
    for name, data in files.items():
        changed = data.replace(old.encode(), new.encode())
        worker = worker.replace(sha256(data).hexdigest(), sha256(changed).hexdigest())
        (folder / name).write_bytes(changed)
    (folder / "sw.js").write_text(worker)
    (root / SUB).unlink()
    (root / SUB).symlink_to(folder)
    return new


_LOAD_AGAIN: Final = """async (hash) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (url.endsWith(hash)) await cache.delete(url);
  }
  navigator.serviceWorker.controller.postMessage({ files: "keep" });
}"""
"""Script that lets the service worker load a file again, named by its SHA-256."""


def look_from_elsewhere(context: BrowserContext, root: Path, address: str) -> None:
    """See that a page of another origin can't frame the studio, nor post to it."""
    bench = f"{address}app/bench/"
    form = f'<form method="post" action="{bench}api/save"><button>Save</button></form>'
    (root / "foreign.html").write_text(f'{form}<iframe src="{bench}"></iframe>')
    with hosted(root) as other:
        page = context.new_page()
        page.goto(f"{other.origin}foreign.html")
        assert page.frames[1].url.startswith("chrome-error:")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("body")).to_contain_text("Only this site's own pages")
        page.close()


@NEEDS_CHROMIUM
def test_nothing_is_lost_between_tabs_and_versions(
    browser: Browser, host: Host, root: Path, tmp_path: Path
) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    first, second = context.new_page(), context.new_page()
    walk.start(Chromium(first), host.address)
    second.goto(host.address)
    expect(second.get_by_text("open in another tab")).to_be_visible(timeout=PATIENCE)
    expect(second.locator("#studio")).to_have_count(0)
    walk.mend_a_card(Chromium(first))
    second.get_by_role("button", name="Use it here").click()
    expect(first.get_by_text("using the studio in another tab")).to_be_visible()
    expect(first.locator("#studio")).to_have_count(0)
    driver = Chromium(second)
    assert walk.is_mended(driver)
    first.close()
    look_from_elsewhere(context, root, host.address)

    version = put_next_version(tmp_path / "next", root)
    second.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    expect(second.get_by_text("A new version is ready.")).to_be_visible(timeout=PATIENCE)
    wait(driver, walk.FACE)
    typesetter = next(BUILT.glob("*/typst.*"))
    host.stalled = typesetter.name
    second.evaluate(_LOAD_AGAIN, sha256(typesetter.read_bytes()).hexdigest())
    driver.keys(walk.POWER, "cost -3 for frontier worlds")
    second.get_by_role("button", name="Reload now").click()  # before it is saved or loaded
    expect(second.locator(f'link[href^="{version}/"]').first).to_be_attached(timeout=PATIENCE)
    host.flows.set()
    assert walk.is_mended(driver, "cost -3 for frontier worlds")
    context.close()
