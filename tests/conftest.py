"""What all tests begin with."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Signals mean what they do at a terminal: what is started in the background, or by `nohup`,
    ignores some of them, and passes that on to all it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
