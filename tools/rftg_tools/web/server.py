"""Parts of every page: security checks, files, responses.

A page of another site can send requests to a server on this machine. With a host name that resolves
to this machine (DNS rebinding), it could also read the answers. So requests must use a host name of
this server, and requests that change something must also come from its own page.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from starlette.convertors import Convertor, register_url_convertor
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rftg_tools.untrusted import BadJson, read_json
from rftg_tools.web.images import CannotDraw, Images
from rftg_tools.web.styles import FONTS, SHARED_PAGE

MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
VENDOR: Final = "vendor"
"""Name of a folder in a page's folder with bundles of other projects."""
MODULES: Final = "modules"
"""Name of a folder with a script for each rule module that extends a page."""
MODULES_SCRIPT: Final = "modules.js"
"""Generated script that loads all scripts of MODULES."""
CACHE_FOREVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}
"""Headers for content that never changes under its name."""
CACHE_A_DAY: Final = {"Cache-Control": "private, max-age=86400"}
"""Headers for content that hardly ever changes."""
NO_STORE: Final = {"Cache-Control": "no-store"}
"""Headers for content that may change at any time."""
NUMBER: Final = "number"
"""Path converter for a whole number of at most 15 digits; Python refuses to parse thousands."""

_DIGITS: Final = "[0-9]{1,15}"
_LOCAL_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
_SAFE_METHODS: Final = ("GET", "HEAD")
_POLICY_VIOLATION: Final = 1008
"""Close code of a rejected websocket."""
_SECURITY_HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "font-src 'self'",
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
_WRONG_HOST: Final = PlainTextResponse("This server cannot be reached by this name.\n", 421)
_WRONG_ORIGIN: Final = PlainTextResponse("Only this server's own page can do this.\n", 403)


class Guard:
    """Middleware that rejects foreign host names, origins and methods.

    port: the server's port. posts: paths that accept POST; no other request changes anything.
    origins: addresses of the server, such as "https://table.example.org", if it is not reached by
    this machine's own names; each host name only serves pages of its own origin. Every response
    gets the security headers.
    """

    def __init__(
        self,
        app: ASGIApp,
        port: int,
        posts: Collection[str] = (),
        origins: Collection[str] = (),
    ) -> None:
        self._app = app
        allowed = origins or [f"http://{name}:{port}" for name in _LOCAL_NAMES]
        self._origins = {origin.partition("://")[2]: origin for origin in allowed}
        self._posts = frozenset(posts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "websocket":
            await self._handle_websocket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_SECURITY_HEADERS)
            await send(message)

        await self._choose_app(scope)(scope, receive, send_with_headers)

    def _choose_app(self, scope: Scope) -> ASGIApp:
        """Return the application, or the response that rejects the request."""
        if not self._is_own_host(scope):
            return _WRONG_HOST
        accepts_post = scope["path"] in self._posts
        if scope["method"] == "POST" and accepts_post:
            return self._app if self._is_own_page(scope) else _WRONG_ORIGIN
        if scope["method"] in _SAFE_METHODS:
            return self._app
        methods = ", ".join((*_SAFE_METHODS, "POST") if accepts_post else _SAFE_METHODS)
        return PlainTextResponse("Nothing can be changed here.\n", 405, {"Allow": methods})

    async def _handle_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept websockets from our own page only: browsers do not check their origin."""
        if self._is_own_host(scope) and self._is_own_page(scope):
            await self._app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})

    def _is_own_host(self, scope: Scope) -> bool:
        return _host(scope) in self._origins

    def _is_own_page(self, scope: Scope) -> bool:
        origin = Headers(scope=scope).get("origin", "").lower()
        return origin != "" and origin == self._origins.get(_host(scope))


def _host(scope: Scope) -> str:
    return Headers(scope=scope).get("host", "").lower()


def load_page_files(folders: Sequence[Path]) -> dict[str, Response]:
    """Return the files of the folders as responses by path, index.html as "/".

    The list is fixed, so no path can reach another file. Later folders override earlier folders.
    A folder named MODULES also adds the script that loads all of its scripts.
    """
    responses: dict[str, Response] = {}
    for folder in folders:
        for file in page_files(folder):
            path = "/" if file.name == "index.html" else f"/{file.name}"
            responses[path] = _file_response(file.read_bytes(), file.suffix)
        if folder.name == MODULES:
            responses[f"/{MODULES_SCRIPT}"] = _file_response(build_modules_script(folder), ".js")
    return responses


def one_folder_down(page: Response) -> Response:
    """Return a page of `load_page_files` for a path such as "/games/7", in a folder of its own."""
    html = re.sub(rb' (href|src)="', rb' \1="../', page.body)
    return _file_response(html, ".html")


def page_files(folder: Path) -> list[Path]:
    """Return the files of a page's folder that browsers load, bundles and fonts included."""
    files = sorted((*folder.iterdir(), *(folder / VENDOR).glob("*")))
    fonts = FONTS.values() if folder == SHARED_PAGE else ()
    return [file for file in (*files, *fonts) if file.suffix in MEDIA_TYPES]


def _file_response(content: str | bytes, suffix: str) -> Response:
    headers = CACHE_A_DAY if suffix == ".ttf" else NO_STORE
    return Response(content, media_type=MEDIA_TYPES[suffix], headers=headers)


def build_modules_script(folder: Path) -> str:
    """Return a script that imports all scripts of a folder."""
    names = sorted(file.name for file in folder.glob("*.js"))
    return "".join(f'import {{ }} from "./{name}";\n' for name in names)


async def face_response(images: Images, name: str) -> Response:
    """Return the image of a face: 404 for an unknown name, 500 if it cannot be drawn."""
    try:
        image = await asyncio.to_thread(images.image, name)
    except KeyError:
        raise HTTPException(404, "no card has this face") from None
    except CannotDraw as problem:
        return PlainTextResponse(str(problem), 500, NO_STORE)
    return Response(image, media_type=MEDIA_TYPES[".svg"], headers=CACHE_FOREVER)


async def describe_internal_error(_request: Request, error: Exception) -> Response:
    """Return a short message for an internal error. The terminal shows the traceback."""
    return PlainTextResponse(f"{type(error).__name__}: {error}", 500, NO_STORE)


class BadBody(Exception):
    """Raised for a request body that is too long or not JSON, with the reason."""


async def read_json_body(request: Request, max_bytes: int) -> Any:
    """Return the data of a request body, reading at most `max_bytes`. Raises BadBody."""
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > max_bytes:
                raise BadBody(f"the body can have at most {max_bytes:,} bytes")
    except ClientDisconnect:  # nobody will see the response
        raise BadBody("the body is incomplete") from None
    try:
        return read_json(data)
    except BadJson as problem:
        raise BadBody(str(problem)) from None


async def read_members(
    request: Request, max_bytes: int, partial: bool = False, **types: type
) -> Mapping[str, Any]:
    """Return the members of a JSON request. Raises BadBody.

    partial: members that are missing are empty.
    """
    data = await read_json_body(request, max_bytes)
    is_valid = isinstance(data, dict) and data.keys() <= types.keys()
    if not is_valid or (len(data) < len(types) and not partial):
        raise BadBody(f"the members must be {', '.join(types)}")
    members = {name: data[name] if name in data else kind() for name, kind in types.items()}
    if not all(isinstance(members[name], kind) for name, kind in types.items()):
        raise BadBody("a member has another type")
    return members


class _NumberConvertor(Convertor[int]):
    regex = _DIGITS

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor(NUMBER, _NumberConvertor())


def parse_number(text: str) -> int | None:
    """Return the number in a query parameter, or None for any other text."""
    return int(text) if re.fullmatch(_DIGITS, text) else None
