"""Page without a browser: a form, websockets and random answers to the application, in process."""

from __future__ import annotations

import asyncio
import json
from random import Random
from types import TracebackType
from typing import Any, Final, Self

from starlette.types import ASGIApp, Message, Scope

Data = dict[str, Any]
PORT: Final = 8_064
"""Of the page; nothing listens there."""
_HERE: Final = f"127.0.0.1:{PORT}"
_HEADERS: Final = [(b"host", _HERE.encode()), (b"origin", f"http://{_HERE}".encode())]


class Closed(Exception):
    """The application has closed the websocket. code: why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"closed with {code}: {reason}")
        self.code = code


class Wire:
    """One websocket to a path, open while it is entered."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app, self._path = app, path
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._heard: asyncio.Queue[Message] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        scope = _scope("websocket", self._path) | {"subprotocols": []}
        self._task = asyncio.create_task(self._serve(scope))
        await self._said.put({"type": "websocket.connect"})
        await self._next()
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        await self._said.put({"type": "websocket.disconnect", "code": 1000})
        await self._task

    async def _serve(self, scope: Scope) -> None:
        try:
            await self._app(scope, self._said.get, self._heard.put)
        finally:
            await self._heard.put({"type": "websocket.close", "code": 1006, "reason": "ended"})

    async def say(self, text: str | bytes) -> None:
        """Send a message as it is."""
        kind = "text" if isinstance(text, str) else "bytes"
        await self._said.put({"type": "websocket.receive", kind: text})

    async def tell(self, **members: Any) -> None:
        """Send a message with these members."""
        await self.say(json.dumps(members))

    async def hear(self) -> str:
        """Return the next text from the application. Raises Closed."""
        message = await self._next()
        text: str = message["text"]
        return text

    async def _next(self) -> Message:
        message = await self._heard.get()
        if message["type"] == "websocket.close":
            raise Closed(message.get("code", 1000), message.get("reason", ""))
        return message


async def post(app: ASGIApp, path: str, data: Any) -> tuple[int, Any]:
    """Send a form and return the status and the JSON that come back."""
    body = json.dumps(data).encode()
    scope = _scope("http", path) | {"method": "POST"}
    scope["headers"] = [*_HEADERS, (b"content-type", b"application/json")]
    said: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    heard: list[Message] = []

    async def receive() -> Message:
        return said.pop() if said else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        heard.append(message)

    await app(scope, receive, send)
    text = b"".join(one.get("body", b"") for one in heard)
    return heard[0]["status"], json.loads(text)


def _scope(kind: str, path: str) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": list(_HEADERS),
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", PORT),
        "extensions": {},
    }


def random_answer(ask: Data, chance: Random) -> list[int]:
    """Return a legal answer to what a frame asks."""
    if ask["form"] == "choice":
        answer: list[int] = chance.choice(ask["options"])["answer"]
        return answer
    if ask["form"] == "subset":
        return _subset(ask, chance)
    way = chance.randrange(len(ask["ways"]))
    price = chance.randint(ask["ways"][way]["price"], ask["ways"][way]["most"])
    return [way, *chance.sample(ask["cards"], price)]


def _subset(ask: Data, chance: Random) -> list[int]:
    cards = list(ask["cards"])
    if ask["alike"]:
        cards = _alike(ask, chance)
    elif ask["groups"]:
        by_group = dict(zip(ask["groups"], cards, strict=True))
        cards = list(by_group.values())
    most = min(ask["most"], len(cards))
    sizes = (0, most) if ask["all_or_none"] else range(ask["least"], most + 1)
    return chance.sample(cards, chance.choice(list(sizes)))


def _alike(ask: Data, chance: Random) -> list[int]:
    """Return as many cards as can be given together: those of one group, and of group 0."""
    groups = dict(zip(ask["cards"], ask["groups"], strict=True))
    least = 0 if ask["all_or_none"] else ask["least"]
    fitting = [
        [card for card in groups if groups[card] in (0, group)] for group in {0, *groups.values()}
    ]
    return chance.choice([cards for cards in fitting if len(cards) >= least])
