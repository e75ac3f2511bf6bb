"""What stands before every route: only this machine's own pages are answered, and strictly.

A page of another site can send requests to a server on this machine, and with a name of its own
that leads here (DNS rebinding) it could read the answers; so the name asked for must be this
machine's.
"""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
_METHODS: Final = ("GET", "HEAD")
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


_FOREIGN: Final = PlainTextResponse("This server answers pages of this machine only.\n", 421)
_READ_ONLY: Final = PlainTextResponse(
    "Nothing can be changed here.\n", 405, {"Allow": ", ".join(_METHODS)}
)


class Guard:
    """Refuses other names than this machine's and other methods than reading.

    port: the one that the server listens on. Every answer gets the headers of safety.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in _NAMES}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._answer(scope)(scope, receive, send_guarded)

    def _answer(self, scope: Scope) -> ASGIApp:
        if Headers(scope=scope).get("host", "").lower() not in self._hosts:
            return _FOREIGN
        return self._app if scope["method"] in _METHODS else _READ_ONLY
