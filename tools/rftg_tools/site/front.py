"""ASGI over messages: how requests of pages reach the application without a server.

The service worker and a page's sockets open a channel for each request and for each websocket.
A channel carries JSON, and bytes for bodies. Types of messages that leave:

    {"status": NUMBER, "headers": [[NAME, VALUE], ...]}     a response begins
    {"body": true}, with bytes                              a piece of its body
    {"end": true}                                           it is complete
    {"open": true}, {"text": TEXT}, {"close": [CODE, REASON]}   of a websocket

and that arrive: {"abort": true}, {"text": TEXT}, {"close": [CODE, REASON]}.
"""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import quote, unquote

from starlette.types import ASGIApp, Message

from rftg_tools.site.store import StoreProblem

Data = dict[str, Any]
Flush = Callable[[], Awaitable[None]]
"""Stores all changed files. Raises StoreProblem."""
MAX_BODY: Final = 64_000_000
"""Maximum size of a request's body in bytes; routes have lower limits."""
_ADDRESS: Final = "127.0.0.1"
_READS: Final = ("GET", "HEAD")
CALCULATIONS: Final = frozenset(
    f"/bench/api/{path}"
    for path in (
        "balance",
        "edit",
        "examine-test",
        "export",
        "export/stop",
        "link",
        "print/preview",
        "run-tests",
        "share",
        "sheet",
    )
)
"""Paths whose requests change no file that is kept; people can go on while the storage is full."""
_GONE: Final = 1001
"""Close code of a websocket whose page has left."""
_FAILED: Final = 1011
"""Close code of a websocket whose application has failed."""
_REFUSED: Final = 1008
"""Close code of a websocket that the application has not accepted."""


class Channel(Protocol):
    """The way back to a page."""

    def post(self, head: str, body: bytes | None = None) -> None:
        """Send a message: JSON, and bytes of a body."""


class Request(NamedTuple):
    """A request of a page.

    path: decoded, and relative to the folder of the application. is_own: whether it comes from a
    page of this site, and not from a link or a form of another.
    """

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes
    is_own: bool


def read_request(head: str, body: bytes) -> Request:
    """Return a request as service workers and sockets describe it. Raises ValueError."""
    data = json.loads(head)
    if len(body) > MAX_BODY:
        raise ValueError("the body is too long")
    path, _, query = str(data["path"]).partition("?")
    headers = {str(name).lower(): str(value) for name, value in data.get("headers", ())}
    method = str(data.get("method", "GET")).upper()
    return Request(method, unquote(path), query, headers, body, data.get("own") is True)


def refuse(channel: Channel, status: HTTPStatus, problem: str) -> None:
    """Answer a request that cannot reach the application."""
    headers = [["content-type", "application/json"], ["cache-control", "no-store"]]
    channel.post(json.dumps({"status": status, "headers": headers}))
    channel.post('{"body": true}', json.dumps({"problem": problem}).encode())
    channel.post('{"end": true}')


class Front:
    """Passes requests on to an application.

    The application works as on a server of this machine: pages of this site come from its address.

    port: of that server. script: address of the script that every page loads first, or "".
    flush: called before the answer to a request that may have changed files, which is 507 if they
    cannot be stored.
    """

    def __init__(self, app: ASGIApp, port: int, script: str, flush: Flush) -> None:
        self.app, self.flush, self.port = app, flush, port
        self._element = f'<script src="{script}"></script>'.encode() if script else b""
        self._tasks: set[asyncio.Task[None]] = set()

    def open_request(self, request: Request, channel: Channel) -> Exchange:
        """Start to answer a request."""
        exchange = Exchange(self, request, channel)
        self._start(exchange.run())
        return exchange

    def open_socket(self, request: Request, channel: Channel) -> Socket:
        """Start to serve a websocket."""
        socket = Socket(self, request, channel)
        self._start(socket.run())
        return socket

    def scope(self, kind: str, request: Request) -> Data:
        """Return the ASGI scope of a request. kind: "http" or "websocket"."""
        headers = {**request.headers, "host": f"{_ADDRESS}:{self.port}"}
        headers.pop("origin", None)
        if request.is_own:
            headers["origin"] = f"http://{_ADDRESS}:{self.port}"
        scope = {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": request.path,
            "raw_path": quote(request.path).encode(),
            "root_path": "",
            "query_string": request.query.encode("latin-1", "replace"),
            "headers": [(name.encode(), _encode(value)) for name, value in headers.items()],
            "client": (_ADDRESS, 0),
            "server": (_ADDRESS, self.port),
            "state": {},
        }
        if kind == "http":
            return {**scope, "method": request.method}
        return {**scope, "subprotocols": []}

    def with_script(self, page: bytes) -> bytes:
        """Return a page that loads the script of this site before its own."""
        head = page.find(b"<head>")
        if head < 0 or not self._element:
            return page
        after = head + len(b"<head>")
        return page[:after] + self._element + page[after:]

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Exchange:
    """A request and its response.

    A response to a request that may change files leaves only after they have been stored. Pages
    leave as a whole, with our script. Everything else leaves as it comes.
    """

    def __init__(self, front: Front, request: Request, channel: Channel) -> None:
        self._front, self._request, self._channel = front, request, channel
        self._has_left = asyncio.Event()
        self._was_read = False
        self._start: Message | None = None
        self._held: list[bytes] = []
        self._holds = request.method not in _READS
        self._is_page = False
        self._is_over = False
        self._task: asyncio.Task[Any] | None = None

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a message of the page, which can only end the request."""
        if message.get("abort"):
            self._has_left.set()

    async def run(self) -> None:
        """Answer the request."""
        scope = self._front.scope("http", self._request)
        app = asyncio.ensure_future(self._front.app(scope, self._receive, self._send))
        left = asyncio.ensure_future(self._has_left.wait())
        await asyncio.wait([app, left], return_when=asyncio.FIRST_COMPLETED)
        left.cancel()
        if not app.done() and self._request.method in _READS:
            app.cancel()  # any other request is completed, like on a server
        try:
            await app
        except asyncio.CancelledError:
            pass
        except BaseException as error:  # such as a panic of Typst
            traceback.print_exception(error)
            self._fail(HTTPStatus.INTERNAL_SERVER_ERROR, f"{type(error).__name__}: {error}")
        self._fail(HTTPStatus.INTERNAL_SERVER_ERROR, "There was no answer.")

    async def _receive(self) -> Message:
        if not self._was_read:
            self._was_read = True
            return {"type": "http.request", "body": self._request.body, "more_body": False}
        await self._has_left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if self._is_over:
            return
        if message["type"] == "http.response.start":
            self._begin(message)
            return
        body, is_last = message.get("body", b""), not message.get("more_body", False)
        if self._holds:
            self._held.append(body)
            if is_last:
                await self._send_held()
            return
        if body:
            self._channel.post('{"body": true}', body)
        if is_last:
            self._end()

    def _begin(self, message: Message) -> None:
        headers = {name.lower(): value for name, value in message["headers"]}
        self._is_page = headers.get(b"content-type", b"").startswith(b"text/html")
        self._start = message
        self._holds = self._holds or self._is_page
        if not self._holds:
            self._post_start()

    async def _send_held(self) -> None:
        if self._request.method not in _READS and self._request.path not in CALCULATIONS:
            try:
                await self._front.flush()
            except StoreProblem as problem:
                self._fail(HTTPStatus.INSUFFICIENT_STORAGE, str(problem))
                return
        body = b"".join(self._held)
        self._post_start()
        self._channel.post(
            '{"body": true}', self._front.with_script(body) if self._is_page else body
        )
        self._end()

    def _post_start(self) -> None:
        assert self._start is not None
        headers = [
            [name.decode("latin-1"), self._translate(name.lower(), value.decode("latin-1"))]
            for name, value in self._start["headers"]
            if name.lower() != b"content-length"
        ]
        self._channel.post(json.dumps({"status": self._start["status"], "headers": headers}))

    def _translate(self, name: bytes, value: str) -> str:
        """Return the value of a header for a page of this site."""
        inner = f"http://{_ADDRESS}:{self._front.port}/"
        if name == b"location" and value.startswith(inner):
            return "../" * (self._request.path.count("/") - 1) + value.removeprefix(inner)
        return _allow_own_frame(value)

    def _end(self) -> None:
        self._is_over = True
        self._channel.post('{"end": true}')

    def _fail(self, status: HTTPStatus, problem: str) -> None:
        """Answer with a problem if nothing has left yet; otherwise only end the answer."""
        if self._is_over:
            return
        if self._start is None or self._holds:
            headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
            self._start = {"status": status, "headers": headers}
            self._post_start()
            self._channel.post('{"body": true}', json.dumps({"problem": problem}).encode())
        self._end()


class Socket:
    """A websocket of a page."""

    def __init__(self, front: Front, request: Request, channel: Channel) -> None:
        self._front, self._request, self._channel = front, request, channel
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._messages.put_nowait({"type": "websocket.connect"})
        self._is_open = False
        self._is_over = False

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a message of the page."""
        if "text" in message:
            self._messages.put_nowait({"type": "websocket.receive", "text": str(message["text"])})
        else:
            code, reason = message.get("close") or (_GONE, "")
            self._is_over = True
            self._messages.put_nowait(
                {"type": "websocket.disconnect", "code": code, "reason": reason}
            )

    async def run(self) -> None:
        """Serve the websocket until one side closes it."""
        scope = self._front.scope("websocket", self._request)
        try:
            await self._front.app(scope, self._messages.get, self._send)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            traceback.print_exception(error)
            self._close(_FAILED, "")
        self._close(1000, "")

    async def _send(self, message: Message) -> None:
        kind = message["type"]
        if self._is_over:
            raise OSError("the page has closed this websocket")
        if kind == "websocket.accept":
            self._is_open = True
            self._channel.post('{"open": true}')
        elif kind == "websocket.send":
            self._channel.post(json.dumps({"text": message["text"]}))
        elif kind == "websocket.close":
            code = message.get("code", 1000) if self._is_open else _REFUSED
            self._close(code, message.get("reason") or "")

    def _close(self, code: int, reason: str) -> None:
        if not self._is_over:
            self._is_over = True
            self._channel.post(json.dumps({"close": [code, reason]}))


def _allow_own_frame(value: str) -> str:
    """Return the value of a header that lets this site show a page in its own frame."""
    if value == "DENY":
        return "SAMEORIGIN"
    return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")


def _encode(value: str) -> bytes:
    return value.encode("latin-1", "replace")
