"""Language server of a tab of the studio, in the thread that reads the files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.server import Server, warm_up_steps
from rftg_dsl.sets.caching import SourceCache

_LIBRARY: Final = Library()
WARM_UP_STEPS: Final = warm_up_steps(_LIBRARY)
"""Functions that load what the first requests need, once for all tabs."""


class TabServer(Server):
    """The language server of a tab. send: called for each message."""

    def __init__(
        self,
        cache: SourceCache,
        paths: Mapping[str, Path],
        texts: Mapping[Path, str],
        send: Callable[[str], object],
    ) -> None:
        super().__init__(_LIBRARY, cache, paths, texts)
        self._needs_check = False
        self._send_text = send
        self.protocol.set_writer(self, include_headers=False)

    def start(self) -> None:
        """Do nothing, because WARM_UP_STEPS are for all tabs."""

    def schedule_check(self) -> None:
        """Let the caller of `handle` schedule it."""
        self._needs_check = True

    def handle(self, text: str) -> bool:
        """Handle a message; return whether it changes what `publish` sends."""
        self._needs_check = False
        try:
            message = json.loads(text, object_hook=self.protocol.structure_message)
            self.protocol.handle_message(message)
        except Exception as error:
            self.report_server_error(error, "message")
        return self._needs_check

    def write(self, data: bytes) -> None:
        """Send a message of the server."""
        self._send_text(data.decode())

    def close(self) -> None:
        """Do nothing, because the server ends with its tab."""
