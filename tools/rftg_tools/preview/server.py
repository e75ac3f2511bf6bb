"""Serving the preview to a browser on this machine, until it is interrupted."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from rftg_tools.preview.app import build_app
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.images import Images
from rftg_tools.preview.table import Table

ADDRESS: Final = "127.0.0.1"
"""Where the server listens: on this machine alone."""
_FAREWELL: Final = 2
"""Seconds that answers under way have once it ends."""
_ENDS: Final = ("SIGTERM", "SIGHUP")
"""Signals that end it as Ctrl-C does: a service manager's, and that of a terminal which closes."""


class PortTaken(Exception):
    """The port on which to listen belongs to another program, or may not be had."""


def serve(files: Callable[[], Sequence[Path]], theme: str, port: int, browser: bool) -> None:
    """Show the cards of the files until Ctrl-C or another signal to stop; return then.

    files: which they are, asked again after each change. theme: a name or folder. port: 0 for any
    that is free. browser: open one. Raises PortTaken, BadTheme.
    """
    with (
        _listening(port) as listening,
        suppress(KeyboardInterrupt),
        _other_signals(),
        closing(Images(theme)) as images,
    ):
        address = f"http://{ADDRESS}:{listening.getsockname()[1]}/"
        hub = Hub(Table(files), images)
        hub.look()
        print(f"{address}  shows the cards as they are saved; Ctrl-C ends it", flush=True)
        if browser:
            # Beside the server, for a browser in the terminal goes on until it is left.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        asyncio.run(_serve(hub, listening))


@contextmanager
def _other_signals() -> Iterator[None]:
    """Other signals to stop mean Ctrl-C meanwhile, so that nothing is left on the disk.

    One that is ignored, as below nohup, stays so.
    """
    numbers = [getattr(signal, name) for name in _ENDS if hasattr(signal, name)]
    ending = [one for one in numbers if signal.getsignal(one) == signal.SIG_DFL]
    for one in ending:
        signal.signal(one, lambda _number, _frame: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        for one in ending:
            signal.signal(one, signal.SIG_DFL)


def _listening(port: int) -> socket.socket:
    """A socket on the port. Raises PortTaken."""
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


async def _serve(hub: Hub, listening: socket.socket) -> None:
    app = build_app(hub, listening.getsockname()[1])
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        loop="asyncio",
        http="h11",
        timeout_graceful_shutdown=_FAREWELL,
    )
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(hub.watch())
        await _Server(config, hub).serve(sockets=[listening])
        watching.cancel()


class _Server(uvicorn.Server):
    """A server that ends the streams of events when it is told to stop; they have no other end."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ctrl-C, or another signal to stop."""
        loop = asyncio.get_running_loop()
        loop.call_soon_threadsafe(loop.create_task, self._hub.close())
        super().handle_exit(sig, frame)
