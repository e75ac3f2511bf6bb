"""Worker that is the language server of a tab.

Requests and replies hold the messages of the protocol as `text`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Final

from rftg_dsl.lsp.server import build_server
from rftg_tools.workers.worker import Data

_SERVER: Final = build_server()


class _Writer:
    """Writer of the server's messages."""

    def __init__(self, send: Callable[[Data], None]) -> None:
        self._send = send

    def write(self, data: bytes) -> None:
        """Send a message."""
        self._send({"text": data.decode()})

    def close(self) -> None:
        """Do nothing: the worker ends with its tab."""


def connect(send: Callable[[Data], None]) -> None:
    """Send all messages of the server, which also come from timers."""
    _SERVER.protocol.set_writer(_Writer(send), include_headers=False)


def handle(request: Data) -> Iterator[Data]:
    """Let the server handle a message."""
    protocol = _SERVER.protocol
    try:
        message = json.loads(request["text"], object_hook=protocol.structure_message)
        protocol.handle_message(message)
    except Exception as error:
        _SERVER.report_server_error(error, "message")
    return iter(())
