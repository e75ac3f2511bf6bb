"""HTTP server of this machine: its socket, its address, and its end."""

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
"""Servers accept connections only from this machine."""
IN_CONTAINER: Final = "0.0.0.0"
"""Address for a server in a container, where only published ports can be reached from outside."""
_SHUTDOWN_TIMEOUT: Final = 2
"""Seconds that pending responses get to finish."""
_STOP_SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""Signals that stop the server like Ctrl-C: from a service manager or a closing terminal."""


class PortTaken(Exception):
    """Raised for a port that another program uses, or that is not permitted."""


def listen(port: int, address: str = ADDRESS) -> socket.socket:
    """Return a socket that listens on a port, or on any free port if it is 0. Raises PortTaken."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # on Windows this would take the port away from another program
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((address, port))
        listening.listen()
    except OSError as error:
        listening.close()
        reason = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error}"
        raise PortTaken(f"port {port} {reason}") from None
    return listening


def port_of(listening: socket.socket) -> int:
    """Return the port that a socket listens on."""
    port: int = listening.getsockname()[1]
    return port


def announce(listening: socket.socket, purpose: str, browser: bool, path: str = "/") -> None:
    """Print the page's address and purpose. browser: also open the page."""
    address = f"http://{ADDRESS}:{port_of(listening)}{path}"
    print(f"{address}  {purpose}; press Ctrl-C to stop", flush=True)
    if browser:
        # In a thread, because a text browser in the terminal blocks until it is closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@contextmanager
def handle_stop_signals() -> Iterator[None]:
    """Treat other stop signals like Ctrl-C during the block, so that temporary files are removed.

    An ignored signal stays ignored, for example under nohup.
    """
    numbers = [getattr(signal, name) for name in _STOP_SIGNALS if hasattr(signal, name)]
    handled = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in handled:
        signal.signal(number, lambda _number, _frame: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)


async def serve_app(
    app: ASGIApp,
    listening: socket.socket,
    close: Callable[[], Awaitable[None]],
    **settings: Any,
) -> None:
    """Serve until a signal to stop.

    close: ends endless responses, such as streams of events. settings: more settings of uvicorn.
    """
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        loop="asyncio",
        http="h11",
        timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT,
        **{"ws": "none", **settings},
    )
    server = _Server(config, close)
    await server.serve(sockets=[listening])
    await server.wait_closed()


class _Server(uvicorn.Server):
    """Server that ends endless responses when it stops."""

    def __init__(self, config: uvicorn.Config, close: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._close = close
        self._closing: asyncio.Future[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at the first signal; stop without waiting for responses at the second.

        This replaces uvicorn's handler, which would raise the signal again after this server has
        stopped, and so cancel other servers in the process before they can stop cleanly.
        """
        self.force_exit = self.should_exit
        self.should_exit = True
        asyncio.get_running_loop().call_soon_threadsafe(self._start_closing)

    async def wait_closed(self) -> None:
        """Wait until endless responses have ended, for a limited time."""
        if self._closing is not None:
            await asyncio.wait([self._closing], timeout=_SHUTDOWN_TIMEOUT)

    def _start_closing(self) -> None:
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
