"""Browsers that walk through the built site: the same steps in Chromium and in Firefox."""

import time
from typing import Any, Final, Protocol

from playwright.sync_api import Frame, Page

from tests.marionette import Firefox

PATIENCE: Final = 300.0
"""Seconds until what is expected is missed: a machine may be busy with others."""
_STUDIO: Final = "#studio"


class Driver(Protocol):
    """A browser. Scripts run in the frame that shows the studio, or in the page around it."""

    def open(self, address: str) -> None:
        """Open an address."""

    def run(self, script: str, *, outside: bool = False) -> Any:
        """Return what the body of a function returns. outside: in the page around the studio."""

    def keys(self, selector: str, text: str) -> None:
        """Replace the text of a field by typing."""


def wait(driver: Driver, script: str, outside: bool = False, seconds: float = PATIENCE) -> Any:
    """Return what a script returns as soon as it is true. Errors count as false."""
    end = time.monotonic() + seconds
    problem: object = None
    while True:
        try:
            if found := driver.run(script, outside=outside):
                return found
        except Exception as error:
            problem = error
        if time.monotonic() > end:
            shown = [_text_of(driver, one) for one in (True, False)]
            raise AssertionError("\n".join(["still not true:", script, str(problem or ""), *shown]))
        time.sleep(0.05)


def _text_of(driver: Driver, outside: bool) -> str:
    """Return what a page says, for the report of a failure."""
    try:
        return str(driver.run("return document.body.innerText", outside=outside))[:2000]
    except Exception as error:
        return str(error)


def click(driver: Driver, selector: str, text: str = "") -> None:
    """Click on the first visible element that contains a text."""
    wait(
        driver,
        f"""const all = [...document.querySelectorAll({selector!r})];
        const found = all.find((one) => one.checkVisibility() && !one.disabled
          && (one.textContent + (one.ariaLabel ?? "")).includes({text!r}));
        found?.click();
        return Boolean(found);""",
    )


class Chromium:
    """Chromium by Playwright."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str) -> None:
        """See Driver."""
        self.page.goto(address)

    def run(self, script: str, *, outside: bool = False) -> Any:
        """See Driver."""
        frame = self.page.main_frame if outside else self._frame()
        return frame.evaluate(f"async () => {{ {script} }}")

    def keys(self, selector: str, text: str) -> None:
        """See Driver."""
        self._frame().locator(selector).first.fill("")
        self._frame().locator(selector).first.press_sequentially(text)

    def _frame(self) -> Frame:
        frame = self.page.locator(_STUDIO).element_handle(timeout=10_000).content_frame()
        assert frame is not None
        return frame


class FirefoxDriver:
    """Firefox by Marionette."""

    def __init__(self, firefox: Firefox) -> None:
        self.firefox = firefox

    def open(self, address: str) -> None:
        """See Driver."""
        self.firefox.out_of_frame()
        self.firefox.open(address)

    def run(self, script: str, *, outside: bool = False) -> Any:
        """See Driver."""
        self.firefox.out_of_frame()
        if not outside:
            self.firefox.into_frame(_STUDIO)
        return self.firefox.run(f"return (async () => {{ {script} }})()")

    def keys(self, selector: str, text: str) -> None:
        """See Driver."""
        select = f"const one = document.querySelector({selector!r}); one.focus(); one.select();"
        self.run(select)
        self.firefox.type(selector, text)
