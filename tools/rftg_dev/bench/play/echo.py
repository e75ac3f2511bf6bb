"""`python -m rftg_dev.bench.play.echo BYTES [FOLDER]`: answers each message with so many bytes.

It stands on the same server as play, so that what play takes beyond that can be told. Given a
folder, it first writes as many bytes there, as play does with a record.
"""

from __future__ import annotations

import asyncio
import sys
from itertools import count
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from rftg_tools.play.saves import Saves
from rftg_tools.web.server import announce, listen, serve_app


def main() -> None:
    """Serve until a signal to stop."""
    answer = "x" * int(sys.argv[1])
    saves = Saves(Path(sys.argv[2])) if len(sys.argv) > 2 else None
    names = count()

    async def echo(websocket: WebSocket) -> None:
        name = f"echo-{next(names)}"
        await websocket.accept()
        async for _text in websocket.iter_text():
            if saves:
                await asyncio.to_thread(saves.write, name, {"all": answer})
            await websocket.send_text(answer)

    app = Starlette(routes=[WebSocketRoute("/{path:path}", echo)])
    with listen(0) as listening:
        announce(listening, "echo server", browser=False)
        asyncio.run(serve_app(app, listening, _nothing, ws="websockets-sansio"))


async def _nothing() -> None:
    """Do nothing: no stream is open that has to be ended."""


if __name__ == "__main__":
    main()
