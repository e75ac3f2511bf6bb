"""A server that is gone for a while: nothing that was written meanwhile is lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rftg_dev.serving import address_of
from tests.browsers import MARKS
from tests.forked import started
from tests.rftg_tools.studio.browser.bench import TEXT, do, opened, saved, shown, to_line

pytestmark = MARKS


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
