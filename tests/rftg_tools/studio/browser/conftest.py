"""A card file in a folder of its own, and the studio that shows it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.forked import served
from tests.rftg_tools.studio.browser.bench import TEXT, shown


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ice.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Browser, path: Path) -> Iterator[Page]:
    with served("studio", folder=path.parent) as address, shown(browser, address) as page:
        expect(page.locator("#field-title")).not_to_have_value("")
        yield page
