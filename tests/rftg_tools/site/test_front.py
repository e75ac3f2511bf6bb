"""Requests of pages that reach an application as messages, without a server."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request as StarletteRequest
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.site.front import CALCULATIONS, Front, Request, read_request, refuse
from rftg_tools.site.store import StoreProblem
from rftg_tools.studio.bench import PLACE, POSTS
from rftg_tools.web.server import Guard

PORT = 8001


class FakeChannel:
    """What a page would get."""

    def __init__(self) -> None:
        self.messages: list[tuple[dict[str, Any], bytes | None]] = []
        self.is_over = asyncio.Event()
        self.times: list[str] = []

    def post(self, head: str, body: bytes | None = None) -> None:
        message = json.loads(head)
        self.messages.append((message, body))
        if "end" in message or "close" in message:
            self.is_over.set()

    @property
    def heads(self) -> list[dict[str, Any]]:
        return [head for head, _body in self.messages]

    @property
    def status(self) -> int:
        return int(self.heads[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        return dict(self.heads[0]["headers"])

    @property
    def body(self) -> bytes:
        return b"".join(body for _head, body in self.messages if body is not None)


async def no_flush() -> None:
    """Store nothing."""


def request(path: str = "/", method: str = "GET", own: bool = True, body: bytes = b"") -> Request:
    head = {"method": method, "path": path, "headers": [["X-Test", "yes"]], "own": own}
    return read_request(json.dumps(head), body)


def answer(
    routes: list[Any],
    asked: Request,
    flush: Callable[[], Awaitable[None]] = no_flush,
    script: str = "",
) -> FakeChannel:
    """Return what a page gets for a request, behind the guard that servers have too."""
    app = Guard(Starlette(routes=routes), PORT, {"/save", *CALCULATIONS})

    async def work() -> FakeChannel:
        channel = FakeChannel()
        Front(app, PORT, script, flush).open_request(asked, channel)
        async with asyncio.timeout(5):
            await channel.is_over.wait()
        return channel

    return asyncio.run(work())


async def echo(asked: StarletteRequest) -> Response:
    return JSONResponse(
        {
            "path": asked.url.path,
            "query": asked.url.query,
            "test": asked.headers["x-test"],
            "host": asked.headers["host"],
            "body": (await asked.body()).decode(),
        }
    )


def test_a_request_arrives_as_at_a_server() -> None:
    got = answer([Route("/{name}", echo)], request("/a%20card?b=%26c"))
    assert got.status == 200
    assert got.headers["content-type"] == "application/json"
    assert json.loads(got.body) == {
        "path": "/a card", "query": "b=%26c", "test": "yes", "host": "127.0.0.1:8001", "body": "",
    }  # fmt: skip


def test_only_a_page_of_this_site_can_change_something() -> None:
    routes = [Route("/save", echo, methods=["POST"])]
    assert answer(routes, request("/save", "POST", body=b"text")).status == 200
    assert answer(routes, request("/save", "POST", own=False)).status == 403
    assert answer(routes, request("/other", "POST")).status == 405
    forged = Request("POST", "/save", "", {"origin": f"http://127.0.0.1:{PORT}"}, b"", is_own=False)
    assert answer(routes, forged).status == 403


def test_the_answer_to_a_change_leaves_after_it_is_stored() -> None:
    """Not a byte of it leaves before."""
    channels: list[FakeChannel] = []
    seen_before: list[int] = []

    async def flush() -> None:
        await asyncio.sleep(0.01)
        seen_before.append(len(channels[0].messages))

    async def work() -> None:
        app = Guard(Starlette(routes=[Route("/save", echo, methods=["POST"])]), PORT, {"/save"})
        channels.append(FakeChannel())
        Front(app, PORT, "", flush).open_request(request("/save", "POST"), channels[0])
        async with asyncio.timeout(5):
            await channels[0].is_over.wait()

    asyncio.run(work())
    assert seen_before == [0]
    assert channels[0].status == 200


def test_a_change_that_cannot_be_stored_is_told() -> None:
    async def flush() -> None:
        raise StoreProblem("The storage is full.")

    got = answer([Route("/save", echo, methods=["POST"])], request("/save", "POST"), flush)
    assert got.status == 507
    assert json.loads(got.body) == {"problem": "The storage is full."}
    assert answer([Route("/read", echo)], request("/read"), flush).status == 200
    for path in CALCULATIONS:  # they change no file
        routes = [Route(path, echo, methods=["POST"])]
        assert answer(routes, request(path, "POST"), flush).status == 200


def test_every_request_that_stores_something_waits_until_it_is_stored() -> None:
    stores = {
        "add-picture", "import", "link/keep", "move-cards", "name-version", "new-set", "note",
        "save", "settings",
    }  # fmt: skip
    assert {f"{PLACE}/api/{path}" for path in stores} == POSTS - CALCULATIONS


def test_pages_load_the_script_of_the_site_first() -> None:
    async def page(_asked: StarletteRequest) -> Response:
        return HTMLResponse('<html><head><script src="own.js"></script></head></html>')

    got = answer([Route("/", page)], request(), script="/a/b/sockets.js")
    assert got.body.startswith(b'<html><head><script src="/a/b/sockets.js"></script><script src="o')
    assert "content-length" not in got.headers


def test_a_page_can_be_in_a_frame_of_its_own_site_only() -> None:
    got = answer([Route("/{name}", echo)], request("/a"))
    assert "frame-ancestors 'self'" in got.headers["content-security-policy"]
    assert got.headers["x-frame-options"] == "SAMEORIGIN"


def test_a_stream_arrives_piece_by_piece_and_ends_when_the_page_leaves() -> None:
    ended = []

    async def events() -> Any:
        try:
            yield b"one"
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    async def stream(_asked: StarletteRequest) -> Response:
        return StreamingResponse(events(), media_type="text/event-stream")

    async def work() -> FakeChannel:
        channel = FakeChannel()
        front = Front(Starlette(routes=[Route("/", stream)]), PORT, "", no_flush)
        exchange = front.open_request(request(), channel)
        while b"one" not in channel.body:
            await asyncio.sleep(0)
        assert not channel.is_over.is_set()
        exchange.hear({"abort": True})
        async with asyncio.timeout(5):
            await channel.is_over.wait()
        return channel

    assert asyncio.run(work()).heads[-1] == {"end": True}
    assert ended == [True]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_application_that_fails_says_so(method: str) -> None:
    async def app(_scope: Any, _receive: Any, _send: Any) -> None:
        raise ValueError("broken")

    async def work() -> FakeChannel:
        channel = FakeChannel()
        Front(app, PORT, "", no_flush).open_request(request(method=method), channel)
        async with asyncio.timeout(5):
            await channel.is_over.wait()
        return channel

    got = asyncio.run(work())
    assert got.status == 500
    assert json.loads(got.body) == {"problem": "ValueError: broken"}


class Panic(BaseException):
    """What a panic of Rust is in Python."""


def test_a_panic_answers_the_request() -> None:
    async def app(_scope: Any, _receive: Any, _send: Any) -> None:
        raise Panic("unreachable code")

    async def work() -> list[FakeChannel]:
        channels = [FakeChannel(), FakeChannel()]
        front = Front(app, PORT, "", no_flush)
        front.open_request(request(), channels[0])
        front.open_socket(request(), channels[1])
        for channel in channels:
            async with asyncio.timeout(5):
                await channel.is_over.wait()
        return channels

    http, socket = asyncio.run(work())
    assert http.status == 500
    assert json.loads(http.body) == {"problem": "Panic: unreachable code"}
    assert socket.heads == [{"close": [1011, ""]}]


@pytest.mark.parametrize(("method", "is_completed"), [("GET", False), ("POST", True)])
def test_only_a_request_that_reads_ends_when_the_page_leaves(
    method: str, is_completed: bool
) -> None:
    steps: list[str] = []

    async def flush() -> None:
        steps.append("stored")

    async def save(_asked: StarletteRequest) -> Response:
        steps.append("begun")
        await asyncio.sleep(0.02)
        steps.append("changed")
        return Response()

    async def work() -> None:
        channel = FakeChannel()
        app = Starlette(routes=[Route("/", save, methods=[method])])
        exchange = Front(app, PORT, "", flush).open_request(request(method=method), channel)
        while not steps:
            await asyncio.sleep(0)
        exchange.hear({"abort": True})
        async with asyncio.timeout(5):
            await channel.is_over.wait()

    asyncio.run(work())
    assert steps == (["begun", "changed", "stored"] if is_completed else ["begun"])


@pytest.mark.parametrize(
    ("path", "location"),
    [("/bench", "bench/"), ("/games/x?a=1", "../games/x/?a=1"), ("/games/x/y", "../../games/x/y/")],
)
def test_a_redirect_stays_below_the_folder_of_the_application(path: str, location: str) -> None:
    routes = [Route(f"{path.partition('?')[0]}/", echo)]
    got = answer(routes, request(path))
    assert got.status == 307
    assert got.headers["location"] == location


def test_a_refusal_is_an_answer() -> None:
    channel = FakeChannel()
    refuse(channel, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too long.")
    assert channel.is_over.is_set()
    assert channel.status == 413
    assert json.loads(channel.body) == {"problem": "The body is too long."}


def test_a_body_can_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_tools.site.front.MAX_BODY", 3)
    with pytest.raises(ValueError, match="too long"):
        request(body=b"text")


async def repeat(websocket: WebSocket) -> None:
    await websocket.accept()
    try:
        while True:
            text = await websocket.receive_text()
            if text == "close":
                await websocket.close(4400, "because")
                return
            await websocket.send_text(text * 2)
    except WebSocketDisconnect as end:
        seen.append(end.code)


seen: list[int] = []


def talk(*messages: dict[str, Any], own: bool = True) -> FakeChannel:
    app = Guard(Starlette(routes=[WebSocketRoute("/s", repeat)]), PORT)

    async def work() -> FakeChannel:
        channel = FakeChannel()
        socket = Front(app, PORT, "", no_flush).open_socket(request("/s", own=own), channel)
        for message in messages:
            await asyncio.sleep(0.01)
            socket.hear(message)
        await asyncio.sleep(0.02)
        return channel

    return asyncio.run(work())


def test_a_websocket_carries_texts_until_the_application_closes_it() -> None:
    got = talk({"text": "ab"}, {"text": "close"})
    assert got.heads == [{"open": True}, {"text": "abab"}, {"close": [4400, "because"]}]


def test_a_websocket_that_the_page_closes_says_nothing_more() -> None:
    seen.clear()
    assert talk({"close": [1000, ""]}).heads == [{"open": True}]
    assert seen == [1000]


def test_a_websocket_of_another_site_is_refused() -> None:
    assert talk(own=False).heads == [{"close": [1008, ""]}]
