"""Hands: by what a person takes what the page shows. Each finds an element by its selector."""

from __future__ import annotations

from typing import Final, Protocol

from playwright.sync_api import Page

_SOON: Final = 10_000
"""Milliseconds until an element that can be taken is found not to be there."""


class Hands(Protocol):
    """A way to take things."""

    def take(self, page: Page, selector: str) -> None:
        """Click the element, or do what comes to the same."""


class Mouse:
    """Clicks: an element that is covered, or moves, is not taken."""

    def take(self, page: Page, selector: str) -> None:
        """Click it."""
        page.locator(selector).click(timeout=_SOON)


class Fingers:
    """Taps on a touch screen."""

    def take(self, page: Page, selector: str) -> None:
        """Tap it."""
        page.locator(selector).tap(timeout=_SOON)
