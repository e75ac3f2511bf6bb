"""Serving the preview to a browser on this machine, until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from rftg_tools.preview.app import build_app
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.web.images import Images
from rftg_tools.web.server import announce, handle_stop_signals, listen, port_of, serve_app


def serve(files: Callable[[], Sequence[Path]], theme: str, port: int, browser: bool) -> None:
    """Show the cards of the files until Ctrl-C or another signal to stop; return then.

    files: which they are, asked again after each change. theme: a name or folder. port: 0 for any
    that is free. browser: open one. Raises PortTaken, BadTheme.
    """
    with (
        listen(port) as listening,
        suppress(KeyboardInterrupt),
        handle_stop_signals(),
        closing(Images(theme)) as images,
    ):
        hub = Hub(Table(files), images)
        hub.look()
        announce(listening, "Preview; it updates when you save a file", browser)
        asyncio.run(_serve(hub, listening))


async def _serve(hub: Hub, listening: socket.socket) -> None:
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(hub.watch())
        await serve_app(build_app(hub, port_of(listening)), listening, hub.close)
        watching.cancel()
