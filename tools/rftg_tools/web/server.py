"""Serving a page to browsers on this machine, until it is interrupted."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

ADDRESS: Final = "127.0.0.1"
"""Where a server listens: on this machine alone."""
_FAREWELL: Final = 2
"""Seconds that answers under way have once it ends."""
_ENDS: Final = ("SIGTERM", "SIGHUP")
"""Signals that end it as Ctrl-C does: a service manager's, and that of a terminal which closes."""


class PortTaken(Exception):
    """The port on which to listen belongs to another program, or may not be had."""


def listen(port: int) -> socket.socket:
    """Return a socket on the port, 0 for any that is free. Raises PortTaken."""
    one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere this would take the port away from another program
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        one.bind((ADDRESS, port))
        one.listen()
    except OSError as error:
        one.close()
        reason = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be had: {error}"
        raise PortTaken(f"port {port} {reason}") from None
    return one


def port_of(listening: socket.socket) -> int:
    """Return the port that a socket listens on."""
    port: int = listening.getsockname()[1]
    return port


def announce(listening: socket.socket, says: str, browser: bool, path: str = "/") -> None:
    """Print the page's address and what it does. browser: open one at it."""
    address = f"http://{ADDRESS}:{port_of(listening)}{path}"
    print(f"{address}  {says}; Ctrl-C ends it", flush=True)
    if browser:
        # Beside the server, for a browser in the terminal goes on until it is left.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@contextmanager
def other_signals() -> Iterator[None]:
    """Make other signals to stop mean Ctrl-C meanwhile, so that nothing is left on the disk.

    One that is ignored, as below nohup, stays so.
    """
    numbers = [getattr(signal, name) for name in _ENDS if hasattr(signal, name)]
    ending = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for one in ending:
        signal.signal(one, lambda _number, _frame: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        for one in ending:
            signal.signal(one, signal.SIG_DFL)


async def serve_app(
    app: ASGIApp,
    listening: socket.socket,
    close: Callable[[], Awaitable[None]],
    **settings: Any,
) -> None:
    """Serve until a signal to stop. close: ends what has no other end, such as streams of events.

    settings: further ones of uvicorn.
    """
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        loop="asyncio",
        http="h11",
        timeout_graceful_shutdown=_FAREWELL,
        **{"ws": "none", **settings},
    )
    server = _Server(config, close)
    await server.serve(sockets=[listening])
    await server.closed()


class _Server(uvicorn.Server):
    """A server that ends what has no other end when it is told to stop."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._close = close
        self._closing: asyncio.Future[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C or another signal to stop; a second one does not wait for anybody.

        Without uvicorn's own part, which would raise the signal again once this server has ended:
        what serves beside it would be cancelled then, and could not end in its own way.
        """
        self.force_exit = self.should_exit
        self.should_exit = True
        asyncio.get_running_loop().call_soon_threadsafe(self._begin_to_close)

    async def closed(self) -> None:
        """Return when all that has no other end is ended, or that takes too long."""
        if self._closing is not None:
            await asyncio.wait([self._closing], timeout=_FAREWELL)

    def _begin_to_close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
