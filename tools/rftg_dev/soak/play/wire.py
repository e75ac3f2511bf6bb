"""In-process client of the application: a form, websockets and random answers."""

from __future__ import annotations

import asyncio
import json
from random import Random
from types import TracebackType
from typing import Any, Final, Self

import httpx
from starlette.types import ASGIApp, Message, Scope

Data = dict[str, Any]
PORT: Final = 8_064
"""Port of the page's address; nothing listens there."""
_HERE: Final = f"127.0.0.1:{PORT}"
_HEADERS: Final = [(b"host", _HERE.encode()), (b"origin", f"http://{_HERE}".encode())]


class Closed(Exception):
    """The application closed the websocket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"closed with {code}: {reason}")
        self.code = code


class Wire:
    """A websocket to a path, open while the context is active."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app, self._path = app, path
        self._outgoing: asyncio.Queue[Message] = asyncio.Queue()
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._serve(_scope(self._path)))
        await self._outgoing.put({"type": "websocket.connect"})
        await self._next()
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self._outgoing.put({"type": "websocket.disconnect", "code": 1000})
        await self._task

    async def _serve(self, scope: Scope) -> None:
        try:
            await self._app(scope, self._outgoing.get, self._incoming.put)
        finally:
            await self._incoming.put({"type": "websocket.close", "code": 1006, "reason": "ended"})

    async def send(self, text: str | bytes) -> None:
        """Send a message."""
        kind = "text" if isinstance(text, str) else "bytes"
        await self._outgoing.put({"type": "websocket.receive", kind: text})

    async def send_json(self, **members: Any) -> None:
        """Send a message with these members."""
        await self.send(json.dumps(members))

    async def receive(self) -> str:
        """Return the next text from the application. Raises Closed."""
        message = await self._next()
        text: str = message["text"]
        return text

    async def _next(self) -> Message:
        message = await self._incoming.get()
        if message["type"] == "websocket.close":
            raise Closed(message.get("code", 1000), message.get("reason", ""))
        return message


async def post(app: ASGIApp, path: str, data: Any) -> tuple[int, Any]:
    """Send a form, and return the status and the JSON of the response."""
    address = f"http://{_HERE}"
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=address) as client:
        response = await client.post(path, json=data, headers={"origin": address})
    return response.status_code, response.json()


def _scope(path: str) -> dict[str, Any]:
    """Return the scope of a websocket."""
    return {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": _HEADERS,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", PORT),
        "extensions": {},
        "subprotocols": [],
    }


def random_answer(ask: Data, chance: Random) -> list[int]:
    """Return a random legal answer to a question of a frame."""
    if ask["form"] == "choice":
        answer: list[int] = chance.choice(ask["options"])["answer"]
        return answer
    if ask["form"] == "subset":
        return _subset(ask, chance)
    option = chance.randrange(len(ask["ways"]))
    price = chance.randint(ask["ways"][option]["price"], ask["ways"][option]["most"])
    return [option, *chance.sample(ask["cards"], price)]


def _subset(ask: Data, chance: Random) -> list[int]:
    cards = list(ask["cards"])
    if ask["alike"]:
        cards = _same_group(ask, chance)
    elif ask["groups"]:
        by_group = dict(zip(ask["groups"], cards, strict=True))
        cards = list(by_group.values())
    maximum = min(ask["most"], len(cards))
    sizes = (0, maximum) if ask["all_or_none"] else range(ask["least"], maximum + 1)
    return chance.sample(cards, chance.choice(list(sizes)))


def _same_group(ask: Data, chance: Random) -> list[int]:
    """Return all cards that may be given together: those of a group and of group 0."""
    groups = dict(zip(ask["cards"], ask["groups"], strict=True))
    minimum = 0 if ask["all_or_none"] else ask["least"]
    fitting = [
        [card for card in groups if groups[card] in (0, group)] for group in {0, *groups.values()}
    ]
    return chance.choice([cards for cards in fitting if len(cards) >= minimum])
