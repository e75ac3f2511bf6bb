"""What stands before every route: only a server's own pages are answered, and strictly.

A page of another site can send requests to a server on this machine, and with a name of its own
that leads here (DNS rebinding) it could read the answers; so the name asked for must be one by
which the server is meant to be reached: this machine's own, where nothing else is said. What
changes something must besides come from a page of this very server.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
_READING: Final = ("GET", "HEAD")
_HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        )
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_POLICY_VIOLATION: Final = 1008
"""What a websocket is closed with that is not answered."""

_FOREIGN: Final = PlainTextResponse("This server is not reached by this name.\n", 421)
_OTHER_PAGE: Final = PlainTextResponse("Only this server's own page may ask for this.\n", 403)


class Guard:
    """Refuses other names than the server's, and methods other than a path's own.

    port: the one that the server listens on. posts: the paths that take POST, and that alone
    changes anything. origins: the addresses by which the server is reached, such as
    "https://table.example.org", where they are not this machine's own names; each name is
    answered to pages of its own address alone. Every answer gets the security headers.
    """

    def __init__(
        self,
        app: ASGIApp,
        port: int,
        posts: Collection[str] = (),
        origins: Collection[str] = (),
    ) -> None:
        self._app = app
        own = origins or [f"http://{name}:{port}" for name in _NAMES]
        self._origins = {origin.partition("://")[2]: origin for origin in own}
        self._posts = frozenset(posts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        if scope["type"] == "websocket":
            await self._open(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._answer(scope)(scope, receive, send_guarded)

    def _answer(self, scope: Scope) -> ASGIApp:
        if not self._is_ours(scope):
            return _FOREIGN
        if scope["method"] == "POST" and scope["path"] in self._posts:
            return self._app if self._is_own_page(scope) else _OTHER_PAGE
        return self._app if scope["method"] in _READING else _wrong_method(scope["path"], self)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a websocket, which goes past what keeps pages from reading.

        Its page must be ours.
        """
        if self._is_ours(scope) and self._is_own_page(scope):
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})

    def _is_ours(self, scope: Scope) -> bool:
        return _host(scope) in self._origins

    def _is_own_page(self, scope: Scope) -> bool:
        origin = Headers(scope=scope).get("origin", "").lower()
        return origin != "" and origin == self._origins.get(_host(scope))

    def allowed(self, path: str) -> str:
        """Return the methods that a path takes, as the header Allow has them."""
        return ", ".join((*_READING, "POST") if path in self._posts else _READING)


def _host(scope: Scope) -> str:
    """Return the name that a request asks for."""
    return Headers(scope=scope).get("host", "").lower()


def _wrong_method(path: str, guard: Guard) -> ASGIApp:
    return PlainTextResponse("Nothing can be changed here.\n", 405, {"Allow": guard.allowed(path)})
