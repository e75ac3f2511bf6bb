"""A designer's first evening, from an empty folder to printed sheets."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.browsers import MARKS
from tests.rftg_tools.studio.browser.evening import spend

pytestmark = MARKS


def test_an_evening_by_keyboard_alone_ends_with_sheets(browser: Browser, tmp_path: Path) -> None:
    evening = spend(browser, tmp_path, 1440, "light", by_keys=True)
    assert evening.wrong == []
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF")
    assert list(tmp_path.glob("sheet-*.png"))
