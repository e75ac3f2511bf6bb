"""The listener for others beside the host's own, for as long as that one serves."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, nullcontext

from rftg_tools.play.lobby import Lobby
from rftg_tools.play.share.address import Share
from rftg_tools.play.share.listener import GuestServer, listening_for


@contextmanager
def opened(share: Share | None) -> Iterator[socket.socket | None]:
    """Give the socket for others, None where nobody is invited. Raises PortTaken."""
    with listening_for(share) if share else nullcontext() as listening:
        yield listening


async def serve_beside(
    host: Awaitable[None], lobby: Lobby, share: Share | None, listening: socket.socket | None
) -> None:
    """Serve others as long as the host's own server serves."""
    if share is None or listening is None:
        await host
        return
    guests = GuestServer(lobby, share, listening)
    print(f"{guests.origins[0]}  is open to others, each by a link of the table's page", flush=True)
    async with asyncio.TaskGroup() as group:
        group.create_task(guests.run_until_told())
        try:
            await host
        finally:
            guests.end()
