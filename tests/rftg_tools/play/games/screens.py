"""Screens: pages of a browser without motion, of the size of a desk or a phone."""

import re
from typing import Final, Literal

from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute

_NO_SERVER: Final = "net::ERR_"
"""What a browser says of itself as a server is killed and gone; no page can prevent it."""
_BLANK: Final = {
    "content_type": "image/svg+xml",
    "body": '<svg xmlns="http://www.w3.org/2000/svg" width="63" height="88"/>',
}
"""A face with nothing on it."""


class Line:
    """The connection of a page that is yet to be opened; the news on it can be held back."""

    def __init__(self, page: Page) -> None:
        self._held: list[str | bytes] | None = None
        self._page: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/socket$"), self._join)

    def hold(self) -> None:
        """Keep what comes from the server from now on."""
        self._held = []

    def release(self) -> None:
        """Hand on all that was kept, and what comes from now on."""
        held, self._held = self._held or [], None
        for news in held:
            self._hand_on(news)

    def _join(self, page: WebSocketRoute) -> None:
        self._page = page
        server = page.connect_to_server()
        page.on_message(server.send)
        server.on_message(self._heed)

    def _heed(self, news: str | bytes) -> None:
        if self._held is None:
            self._hand_on(news)
        else:
            self._held.append(news)

    def _hand_on(self, news: str | bytes) -> None:
        assert self._page is not None
        self._page.send(news)


class Screens:
    """Opens pages, and notes what goes wrong in any of them.

    may_lose_server: whether their server is killed while they are open.
    """

    def __init__(self, browser: Browser) -> None:
        self.wrong: list[str] = []
        self.may_lose_server = False
        self._browser = browser
        self._open: list[BrowserContext] = []

    def desk(self, scheme: Literal["light", "dark"] = "light", has_art: bool = True) -> Page:
        """A window of 1280 x 800 px. has_art: whether faces are drawn, which takes a while."""
        context = self._browser.new_context(
            viewport={"width": 1280, "height": 800}, reduced_motion="reduce", color_scheme=scheme
        )
        return self._page(context, has_art)

    def phone(self, has_art: bool = True) -> Page:
        """A touch screen of 390 x 844 px. has_art: as for a desk."""
        context = self._browser.new_context(
            viewport={"width": 390, "height": 844},
            reduced_motion="reduce",
            has_touch=True,
            is_mobile=True,
        )
        return self._page(context, has_art)

    def beside(self, page: Page) -> tuple[Page, Line]:
        """Another tab at the same address, and its connection.

        It has a window of its own: a browser draws a tab that nobody sees once a second.
        """
        tab = self.desk(has_art=False)
        line = Line(tab)
        tab.goto(page.url)
        return tab, line

    def close(self) -> None:
        """Close them all."""
        for context in self._open:
            context.close()

    def _page(self, context: BrowserContext, has_art: bool) -> Page:
        if not has_art:
            context.route("**/faces/*", lambda route: route.fulfill(**_BLANK))
        self._open.append(context)
        return self._watched(context.new_page())

    def _watched(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        page.on("console", lambda said: self._heed(said.type, said.text))
        return page

    def _heed(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not self._is_excused(text):
            self.wrong.append(text)

    def _is_excused(self, text: str) -> bool:
        return self.may_lose_server and _NO_SERVER in text
